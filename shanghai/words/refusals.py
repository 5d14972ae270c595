"""Why a move was refused, as one sentence in the variant's own words, with its clause."""

from collections.abc import Sequence
from typing import Final

from shanghai.engine.cards import Card, label, labels
from shanghai.engine.parameters.parts import Contract
from shanghai.engine.refusal import Refusal, Refused
from shanghai.engine.rules import Rules
from shanghai.words.contracts import contract_phrase
from shanghai.words.phrases import CALLS, RANK_WORDS, call_name, call_verb, plural, with_article

_SENTENCES: Final[dict[str, str]] = {
    # turn
    "no-such-seat": "There is no seat {number}.",
    "not-on-turn": "It is not {seat}'s turn: {turn} is on turn.",
    "not-before-the-draw": "That is done before the draw; the card for this turn has been drawn.",
    "not-drawn": "First draw a card: melds and the discard come after the draw.",
    "round-not-on": "No move can be made now: {over}.",
    "not-in-hand": "{seat} does not hold {card}.",
    # piles
    "stock-not-renewed": "The discards do not become the stock now: it still holds {stock}.",
    "wrong-renewal": "The new stock is not made of exactly the discards that are turned: {cards}.",
    "no-discard": "There is no discard to take or call.",
    "shanghaied": "{card} lies under a declared SHANGHAI: it is neither taken nor called.",
    "dead": "{card} stays where it is: {dead_after} the card on top is neither taken nor called, "
    "and the next card comes from the stock.",
    "given-up": "{card} was let go, so it can no longer be taken.",
    "caller-first": "{seat} has called, and a caller comes before the player on turn here: the "
    "card can be taken only if nobody calls it.",
    # calls
    "wrong-word": "The word at this table is {right_word}, not {word}.",
    "window-closed": "The time to call is over: a call comes after a discard and before the next "
    "draw.",
    "on-turn": "{seat} is on turn: take the card or draw, a call is for those out of turn.",
    "own-discard": "{seat} tossed {card}: nobody calls a card of their own discarding.",
    "called-already": "{seat} has called this card already.",
    "no-calls-left": "{seat} has no {call} left: the limit is {limit} in this {round}.",
    "down-no-call": "{seat} is down, and a player who is down cannot {call_verb}.",
    "calls-over": "Somebody is down, so nobody can {call_verb} any more in this {round}.",
    "out-already": "{seat} is out already.",
    "no-chips": "{seat} has {chips} chips, and the call costs {price}.",
    "no-supply": "The call is not on offer: it costs {cost} from the stock, and only {left} can "
    "be supplied.",
    # SHANGHAI
    "no-shanghai": "There is no SHANGHAI {here}.",
    "declared-shanghai": "{card} was tossed with SHANGHAI declared, so it cannot be called.",
    "not-just-tossed": "{card} was not just tossed: only a card just discarded can be called "
    "SHANGHAI, not the first upcard nor one exposed again.",
    "own-toss": "{seat} tossed {card}: anyone but the tosser may call SHANGHAI.",
    "not-playable": "{card} cannot be played on any meld, so SHANGHAI cannot be declared.",
    "nothing-given": "No card is drawn from the caller's hand here.",
    # exchange
    "no-exchange": "There is no joker exchange {here}.",
    "joker-for-joker": "A joker is won for a natural card, not for another joker.",
    "no-joker-there": "Meld {meld} holds no joker.",
    "own-meld": "A joker is won from the melds of others only, and this one is {seat}'s own.",
    "joker-stands-for-other": "No joker in {cards} stands for {card}.",
    "could-not-go-down": "{seat} is not down and could not go down after the exchange, which "
    "must be done in the same turn.",
    "exchange-when-down": "{seat} is not down: only a player who is down wins a joker here.",
    "exchange-in-runs": "A joker is won from {a_run} only, and meld {meld} is {a_set}.",
    "joker-of-no-use": "{seat} could not lay the joker in this turn, so it is not won.",
    "must-use": "{seat} won a joker and must lay it before the turn ends.",
    "must-go-down": "{seat} won a joker and must go down before the turn ends.",
    # melds
    "no-such-meld": "There is no meld {meld}: the table holds {melds}.",
    "too-short": "{cards} is too short: {a_kind} has at least {least} cards.",
    "no-natural": "{cards} are jokers only: a meld holds at least one natural card.",
    "too-many-jokers": "{jokers} jokers are too many: {a_kind} of {size} holds at most {most}.",
    "not-one-rank": "{cards} is no {set}: its cards are not of one rank.",
    "too-long": "{cards} is too long: {a_run} has each rank once, at most {most} cards.",
    "not-one-suit": "{cards} is no {run}: its cards are not of one suit.",
    "not-consecutive": "{cards} is no {run}: its cards are not consecutive from low to "
    "high{or_around}.",
    "ace-out-of-place": "{cards} is no {run}: {ace}.",
    "wild-adjacent": "{cards}: two cards that stand in for others may not lie side by side in "
    "{a_run}.",
    "suit-twice": "{cards}: a suit stands once in {a_set}.",
    "suits-full": "{cards}: a suit stands once in {a_set}, so four cards are the most.",
    "not-the-contract": "{sets} {sets_word} and {runs} {runs_word} are not the contract, which is "
    "{contract}.",
    "too-small": "{A_kind} of {size} is too small: the contract asks for at least {least}.",
    "too-large": "{A_kind} of {size} is too large: the contract asks for just {most}.",
    "wild-in-contract": "{jokers} wild cards are too many: the contract takes {most} at most.",
    "not-clean": "This contract is laid without a wild card.",
    "not-royal": "{cards} is no royal {run}: it goes from the ace to the king.",
    "suits-beside": "The {runs_plural} of this contract are of {suits}.",
    "too-few-points": "These melds are worth {worth} points, and one goes down with {least}.",
    "keep-a-discard": "One goes out by a discard here, so a card must be left for it.",
    "same-rank": "Two {sets_plural} of the same rank ({rank}) cannot be laid together: they are "
    "one {set}.",
    "adjacent": "{low} and {high} are consecutive in one suit: they are one long {run}, not two.",
    "not-all-in": "All cards of the hand must go into the melds in this {round}: {left} are left.",
    "down-already": "{seat} is down already: no new melds in this {round}.",
    "one-meld-at-a-time": "Once down, one lays further melds one at a time.",
    "card-twice": "One card cannot lie in two melds.",
    # laying off
    "not-down": "{seat} is not down: only a player who is down lays off.",
    "went-down-now": "{seat} went down in this turn: laying off starts with the next turn.",
    "goes-down-later": "Going down starts with the {turn_from}. turn of each player here.",
    "lays-off-later": "Laying off starts with the {turn_from}. turn of each player here.",
    "not-laid-there": "{seat} cannot lay off on that meld.",
    "no-ends": "{A_set} has no ends: low and high belong to {a_run}.",
    "does-not-fit": "{card} does not fit on {cards}.",
    "both-ends": "{card} fits both ends: say low or high.",
    "wrong-end": "{card} does not fit at the {end} end.",
    # the end of the turn
    "last-card-discarded": "{card} is the last card: nobody goes out by discarding here, {hint}.",
    "barred-discard": "{card} may not be discarded while another card is held that may.",
    "discard-due": "The turn ends with a discard.",
    "must-be-played": "{card} can be laid off, so it must be played.",
    # hosts
    "not-seating": "The draw for dealer is over.",
    "wrong-draw": "These draws do not find one dealer.",
    "not-dealing": "It is not time to deal.",
    "wrong-pack": "The cards dealt are not the whole pack.",
    "can-still-end": "The {round} can still be ended, so it is not thrown in.",
    "not-too-long": "The {round} is stopped only after {most} turns of each player.",
    "game-over": "The game is over.",
    "nothing-scored": "No {round} has been scored yet, so there is nothing to count.",
    "not-scored": "There is no score of {round} {number} to correct yet.",
    "nothing-to-take-back": "There is no move to take back in this {round}.",
    "hidden-shown": "{seat} takes back alone what was done in the own turn since a hidden card was "
    "last shown, or a call just made; for more the table must agree.",
    "no-note": "A correction needs a few words that say why.",
    "same-score": "{seat} has {points} points there already.",
    "no-such-score": "No score is as far from zero as {points}.",
    "no-name": "The new player needs a name.",
    "seated-already": "{name} is seated already.",
    "no-card-picked": "the card that the tosser draws is missing",
    "no-order": "the order of the renewed stock is missing",
    # before a game
    "players": "{game} takes {least} to {most} players, not {count}",
    "same-name": "two players have the same name",
    "handicap-seats": "handicaps stand for each seat or for none",
    "handicap-calls": "a handicap gives 0 to {most} calls more, not {given}",
    "handicap-points": "a handicap takes 0 to {most} points off a round, not {given}",
    "handicap-cards": "a handicap is {most} cards more or less at most, not {given}",
    "handicap-pack": "the pack of {pack} cards is too small for so many cards more",
    "no-such-rounds": "the rounds of {game} are 1 to {last}, each played once",
    "rounds-unread": "rounds are named as short, all, 3-, 3-5 or 1,4,7",
    "no-card": "{text!r} is no card: a rank A 2-10 J Q K and a suit S H D C, or JK",
    "no-pack": "no pack for {players} players",
}

_HOUSE_RULE: Final = "A house rule of this table"
"""How the ruling begins of a rule that a house rule has changed."""

_OVER: Final = {
    "round over": "the round is over",
    "game over": "the game is over",
}

_ACES: Final = {
    "high": "an ace is high only",
    "low": "an ace is low only",
    "both": "an ace is high or low, never both",
    "round": "each rank lies once in it",
}


def why(fault: Refusal | Exception) -> str:
    """What is wrong, as the end of a sentence: of a fault of the rules, else of any error."""
    refusal = fault.refusal if isinstance(fault, Refused) else fault
    if not isinstance(refusal, Refusal):
        return str(fault)
    return _SENTENCES[refusal.code].format(**refusal.facts)


def reason(rules: Rules, refusal: Refusal, names: Sequence[str]) -> str:
    """The refusal as one sentence with the clause behind it; `names` are those of the seats."""
    sentence = _SENTENCES[refusal.code].format_map(_facts(rules, refusal, names))
    return with_clauses(sentence, rules, refusal.rule)


def _here(rules: Rules, rule: str) -> str:
    """Where a rule holds: in this variant, or at this table by a house rule, named if it is."""
    ruling = rules.sources[rule].ruling if rule in rules.sources else ""
    if not ruling.startswith(_HOUSE_RULE):
        return "in this variant"
    name = ruling.removeprefix(_HOUSE_RULE).strip(" :.")
    return f"at this table, by the house rule {name}" if name else "at this table, by a house rule"


def with_clauses(sentence: str, rules: Rules, rule: str) -> str:
    """A sentence, and after it the clauses that a rule is read from."""
    clauses = ", ".join(rules.clauses(rule))
    return f"{sentence} ({clauses})" if clauses else sentence


def _facts(rules: Rules, refusal: Refusal, names: Sequence[str]) -> dict[str, object]:
    """The facts as words: names for seats, labels for cards, the variant's own terms."""
    words, facts = rules.words, refusal.facts
    said: dict[str, object] = {
        "set": words.set,
        "run": words.run,
        "round": words.round,
        "call": call_name(rules),
        "call_verb": call_verb(rules),
        "sets_plural": plural(words.set, words),
        "runs_plural": plural(words.run, words),
        "here": _here(rules, refusal.rule),
        "or_around": "" if rules.ace == "round" else ", or go round the ace",
    }
    for name, value in facts.items():
        said[name] = _said(rules, name, value, names)
    for name, one in (("sets", words.set), ("runs", words.run)):
        said[f"{name}_word"] = plural(one, words) if facts.get(name) != 1 else one
    for name in ("set", "run", "kind"):
        if name in said:
            worded = with_article(str(said[name]), words)
            said[f"a_{name}"] = worded
            said[f"A_{name}"] = worded[0].upper() + worded[1:]
    discardless = "" if rules.last_discard else " or a turn without a discard"
    said["dead_after"] = f"after {with_article(call_name(rules))}{discardless}"
    if "right" in facts:
        said["right_word"] = CALLS[str(facts["right"])].aloud
    if "phase" in facts:
        said["over"] = _OVER.get(str(facts["phase"]), "the cards have not been dealt")
    if "playable" in facts:
        said["hint"] = "so lay it off" if facts["playable"] else "so keep it and end the turn"
    return said


def _said(rules: Rules, name: str, value: object, names: Sequence[str]) -> object:
    match name, value:
        case ("seat" | "turn", int()):
            return names[value]
        case ("card", int()):
            return label(Card(value))
        case ("cards" | "low" | "high", tuple()):
            return labels(value) if value else "none"
        case ("kind", str()):
            return rules.words.set if value == "set" else rules.words.run
        case ("contract", Contract()):
            return contract_phrase(rules, value)
        case ("suits", str()):
            return {"different": "different suits", "one": "one suit"}.get(value, "one colour")
        case ("rank", int()):
            return RANK_WORDS[value - 1]
        case ("meld", int()):
            return value + 1
        case ("word", str()):
            return CALLS[value].aloud if value in CALLS else value
        case ("ace", str()):
            return _ACES[value]
        case _:
            return value

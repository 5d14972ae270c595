"""The words of the general clauses, which give way where a rule of the variant changes them."""

from typing import Final

from msgspec import Struct

from shanghai.engine.parameters.fields import CLAUSES
from shanghai.engine.rules import Rules
from shanghai.engine.stalemate import MOST_TURNS
from shanghai.words.grammar import listed
from shanghai.words.rulebook.message import Message, said


class ClauseWords(Struct, frozen=True):
    """The sentence of a clause and its ruling, as far as the rules leave them."""

    sentence: Message
    ruling: Message = ""


def _first_turn(rules: Rules) -> str:
    moves = ", and the deal moves one seat to the {side} each {round}"
    return said(
        f"Deal and turns go {rules.direction}. The player on the dealer's {{side}} has the first "
        f"turn{moves if rules.next_dealer == 'left' else ''}.",
        rules,
    )


def _melds(rules: Rules) -> str:
    suits = "of any suits, twins from two decks included" * rules.repeated_suits
    text = said(
        f"{{a_set}} is {rules.least_set} or more cards of one rank, "
        f"{suits or 'all of different suits'}. "
        f"|{{a_run}} is {rules.least_run} or more cards of one suit in unbroken order, each rank "
        "once.",
        rules,
    )
    return "".join(part[:1].upper() + part[1:] for part in text.split("|"))


def _jokers(rules: Rules) -> str:
    card = "any card of the rank" if rules.repeated_suits else "a card of the rank"
    return said(
        "A joker in {a_run} stands for one definite card; where two places are possible the "
        f"player who lays it chooses. In {{a_set}} it stands for {card}.",
        rules,
    )


def _down(rules: Rules) -> str:
    once = []
    if not rules.meld_when_down:
        once.append(f"makes no new melds in that {rules.words.round}")
    if rules.lay_off_on == "any":
        once.append("lays off on any meld of any player")
    whole = "One goes down on one's own turn, after the draw, with the whole contract at once."
    return f"{whole} Once down, one {listed(once)}." if once else whole


def _turn(rules: Rules) -> str:
    steps = ["joker exchange", "going down"] + ["laying off"] * (rules.lay_off_on != "none")
    return (
        "A turn begins with the draw of one card. Then come, in any order and each where "
        f"it is allowed, {listed(steps)}; one discard ends the turn."
    )


def _calls(rules: Rules) -> str:
    first = ", or after the first upcard is turned," if rules.upcard else ""
    return said(
        f"{{call}} is said after a discard{first} and before the next player draws. The caller "
        "plays and discards nothing until their own turn.",
        rules,
    )


def _own_discards(rules: Rules) -> str:
    own = (
        "Nobody calls a card that they discarded themselves, also when it lies on top again. "
        if not rules.own_discard
        else ""
    )
    return f"{own}One call granted closes the matter, unless the card beneath is open."


def _scores(rules: Rules) -> str:
    less = ""
    if rules.out_bonus:
        less = ", less what going out takes off"
    elif rules.blind_bonus or rules.clean_blind_bonus:
        less = ", less what going out blind takes off"
    costs = ["calls"] * (any(rules.call_points) and any(rules.call_limit))
    costs += ["SHANGHAI"] * (rules.shanghai and rules.shanghai_points > 0)
    more = f", and what {listed(costs)} cost" if costs else ""
    wins = "" if rules.is_by_player else " The lowest total after the last {round} wins."
    return said(
        "Every card left in a hand counts against its holder; the one who went out scores "
        f"0{less}{more}.{wins}",
        rules,
    )


_SAID: Final = {
    "ALL-1": ClauseWords(
        _first_turn,
        lambda rules: (
            "Where a text does not say how the deal moves, it moves to the left."
            if (rules.next_dealer, rules.direction) == ("left", "clockwise")
            else ""
        ),
    ),
    "ALL-2": ClauseWords(
        "Each player draws a card: the lowest rank deals first, the ace being low.",
        "Where a text does not say who deals first, this draw decides.",
    ),
    "ALL-3": ClauseWords(
        _melds, "Every meld holds at least one natural card, so that all can see what it is."
    ),
    "ALL-4": ClauseWords(_jokers),
    "ALL-5": ClauseWords(
        lambda rules: (
            "The number of melds in a contract is exact."
            if rules.exact_sizes
            else "The sizes in a contract are minimums, and a meld may be longer; the number of "
            "melds is exact, but where points are asked for."
            if any(option.points for option in rules.options)
            else "The sizes in a contract are minimums, and a meld may be longer; the number of "
            "melds is exact."
        )
    ),
    "ALL-6": ClauseWords(_down),
    "ALL-7": ClauseWords(_turn, "A joker exchange is no laying off, for the hand keeps its size."),
    "ALL-8": ClauseWords(
        lambda rules: said(
            "Whoever has an empty hand is out, down or not"
            + (
                ", and calls nothing any more."
                if rules.last_turn
                else ", and the {round} ends at once; a call on the last discard comes too late."
            ),
            rules,
        ),
        "A hand may be emptied by a meld, a lay-off or a discard, unless a rule here bars it.",
    ),
    "ALL-9": ClauseWords(_calls, _own_discards),
    "ALL-10": ClauseWords(
        lambda rules: {
            "any": "The stock is renewed from the discards when a card is needed and none is left.",
            "once": said(
                "Once in a {round} the stock is renewed from the discards, when a card is needed "
                "and none is left.",
                rules,
            ),
            "never": "",
        }[rules.renewals],
        "The top discard, or the one on top after a called card is gone, stays where it is.",
    ),
    "ALL-11": ClauseWords(
        "A call is not on offer when its cards cannot be supplied. When the player on turn draws "
        "from the stock and there is no card to be had, the {round} ends blocked: nobody goes "
        f"out any more and every hand counts. So it does when it is stopped after {MOST_TURNS} "
        "turns of each player.",
        lambda rules: (
            "The texts do not say what happens when even the discards are used up."
            if rules.renewals == "any"
            else ""
        ),
    ),
    "ALL-12": ClauseWords(_scores, "Equal lowest totals share the win."),
    "ALL-13": ClauseWords(
        "A hand is seen by its holder alone until the points are counted, the order of the stock "
        "and the buried discards by nobody."
    ),
    "ALL-14": ClauseWords(
        "A seat may be handed to another person: hand, score, calls used, being down and a "
        "waiting call stay with the seat. The new name is not one already seated."
    ),
}
CLAUSE_WORDS: Final = {clause: _SAID[clause] for clause in CLAUSES}
"""The words of each general clause; one without any fails here with KeyError."""

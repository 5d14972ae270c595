"""What reports of simulations say, and what speaks against a variant."""

from shanghai.words.phrases import Sentence

GAMES = Sentence("{rules}, {players} players, {games:game}")
GIVEN_UP = Sentence("{count} given up, and left out: a round did not end")
REPLACED = Sentence("replaced: {answers:answer} of computer players")
ROUNDS = Sentence("{rounds}, {turns} turns, the longest with {longest} turns a seat")
ROUND_HEADS = ("turns a seat", "longest", "points a seat", "missed", "blocked", "thrown in")
LEVEL_HEADS = ("level", "seats", "wins", "of games", "95 %", "points a game", "95 %")
FIGURE_HEADS = ("a {round}", "mean", "95 %")
CHANGE_HEADS = ("a {round}", "plain", "changed", "difference", "95 %")
SEED = Sentence("seed {seed}, digest {digest}")
SEEDS = Sentence("seed {seed}, digests {digest}, {other}")
INTERVAL = Sentence("{low} to {high}")
COMPARED = Sentence(
    "{rules}, {players} players, {pairs:game}, each with the same deals as the rules stand and with {changes}"
)
OTHER_DEALS = Sentence("The change alters how many cards there are: the deals cannot be the same.")
AS_THEY_STAND = Sentence("as they stand")
CHANGED = Sentence("changed")
SHARE_WON = Sentence("{level}: share of games won")
POINTS_A_GAME = Sentence("{level}: points a game")
TRIAL = Sentence("{rules}, {players} players: {first} against {second}, {deals:deal}, {how}")
WON_MEANS = Sentence("won: share of deals in which {first} has fewer points, ties counting half")
POINTS_MEAN = Sentence("points: of {first} less those of {second}, a seat and {round}")
ALL_ROUNDS = Sentence("all")
ROUNDS_WON = Sentence(
    "{rounds} of the game: {first} has fewer points, the 95 % interval clear of zero, in {won} of {all}"
)
GAMES_WON = Sentence(
    "whole games, all their deals together: {first} has fewer points in {share} of {games} ({interval})"
)
FIGURES = {
    "turns": "turns a seat",
    "points": "points a seat",
    "blocked": "share blocked",
    "thrown_in": "times thrown in and dealt again",
    "blind": "share ended by going out blind",
    "missed": "share of seats not gone down",
    "calls": "calls made",
    "granted": "calls granted",
    "declared": "SHANGHAI declared",
    "shanghai": "SHANGHAI called",
    "first_seat": "first seat: points less the mean",
}
HAS_ROUNDS = Sentence("{rules} has rounds 1 to {most}")
WAITS = Sentence("a game among computer players waits for a person")
CARDS_LOST = Sentence("round {round}: {found} cards, not each of {all} once")
NO_END = Sentence("{round} {number} comes to no end: {why}")
TOO_MANY_TURNS = Sentence("given up after {turns} turns a seat")
NO_MOVE = Sentence("computers find no move in any reasonable time")
NOBODY_OUT = Sentence("nobody went out in {round} {number}, played {plays} times: {why}")
DEALT_AGAIN = Sentence("{round} {number} stood still and was dealt again {times} times")
SELDOM_OUT = Sentence("somebody went out in only {won} of {played}")
MET = Sentence("the contract was met {times} times")
NEVER_MET = Sentence("its contract was never met")
STOOD_STILL = Sentence("{met}, {still} stood still")
NO_CARD_LEFT = Sentence("{met}, and no card was left to draw")

"""The words of every command: a word or two for the key bar, and a sentence for the help."""

from typing import Final

NO_TABLE: Final = "The numbers of seats call at a table; none lies below this page."
KEYS: Final[dict[str, tuple[str, str]]] = {
    # -- everywhere --
    "help": ("Help", "Shows the help for this screen."),
    "settings": ("Settings", "Opens the settings: looks, pace, the clock."),
    "leave-program": (
        "Leave the program",
        "Leaves the program; a game that is kept can be resumed.",
    ),
    "suspend": ("Suspend", "Puts the program to sleep; `fg` in the shell wakes it."),
    "palette": ("All commands", "Lists all commands of the moment by name."),
    "back": ("Back", "Goes back."),
    # -- lists and pages --
    "choose": ("Choose", "Takes what is marked."),
    "next": ("Move", "Moves the mark to the next line."),
    "previous": ("", "Moves the mark to the line before."),
    "right": ("Change", "Changes to the next."),
    "left": ("", "Changes to the one before."),
    "pick-number": ("", "Takes a choice by its number."),
    "scroll-down": ("Scroll", "Scrolls a line on."),
    "scroll-up": ("", "Scrolls a line back."),
    "page-down": ("", "Scrolls a page on."),
    "page-up": ("", "Scrolls a page back."),
    "to-top": ("", "Scrolls to the beginning."),
    "to-bottom": ("", "Scrolls to the end."),
    # -- before a game --
    "resume": ("Go on", "Goes on with the marked game, or opens one that is finished."),
    "put-away": ("Put away", "Pressed twice it puts the marked game away."),
    # -- evenings --
    # -- the end of a round and of a game --
    # -- the table --
    "seat": ("", "The number of a seat calls for it, and again takes the call back."),
    "agree": ("", "The number of a seat agrees for it."),
    "scores": ("Scores", "Opens the scorecard."),
    "log": ("Log", "Opens the log of all that happened."),
    "rules": ("Rules", "Opens the rules of the variant."),
    "seats": ("Seats", "Hands a seat to a person or a computer, or does without help."),
    "leave-table": ("Leave", "Leaves the game."),
    "hurry": ("Hurry", "Lets the computers play at once until the next person's turn."),
    "hold-clock": ("Hold the clock", "Holds the clock for calls, or lets it run on."),
    "shanghai": (
        "SHANGHAI",
        "Calls SHANGHAI; then the caller's number, and the meld where there is a choice.",
    ),
    "undo": ("Undo", "Takes the last move back, or asks the table."),
    # -- the public screen --
    "hand-over": ("", "The keyboard is the next player's now."),
    "nobody": ("Nobody", "Nobody wants the card: the computer that is next plays on."),
    "look-first": (
        "Look first",
        "The next number lets that seat look at its hand before it calls.",
    ),
    "no-look": ("", "Nobody looks."),
    # -- the own view --
    "draw": ("Draw", "Draws a card from the stock."),
    "take": ("Take", "Takes the discard."),
    "let-go": ("Let go", "Lets the discard go to a caller."),
    "no-call": ("No", "Lets the card on offer go by."),
    "go-down": ("", "Lays the contract out."),
    "lay-off": ("Lay off", "Lays the picked card off on a meld."),
    "lay-all": ("Lay all", "Shows all that can be laid off; pressed again it lays that off."),
    "exchange": ("Joker", "Gives a card for the joker that stands for it."),
    "discard": ("Discard", "Discards the picked card."),
    "discard-shanghai": (
        "Discard SHANGHAI",
        "Discards the picked card and declares SHANGHAI with it.",
    ),
    "end-turn": ("End turn", "Ends the turn without a discard, in variants that allow it."),
    "no-more-calls": (
        "",
        "Against computers alone: no more questions about calls in this round, or again.",
    ),
    "needs": ("Needs", "Shows or hides what the contract still needs."),
    "wishes": ("", "Marks cards to be called for when they are tossed."),
    "step-back": ("", "Puts all picked cards back."),
    # -- a hand --
    "pick": ("Pick", "Picks the card under the cursor, or puts it back."),
    "sort": ("Sort", "Sorts the hand by suit, by rank, by what melds, or leaves it as it lies."),
    "hide": ("Hide", "Hides everything at once; Enter or m brings it back."),
    "hint": ("Hint", "Says what a computer player would do; the scorecard marks it."),
    "card-left": ("", "Moves the cursor to the card before."),
    "card-right": ("", "Moves the cursor to the next card."),
    "line-up": ("", "Moves the cursor a line of cards up."),
    "line-down": ("", "Moves the cursor a line of cards down."),
    "first-card": ("", "Moves the cursor to the first card."),
    "last-card": ("", "Moves the cursor to the last card."),
    "carry": ("", "Moves the card under the cursor within the hand."),
    "rank-digit": ("", "Goes to the next card of that rank, 1 for aces and 0 for tens."),
    "rank-jqk": ("", "Goes to the next jack, queen or king."),
    "rank-jk": ("", "Goes to the next joker."),
    # -- going down --
    "lay-down": ("Lay down", "Lays the melds down for good."),
    "next-lay-down": ("Next lay-down", "Shows the next lay-down."),
    "last-lay-down": ("", "Shows the lay-down before."),
    "new-meld": ("New meld", "Lays the picked cards out as a meld."),
    "undo-meld": ("Take back", "Takes the last meld back into the hand."),
    "clear-melds": ("Take all back", "Takes all melds back into the hand."),
    "move-joker": ("", "The number of a run moves its joker to another place."),
    # -- wishes --
    "mark": ("Mark", "Wishes for the card under the mark, or no more."),
    "what-fits": ("What fits", "Wishes for whatever brings the contract nearer."),
    "more-calls": ("More calls", "One call more may be spent on wishes."),
    "fewer-calls": ("Fewer", "One call fewer may be spent on wishes."),
    "clear-wishes": ("Clear", "Clears all wishes."),
    "grid": ("", "Moves on the grid."),
    "column": ("", "Moves to the column of a rank."),
    # -- over the table --
    "number": ("Number", "Its number takes a choice."),
    "digit": ("", "Types a digit of a number."),
    "uncover": ("", "Shows a hidden hand again."),
    "take-keyboard": ("", "The keyboard is the player's."),
    "uncover-look": ("", "Shows a hand once all others look away."),
    "choose-before": ("Move", "Moves the mark to the line before."),
    "choose-after": ("", "Moves the mark to the next line."),
    "log-up": ("Scroll", "Scrolls a line back."),
    "log-down": ("", "Scrolls a line on."),
    "log-page": ("Page", "Scrolls a page back."),
    "undo-more": ("More", "Takes back more moves."),
    "undo-less": ("Less", "Takes back fewer moves."),
    "deal": ("", "Cuts the cards where somebody is to, and deals the first ones."),
    "digit-back": ("Take back", "Takes the last digit back."),
    "take-pin": ("Take it", "Takes what was typed."),
    "forgotten": (
        "Forgotten",
        "Pressed twice it takes the PIN away, which the whole table is told.",
    ),
    "no-pin": ("No PIN", "Takes the PIN away."),
    "leave": ("", "Leaves."),
    "keep-elsewhere": (
        "Keep it elsewhere",
        "Asks for another folder for a game that cannot be saved.",
    ),
    "save-there": ("Save there", "Keeps the game in the folder that was typed."),
    # -- the seats during a game --
    "take-seat": ("Hand over", "Hands the seat over under the name that was typed."),
    "stop-naming": ("Leave it", "Leaves the name as it is."),
    "character": (
        "Character",
        "Calls a computer of this strength by name; each has a way of playing.",
    ),
    "name-seat": ("Hand over", "Asks for the name of the player who takes the seat."),
    "seat-hints": ("Hints", "Hints for the player, or none."),
    "seat-needs": ("Needs", "Takes what is needed from the player, or gives it back."),
    "seat-pin": (
        "PIN",
        "Sets a PIN for the own hand; pressed twice it takes that of another away.",
    ),
    # -- lessons --
}

"""The game that the option `--deal` of a command names."""

from pathlib import Path
from typing import TYPE_CHECKING

from shanghai.commands.exits import USAGE, Stop
from shanghai.commands.players_option import read_players
from shanghai.words import commands as words

if TYPE_CHECKING:
    from shanghai.ui.options import Start


def start_of_code(text: str, players: str, data: Path | None) -> "Start":
    """The game that a deal code names, with these players; Stop where a letter is wrong."""
    from shanghai.ui.options import Start
    from shanghai.variants.deal_code import (
        CUT,
        CodeFault,
        named_variants,
        read_code,
        rules_of,
        write_code,
    )

    seats = read_players(players)
    try:
        deal = read_code(text, named_variants(data))
        rules = rules_of(deal, data)
    except CodeFault as fault:
        raise Stop(USAGE, str(fault)) from None
    if len(seats) != deal.players:
        raise Stop(USAGE, words.CODE_FOR.format(players=deal.players, given=len(seats)))
    return Start(rules, seats, deal.seed, cut=CUT, code=write_code(deal))

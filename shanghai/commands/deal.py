"""`shanghai deal`: makes a deal code, with which every table has the same cards."""

import argparse
from random import SystemRandom

from shanghai.commands.exits import USAGE, Stop
from shanghai.commands.printing import complain, say
from shanghai.commands.rules_option import folder_to_read
from shanghai.words import commands as words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The variant, the house rules that it offers, and the seats."""
    parser.add_argument("--variant", metavar="ID", required=True, help=words.VARIANT_ID)
    parser.add_argument("--seats", type=int, required=True, metavar="N", help=words.SEATS)
    parser.add_argument(
        "--house-rule",
        action="append",
        default=[],
        metavar="NAME",
        help=words.HOUSE_RULE + words.SEVERAL_TIMES,
    )


def run(args: argparse.Namespace) -> int:
    """Prints a new code; 0: good; 2: what it asks for cannot stand in a code."""
    from shanghai.variants.deal_code import (
        SEED_BITS,
        CodeFault,
        DealCode,
        named_variants,
        rules_of,
        write_code,
    )
    from shanghai.variants.house_rules import house_rule_named
    from shanghai.yamlio.reader import Faults

    data = folder_to_read(args)
    try:
        if args.variant not in named_variants(data):
            raise Stop(USAGE, words.NO_VARIANT.format(name=args.variant))
        plain = rules_of(DealCode(args.variant, (), args.seats, 0), data)
        taken = [plain.house_rules.index(house_rule_named(plain, name)) for name in args.house_rule]
        if not plain.min_players <= args.seats <= plain.max_players:
            raise Stop(USAGE, words.NOT_FOR.format(rules=plain.name, seats=args.seats))
        seed = SystemRandom().getrandbits(SEED_BITS)
        deal = DealCode(args.variant, tuple(sorted(taken)), args.seats, seed)
        rules_of(deal, data)
        code = write_code(deal)
    except (CodeFault, Faults, Stop) as error:
        complain("deal", error)
        return USAGE
    say(code)
    say(words.TO_PLAY.format(code=code))
    return 0

"""`shanghai deal`: makes a deal code. All tables that use one code have the same cards."""

import argparse
from random import SystemRandom

from shanghai.commands.exits import USAGE, Stop
from shanghai.commands.options import folder_to_read
from shanghai.commands.printing import answer
from shanghai.variants import deal_code
from shanghai.variants.house_rules import house_rule_named
from shanghai.words import commands as words
from shanghai.words.commands import guess
from shanghai.words.games import of_game
from shanghai.words.grammar import listed
from shanghai.words.setup import seats_fault
from shanghai.yamlio.reader import Faults


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the variant, its house rules, and the number of seats."""
    parser.add_argument("--variant", metavar="ID", required=True, help=words.VARIANT_ID)
    parser.add_argument("--seats", type=int, required=True, metavar="N", help=words.SEATS)
    rule = words.HOUSE_RULE + words.SEVERAL_TIMES
    parser.add_argument("--house-rule", action="append", default=[], metavar="NAME", help=rule)
    parser.add_argument("--json", action="store_true", help=words.ONE_JSON)


def run(args: argparse.Namespace) -> int:
    """Prints a new code; 0: good; 2: a code cannot describe such a game."""
    data = folder_to_read(args)
    known = deal_code.named_variants(data)
    if args.variant not in known:
        meant = guess(args.variant, known)
        raise Stop(USAGE, words.NO_VARIANT.format(name=args.variant, meant=meant))
    plain = deal_code.rules_of(deal_code.DealCode(args.variant, (), args.seats, 0), data)
    if change := next((rule for rule in args.house_rule if "=" in rule), None):
        names = listed([of_game(option.name) for option in plain.house_rules], ",")
        values = {"rules": of_game(plain.name), "names": names, "id": plain.id, "rule": change}
        raise Stop(USAGE, words.CODES_HOLD_NAMES.format(**values))
    try:
        chosen = [
            plain.house_rules.index(house_rule_named(plain, name)) for name in args.house_rule
        ]
    except Faults as error:
        raise Stop(USAGE, error) from None
    if fault := seats_fault(plain, args.seats):
        raise Stop(USAGE, fault)
    seed = SystemRandom().getrandbits(deal_code.SEED_BITS)
    deal = deal_code.DealCode(args.variant, tuple(sorted(chosen)), args.seats, seed)
    deal_code.rules_of(deal, data)
    code = deal_code.write_code(deal)
    named = [plain.house_rules[index].name for index in deal.house_rules]
    values = {"code": code, "variant": args.variant, "seats": args.seats, "house_rules": named}
    return answer(args, values, [code, words.TO_PLAY.format(code=code)])

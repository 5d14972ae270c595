"""Deal codes: short, and no slip of the fingers goes unseen."""

from itertools import pairwise

import pytest

from shanghai.__main__ import main
from shanghai.commands.chosen_game import start_of_code
from shanghai.commands.exits import Stop
from shanghai.engine.state import Phase
from shanghai.ledger.ledger import Wanted, read_ledger
from shanghai.records.proof import prove
from shanghai.storage.entries import Terms
from shanghai.storage.saves import sound_game
from shanghai.storage.writer import GameWriter
from shanghai.table.host import Host
from shanghai.variants.deal_code import (
    CodeFault,
    DealCode,
    named_variants,
    read_code,
    rules_of,
    write_code,
)
from shanghai.variants.library import shipped_variants
from shanghai.variants.loader import load_variant

DEAL = DealCode("playerules", (1, 3), 4, 2**39 + 12345)
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


@pytest.mark.parametrize("variant", shipped_variants())
def test_every_variant_has_codes(variant):
    for taken in ((), (0,)):
        deal = DealCode(variant, taken, 3, 99)
        assert read_code(write_code(deal), named_variants()) == deal


def test_a_code_may_be_typed_in_any_way():
    code = write_code(DEAL)
    assert len(code) == 20
    for typed in (
        code.lower(),
        code.replace("-", ""),
        code.replace("-", " "),
        code.replace("0", "O"),
    ):
        assert read_code(typed, named_variants()) == DEAL


def test_every_wrong_letter_and_every_swap_of_neighbours_shows():
    code = write_code(DEAL).replace("-", "")
    slips = [
        code[:at] + letter + code[at + 1 :]
        for at in range(len(code))
        for letter in LETTERS
        if letter != code[at]
    ]
    slips += [
        code[:at] + two + one + code[at + 2 :]
        for at, (one, two) in enumerate(pairwise(code))
        if one != two
    ]
    slips += [code[:-1], code + "0", "", "U" * 18]
    for slip in slips:
        with pytest.raises(CodeFault):
            read_code(slip, named_variants())


def test_what_does_not_fit_has_no_code():
    for deal in (
        DealCode("playerules", (14,), 4, 1),
        DealCode("playerules", (), 9, 1),
        DealCode("playerules", (), 4, 2**40),
    ):
        with pytest.raises(CodeFault):
            write_code(deal)
    with pytest.raises(CodeFault):
        read_code(write_code(DEAL), ["california"])
    with pytest.raises(CodeFault):
        rules_of(DealCode("playerules", (13,), 4, 1))


def test_house_rules_stand_in_the_code():
    rules = rules_of(DealCode("playerules", (0,), 3, 1))
    assert rules != load_variant("playerules")


def play(folder, code, *players):
    start = start_of_code(code, ",".join(players), None)
    host = Host(start.rules, start.players, start.cards)
    terms = Terms(code=start.code, known_seed=True)
    writer = GameWriter.begin(folder, host, terms=terms)
    deals = []
    host.on_change.append(lambda before, action, after, events: deals.append(action))
    host.draw_for_dealer()
    while host.state.phase is not Phase.GAME_OVER:
        if host.state.phase in (Phase.DEALING, Phase.ROUND_OVER, Phase.THROWN_IN):
            host.deal()
        else:
            host.do(host.bot_action())
    writer.close()
    return writer.path, [action.order for action in deals if hasattr(action, "order")]


@pytest.mark.slow
def test_two_tables_of_one_code_have_the_same_cards_and_are_compared(tmp_path, capsys):
    code = write_code(DealCode("playerules", (), 3, 777))
    one, dealt = play(tmp_path, code, "bot:easy", "bot:easy", "bot:easy")
    _, again = play(tmp_path, code.lower(), "bot:simple", "bot:easy", "bot:random")
    assert [order for order in dealt if order] == [order for order in again if order]
    proof = prove(sound_game(one))
    assert proof.holds
    assert any("deal code" in fact for fact in proof.facts)
    assert len(read_ledger(tmp_path, Wanted(code=code.lower())).games) == 2
    assert main(["--data-dir", str(tmp_path), "ledger", "--deal", code]) == 0
    told = capsys.readouterr().out
    assert "Table 1" in told
    assert "Table 2" in told
    assert "T2 S3" in told
    assert main(["--data-dir", str(tmp_path), "ledger", "--deal", "none"]) == 0
    assert "No finished game" in capsys.readouterr().out


def test_a_code_for_other_seats_is_refused():
    code = write_code(DealCode("playerules", (), 3, 777))
    with pytest.raises(Stop, match="3 players"):
        start_of_code(code, "Ann,Bob", None)


def test_the_command_makes_codes(capsys):
    rule = load_variant("playerules").house_rules[0].name
    assert main(["deal", "--variant", "playerules", "--seats", "3", "--house-rule", rule]) == 0
    code = capsys.readouterr().out.splitlines()[0]
    assert read_code(code, named_variants()).house_rules == (0,)
    for wrong in (
        ["--variant", "nothing", "--seats", "3"],
        ["--variant", "playerules", "--seats", "9"],
        ["--variant", "playerules", "--seats", "3", "--house-rule", "nothing"],
    ):
        assert main(["deal", *wrong]) == 2
    capsys.readouterr()

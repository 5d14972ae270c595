import pytest

from shanghai.web.server import Auth

GATE = Auth("right", frozenset({"localhost", "table.home"}))


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8000", "localhost:9", "LOCALHOST", "[::1]:8000", "192.168.1.5", "table.home"],
)
def test_our_own_names_and_addresses_in_numbers_are_known(host):
    assert GATE.place_fault(host, None) is None
    assert GATE.place_fault(host, f"http://{host}") is None


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "127.0.0.1.evil.example:8000",
        "evil@127.0.0.1:8000",
        "127.0.0.1:8000;script-src *",
        "127.0.0.1:",
        "127.0.0.1/x",
        "[::1",
        "localhost:99999",
    ],
)
def test_a_name_that_is_not_ours_is_refused_whatever_its_origin(host):
    assert GATE.place_fault(host, None) is not None
    assert GATE.place_fault(host, f"http://{host}") is not None


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "http://127.0.0.1",
        "http://127.0.0.1:8001",
        "http://localhost:8000",
        "http://127.0.0.1:8000.evil.example",
        "ftp://127.0.0.1:8000",
        "null",
        "",
    ],
)
def test_a_page_of_another_origin_is_refused(origin):
    assert GATE.place_fault("127.0.0.1:8000", origin) is not None


def test_only_the_token_itself_is_let_through():
    assert GATE.token_fault("right") is None
    for wrong in ("", "righ", "right ", "RIGHT", "räight", "\ud800"):
        assert GATE.token_fault(wrong) is not None


def test_every_server_has_a_token_of_its_own():
    tokens = {Auth.of("127.0.0.1").token for _ in range(20)}
    assert len(tokens) == 20
    assert min(map(len, tokens)) >= 32

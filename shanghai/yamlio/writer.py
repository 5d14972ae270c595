"""Writes values as YAML. Texts have quotes only if they would not be read back as they are."""

import re
import textwrap
from collections.abc import Iterable
from typing import Any, Final

from shanghai.yamlio.reader import resolve

_PLAIN: Final = re.compile(r"[^\W_][\w ()'.,!?;/+\[\]♠♥♦♣-]*")
_PLAIN_IN_FLOW: Final = re.compile(r"[^\W_][\w ()'.!?;/+♠♥♦♣-]*")
_OLD_WORDS: Final = frozenset({"y", "n", "yes", "no", "on", "off"})
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
WIDTH: Final = 100
"""The column after which a flow mapping continues in the next line."""


def scalar(text: str, *, flow: bool = False) -> str:
    """A text as a YAML scalar that every reader reads as this text. `flow`: it is in brackets."""
    safe = (_PLAIN_IN_FLOW if flow else _PLAIN).fullmatch(text)
    is_word = isinstance(resolve(text), str) and text.lower() not in _OLD_WORDS
    looks_odd = not text or text[-1] == " " or text[0].isdigit()
    if safe and is_word and not looks_odd:
        return text
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(letter: str) -> str:
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    if letter.isprintable():
        return letter
    code = ord(letter)
    if code < 256:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"


def folded(text: str, indent: int) -> str:
    """A text of words and cards as one YAML scalar without quotes, in several lines if needed. All
    but the first are indented by `indent` columns."""
    return textwrap.fill(
        text,
        WIDTH - 10,  # there is a key before the first line
        subsequent_indent="".ljust(indent),
        break_long_words=False,
        break_on_hyphens=False,
    )


def flow_mapping(pairs: Iterable[tuple[str, str]], indent: int) -> str:
    """A mapping in braces, over several lines if it is long. `indent` is the brace's column."""
    entries = [f"{scalar(key, flow=True)}: {value}" for key, value in pairs]
    return _brackets("{}", entries, indent)


def flow_list(values: Iterable[str], indent: int) -> str:
    """A list in brackets, over several lines if it is long. `indent` is the bracket's column."""
    return _brackets("[]", list(values), indent)


def flow_value(value: Any) -> str:  # noqa: ANN401
    """A plain value as YAML on one line."""
    if isinstance(value, dict):
        pairs = [f"{scalar(key, flow=True)}: {flow_value(item)}" for key, item in value.items()]
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(flow_value, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return scalar(value, flow=True) if isinstance(value, str) else str(value)


def _brackets(pair: str, entries: list[str], indent: int) -> str:
    """The entries between the two brackets of `pair`, on one line if they fit."""
    line = ", ".join(entries)
    if indent + len(line) + 2 > WIDTH:
        line = ",\n".ljust(indent + 3).join(entries)
    return f"{pair[0]}{line}{pair[1]}"

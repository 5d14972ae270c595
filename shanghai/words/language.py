"""The language of the moment, and its messages as they are written, by section and name.

They are written in a folder for each language, a section a file; `messages.bin` there has them
ready to read, with English where a message has no translation yet.
"""

import marshal
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

LANGUAGES: Final = ("en",)
"""The languages there are, each a folder of messages."""
_KEPT: Final = "messages.bin"
_spoken: str = LANGUAGES[0]


def speak(language: str) -> None:
    """Chooses the language of all that is said from now on."""
    global _spoken
    _spoken = language


def spoken() -> str:
    """The language of the moment."""
    return _spoken


def section(name: str) -> Mapping[str, Any]:
    """The messages of a section as they are written: texts, lists of texts, texts by keys."""
    return _messages(_spoken)[name]


@cache
def _messages(language: str) -> Mapping[str, Mapping[str, Any]]:
    """All messages of a language by their sections."""
    kept = Path(__file__).with_name(language).joinpath(_KEPT).read_bytes()
    return cast("dict[str, dict[str, Any]]", marshal.loads(kept))

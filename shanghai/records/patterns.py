"""The regular expressions of documents, searched by RE2: no expression takes long."""

from typing import Any, Final

MOST_LETTERS: Final = 500
_MOST_MEMORY: Final = 8 * 2**20


class PatternError(ValueError):
    """A text is no regular expression of RE2."""


class TextPattern:
    """A regular expression, searched without regard to case; RE2 has no look-around."""

    def __init__(self, text: str) -> None:
        """Raises PatternError, with the reason, for a text that is none."""
        if len(text) > MOST_LETTERS:
            raise PatternError(f"it is longer than {MOST_LETTERS} letters")
        # Loaded late: most documents have no expression.
        import re2

        options = re2.Options()
        options.case_sensitive = False
        options.never_capture = True
        options.log_errors = False
        options.max_mem = _MOST_MEMORY
        self.text = text
        try:
            self._compiled: Any = re2.compile(text, options)
        except UnicodeError:
            raise PatternError("it holds half a letter") from None
        except re2.error as error:
            why = error.args[0] if error.args else ""
            raise PatternError(why.decode() if isinstance(why, bytes) else str(why)) from None

    def is_in(self, text: str) -> bool:
        """Whether the expression matches anywhere in a text."""
        return self._compiled.search(text.encode("utf-8", "replace").decode()) is not None

"""Who answers questions to the master's search: this process, or one of its own."""

from functools import cache
from typing import Protocol

from shanghai.bots.machine_code import has_numba, is_ready
from shanghai.bots.questions import Question, Thought
from shanghai.bots.search_cores import search_cores


class Thinking(Protocol):
    """Who answers questions."""

    @property
    def remark(self) -> str:
        """Why it does not answer, as the end of a sentence about a player; "" where it does."""
        ...

    def think(self, question: Question) -> Thought | None:
        """The answer, or None where none is to be had now."""
        ...


class ThinkingHere:
    """Answers in this process, however long the worlds take: the same on every machine."""

    @property
    def remark(self) -> str:
        """Nothing: who has it search here has seen to it before that it can."""
        return ""

    def think(self, question: Question) -> Thought | None:
        """The answer, None where the search is not installed or not prepared."""
        if not has_numba() or not is_ready():
            return None
        from shanghai.bots.playouts.thinking import answer

        return answer(question._replace(seconds=None))


@cache
def thinking() -> Thinking:
    """Who answers questions in this process, the same for all that ask."""
    cores = search_cores()
    if not cores:
        return ThinkingHere()
    from shanghai.bots.thinking_process import ThinkingApart

    return ThinkingApart(cores)

"""What a screen owns and gives some of its commands to, such as the clock or the cursor."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

ScreenT = TypeVar("ScreenT")


class Part(Generic[ScreenT]):
    """A part of a screen; its `action_...` methods are actions of that screen too."""

    def __init__(self, screen: ScreenT) -> None:
        self.screen = screen


def part_actions(name: str, part: type[Part[Any]]) -> dict[str, Callable[..., object]]:
    """The actions of a part as methods of a screen that keeps the part under a name."""

    def forwarded(action: str) -> Callable[..., object]:
        def act(screen: object, *parameters: object) -> object:
            return getattr(getattr(screen, name), action)(*parameters)

        return act

    return {action: forwarded(action) for action in dir(part) if action.startswith("action_")}

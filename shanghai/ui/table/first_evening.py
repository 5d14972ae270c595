"""The key bar of a first evening: only the few keys that are needed, each always in the same
place."""

from typing import Final

from msgspec import structs

from shanghai.engine.cards import Card
from shanghai.engine.state import Phase
from shanghai.ui.kit.command import Part, command
from shanghai.ui.kit.keybar import FOOT_COLUMNS, Key
from shanghai.ui.table.hand_screen import HandScreen
from shanghai.ui.table.needs import ContractNeeds
from shanghai.ui.table.table_screen import HAND
from shanghai.words import own_turn

_OFFERED_FROM: Final = 3
"""The round from which on all keys are offered, once to each person."""


class FirstEvening(Part[HandScreen[None]]):
    """Shows few keys to new players, and all keys on request. Every key works all the time."""

    def __init__(self, screen: HandScreen[None]) -> None:
        super().__init__(screen)
        self._needs = ContractNeeds(screen)

    @property
    def is_on(self) -> bool:
        """Whether the player sees the few keys. In a lesson everybody does."""
        is_newcomer = self.screen.player_name in self.screen.app.settings.newcomers
        return is_newcomer or self.screen.session.is_lesson

    @command(
        "plus,equals_sign",
        label=lambda part: own_turn.ALL_KEYS if part.is_on else own_turn.FEW_KEYS,
        shown=is_on,
        place=HAND,
    )
    def action_all_keys(self) -> None:
        """Switches this player between all keys and few keys, from now on."""
        self.screen.app.toggle_name("newcomers", self.screen.player_name)
        self.screen.refresh_keys()
        key = self.screen.keys.cap("all-keys")
        message = "" if self.is_on else own_turn.ALL_KEYS_SHOWN.format(key=key)
        self.screen.say(message, "accent")

    def offer_all_keys(self) -> None:
        """Offers all keys to each person once, at the begin of a turn in a later round."""
        screen, view = self.screen, self.screen.view
        offered = screen.app.settings.offered_all_keys
        begins_turn = view.turn == screen.seat and view.phase is Phase.DRAW
        is_due = view.round >= _OFFERED_FROM and begins_turn
        if self.is_on and is_due and screen.player_name not in offered:
            screen.app.toggle_name("offered_all_keys", screen.player_name)
            screen.say(own_turn.OFFERS_ALL_KEYS.format(key=screen.keys.cap("all-keys")), "accent")

    def keys(self) -> tuple[Key, ...]:
        """The keys of the moment at their fixed places, then those that are always needed."""
        slots = self._turn_keys()
        if self.screen.is_offered:
            shanghai = "" if "shanghai" in self.screen.unused else "shanghai"
            slots = (f"seat-{self.screen.seat + 1}", "no-call", shanghai, "hint")
        placed = [
            structs.replace(self._key(id), column=column)
            for column, id in zip(FOOT_COLUMNS, slots, strict=False)
            if id in self.screen.COMMAND_TABLE and (id != "hint" or self.screen.session.has_hints)
        ]
        others = ("pick", "help") if self.screen.session.is_lesson else ("pick", "all-keys", "help")
        return (*placed, *map(self._key, others))

    def _key(self, id: str) -> Key:
        """A command as the bar shows it. Its label names the card with which it does something.
        Going down is dim until the hand has the contract."""
        screen = self.screen
        key = screen.keys.key_of(screen.COMMAND_TABLE[id])
        if id == "go-down" and not self._needs.may_go_on:
            return structs.replace(key, enabled=False)
        card = screen.view.top if id == "take" else self._card if id == "discard" else None
        if not key.enabled or card is None:
            return key
        return structs.replace(key, label=f"{key.label} {screen.app.card_style.text(card)}")

    @property
    def _card(self) -> Card | None:
        """The only picked card, or the one under the cursor if none is picked."""
        picked = self.screen.hand.picked
        if len(picked) > 1:
            return None
        return picked[0] if picked else self.screen.hand.current

    def _turn_keys(self) -> tuple[str, ...]:
        """The commands of a turn: draw, take, discard, and going down or laying off. Then a call,
        or what a lesson asks for."""
        screen = self.screen
        is_down = screen.view.seats[screen.seat].down
        calls = [
            f"seat-{seat + 1}"
            for seat in screen.session.calls.able()
            if screen.view.turn == screen.seat and screen.view.phase is Phase.DRAW
        ]
        slots = ("draw", "take", "discard", "lay-off" if is_down else "go-down")
        named = screen.guide.named if screen.guide is not None else ""
        has_key = named in screen.COMMAND_TABLE and named not in (*slots, "pick")
        extra = [named] if has_key and screen.COMMAND_TABLE[named].label_text else calls[:1]
        return (*slots, *extra)

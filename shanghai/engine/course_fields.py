"""The rules of the course of a round and of a game, as fields like those of `RuleFields`."""

from typing import Annotated, Literal

from msgspec import Meta

from shanghai.engine.rule_fields import RuleFields
from shanghai.engine.rule_parts import Count, Positive


class CourseFields(RuleFields, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Further rules: who has which contract, what may be laid when, what calls cost besides."""

    contracts_by: Annotated[
        Literal["round", "player"],
        Meta(
            title="Contracts go on",
            description="whether all have the contract of the round, or each player stays at a "
            "contract until it is met",
        ),
    ] = "round"
    most_rounds: Annotated[
        Count,
        Meta(
            title="Most rounds",
            description="with contracts_by: player, the rounds after which the game ends at the "
            "latest; 0: 30",
        ),
    ] = 0

    meld_when_down: Annotated[
        bool,
        Meta(
            title="Melds when down",
            description="whether one who is down may lay further melds, one at a time",
        ),
    ] = False
    lay_off_from: Annotated[
        Positive,
        Meta(
            title="Lay off from turn",
            description="the own turn of a round from which on one lays off; 2: not in the first",
        ),
    ] = 1

    call_price_by: Annotated[
        Literal["round", "call"],
        Meta(
            title="Price of a call by",
            description="whether call_costs, call_points and call_chips have an entry a round, or "
            "one for the first, second, ... call of a player in a round",
        ),
    ] = "round"
    call_points: Annotated[
        tuple[Count, ...],
        Meta(
            title="Points for a call",
            description="points that a call costs, by round or by call; the last one goes on",
        ),
    ] = ()
    call_chips: Annotated[
        tuple[Count, ...],
        Meta(
            title="Chips for a call",
            description="chips that a call costs, by round or by call; the last one goes on",
        ),
    ] = ()
    chips: Annotated[
        Count, Meta(title="Chips", description="chips with which each player begins the game")
    ] = 0
    bank: Annotated[
        Literal["game", "round"],
        Meta(
            title="Bank",
            description="who has the chips that were paid: the winner of the game, or whoever "
            "goes out of a round",
        ),
    ] = "game"

    shanghai_card: Annotated[
        Literal["meld", "back"],
        Meta(
            title="SHANGHAI card",
            description="where a card goes on which SHANGHAI is called: on the meld, or back to "
            "the hand that tossed it",
        ),
    ] = "meld"
    shanghai_gives: Annotated[
        bool,
        Meta(
            title="SHANGHAI gives a card",
            description="whether the tosser then draws a card from the caller's hand",
        ),
    ] = True
    shanghai_cards: Annotated[
        int,
        Meta(
            ge=0,
            le=10,
            title="SHANGHAI cards",
            description="cards from the stock that the tosser then takes",
        ),
    ] = 0
    shanghai_points: Annotated[
        Count,
        Meta(title="SHANGHAI points", description="points that the tosser then has to take"),
    ] = 0

"""The rules of the course of a round and of a game, as fields like those of `RuleFields`."""

from typing import Annotated, Literal

from msgspec import Meta

from shanghai.engine.rule_fields import RuleFields
from shanghai.engine.rule_parts import Count


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

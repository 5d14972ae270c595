"""The easy computer player: the even one, who lets the others win more than their part."""

from typing import ClassVar

from shanghai.bots.even import EvenBot


class EasyBot(EvenBot):
    """Plays so that one person among three of it wins two games in five."""

    lead: ClassVar = 0.0
    least_cost: ClassVar = 3.0

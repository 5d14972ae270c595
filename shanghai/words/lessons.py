"""What a lesson made from the rules says, step by step, and why a lesson cannot be given."""

from shanghai.words.grammar import counted
from shanghai.words.messages import Messages

say = Messages("lessons")
__getattr__ = say.__getattr__


def call_text(top: str, call: str, cost: int, price: str) -> str:
    """Why the top discard is called for, what it comes with and what it costs."""
    extra = f" It comes with {counted(cost, 'card')} from the stock." if cost else ""
    extra += f" It costs you{price.removeprefix(', for')}." if price else ""
    return f"The {top} is of use to you. It is not your turn, but {call} gets it.{extra}"

"""What a lesson made from the rules says, step by step, and why a lesson cannot be given."""

from shanghai.words.messages import Messages

say = Messages("lessons")
__getattr__ = say.__getattr__

"""What `shanghai simulate` says."""

from shanghai.words.messages import Messages

say = Messages("simulate")
__getattr__ = say.__getattr__

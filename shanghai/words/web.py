"""What the table in a browser says to its page, and to the terminal of the server."""

from typing import Final

TAKEN: Final = (
    "The game is open in another tab or window. Nothing is lost: go on there, "
    "or close it and try again here."
)
SERVER_ENDS: Final = "The server has ended. The game is kept."
OTHER_ADDRESS: Final = "This is not the address that the server has printed."
OTHER_ORIGIN: Final = "A page of another origin may not come to this table."
NEEDS_TOKEN: Final = "The address needs the token that the server has printed: open it whole."
NOT_STARTED: Final = "The game cannot be started: {why}."
NOT_ANSWERED: Final = "A request could not be answered ({kind})."
CANNOT_LISTEN: Final = "{host} port {port} cannot be had: {why}"
NO_MACHINE: Final = "it is no name of a machine"

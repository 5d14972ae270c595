"""Who may open the table in a browser: those who know its token, from its own page."""

import hmac
import secrets
import socket
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Auth:
    """What a request must show; `names` are the names by which this machine may be asked for."""

    token: str
    names: frozenset[str]

    @classmethod
    def of(cls, host: str) -> "Auth":
        """An `Auth` with a new token, for a server that listens on a host."""
        own = socket.gethostname().lower()
        return cls(
            secrets.token_urlsafe(24), frozenset({"localhost", host.lower(), own, f"{own}.local"})
        )

    def place_fault(self, host: str, origin: str | None) -> str | None:
        """Why a request to this Host, from a page of this Origin, is refused; None if it is not.

        A name that is not ours may be a foreign page's own, pointed at this machine.
        """
        if not self._is_own(host):
            return "This is not the address that the server has printed."
        if origin is not None and origin.lower() not in (
            f"http://{host}".lower(),
            f"https://{host}".lower(),
        ):
            return "A page of another origin may not come to this table."
        return None

    def token_fault(self, token: str) -> str | None:
        """Why a token is refused, in a time that tells nothing of the right one."""
        if hmac.compare_digest(token.encode("utf-8", "replace"), self.token.encode()):
            return None
        return "The address needs the token that the server has printed: open it whole."

    def _is_own(self, host: str) -> bool:
        """Whether a Host is one of our names, or an address in numbers, and nothing besides."""
        try:
            asked = urlsplit(f"//{host.lower()}")
            name, port = asked.hostname or "", asked.port
            whole = f"[{name}]" if ":" in name else name
            whole += "" if port is None else f":{port}"
            return whole == host.lower() and (name in self.names or bool(ip_address(name)))
        except ValueError:
            return False

"""Who opened this socket, and until when it may stay."""

from typing import Any

from agency.commands.identity.touch_token import touch_token
from agency.queries.credentials import Caller, revoked, session_caller, token_caller
from agency.queries.stream_source import in_thread
from framework.socket.consumer import Refused, Socket
from framework.socket.credentials import bearer_token
from framework.socket.watch import Watch

UNKNOWN = 4401
NOT_ALLOWED = 4403
NOT_YOURS = 4404


async def _ended(callers: set[Caller]) -> set[Caller]:
    return await in_thread(revoked)(callers)


watch: Watch[Caller] = Watch(_ended)


class AdmittedSocket(Socket):
    """A socket of a known person; it is closed soon after that person's access ends."""

    caller: Caller

    async def admit(self) -> None:
        """Let in a known person whose token may read."""
        caller = await caller_of(self.scope)
        if caller is None:
            raise Refused(UNKNOWN)
        if not caller.may("read"):
            raise Refused(NOT_ALLOWED)
        self.caller = caller
        watch.add(caller, self.dismiss)

    async def dismiss(self) -> None:
        """Access has ended."""
        await self.leave(UNKNOWN)

    async def credentials_changed(self, message: dict[str, Any]) -> None:
        """Somebody signed out, or a token was revoked: look now instead of soon."""
        watch.look_now()

    def gone(self) -> None:
        """Be watched no longer."""
        if hasattr(self, "caller"):
            watch.remove(self.caller, self.dismiss)


async def caller_of(scope: dict[str, Any]) -> Caller | None:
    """The holder of the token that was brought, else the person of the browser's session."""
    token = bearer_token(scope)
    if token is None:
        return session_caller(scope.get("user"), scope.get("session"))
    return await in_thread(_token_caller)(token)


def _token_caller(token: str) -> Caller | None:
    caller = token_caller(token)
    if caller is not None and caller.token_id is not None:
        touch_token(token_id=caller.token_id)
    return caller

"""What the answer to a request says about its provider."""

from agency.commands.provider.note_failure import note_failure
from agency.commands.provider.note_success import note_success
from agency.limits.doorman import Work
from agency.llm.port import ModelError
from agency.models import Provider


class NotItsFault(ModelError):
    """A request that came to nothing for a reason of ours."""


async def note_health(work: Work, provider: Provider, error: ModelError | None) -> None:
    """Tell everybody of a failure, or of the end of failures; usually there is nothing to tell."""
    if error is None:
        if provider.failures:
            await work(note_success, provider_id=provider.pk)
    elif error.may_retry and not isinstance(error, NotItsFault):
        await work(
            note_failure,
            provider_id=provider.pk,
            kind=error.kind,
            detail=error.detail,
            retry_after=error.retry_after,
        )

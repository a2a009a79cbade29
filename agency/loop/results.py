"""What the model is told about a call that brought no result of its own.

Each text is stored as an error result, so every call of a turn has exactly one answer
and the history stays valid. They say what happened and what the model may do about it.
"""

from typing import Final

from agency.loop.state import CallStatus, InterruptionKind

STOPPED: Final = "Stopped by the user before it finished. Nothing of its output was kept."
RUN_FAILED: Final = "Not finished: the run failed before this call was over."
UNKNOWN: Final = (
    "Outcome unknown: the call was begun, and nobody can say whether it took effect. "
    "Do not repeat it before checking."
)
HAPPENED: Final = "A person confirmed that this call took effect; its output was lost."


def denied(reason: str = "", *, by_policy: bool = False) -> str:
    """A person or the policy refused the call; the person's reason is passed on."""
    who = "the workspace's policy" if by_policy else "the user"
    return _with(f"Denied by {who}. The call was not run.", reason)


def timed_out(kind: InterruptionKind) -> str:
    """Nobody answered before the deadline."""
    if kind == InterruptionKind.QUESTION:
        return "Nobody answered this question in time. Go on without the answer or ask again."
    if kind == InterruptionKind.RECONCILE:
        return UNKNOWN
    return "Denied: nobody approved the call in time. It was not run."


def declined(reason: str = "") -> str:
    """A person chose not to answer a question."""
    return _with("The user declined to answer this question.", reason)


def ended_with_run(outcome: CallStatus, *, failed: bool = False) -> str:
    """The call was open when its run ended; `outcome` is what `stop_outcome` made of it."""
    if outcome == CallStatus.UNKNOWN:
        return UNKNOWN
    return RUN_FAILED if failed else STOPPED


def child_failed(detail: str = "") -> str:
    """The child session that did this call's work ended without success."""
    return _with("The sub-agent ended without finishing its task.", detail)


def _with(text: str, reason: str) -> str:
    return f"{text} Reason: {reason.strip()}" if reason.strip() else text

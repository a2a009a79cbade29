"""Named refusals of the product; the docstring is the title that people read."""

from framework.core.errors import AppError, Conflict


class SessionBusy(Conflict):
    """The agent is busy in this session."""

    code = "session_busy"


class SessionClosed(Conflict):
    """This session is closed; resume it first."""

    code = "session_closed"


class BranchLocked(Conflict):
    """This branch cannot be changed now."""

    code = "branch_locked"


class NotSettled(Conflict):
    """The turn at this place has not ended; stop it first."""

    code = "not_settled"


class AlreadyAnswered(Conflict):
    """Someone already answered this question."""

    code = "already_answered"


class InterruptionExpired(Conflict):
    """The time to answer this has passed."""

    code = "interruption_expired"


class InterruptionCancelled(Conflict):
    """This question was withdrawn when its run ended."""

    code = "interruption_cancelled"


class QueuedMessageGone(Conflict):
    """This message has already been handed to the agent or withdrawn."""

    code = "queued_message_gone"


class TooDeep(Conflict):
    """Sessions may begin others only so deep, and this one stands at that depth."""

    code = "too_deep"


class NoModel(Conflict):
    """No model is set up; add a provider in the settings."""

    code = "no_model"


class NamedByPerson(Conflict):
    """A person named this session; it keeps that name."""

    code = "named_by_person"


class NothingToName(Conflict):
    """There is nothing here to find a name for."""

    code = "nothing_to_name"


class NothingToCompact(Conflict):
    """There is too little here to be summarised."""

    code = "nothing_to_compact"


class InUse(Conflict):
    """Something still uses this."""

    code = "in_use"


class FenceLost(AppError):
    """Another worker holds this run now.

    If you hit this in a log, a worker was thought dead and came back: nothing was written.
    """

    code = "fence_lost"
    status = 409

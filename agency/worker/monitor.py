"""What Celery tells of its tasks becomes durable, without holding up the tasks."""

import logging
from typing import Any
from uuid import UUID

from celery.signals import task_failure, task_postrun, task_prerun

from agency.commands.task.record_task import TaskFact, record_task
from agency.worker.host import current_host
from framework.core.ids import parse_uuid

log = logging.getLogger(__name__)


@task_prerun.connect
def began(task_id: str, task: Any, args: Any = (), **_: Any) -> None:
    """A task begins in its thread."""
    _record(_fact(task_id, task, args, state="started"))


@task_postrun.connect
def ended(task_id: str, task: Any, args: Any = (), state: str | None = None, **_: Any) -> None:
    """A task ended; failures are told with their cause by their own signal."""
    if state == "SUCCESS":
        _record(_fact(task_id, task, args, state="success"))


@task_failure.connect
def failed(task_id: str, sender: Any, exception: BaseException, args: Any = (), **_: Any) -> None:
    """A task raised."""
    error = f"{type(exception).__name__}: {exception}"
    _record(_fact(task_id, sender, args, state="failure", error=error))


def _fact(task_id: str, task: Any, args: Any, *, state: str, error: str = "") -> TaskFact:
    first = args[0] if args else None
    run_id: UUID | None = parse_uuid(first) if task.name == "agency.run" else None
    return TaskFact(
        task_id=task_id,
        name=task.name,
        state=state,
        args_preview=", ".join(map(str, args)),
        run_id=run_id,
        worker=current_host().worker_name,
        error=error,
    )


def _record(fact: TaskFact) -> None:
    try:
        current_host().soon(record_task, fact=fact)
    except RuntimeError:
        log.warning("the end of task %s is not recorded: the hub has left", fact.task_id)

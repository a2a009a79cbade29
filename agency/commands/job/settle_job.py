"""A small job's result is written."""

from agency.channel.protocol import Monitor
from agency.commands._rows import touch_session
from agency.commands.job.claim_job import JobLease
from agency.commands.job.ending import end_job
from agency.commands.job.lease import job_under, session_under
from agency.commands.run.ledger import Spent, settle_call
from agency.models import Message, SmallJob, ToolGroup
from agency.prompt.group_meta import accepted_group
from agency.prompt.titles import accepted_title
from framework.core.text import visible_text
from framework.db.touch import save_stamped
from framework.db.transaction import unit_of_work

UNUSABLE = {"code": "unusable_answer", "title": "The model's answer was no name."}


def settle_job(*, lease: JobLease, answer: str, spent: Spent) -> bool:
    """Give the session or the group the name in the answer; False when the lease is worthless.

    A name that a person gave meanwhile stays, and so does a group's refined one.
    """
    with unit_of_work():
        session = session_under(lease.call_id)
        job = job_under(session, lease.job_id, lease.fence)
        settle_call(lease.call_id, session, "done", spent)
        if job is None:
            return False
        named = _name_session(job, answer) if job.kind == "title" else _name_group(job, answer)
        end_job(job, "done" if named else "failed", None if named else UNUSABLE)
        return True


def _name_session(job: SmallJob, answer: str) -> bool:
    title = accepted_title(visible_text(answer))
    session = job.session
    if title is None:
        return False
    if session.name_source == "auto" and session.name != title:
        session.name = title
        touch_session(session, "name")
        Monitor.name_updated(session)
    return True


def _name_group(job: SmallJob, answer: str) -> bool:
    meta = accepted_group(visible_text(answer))
    if meta is None:
        return False
    refined = job.kind == "group_refine"
    group = ToolGroup.objects.select_for_update(no_key=True).filter(message=job.subject).first()
    if group is None:
        if not Message.objects.filter(pk=job.subject).exists():
            return True  # its branch was deleted: there is nothing to be named any more
        group = ToolGroup(session=job.session, message_id=job.subject)
        group.name, group.svg, group.refined = meta.name, meta.svg, refined
        group.save(force_insert=True)
    elif refined or not group.refined:
        group.name, group.svg = meta.name, meta.svg or group.svg
        group.refined = group.refined or refined
        save_stamped(group, "name", "svg", "refined")
    group.session = job.session
    Monitor.group_meta_updated(group)
    return True

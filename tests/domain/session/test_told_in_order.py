"""What is told of the whole of something is as new as its place in the stream."""

import threading
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection

from agency.channel.protocol import Monitor
from agency.commands.interruption.answer_interruption import answer_interruption
from agency.commands.job.claim_job import JobLease, claim_job
from agency.commands.job.request_title import request_title
from agency.commands.job.settle_job import settle_job
from agency.commands.run.ledger import CallFacts, Spent
from agency.commands.session.rename_branch import rename_branch
from agency.commands.session.update_session import update_session
from agency.models import Interruption, Membership, Session, SmallJob
from tests.factories import make_user, say
from tests.fold import assert_kept_up, take
from tests.one_worker import OneWorker

pytestmark = pytest.mark.django_db(transaction=True)

A_MOMENT = 0.5
FACTS = CallFacts("model", None, {}, "")


def in_a_thread(act: Callable[[], Any]) -> threading.Thread:
    def work() -> None:
        try:
            act()
        finally:
            connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    return thread


def between(
    monkeypatch: pytest.MonkeyPatch, told: str, teller: Callable[[], Any], other: Callable[[], Any]
) -> None:
    """Let the other write, if it may, between what the teller reads and its commit."""
    read, done = threading.Event(), threading.Event()
    tell, owner = getattr(Monitor, told), threading.current_thread()

    def slowly(subject: Any) -> None:
        tell(subject)
        if threading.current_thread() is not owner and not read.is_set():
            read.set()
            done.wait(A_MOMENT)

    monkeypatch.setattr(Monitor, told, slowly)
    thread = in_a_thread(teller)
    assert read.wait(20)
    other()
    done.set()
    thread.join(20)
    assert not thread.is_alive()


def claimed_title(session: Session) -> JobLease:
    request_title(user_id=session.owner_id, session_id=session.id)
    job = SmallJob.objects.get(kind="title", subject=session.id)
    lease = claim_job(job_id=job.id, purpose="title", facts=FACTS, amounts={"usd": Decimal(0)})
    assert lease is not None
    return lease


def test_a_renamed_branch_is_shown_with_what_its_run_has_just_written(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    say(session, "Work")
    worker = OneWorker(session)
    worker.claims()
    worker.answers("peek")
    call = worker.begins()
    old = take(session.id)
    session.refresh_from_db()
    branch_id = session.active_branch_id
    assert branch_id is not None
    between(
        monkeypatch,
        "branch_switched",
        lambda: rename_branch(
            user_id=session.owner_id, session_id=session.id, branch_id=branch_id, name="Mine"
        ),
        lambda: worker.finishes(call),
    )
    call.refresh_from_db()
    assert call.state == "done"
    assert_kept_up(old, session.id)


def test_the_totals_count_a_turn_that_ends_beside_a_title(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    say(session, "Work")
    worker = OneWorker(session)
    worker.claims()
    message_id = worker.asks()
    lease = claimed_title(session)
    old = take(session.id)
    spent = Spent({"input": 5, "output": 2})
    between(
        monkeypatch,
        "usage",
        lambda: settle_job(lease=lease, answer="A short title", spent=spent),
        lambda: worker.commits(message_id, "peek"),
    )
    assert_kept_up(old, session.id)


def test_the_totals_count_a_title_that_nobody_wants_any_more(session: Session) -> None:
    say(session, "Work")
    lease = claimed_title(session)
    request_title(user_id=session.owner_id, session_id=session.id)
    old = take(session.id)
    spent = Spent({"input": 5, "output": 2})
    assert not settle_job(lease=lease, answer="A short title", spent=spent)
    assert take(session.id)["usage"]["input"] == 5
    assert_kept_up(old, session.id)


def test_a_question_that_is_answered_while_its_session_is_shared_stays_answered(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    Membership.objects.create(workspace=session.workspace, user=make_user(), role="editor")
    say(session, "Work")
    worker = OneWorker(session)
    worker.claims()
    worker.answers("ask_human")
    question = Interruption.objects.get(session=session)
    old = take(session.id)
    between(
        monkeypatch,
        "interruption_opened",
        lambda: update_session(
            user_id=session.owner_id, session_id=session.id, changes={"visibility": "workspace"}
        ),
        lambda: answer_interruption(
            user_id=session.owner_id, interruption_id=question.id, answer={"text": "blue"}
        ),
    )
    assert take(session.id)["interruptions"] == []
    assert_kept_up(old, session.id)

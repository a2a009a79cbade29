"""A summary holds on every path that shows all that it stands for, and on no other."""

import pytest

from agency.commands.session._body import MessageBody
from agency.commands.session.edit_message import edit_message
from agency.commands.session.switch_branch import switch_branch
from agency.loop.history import SHORT, working_history
from agency.models import Branch, Compaction, Message, Run, Session
from framework.db.clock import db_now
from tests.factories import answer_run, say
from tests.fold import snapshot_keeps_up


def talk(session: Session, *words: str) -> list[Message]:
    """Each word with an answer; the person's messages."""
    said = []
    for word in words:
        sent = say(session, word)
        assert sent.message is not None and sent.run is not None
        said.append(sent.message)
        answer_run(sent.run, f"to {word}")
    return said


def summarised(branch: Branch, depth: int, text: str, state: str = "done") -> Compaction:
    return Compaction.objects.create(
        session=branch.session,
        branch=branch,
        depth=depth,
        reason="manual",
        state=state,
        summary=text,
        tokens_before=9,
        tokens_after=1,
        ended_at=db_now(),
    )


def said_differently(session: Session, message: Message, text: str) -> Branch:
    sent = edit_message(
        user_id=session.owner_id,
        session_id=session.id,
        message_id=message.id,
        body=MessageBody(text=text),
    )
    assert sent.message is not None
    return sent.message.branch


def edited(session: Session, message: Message, text: str) -> Branch:
    branch = said_differently(session, message, text)
    Run.objects.filter(session=session).update(status="done")
    return branch


def texts(branch: Branch) -> list[str]:
    fresh = Branch.objects.get(pk=branch.pk)
    return [message.text for message in working_history(fresh).messages]


@pytest.fixture(params=[SHORT, 0], ids=["short", "long"])
def length(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Both ways in which a path is read."""
    monkeypatch.setattr("agency.loop.history.SHORT", request.param)
    return int(request.param)


def test_a_fork_before_its_depth_sees_no_summary_and_one_after_does(
    session: Session, length: int
) -> None:
    one, _two, three = talk(session, "one", "two", "three")
    main = one.branch
    summarised(main, 4, "the first two")
    assert texts(main) == ["three", "to three"]
    before, after = edited(session, one, "one, rather"), edited(session, three, "three, rather")
    assert texts(before) == ["one, rather"]
    assert texts(after) == ["three, rather"]
    working = working_history(after)
    assert (working.summed, working.summary) == (4, "the first two")
    assert [message.type for message in working.whole()] == ["human", "ai", "human"]


def test_a_fork_inside_what_is_summarised_sees_none(session: Session, length: int) -> None:
    _one, two, _three = talk(session, "one", "two", "three")
    summarised(two.branch, 4, "the first two")
    fork = edited(session, two, "two, rather")
    assert texts(fork) == ["one", "to one", "two, rather"]
    summarised(fork, 2, "only the first")
    assert texts(fork) == ["two, rather"]
    assert texts(two.branch) == ["three", "to three"]


def test_only_a_finished_summary_counts_and_the_deepest_wins(session: Session, length: int) -> None:
    one, _two, _three = talk(session, "one", "two", "three")
    summarised(one.branch, 2, "first")
    summarised(one.branch, 6, "broken", state="failed")
    assert texts(one.branch) == ["two", "to two", "three", "to three"]
    summarised(one.branch, 4, "second")
    assert working_history(Branch.objects.get(pk=one.branch_id)).summary == "second"


def test_whole_paths_may_be_summarised(session: Session, length: int) -> None:
    (one,) = talk(session, "one")
    summarised(one.branch, 2, "all")
    say(session, "next")
    assert texts(one.branch) == ["next"]


def test_switching_shows_each_branchs_own_context(session: Session) -> None:
    one, _two = talk(session, "one", "two")
    summarised(one.branch, 2, "the first")
    Branch.objects.filter(pk=one.branch_id).update(
        context={"tokens": 5, "window": 10, "threshold": 8, "depth": 4, "model": "m"}
    )
    with snapshot_keeps_up(session.id):
        said_differently(session, one, "one, rather")
    Run.objects.filter(session=session).update(status="done")
    with snapshot_keeps_up(session.id):
        switch_branch(user_id=session.owner_id, session_id=session.id, branch_id=one.branch_id)

"""What policy and people make of a call."""

import pytest

from agency.loop.decide import (
    ANSWERS,
    ON_EXPIRY,
    PolicyOutcome,
    after_answer,
    at_dispatch,
    at_proposal,
    ends_run,
)
from agency.loop.state import CALL_MOVES, CallStatus, InterruptionKind, may_move


def test_policy_places_a_proposed_call() -> None:
    assert at_proposal("allow") == CallStatus.APPROVED
    assert at_proposal("ask") == CallStatus.AWAITING
    assert at_proposal("deny") == CallStatus.DENIED


@pytest.mark.parametrize("outcome", ["allow", "ask", "deny"])
def test_a_question_reaches_a_person_whatever_the_policy(outcome: PolicyOutcome) -> None:
    assert at_proposal(outcome, is_question=True) == CallStatus.AWAITING


def test_only_a_deny_overrules_a_persons_approval() -> None:
    assert at_dispatch("ask", person_approved=True) == CallStatus.RUNNING
    assert at_dispatch("ask", person_approved=False) == CallStatus.AWAITING
    assert at_dispatch("deny", person_approved=True) == CallStatus.DENIED
    assert at_dispatch("allow", person_approved=False) == CallStatus.RUNNING
    assert at_dispatch("allow", person_approved=False, child=True) == CallStatus.WAITING
    assert at_dispatch("ask", person_approved=False, child=True) == CallStatus.AWAITING


@pytest.mark.parametrize("kind", InterruptionKind)
def test_every_answer_is_a_legal_move_of_an_awaiting_call(kind: InterruptionKind) -> None:
    for decision in ANSWERS[kind]:
        becomes = after_answer(kind, decision)
        if kind == InterruptionKind.LIMIT:
            assert becomes is None
        else:
            assert may_move(CALL_MOVES, CallStatus.AWAITING, becomes)


def test_the_deadline_makes_a_decision_that_each_kind_knows() -> None:
    assert after_answer(InterruptionKind.APPROVAL, ON_EXPIRY[InterruptionKind.APPROVAL]) == "denied"
    assert all(ON_EXPIRY[kind] in ANSWERS[kind] for kind in InterruptionKind)


def test_a_decision_of_another_kind_is_refused_with_the_choice_there_is() -> None:
    with pytest.raises(ValueError, match="one of: allow, deny"):
        after_answer(InterruptionKind.APPROVAL, "happened")


def test_only_a_limit_answered_with_stop_ends_the_run() -> None:
    pairs = [(kind, decision) for kind in ANSWERS for decision in ANSWERS[kind]]
    assert [p for p in pairs if ends_run(*p)] == [(InterruptionKind.LIMIT, "stop")]

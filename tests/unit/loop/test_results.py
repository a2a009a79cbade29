"""What the model reads about a call that brought no result."""

from agency.loop import results
from agency.loop.state import CallStatus, InterruptionKind


def test_a_persons_reason_reaches_the_model() -> None:
    assert results.denied(" use the staging server ").endswith("Reason: use the staging server")
    assert "Reason" not in results.denied("  ")
    assert "policy" in results.denied(by_policy=True)


def test_an_unknown_outcome_warns_of_a_repeat() -> None:
    assert "Do not repeat" in results.ended_with_run(CallStatus.UNKNOWN)
    assert results.timed_out(InterruptionKind.RECONCILE) == results.UNKNOWN


def test_a_stopped_call_and_one_of_a_failed_run_read_differently() -> None:
    stopped = results.ended_with_run(CallStatus.CANCELLED)
    failed = results.ended_with_run(CallStatus.CANCELLED, failed=True)
    assert stopped == results.STOPPED
    assert failed == results.RUN_FAILED


def test_silence_says_what_was_not_done() -> None:
    assert "not run" in results.timed_out(InterruptionKind.APPROVAL)
    assert "question" in results.timed_out(InterruptionKind.QUESTION)


def test_a_declined_question_and_a_failed_child_say_so() -> None:
    assert "declined" in results.declined()
    assert results.child_failed("out of budget").endswith("Reason: out of budget")

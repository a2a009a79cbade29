"""Rules of questions: answered, answered twice, too late, by the wrong person, or never."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from agency.commands.budget.change_budget import change_budget
from agency.commands.budget.delete_budget import delete_budget
from agency.commands.catalogue.create_policy import create_policy
from agency.commands.interruption.answer_interruption import REFUSALS, answer_interruption
from agency.commands.interruption.expire_interruption import expire_interruption
from agency.commands.interruption.settle_limit import settle_limit
from agency.errors import InterruptionExpired
from agency.models import Budget, Interruption
from agency.queries.waiting_limits import moot_limits
from framework.core.errors import Forbidden, NotFound
from tests.machine.state.base import PICK, Stage, one_of
from tests.machine.state.scene import pass_time
from tests.machine.state.tools import NAMES

ANSWERS: dict[str, list[dict[str, Any]]] = {
    "approval": [
        {"decision": "allow"},
        {"decision": "allow", "input": {"amount": 2}},
        {"decision": "allow", "remember": "session"},
        {"decision": "deny", "reason": "not now"},
    ],
    "question": [{"text": "This one."}, {"decision": "decline"}],
    "reconcile": [
        {"decision": "happened", "result": "seen"},
        {"decision": "run"},
        {"decision": "unknown"},
    ],
    "limit": [{"decision": "raise"}, {"decision": "raise", "limit": 50}, {"decision": "stop"}],
}


class AnswerRules(Stage):
    """What people, the clock and the policy do to questions."""

    @precondition(lambda self: self.view.pending)
    @rule(pick=PICK, which=PICK, again=PICK)
    def answers(self, pick: int, which: int, again: int) -> None:
        """Two tabs answer at once: one wins, the other is told how it ended."""
        row = one_of(self.view.pending, pick)
        self.answer(row, one_of(ANSWERS[row.kind], which))
        self.is_refused(row, one_of(ANSWERS[row.kind], again))

    def gets_an_answer(self, row: Interruption) -> None:
        """Somebody answers in one way or another."""
        self.answer(row, one_of(ANSWERS[row.kind], next(self.numbers)))

    def answer(self, row: Interruption, given: dict[str, Any]) -> None:
        """The first answer counts."""
        kept = answer_interruption(user_id=self.owner, interruption_id=row.id, answer=given)
        assert kept.status == "answered"
        if given.get("decision") == "run" and row.tool_call_id is not None:
            self.ordered[row.tool_call_id] += 1

    def is_refused(self, row: Interruption, given: dict[str, Any]) -> None:
        """An answer that comes second changes nothing."""
        before = self.dump(row.session_id)
        status = Interruption.objects.values_list("status", flat=True).get(pk=row.pk)
        try:
            answer_interruption(user_id=self.owner, interruption_id=row.id, answer=given)
        except REFUSALS[status]:
            assert self.dump(row.session_id) == before, "a refused answer changed something"
            return
        raise AssertionError("a question was answered twice")

    @precondition(lambda self: len(self.view.pending) < len(self.view.questions))
    @rule(pick=PICK, which=PICK)
    def answers_what_has_ended(self, pick: int, which: int) -> None:
        row = one_of([one for one in self.view.questions if one.status != "pending"], pick)
        self.is_refused(row, one_of(ANSWERS[row.kind], which))

    @precondition(lambda self: self.view.pending)
    @rule(pick=PICK, which=PICK)
    def answers_after_the_deadline(self, pick: int, which: int) -> None:
        row = one_of(self.view.pending, pick)
        pass_time(row, "deadline")
        self.clients_look_again()
        try:
            answer_interruption(
                user_id=self.owner, interruption_id=row.id, answer=one_of(ANSWERS[row.kind], which)
            )
        except InterruptionExpired:
            return
        raise AssertionError("an answer counted after its deadline")

    @precondition(lambda self: self.view.pending)
    @rule(pick=PICK, early=st.booleans())
    def nobody_answers(self, pick: int, early: bool) -> None:
        row = one_of(self.view.pending, pick)
        if not early:
            assert not expire_interruption(interruption_id=row.id), "the time had not passed"
            pass_time(row, "deadline")
            self.clients_look_again()
        assert expire_interruption(interruption_id=row.id, early=early)
        assert expire_interruption(interruption_id=row.id), "expiring twice differs"

    @precondition(lambda self: self.rarely() and (self.view.pending))
    @rule(pick=PICK, which=PICK)
    def others_may_not_answer(self, pick: int, which: int) -> None:
        row = one_of(self.view.pending, pick)
        given = one_of(ANSWERS[row.kind], which)
        for user_id in (self.editor, self.world.stranger.pk):
            try:
                answer_interruption(user_id=user_id, interruption_id=row.id, answer=given)
            except (Forbidden, NotFound):
                continue
            raise AssertionError("somebody without the right decided")

    @precondition(lambda self: self.rarely() and self.view.sessions)
    @rule(
        pick=PICK,
        pattern=st.sampled_from((*NAMES, "*")),
        outcome=st.sampled_from(("allow", "ask", "deny")),
    )
    def the_policy_changes(self, pick: int, pattern: str, outcome: str) -> None:
        session = one_of(self.view.sessions, pick)
        create_policy(
            user_id=self.owner,
            scope="session",
            scope_id=session.id,
            pattern=pattern,
            outcome=outcome,
        )

    @precondition(lambda self: self.rarely() and self.view.sessions)
    @rule(pick=PICK, calls=st.integers(1, 3))
    def a_cap_is_set(self, pick: int, calls: int) -> None:
        session = one_of(self.view.sessions, pick)
        subject = {"scope": "session", "subject": str(session.id), "unit": "calls"}
        scope = {"workspace_id": session.workspace_id, **subject}
        Budget.objects.get_or_create(**scope, defaults={"limit": calls})

    @precondition(lambda self: self.steps % 3 == 2 and Budget.objects.exists())
    @rule(pick=PICK, more=st.integers(1, 3), removed=st.booleans(), swept=st.booleans())
    def a_cap_is_raised(self, pick: int, more: int, removed: bool, swept: bool) -> None:
        """It is raised or removed, and those who wait for it may go on without an answer."""
        cap = one_of(list(Budget.objects.order_by("id")), pick)
        if removed and more == 1:
            delete_budget(user_id=self.owner, budget_id=cap.id)
        else:
            limit = max(cap.limit, cap.spent + cap.reserved) + more
            change_budget(user_id=self.owner, budget_id=cap.id, limit=limit)
        if swept:
            self.settle_moot_limits()

    @precondition(lambda self: any(row.kind == "limit" for row in self.view.pending))
    @rule()
    def settle_moot_limits(self) -> None:
        """What follows the commit of a change, or else the sweep."""
        for found in moot_limits():
            assert settle_limit(interruption_id=found)
            assert not settle_limit(interruption_id=found), "settled twice"

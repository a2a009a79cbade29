"""What must hold when everything rests: each check names every breach that it finds."""

from collections import Counter
from typing import Any

from django.db.models import Count, F, Max, Min
from langchain_core.messages import messages_from_dict

from agency.models import Branch, Interruption, Message, ModelCall, QueuedMessage, Run, ToolCall
from agency.models.run import LIVE_STATUSES
from agency.models.tool_call import ENDED_STATES
from agency.prompt.history import spoken, valid_history
from agency.queries.path import full_path
from framework.events.models import Stream

Effects = list[dict[str, Any]]


def orders() -> Counter[str]:
    """How often a person ordered a call to be run again, by its id."""
    rows = Interruption.objects.filter(kind="reconcile", status="answered")
    told = [row for row in rows if row.answer and row.answer["decision"] == "run"]
    return Counter(str(row.tool_call_id) for row in told)


def settled_by_people() -> set[str]:
    """Calls of which a person said how they ended, when nobody knew."""
    rows = Interruption.objects.filter(kind="reconcile", status="answered")
    return {str(row.tool_call_id) for row in rows}


def effects_by_call(lines: Effects) -> Counter[str]:
    """How often each call acted outside."""
    return Counter(line["call_id"] for line in lines if line["phase"] == "effect")


def repeated(lines: Effects) -> list[str]:
    """`once` calls that acted more often than a person has ordered."""
    acted, ordered = effects_by_call(lines), orders()
    calls = ToolCall.objects.filter(effect="once").values_list("id", "name")
    return [
        f"{name} {call_id} acted {acted[str(call_id)]} times, ordered {ordered[str(call_id)]}"
        for call_id, name in calls
        if acted[str(call_id)] > 1 + ordered[str(call_id)]
    ]


def denied_but_done(lines: Effects) -> list[str]:
    """Denied calls that acted, though nobody had ordered a repeat."""
    acted, ordered = effects_by_call(lines), orders()
    calls = ToolCall.objects.filter(state="denied").values_list("id", flat=True)
    return [f"{one} was denied and acted" for one in map(str, calls) if acted[one] > ordered[one]]


def done_without_effect(lines: Effects) -> list[str]:
    """`once` calls that are done and did not act exactly once."""
    acted, told, ordered = effects_by_call(lines), settled_by_people(), orders()
    names = {line["name"] for line in lines if line["phase"] == "effect"}
    # A call that came with a copy was never begun there: it is history.
    begun = ToolCall.objects.filter(fence__isnull=False)
    rows = begun.filter(effect="once", state="done", name__in=names)
    return [
        f"{row.name} {row.id} is done and acted {acted[str(row.id)]} times"
        for row in rows
        if acted[str(row.id)] != 1 and str(row.id) not in told and not ordered[str(row.id)]
    ]


def lost_messages(said: dict[str, str]) -> list[str]:
    """Messages that the server took and that stand nowhere."""
    spoken = set(Message.objects.filter(id__in=said).values_list("id", flat=True))
    waiting = set(QueuedMessage.objects.filter(id__in=said).values_list("id", flat=True))
    kept = {str(one) for one in spoken | waiting}
    return [f"message {one} of session {said[one]}" for one in said if one not in kept]


def not_at_rest() -> list[str]:
    """Runs that have not ended, questions that still wait, requests that nobody hears of."""
    runs = Run.objects.filter(status__in=LIVE_STATUSES)
    asked = Interruption.objects.filter(status="pending")
    open_calls = ToolCall.objects.exclude(state__in=ENDED_STATES)
    started = ModelCall.objects.filter(state="started")
    return [
        *(f"run {run.id} of session {run.session_id} is {run.status}" for run in runs),
        *(f"question {row.id} ({row.kind}) is pending" for row in asked),
        *(f"call {call.id} ({call.name}) is {call.state}" for call in open_calls),
        *(f"request {call.id} of run {call.run_id} is started" for call in started),
    ]


def gaps() -> list[str]:
    """Streams whose events are not 1, 2, 3 …"""
    rows = Stream.objects.annotate(
        count=Count("event"), first=Min("event__seq"), newest=Max("event__seq")
    ).filter(last_seq__gt=0)
    bad = rows.exclude(count=F("last_seq"), first=1, newest=F("last_seq"))
    return [f"{row}: {row.count} events, {row.first}..{row.newest}/{row.last_seq}" for row in bad]


def invalid_histories() -> list[str]:
    """Branches whose path no provider would take, or whose head is not settled."""
    found: list[str] = []
    for branch in Branch.objects.all():
        path = full_path(branch.id)
        messages = messages_from_dict([{"type": m.role, "data": m.content} for m in path])
        found += [f"branch {branch.id}: {problem}" for problem in valid_history(spoken(messages))]
        if path and not path[-1].settled:
            found.append(f"branch {branch.id}: its head is not settled")
        depths = list(
            Message.objects.filter(branch=branch).order_by("depth").values_list("depth", flat=True)
        )
        if depths != list(range((branch.fork_depth or 0) + 1, branch.head_depth + 1)):
            found.append(f"branch {branch.id}: depths {depths}, head {branch.head_depth}")
    return found


def overlapping_answers(accepted: Counter[str]) -> list[str]:
    """Questions that more than one answer won."""
    return [f"question {one} took {count} answers" for one, count in accepted.items() if count > 1]


def outcomes() -> dict[str, Any]:
    """How runs and calls ended."""
    states = ToolCall.objects.values_list("effect", "state").annotate(count=Count("id"))
    questions = Interruption.objects.values_list("status").annotate(count=Count("id"))
    return {
        "runs": dict(Run.objects.values_list("status").annotate(count=Count("id"))),
        "calls": {f"{effect} {state}": count for effect, state, count in sorted(states)},
        "questions": dict(questions),
        "reclaims": sum(Run.objects.values_list("lost_count", flat=True)),
        "unknown": ToolCall.objects.filter(state="unknown").count(),
        "branches": Branch.objects.count(),
        "messages": Message.objects.count(),
        "poisoned": Run.objects.filter(error__code="poison").count(),
        "errors": dict(
            Counter(
                str((run.error or {}).get("code")) for run in Run.objects.filter(status="failed")
            )
        ),
    }

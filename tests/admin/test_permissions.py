"""Staff looks, administrators act, nobody types over truth, everybody else stays outside."""

from django.test import Client

from agency.models import Session, User
from tests.admin.conftest import browser_of
from tests.admin.rows import make_rows
from tests.admin.test_actions import act
from tests.admin.test_lists import LISTED, url
from tests.factories import World, make_session


def test_staff_reads_every_list_and_every_row(staff: Client) -> None:
    make_rows()
    for model in LISTED:
        row = model._default_manager.order_by("-pk").first()
        assert row is not None
        assert staff.get(url(model, "changelist")).status_code == 200
        assert staff.get(url(model, "change", row.pk)).status_code == 200


def test_staff_cannot_act(staff: Client, world: World) -> None:
    session = make_session(world)
    act(staff, "close", session)
    session.refresh_from_db()
    assert session.closed_at is None


def test_nobody_adds_changes_or_deletes_truth(root: Client) -> None:
    make_rows()
    for model in LISTED:
        row = model._default_manager.order_by("-pk").first()
        assert row is not None
        assert root.post(url(model, "delete", row.pk), {"post": "yes"}).status_code == 403, model
        if model is not User:
            assert root.post(url(model, "change", row.pk), {}).status_code == 403, model
            assert root.post(url(model, "add"), {}).status_code == 403, model
        assert model._default_manager.filter(pk=row.pk).exists()


def test_the_stock_deletion_of_chosen_rows_is_not_offered(root: Client, world: World) -> None:
    session = make_session(world)
    act(root, "delete_selected", session)
    assert Session.objects.filter(id=session.id).exists()


def test_a_person_who_is_no_staff_is_sent_to_the_sign_in_page(world: World) -> None:
    client = browser_of(world.owner)
    for model in LISTED:
        answer = client.get(url(model, "changelist"))
        assert answer.status_code == 302
        assert "/login" in answer["Location"]


def test_a_deactivated_administrator_is_outside_at_once(root: Client, administrator: User) -> None:
    User.objects.filter(pk=administrator.pk).update(is_active=False)
    assert root.get(url(Session, "changelist")).status_code == 302

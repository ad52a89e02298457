"""Who may send the forms of the running day; who may open its pages is in tests/permissions.py."""

import pytest
from django.test import Client

from tests import making
from tournament.models import Staff, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return making.drawn(8, 2)


def client_of(event: Tournament, role: str) -> Client:
    client = Client()
    if role == "chief":
        client.force_login(making.referee(event, "chief", role=Staff.Role.CHIEF_REFEREE))
    elif role == "referee":
        client.force_login(making.referee(event, "ref", [1, 2]))
    elif role == "organiser":
        client.force_login(making.user())
    return client


FORMS = (
    ("draw/", {"act": "discard", "sessions": "1"}),
    ("check-in/1/", {"everybody": "present"}),
    ("board/", {"act": "start", "session": "1"}),
    ("tables/1/1/", {"act": "undo", "client_id": "x", "expected_version": "1"}),
    ("chairs/1/", {"act": "store", "reason": "x"}),
    ("changes/", {"act": "withdraw", "player": "1", "from_session": "1", "reason": "x"}),
    ("tables/1/1/", {"act": "extend", "minutes": "5", "client_id": "x", "expected_version": "1"}),
    ("tables/1/1/", {"act": "dispute", "reason": "x", "client_id": "x", "expected_version": "1"}),
    ("board/", {"act": "pause", "session": "1"}),
    ("board/", {"act": "official", "session": "1"}),
    ("totals/1/", {"act": "save", "table": "1", "client_id": "x", "expected_version": "1"}),
    ("penalties/", {"act": "penalise", "offender": "player-1", "kind": "conduct", "amount": "1"}),
)


@pytest.mark.parametrize(("page", "form"), FORMS)
def test_no_form_of_theirs_is_taken_from_a_referee(
    event: Tournament, page: str, form: dict[str, str]
) -> None:
    version = event.version
    answer = client_of(event, "referee").post(f"/organiser/{event.slug}/{page}", form)
    assert answer.status_code == 404
    assert Tournament.objects.get(pk=event.pk).version == version


def test_a_chief_referee_does_not_draw(event: Tournament) -> None:
    client = client_of(event, "chief")
    answer = client.post(
        f"/organiser/{event.slug}/draw/", {"act": "withdraw", "session": "1", "reason": "no"}
    )
    assert answer.status_code == 404


@pytest.mark.parametrize(
    "page",
    [
        "board/?session=9",
        "board/?session=x",
        "tables/9/1/",
        "tables/1/9/",
        "check-in/9/",
        "chairs/9/",
        "totals/9/",
    ],
)
def test_what_is_not_there_is_not_found(event: Tournament, page: str) -> None:
    assert client_of(event, "organiser").get(f"/organiser/{event.slug}/{page}").status_code == 404


def test_the_tables_of_a_draft_are_not_on_the_board() -> None:
    event = making.tournament(8, 2)
    client = client_of(event, "organiser")
    assert client.get(f"/organiser/{event.slug}/board/?session=1").status_code == 404
    assert client.get(f"/organiser/{event.slug}/tables/1/1/").status_code == 404
    assert client.get(f"/organiser/{event.slug}/chairs/1/").status_code == 404
    empty = client.get(f"/organiser/{event.slug}/board/", headers={"accept-language": "en"})
    assert "No session is ready yet" in empty.content.decode()


@pytest.mark.parametrize(
    ("page", "form"),
    [
        ("draw/", {"act": "nonsense"}),
        ("board/", {"act": "nonsense", "session": "1"}),
        ("board/", {"act": "start"}),
        ("tables/1/1/", {"act": "nonsense"}),
        ("tables/1/1/", {"act": "correct", "hand": "17"}),
        ("changes/", {"act": "nonsense"}),
    ],
)
def test_a_form_of_another_page_is_not_found(event: Tournament, page: str, form: dict[str, str]) -> None:
    assert client_of(event, "organiser").post(f"/organiser/{event.slug}/{page}", form).status_code == 404

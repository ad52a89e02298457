"""Who may send the forms that set a tournament up; who may open its pages is in tests/permissions.py."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import making
from tournament.actions.accounts import make_organiser
from tournament.models import Staff, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return making.tournament(8, 2)


def client_of(event: Tournament, role: str) -> Client:
    client = Client()
    if role == "organiser":
        client.force_login(making.user())
    elif role == "chief":
        client.force_login(making.referee(event, "chief", role=Staff.Role.CHIEF_REFEREE))
    elif role == "referee":
        client.force_login(making.referee(event, "ref", [1]))
    elif role == "other_organiser":
        other = making.user("olga")
        making.tournament(4, 1, by=other)
        client.force_login(other)
    elif role == "nobody":
        client.force_login(making.user("nick"))
    return client


def address(event: Tournament, name: str, more: tuple[int, ...] = ()) -> str:
    return reverse(f"organiser:{name}", args=[event.slug, *more])


FORMS: tuple[tuple[str, tuple[int, ...], dict[str, str]], ...] = (
    ("describe", (), {"name": "X", "zone": "UTC", "planned_sessions": "2"}),
    ("public", (), {"public": "0"}),
    ("remove", (), {}),
    ("rules", (), {"minutes": "90"}),
    ("rules_preview", (), {"minutes": "90"}),
    ("players", (), {"name": "X"}),
    ("player", (1,), {"name": "X"}),
    ("player_remove", (1,), {}),
    ("import", (), {"text": "X"}),
    ("teams", (), {"team": "1", "name": "X"}),
    ("staff", (), {"act": "share", "count": "2"}),
    ("stages", (), {"act": "add", "name": "X", "form": "all", "sessions": "1", "carry": "0"}),
    ("standings", (), {"act": "show", "mode": "hidden"}),
    ("standings", (), {"act": "honour", "places": "5"}),
    ("staff_remove", (1,), {}),
)


@pytest.mark.parametrize(("name", "more", "form"), FORMS)
def test_not_even_the_chief_referee_can_send_a_form(
    event: Tournament, name: str, more: tuple[int, ...], form: dict[str, str]
) -> None:
    client = client_of(event, "chief")
    before = Tournament.objects.values().get(pk=event.pk)
    answer = client.post(address(event, name, more), form)
    assert answer.status_code == 404
    assert Tournament.objects.values().get(pk=event.pk) == before
    assert event.players.count() == 8


def test_the_chief_referee_sees_the_path_without_links_to_what_he_may_not_open(event: Tournament) -> None:
    page = client_of(event, "chief").get(address(event, "tournament")).content.decode()
    assert address(event, "players") not in page
    assert address(event, "rules") not in page
    assert address(event, "public") not in page


@pytest.mark.parametrize(
    ("role", "status"),
    [("organiser", 200), ("chief", 403), ("referee", 403), ("nobody", 403), ("anonymous", 302)],
)
def test_only_organisers_create_tournaments(event: Tournament, role: str, status: int) -> None:
    client = client_of(event, role)
    assert client.get(reverse("organiser:new")).status_code == status
    form = {"name": "Y", "zone": "UTC", "planned_sessions": "1", "rotation": "none", "rulebook": "cn2014"}
    client.post(reverse("organiser:new"), form)
    assert Tournament.objects.filter(name="Y").exists() == (status == 200)


def test_who_may_not_create_reads_whom_to_ask() -> None:
    client = Client()
    client.force_login(making.user("nick"))
    for name in ("organiser:home", "organiser:new"):
        assert "manage.py make_organiser nick" in client.get(reverse(name)).content.decode()


def test_make_organiser_lets_an_account_create() -> None:
    user, password = make_organiser("nina")
    assert len(password) >= 12
    client = Client()
    assert client.post(reverse("login"), {"username": "nina", "password": password}).status_code == 302
    assert client.get(reverse("organiser:new")).status_code == 200
    again, kept = make_organiser("nina")
    assert (again.pk, kept) == (user.pk, "")


def test_the_list_shows_what_one_organises_or_directs_and_nothing_else(event: Tournament) -> None:
    other = making.tournament(4, 1, by=making.user("olga"))
    for role, seen in (("organiser", True), ("chief", True), ("referee", False)):
        page = client_of(event, role).get(reverse("organiser:home")).content.decode()
        assert (event.name in page) == seen
        assert f"/{other.slug}/" not in page


def test_the_chief_referee_is_led_to_the_board_and_not_to_pages_that_are_closed_to_him() -> None:
    event = making.tournament(8, 1)
    client = client_of(event, "chief")
    for page in (address(event, "tournament"), reverse("organiser:home")):
        assert address(event, "staff") not in client.get(page).content.decode()
    event = making.drawn(8, 1)
    client.force_login(making.referee(event, "chief2", role=Staff.Role.CHIEF_REFEREE))
    for page in (address(event, "tournament"), reverse("organiser:home")):
        assert address(event, "board") + "?session=1" in client.get(page).content.decode()

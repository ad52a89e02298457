"""Who sees which public page: what is not published does not exist."""

import pytest
from django.test import Client

from tests import making
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.events import set_public
from tournament.models import Staff, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    """Session 1 is published, session 2 a draft, session 3 not drawn; a table of session 1 is being played."""
    made = making.tournament(16, 3)
    make_draw(made, [1, 2], making.user(), seed="access")
    publish_draw(made, [1], making.user())
    making.hand(making.table(made), winner=0, fan=8)
    making.referee(made, "chief", role=Staff.Role.CHIEF_REFEREE)
    making.referee(made, "referee", tables=[1])
    making.tournament(4, 1, by=making.user("bob"))
    return made


def client_of(visitor: str) -> Client:
    client = Client()
    if visitor != "anybody":
        client.force_login(making.user(visitor))
    return client


PAGES = (
    "",
    "standings/",
    "standings/?provisional=1",
    "standings/?as_of=1",
    "standings/?as_of=99999999999999999999",
    "standings/?as_of=-1&q=%00",
    "teams/",
    "seats/",
    "seats/?q=3",
    "seats/?session=2",
    "seats/?by=table",
    "sessions/1/",
    "sessions/1/tables/1/",
    "penalties/",
    "players/",
    "players/16/",
)
NEVER = (
    "sessions/2/",
    "sessions/2/tables/1/",
    "sessions/3/",
    "sessions/4/",
    "sessions/99999999999999999999/",
    "sessions/1/tables/5/",
    "sessions/1/tables/99999999999999999999/",
    "players/17/",
    "players/99999999999999999999/",
)


def test_whatever_is_asked_of_a_page_it_answers(tournament: Tournament) -> None:
    for path in PAGES:
        assert client_of("anybody").get(f"/t/{tournament.slug}/{path}").status_code == 200, path


@pytest.mark.parametrize("path", NEVER)
def test_drafts_and_what_does_not_exist_are_404_for_everybody(tournament: Tournament, path: str) -> None:
    for visitor in ("anybody", "chief", "bob"):
        assert client_of(visitor).get(f"/t/{tournament.slug}/{path}").status_code == 404, visitor
        part = f"/t/{tournament.slug}/{path}?part=1&v=1"
        assert client_of(visitor).get(part).status_code == 404, visitor


def test_the_seats_of_a_draft_are_nowhere(tournament: Tournament) -> None:
    for page in ("", "seats/?q=3", "seats/?session=2", "players/3/", "sessions/1/"):
        html = client_of("alice").get(f"/t/{tournament.slug}/{page}").content.decode()
        assert "/sessions/2/" not in html, page
        assert 'href="?session=2' not in html, page


def test_the_list_shows_public_tournaments_and_ones_own(tournament: Tournament) -> None:
    hidden = making.tournament(4, 1)
    set_public(hidden, False, making.user())
    assert hidden.name not in client_of("anybody").get("/").content.decode()
    assert hidden.name not in client_of("bob").get("/").content.decode()
    assert hidden.name in client_of("alice").get("/").content.decode()
    assert tournament.name in client_of("anybody").get("/").content.decode()


def test_a_fresh_installation_says_what_to_do() -> None:
    html = Client().get("/", HTTP_ACCEPT_LANGUAGE="en").content.decode()
    assert "No tournament yet" in html
    assert 'href="/accounts/login/"' in html


def test_nothing_is_drawn_yet_and_every_page_says_so() -> None:
    made = making.tournament(16, 3)
    for page in (
        "",
        "standings/",
        "teams/",
        "seats/",
        "seats/?q=1",
        "players/",
        "players/1/",
        "standings.pdf",
    ):
        assert Client().get(f"/t/{made.slug}/{page}").status_code == 200, page


def test_public_pages_take_no_entries(tournament: Tournament) -> None:
    assert Client().post(f"/t/{tournament.slug}/standings/").status_code == 405
    assert Client().post("/").status_code == 405

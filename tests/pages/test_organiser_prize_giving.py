"""The presenter's page: who would be called, one press for one call, and what to do when results change."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import making
from tests.pages.public_sheet import text_of
from tournament.actions import prize_giving
from tournament.actions.prize_giving import Seen
from tournament.actions.sessions import close_session, make_official
from tournament.actions.standings import show_standings
from tournament.models import Player, PrizeGiving, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> Tournament:
    """Four players, all played: Anna +24, Boris +16, Dmitri −16, Chiara −24, places 1 to 4; standings hidden."""
    found = making.drawn(4, 1, teams=False)
    table = making.table(found)
    making.hand(table, winner=0, fan=8, discarder=1)
    making.hand(table, winner=1, fan=8, discarder=2)
    making.close(table)
    for chair, name in enumerate(("Anna", "Boris", "Chiara", "Dmitri")):
        Player.objects.filter(seats__table=table, seats__chair=chair).update(name=name)
    show_standings(found, "hidden", making.user())
    return found


@pytest.fixture
def laptop() -> Client:
    """The organiser's, in English."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(making.user())
    return client


def page(of: Tournament, client: Client, query: str = "") -> str:
    """The text of the page."""
    return text_of(client.get(f"/organiser/{of.slug}/prize-giving/{query}").content.decode())


def press(of: Tournament, client: Client, act: str, seen: Seen | None = None) -> int:
    """Send what the page has in front of it, or what an older page had."""
    giving = PrizeGiving.objects.filter(tournament=of).first()
    seen = seen or (Seen(giving.pk, giving.called) if giving else Seen(0, 0))
    form = {"act": act, "giving": seen.giving, "called": seen.called}
    return client.post(f"/organiser/{of.slug}/prize-giving/", form).status_code


def test_before_it_the_page_warns_and_shows_who_would_be_called_from_the_last(
    made: Tournament, laptop: Client
) -> None:
    text = page(made, laptop, "?places=2")
    assert "1 session is not closed yet" in text
    assert "In this order 2 Boris 3 · +16 1 Anna 4 · +24" in text
    close_session(made, 1, making.user())
    assert "Session 1 is not official yet" in page(made, laptop)
    make_official(made, 1, making.user())
    text = page(made, laptop)
    assert "not official" not in text
    assert "not closed" not in text
    assert "In this order 3 Dmitri 2 · −16" in text, (
        "three places are honoured unless somebody says otherwise"
    )


def test_each_press_calls_one_place_and_only_this_page_says_who_is_next(
    made: Tournament, laptop: Client
) -> None:
    sent = {"act": "start", "of": "players", "places": "3"}
    assert laptop.post(f"/organiser/{made.slug}/prize-giving/", sent).status_code == 302
    assert "Next, to be read here only 3 Dmitri" in page(made, laptop)
    giving = PrizeGiving.objects.get(tournament=made)
    first = Seen(giving.pk, 0)
    assert press(made, laptop, "next", first) == 302
    assert press(made, laptop, "next", first) == 409, "the same press twice"
    assert "Next, to be read here only 2 Boris" in page(made, laptop)
    assert press(made, laptop, "back") == 302
    assert "Next, to be read here only 3 Dmitri" in page(made, laptop)
    for _time in range(3):
        press(made, laptop, "next")
    text = page(made, laptop)
    assert "All places have been called" in text
    assert "Show the standings to everybody" in text
    assert press(made, laptop, "next") == 422
    assert press(made, laptop, "end") == 302
    assert "Begin the prize-giving" in page(made, laptop)


def test_changed_results_are_said_with_what_can_be_done(made: Tournament, laptop: Client) -> None:
    prize_giving.start(made, 4, making.user())
    press(made, laptop, "next")  # Chiara, fourth
    making.penalty(making.table(made), 0, 20, reason="ruled afterwards")  # Anna +4 behind Boris +16
    text = page(made, laptop)
    assert "Go on with the new standings Begin again" in text
    assert press(made, laptop, "next") == 422
    assert press(made, laptop, "go_on") == 302
    press(made, laptop, "next")
    assert "Next, to be read here only 2 Anna" in page(made, laptop)
    making.penalty(making.table(made), 1, 400, reason="ruled afterwards")  # Boris is the last now
    text = page(made, laptop)
    assert "Go on with the new standings" not in text
    assert press(made, laptop, "go_on") == 422
    assert press(made, laptop, "again") == 302
    assert "Next, to be read here only 4 Boris" in page(made, laptop)


def test_the_part_of_a_second_laptop_follows(made: Tournament, laptop: Client) -> None:
    prize_giving.start(made, 4, making.user())
    there = f"/organiser/{made.slug}/prize-giving/?part=1"
    answer = laptop.get(there)
    assert laptop.get(f"{there}&v={answer['X-Version']}").status_code == 204
    press(made, laptop, "next")
    assert "Dmitri" in laptop.get(f"{there}&v={answer['X-Version']}").content.decode()
    press(made, laptop, "end")
    assert "has ended" in laptop.get(there).content.decode()


@pytest.mark.parametrize("places", ["0", "101", "", "x"])
def test_an_impossible_number_of_places_is_said_at_its_field(
    made: Tournament, laptop: Client, places: str
) -> None:
    sent = {"act": "start", "of": "players", "places": places}
    answer = laptop.post(f"/organiser/{made.slug}/prize-giving/", sent)
    assert answer.status_code == 422
    assert "field__error" in answer.content.decode()
    assert not PrizeGiving.objects.exists()

"""Players' reports as they are read. The results are those of `tests.prints.finished`."""

import io
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pypdf
import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from tests import making
from tests.prints.finished import RESULTS, finished
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.sessions import start_session
from tournament.actions.standings import penalise
from tournament.actions.substitutes import substitute
from tournament.models import Player, Seat, Tournament
from tournament.prints import KINDS, Asked
from tournament.refusals import Refused
from tournament.sheets.document import render

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with override("en"):
        yield


CHAIRS = ("East", "South", "West", "North")


def made(event: Tournament, player: int | str = "") -> pypdf.PdfReader:
    event.refresh_from_db()
    asked = Asked(event, languages=("en",), options={"player": str(player)})
    return pypdf.PdfReader(io.BytesIO(render(KINDS["player_reports"].make(asked)).content))


def lines(event: Tournament, player: int) -> list[str]:
    """The first page of one player's report."""
    return [line.strip() for line in made(event, player).pages[0].extract_text().splitlines()]


def after(shown: list[str], first: str, count: int) -> list[str]:
    at = shown.index(first)
    return shown[at + 1 : at + 1 + count]


def seats_of(event: Tournament, session: int, table: int) -> list[Player]:
    seats = Seat.objects.filter(session__tournament=event, session__number=session, table__number=table)
    return [seat.player for seat in seats.order_by("chair").select_related("player") if seat.player]


def test_a_report_tells_what_a_player_did_at_each_table() -> None:
    event = finished(2)
    for table in (1, 2):
        for chair, player in enumerate(seats_of(event, 2, table)):
            shown = lines(event, player.number)
            points, places, standard = RESULTS[table]
            others = [one for one in seats_of(event, 2, table) if one != player]
            opponents = " · ".join(f"{one.number} {one.name}" for one in others)
            at = shown.index(opponents)
            assert shown[at - 3 : at] == ["2", str(table), CHAIRS[chair]]
            assert shown[at + 1 : at + 4] == [f"{points[chair]:+d}", standard[chair], str(places[chair])]


def test_the_place_after_a_session_is_that_of_the_standings() -> None:
    event = finished(1)
    # As reckoned in tests.prints.test_books: 112, 54, twice −24, three times −18, −64.
    places = {112: "1", 54: "2", -24: "3", -18: "5", -64: "8"}
    for table, (points, _places, _standard) in RESULTS.items():
        for chair, player in enumerate(seats_of(event, 1, table)):
            shown = lines(event, player.number)
            row = after(shown, CHAIRS[chair], 5)
            assert row[-1] == places[points[chair]]
            shared = "=" if points[chair] in (-24, -18) else ""
            assert f"place {places[points[chair]]}{shared} of 8" in shown


def test_rates_are_those_of_the_players_own_hands() -> None:
    event = finished(1)
    winner, discarder = seats_of(event, 1, 1)[:2]
    # East of table 1 won all three hands: (24 + 8 + 8) / 3 = 13.3. All together played 4 · 5 hands: 4 won,
    # one of them self-drawn, and 3 dealt in.
    shown = lines(event, winner.number)
    assert after(shown, "Hands won", 3) == ["100.0 %", "3 / 3", "20.0 %"]
    assert after(shown, "Self-draws among the wins", 3) == ["0.0 %", "0 / 3", "25.0 %"]
    assert after(shown, "Average fan won", 3) == ["13.3", "40 / 3", "12.5"]
    assert "24 fan: session 1, table 1, hand 1" in shown
    assert after(shown, "+48", 6) == ["24", "+32", "8", "+32", "8", "+112"]
    shown = lines(event, discarder.number)
    assert after(shown, "Dealt in", 3) == ["100.0 %", "3 / 3", "15.0 %"]
    assert after(shown, "Average fan dealt in", 3) == ["13.3", "40 / 3", "13.3"]
    assert after(shown, "-32", 6) == ["24", "-16", "8", "-16", "8", "-64"]


def test_an_empty_field_means_everybody() -> None:
    event = finished(1)
    book = made(event)
    assert [entry["/Title"] for entry in book.outline if isinstance(entry, dict)] == [
        f"{n} Player {n}" for n in range(1, 9)
    ]
    assert all("Page 1 of 1" in page.extract_text() for page in book.pages)


def test_a_penalty_of_the_tournament_is_taken_from_the_total() -> None:
    event = finished(1)
    winner = seats_of(event, 1, 1)[0]
    penalise(event, ("player", winner.number), "conduct", Fraction(1, 2), "loud", making.user())
    shown = lines(event, winner.number)
    assert after(shown, "Penalties in standard points", 1) == ["-½"]
    assert after(shown, "Total", 2) == ["+112", "3½"]


def test_hands_are_those_of_whoever_sat_there() -> None:
    event = making.drawn(8, 1)
    enrol(event, [PersonFacts("Reserve", number=50, team="Team 1")], making.user())
    event.players.filter(number=50).update(is_reserve=True)
    start_session(event, 1, making.user())
    table = making.table(event)
    # Somebody of team 1, so that the substitute is of the same team.
    chair = next(n for n, one in enumerate(seats_of(event, 1, 1)) if one.number <= 4)
    player = seats_of(event, 1, 1)[chair]
    making.hand(table, chair, 8, (chair + 1) % 4)
    substitute(event, player.number, 50, (1, 2), None, "ill", making.user())
    making.hand(table, chair, 24)
    for number in (1, 2):
        making.close(making.table(event, 1, number))
    # The result, 32 + 96, belongs to the place; each has the hand that he played.
    shown = lines(event, player.number)
    assert "+128" in shown and after(shown, "+32", 2) == ["8", "+32"]
    shown = lines(event, 50)
    assert "+128" not in shown and after(shown, "+96", 2) == ["24+", "+96"]
    neighbour = seats_of(event, 1, 1)[(chair + 1) % 4]
    assert any(
        f"{player.number} {player.name} → 50 Reserve" in line for line in lines(event, neighbour.number)
    )


@pytest.mark.parametrize(
    ("number", "says"), [(99, "no player 99"), (50, "Player 50 has no session yet")], ids=["unknown", "idle"]
)
def test_a_report_of_nobody_is_refused(number: int, says: str) -> None:
    event = finished(1)
    enrol(event, [PersonFacts("Reserve", number=50)], making.user())
    with pytest.raises(Refused, match=says):
        made(event, number)


def test_reports_without_results_are_refused() -> None:
    with pytest.raises(Refused, match="No table is closed yet"):
        made(making.drawn(8, 1))


def test_the_number_of_queries_does_not_grow_with_players_and_sessions() -> None:
    counts = []
    for sessions, players in ((1, 8), (3, 24)):
        event = finished(sessions, players)
        cache.clear()
        asked: dict[str, Any] = {"languages": ("en",), "options": {"player": ""}}
        with CaptureQueriesContext(connection) as queries:
            document = KINDS["player_reports"].make(Asked(event, **asked))
        assert document.page_count >= players
        counts.append(len(queries))
    assert counts[0] == counts[1]

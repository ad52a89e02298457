"""The standings at the organiser's desk: in full, what the public sees, lots between equals, prizes, corrections."""

import io
from fractions import Fraction

import pypdf
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import making
from tests.pages.public_sheet import played as sheet
from tests.pages.public_sheet import row_of, sitter, text_of
from tests.queries.test_stages import played
from tournament.actions.hands import HandEntry, correct_hand
from tournament.actions.sessions import close_session
from tournament.actions.standings import penalise, show_standings
from tournament.models import Lot, Staff, Tournament
from tournament.queries.standings import player_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(db: None) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(making.user())
    return client


def address(event: Tournament) -> str:
    return reverse("organiser:standings", args=[event.slug])


def html(client: Client, event: Tournament, query: str = "") -> str:
    answer = client.get(f"{address(event)}?{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def text(client: Client, event: Tournament, query: str = "") -> str:
    return text_of(html(client, event, query))


def test_the_organiser_freezes_hides_and_releases_the_standings(client: Client) -> None:
    event = sheet()
    for number in range(2, 5):
        making.close(making.table(event, 1, number))
    close_session(event, 1, making.user())
    assert (
        client.post(address(event), {"act": "show", "mode": "frozen", "frozen_after": "1"}).status_code == 302
    )
    event.refresh_from_db()
    assert (event.shown_standings, event.frozen_after) == ("frozen", 1)
    assert "frozen after session 1" in text(client, event)
    client.post(address(event), {"act": "show", "mode": "hidden"})
    event.refresh_from_db()
    assert (event.shown_standings, event.frozen_after) == ("hidden", None)
    client.post(address(event), {"act": "show", "mode": "live"})
    event.refresh_from_db()
    assert event.shown_standings == "live"


def test_freezing_needs_a_session(client: Client) -> None:
    event = sheet()
    answer = client.post(address(event), {"act": "show", "mode": "frozen", "frozen_after": ""})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "After which session do the standings stand still?" in page
    assert 'value="frozen" checked' in page


def test_the_consequences_are_said_before_it_is_saved(client: Client) -> None:
    page = text(client, sheet())
    assert "Seats, tables and hands stay visible in any case" in page
    assert "No standings, no places, no PDF for anybody but the staff" in page


def test_the_staff_sees_everything_whatever_the_public_sees(client: Client) -> None:
    event = sheet()
    show_standings(event, "hidden", making.user())
    assert sitter(making.table(event), 0).name in text(client, event)


def test_the_chief_referee_sees_the_standings_and_does_not_release_them() -> None:
    event = sheet()
    chief = Client(headers={"accept-language": "en"})
    chief.force_login(making.referee(event, "chief", role=Staff.Role.CHIEF_REFEREE))
    assert "Only the organiser changes this" in text(chief, event)
    assert chief.post(address(event), {"act": "show", "mode": "hidden"}).status_code == 404


def test_lots_between_players_who_share_a_place_are_recorded_with_a_reason(client: Client) -> None:
    event = sheet()
    second = making.table(event, 1, 2)
    making.hand(second, 0, 8, 1)
    making.hand(second, 1, 8, 2)
    making.close(second)
    equal = [line.number for line in player_standings(event).lines if line.place == 1]
    assert len(equal) == 2
    form = {
        "act": "lots",
        "players": " ".join(map(str, equal)),
        f"lot-{equal[0]}": "2",
        f"lot-{equal[1]}": "1",
    }
    refused = client.post(address(event), form)
    assert refused.status_code == 422
    assert f'name="lot-{equal[0]}" value="2"' in refused.content.decode()
    assert client.post(address(event), {**form, "reason": "drawn before both"}).status_code == 302
    lines = player_standings(event).lines
    assert [(line.number, line.place, line.shared) for line in lines[:2]] == [
        (equal[1], 1, False),
        (equal[0], 2, False),
    ]
    # Everybody can read why, at the player's line and on his page.
    public = Client(headers={"accept-language": "en"})
    row = row_of(public.get(f"/t/{event.slug}/standings/").content.decode(), f"p{equal[1]}")
    assert "lot 1, drawn before both" in row
    page = text_of(public.get(f"/t/{event.slug}/players/{equal[1]}/").content.decode())
    assert "lot 1, drawn before both" in page
    assert "recorded the lots of" in text_of(
        client.get(reverse("organiser:history", args=[event.slug])).content.decode()
    )


def test_lots_of_a_stage_count_in_its_table_only(client: Client) -> None:
    event = played(fans=(24, 24), seconds=(8, 8))
    first = event.stages.get()
    equal = [line.number for line in player_standings(event, stage=first).lines if line.place == 1]
    form = {
        "act": "lots",
        "players": " ".join(map(str, equal)),
        f"lot-{equal[0]}": "2",
        f"lot-{equal[1]}": "1",
    }
    client.post(f"{address(event)}?stage=1", {**form, "reason": "by lot"})
    assert Lot.objects.filter(stage=first).count() == 2
    assert [x.number for x in player_standings(event, stage=first).lines[:2]] == [equal[1], equal[0]]
    assert [x.place for x in player_standings(event).lines[:2]] == [1, 1]


def test_the_standings_of_a_stage_and_of_the_total_are_chosen(client: Client) -> None:
    event = played()
    assert "Up to session 1" in text(client, event, "stage=1")
    assert "Up to session 1" in text(client, event, "stage=1&as_of=1")
    assert "Team" in text(client, sheet(), "teams=1")
    assert client.get(f"{address(event)}?stage=99&as_of=x").status_code == 200


def test_prizes_are_named_with_their_places(client: Client) -> None:
    event = sheet()
    page = text(client, event)
    assert "Highest hand shared by 2 8 fan" in page
    assert "session 1, table 1, hand 1, from" in page
    assert client.post(address(event), {"act": "honour", "places": "1"}).status_code == 302
    event.refresh_from_db()
    assert event.places_honoured == 1
    answer = client.post(address(event), {"act": "honour", "places": "101"})
    assert answer.status_code == 422
    assert "0 to 100 places can be honoured" in answer.content.decode()


def test_a_correction_after_closing_is_said_with_its_time(client: Client) -> None:
    event = sheet()
    assert "Corrected after closing" not in text(client, event)
    table = making.table(event)
    correct_hand(table, HandEntry(1, 0, 1, 16), "misread", making.stamp(table))
    assert "Corrected after closing: session 1, table 1" in text(client, event)


def test_the_arithmetic_of_a_place_can_be_checked_by_hand() -> None:
    event = making.drawn(16, 2)
    for session in (1, 2):
        for number in (1, 2, 3, 4):
            table = making.table(event, session, number)
            making.hand(table, 0, 8, 1)  # +32 −16 −8 −8: 4, 1, and 2½ for 西 and 北
            making.close(table)
    first = sitter(making.table(event, 1, 1), 0)
    penalise(event, ("player", first.number), "conduct", Fraction(1, 2), "telephone", making.user())
    line = next(x for x in player_standings(event).lines if x.number == first.number)
    second = line.sessions[2].standard
    page = row_of(
        Client(headers={"accept-language": "en"})
        .get(f"/t/{event.slug}/players/{first.number}/")
        .content.decode(),
        "total",
    )
    shown = {Fraction(4): "4", Fraction(1): "1", Fraction(5, 2): "2½"}[second]
    total = {Fraction(4): "7½", Fraction(1): "4½", Fraction(5, 2): "6"}[second]
    assert f"standard points {total} 4 + {shown} − ½ = {total}" in page
    assert "−½: conduct" in page
    assert "standard points of all sessions, best first 4, " in page


def test_the_page_costs_no_more_queries_for_more_players(client: Client) -> None:
    def count(event: Tournament) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address(event)).status_code == 200
        return len(queries)

    counts = []
    for players in (8, 40):
        event = making.drawn(players, 1)
        table = making.table(event)
        making.hand(table, 0, 8, 1)
        making.close(table)
        counts.append(count(event))
    assert counts[0] == counts[1]


def test_pages_and_sheet_say_when_a_result_was_corrected_after_closing(client: Client) -> None:
    event = sheet()
    table = making.table(event)
    places = (
        f"/t/{event.slug}/sessions/1/",
        f"/t/{event.slug}/sessions/1/tables/1/",
        f"/organiser/{event.slug}/tables/1/1/",
        f"/organiser/{event.slug}/board/?session=1",
    )
    assert not any("corrected at" in client.get(place).content.decode() for place in places)
    correct_hand(table, HandEntry(1, 0, 1, 16), "misread", making.stamp(table))
    for place in places:
        assert "corrected at" in client.get(place).content.decode(), place
    standings = text_of(client.get(f"/t/{event.slug}/standings/").content.decode())
    assert "Corrected after closing: session 1, table 1" in standings
    pdf = client.get(f"/t/{event.slug}/standings.pdf?lang=en")
    said = " ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf.content)).pages)
    assert "Corrected" in said
    assert "session 1, table 1 at" in said

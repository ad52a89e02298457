"""People leave or join after the draw: everything is seen before it is stored, and shown everywhere afterwards."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import making
from tests.api.asking import Asking
from tests.pages.public_sheet import text_of
from tournament.actions.drawing import make_draw
from tournament.actions.draws import swap_seats
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.rehearsal import rehearsal_of
from tournament.actions.substitutes import withdraw_player
from tournament.exchange.event_export import export_event
from tournament.models import LogEntry, Seat, Staff, Table, Tournament, Withdrawal
from tournament.queries.progress import progress_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    """52 players in 13 teams, three sessions published, the first begun."""
    made = making.drawn(52, 3)
    making.hand(making.table(made, 1, 1))
    return made


@pytest.fixture
def alice(event: Tournament) -> Client:
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(making.user())
    return client


def url(event: Tournament) -> str:
    return f"/organiser/{event.slug}/leaving/"


def looked(alice: Client, event: Tournament, **asked: Any) -> str:
    """The page with the preview of a change."""
    answer = alice.get(url(event), {"look": 1, "remainder": "empty_chairs", **asked})
    assert answer.status_code == 200
    return answer.content.decode()


def confirmed(alice: Client, event: Tournament, reason: str = "ill", **asked: Any) -> str:
    """The page after the change that was looked at is confirmed."""
    seen = looked(alice, event, **asked).split('name="seen" value="')[1].split('"')[0]
    body = {"remainder": "empty_chairs", "seen": seen, "reason": reason, **asked}
    answer = alice.post(url(event), body, follow=True)
    assert answer.status_code == 200
    return text_of(answer.content.decode())


def place(event: Tournament, session: int, number: int) -> tuple[int, str]:
    seat = Seat.objects.select_related("table").get(
        session__tournament=event, session__number=session, player__number=number
    )
    return seat.table.number, "东南西北"[seat.chair]


# Four who never sit together: one of each of four teams.
FOUR = [1, 14, 27, 40]


def test_the_lists_have_who_sits_and_who_has_no_seat(alice: Client, event: Tournament) -> None:
    enrol(
        event,
        [
            PersonFacts("Late"),
            PersonFacts("Reserve", is_reserve=True),
            PersonFacts("Stand In", is_stand_in=True),
        ],
        making.user(),
    )
    html = alice.get(url(event)).content.decode()
    assert html.count('name="leaving"') == 52
    assert html.count('name="joining"') == 1
    assert 'name="joining" value="53"' in html
    assert "Sessions 2, 3 change." in text_of(html)
    assert "1 is free" in text_of(html)


def test_a_preview_names_everybody_who_sits_elsewhere_and_stores_nothing(
    alice: Client, event: Tournament
) -> None:
    at, chair = place(event, 2, 7)
    version = Tournament.objects.get(pk=event.pk).version
    text = text_of(looked(alice, event, leaving=[7]))
    assert f"7 Player 7 leaves {at} {chair} –" in text
    assert f"A chair is empty at table {at}." in text
    assert "0 change their table" in text.replace("change their table 0", "0 change their table")
    assert "Sessions 2, 3 are published: everybody sees the new seats at once." in text
    assert not Withdrawal.objects.exists()
    assert Tournament.objects.get(pk=event.pk).version == version


def test_four_who_leave_break_a_table_up_and_its_people_are_named_with_both_tables(
    alice: Client, event: Tournament
) -> None:
    before = {
        (s.session.number, s.player_id): (s.table.number, s.chair)
        for s in Seat.objects.filter(session__tournament=event).select_related("session", "table")
    }
    html = looked(alice, event, leaving=FOUR)
    text = text_of(html)
    confirmed(alice, event, leaving=FOUR)
    for session in (2, 3):
        left = set(
            Table.objects.filter(session__tournament=event, session__number=session).values_list(
                "number", flat=True
            )
        )
        [broken] = set(range(1, 14)) - left
        assert f"Table {broken} is broken up; the others keep their numbers." in text
    moved = set()
    for seat in Seat.objects.filter(session__tournament=event, session__number__in=(2, 3)).select_related(
        "session", "table", "player"
    ):
        assert seat.player is not None
        was = before[seat.session.number, seat.player_id]
        if was != (seat.table.number, seat.chair):
            old, new = (f"{t} {'东南西北'[c]}" for t, c in (was, (seat.table.number, seat.chair)))
            assert f"{seat.player.number} {seat.player.name} changes table {old} {new}" in text
            moved.add(seat.player.number)
    cards = text.split("New seat cards for")[1]
    assert moved
    assert all(f"{number} Player {number}" in cards for number in moved)
    assert f"new seat cards {len(moved)}" in text


def test_late_entries_get_a_table_of_a_new_number(alice: Client, event: Tournament) -> None:
    enrol(event, [PersonFacts(f"Late {n}", team="Late") for n in range(4)], making.user())
    late = [53, 54, 55, 56]
    text = text_of(looked(alice, event, joining=late))
    assert text.count("Table 14 is new.") == 2
    assert "53 Late 0 joins –" in text
    done = confirmed(alice, event, joining=late)
    assert "The draws are changed." in done
    public = Client(HTTP_ACCEPT_LANGUAGE="en")
    assert public.get(f"/t/{event.slug}/sessions/2/").content.decode().count('class="card seated"') == 14
    assert public.get(f"/t/{event.slug}/sessions/2/tables/14/").status_code == 200
    assert alice.get(f"/organiser/{event.slug}/tables/2/14/").status_code == 200
    assert alice.get(f"/organiser/{event.slug}/check-in/2/").status_code == 200
    assert progress_of([event])[event.pk].last_table == 14
    for session in (2, 3):
        assert all(place(event, session, number) for number in late)


def test_stand_ins_take_the_chairs_or_it_is_said_that_they_are_missing(
    alice: Client, event: Tournament
) -> None:
    missing = alice.get(url(event), {"look": "1", "leaving": "7", "remainder": "stand_ins"})
    assert missing.status_code == 422
    assert "1 more stand-ins are needed" in text_of(missing.content.decode())
    enrol(event, [PersonFacts("Stand In", is_stand_in=True)], making.user())
    at = place(event, 2, 7)
    confirmed(alice, event, leaving=[7], remainder="stand_ins")
    assert place(event, 2, 53) == at


def test_repeats_and_team_mates_are_shown_before_and_after() -> None:
    # Eight players in two sessions: the second cannot but repeat, and with seven it does so less.
    event = making.tournament(8, 2, teams=False)
    make_draw(event, [1, 2], making.user(), seed="x")
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(making.user())
    met: dict[frozenset[int], int] = {}
    for table in Table.objects.filter(session__tournament=event):
        people = [s.player.number for s in table.seats.select_related("player") if s.player]
        for one in people:
            for other in people:
                if one < other:
                    met[frozenset((one, other))] = met.get(frozenset((one, other)), 0) + 1
    before = sum(times - 1 for times in met.values())
    after = sum(times - 1 for pair, times in met.items() if 1 not in pair)
    assert 0 < after < before
    assert f"repeats {before} → {after}" in text_of(looked(client, event, leaving=[1]))


def test_without_a_reason_nothing_changes_and_the_preview_stays(alice: Client, event: Tournament) -> None:
    seen = looked(alice, event, leaving=[7]).split('name="seen" value="')[1].split('"')[0]
    body = {"leaving": 7, "remainder": "empty_chairs", "seen": seen, "reason": " "}
    answer = alice.post(url(event), body)
    assert answer.status_code == 422
    assert "Say why the draws change" in text_of(answer.content.decode())
    assert 'id="preview"' in answer.content.decode()
    assert not Withdrawal.objects.exists()


def test_what_changed_since_the_preview_is_refused_and_shown_anew(alice: Client, event: Tournament) -> None:
    make_draw_again = making.tournament(16, 1)
    make_draw(make_draw_again, [1], making.user(), seed="x")
    seen = looked(alice, make_draw_again, leaving=[1]).split('name="seen" value="')[1].split('"')[0]
    seats = Seat.objects.filter(session__tournament=make_draw_again).order_by("table__number", "chair")
    swap_seats(make_draw_again, 1, seats[0].pk, seats[5].pk, making.user())
    body = {"leaving": 1, "remainder": "empty_chairs", "seen": seen, "reason": "ill"}
    answer = alice.post(url(make_draw_again), body)
    assert answer.status_code == 422
    assert "Look at the changes again, then confirm." in text_of(answer.content.decode())
    assert f'value="{seen}"' not in answer.content.decode()
    assert not Withdrawal.objects.exists()


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({}, "Say who leaves or who joins."),
        ({"leaving": 99}, "No player has number 99."),
        ({"leaving": "x"}, "No player has number 0."),
        ({"leaving": 7, "remainder": "nonsense"}, "Choose what fills the chairs."),
        ({"joining": 7}, "sits in these sessions already"),
    ],
)
def test_nonsense_is_refused_in_words(
    alice: Client, event: Tournament, asked: dict[str, Any], says: str
) -> None:
    answer = alice.get(url(event), {"look": 1, "remainder": "empty_chairs", **asked})
    assert answer.status_code == 422
    assert says in text_of(answer.content.decode())


def test_somebody_who_has_withdrawn_cannot_join(alice: Client, event: Tournament) -> None:
    confirmed(alice, event, leaving=[7])
    assert 'name="joining" value="7"' not in alice.get(url(event)).content.decode()
    answer = alice.get(url(event), {"look": "1", "joining": "7", "remainder": "empty_chairs"})
    assert answer.status_code == 422
    assert "Player 7 has withdrawn" in text_of(answer.content.decode())


def test_where_nothing_is_drawn_the_page_says_what_to_do(alice: Client) -> None:
    empty = making.tournament(16, 1)
    text = text_of(alice.get(url(empty)).content.decode())
    assert "No drawn session is still to begin." in text
    assert alice.get(url(empty), {"look": 1, "leaving": 1}).status_code == 200


def test_a_player_who_withdrew_but_still_sits_leads_here(alice: Client, event: Tournament) -> None:
    withdraw_player(event, 7, 2, "ill", making.user())
    html = alice.get(f"/organiser/{event.slug}/changes/").content.decode()
    assert f'href="{url(event)}?leaving=7"' in html
    chosen = alice.get(f"{url(event)}?leaving=7").content.decode()
    assert 'name="leaving" value="7" checked' in chosen
    confirmed(alice, event, leaving=[7])
    assert Withdrawal.objects.count() == 1


@pytest.mark.parametrize("visitor", ["", "bob", "chief"])
def test_only_the_organiser_comes_in(event: Tournament, visitor: str) -> None:
    making.tournament(4, 1, by=making.user("bob"))
    making.referee(event, "chief", role=Staff.Role.CHIEF_REFEREE)
    client = Client()
    if visitor:
        client.force_login(making.user(visitor))
    expected = 404 if visitor else 302
    body = {"leaving": 7, "remainder": "empty_chairs", "seen": "x", "reason": "why"}
    assert client.get(url(event)).status_code == expected
    assert client.get(url(event), {"look": 1, "leaving": 7}).status_code == expected
    assert client.post(url(event), body).status_code == expected
    assert not LogEntry.objects.filter(action="field_changed").exists()


def test_the_page_takes_the_same_number_of_queries_however_many_players(alice: Client) -> None:
    counts = []
    for players in (16, 48):
        event = making.drawn(players, 2)
        asked: dict[str, Any] = {"look": 1, "leaving": 1, "remainder": "empty_chairs"}
        alice.get(url(event), asked)
        with CaptureQueriesContext(connection) as queries:
            assert alice.get(url(event), asked).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


# ── Everywhere else: a number that no table has any more, and one that is new


@pytest.fixture
def changed(alice: Client, event: Tournament) -> Tournament:
    """Four have left: a table is missing in sessions 2 and 3."""
    confirmed(alice, event, leaving=FOUR)
    return event


def missing(event: Tournament, session: int) -> int:
    there = Table.objects.filter(session__tournament=event, session__number=session)
    [number] = set(range(1, 14)) - set(there.values_list("number", flat=True))
    return number


def test_everybody_sees_the_new_seats_at_once(changed: Tournament) -> None:
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    gone = missing(changed, 2)
    base = f"/t/{changed.slug}"
    html = client.get(f"{base}/sessions/2/").content.decode()
    assert f'id="t{gone}"' not in html
    assert html.count('class="card seated"') == 12
    assert client.get(f"{base}/sessions/2/tables/{gone}/").status_code == 404
    found = text_of(client.get(f"{base}/seats/?q=1").content.decode())
    assert "Session 3" not in found
    assert client.get(f"{base}/seats/?session=2&by=table").content.decode().count(f"Table {gone}<") == 0


@pytest.mark.parametrize(
    "path",
    [
        "",
        "draw/",
        "draw/?session=2",
        "board/?session=2",
        "check-in/2/",
        "chairs/2/",
        "changes/",
        "leaving/",
        "history/",
        "staff/",
        "totals/2/",
        "players/",
    ],
)
def test_the_organisers_pages_bear_a_missing_table(alice: Client, changed: Tournament, path: str) -> None:
    assert alice.get(f"/organiser/{changed.slug}/{path}").status_code == 200


def test_the_missing_table_is_no_page_and_the_others_are(alice: Client, changed: Tournament) -> None:
    gone = missing(changed, 2)
    assert alice.get(f"/organiser/{changed.slug}/tables/2/{gone}/").status_code == 404
    other = 13 if gone != 13 else 12
    assert alice.get(f"/organiser/{changed.slug}/tables/2/{other}/").status_code == 200
    assert alice.get(f"/referee/{changed.slug}/2/{other}/", follow=True).status_code in (200, 404)


def test_the_api_leaves_the_missing_table_out(changed: Tournament) -> None:
    gone = missing(changed, 2)
    tables = Asking().get(f"tournaments/{changed.slug}/sessions/2/").json()["tables"]
    assert [table["number"] for table in tables] == [n for n in range(1, 14) if n != gone]
    assert Asking().get(f"tournaments/{changed.slug}/sessions/2/tables/{gone}/").status_code == 404


def test_a_table_that_is_missing_in_every_session_needs_no_referee(event: Tournament) -> None:
    Table.objects.filter(session__tournament=event, number=4).delete()
    progress = progress_of([event])[event.pk]
    assert (progress.tables, progress.last_table) == (12, 13)
    assert progress.uncovered == (1, 2, 3, *range(5, 14))


def test_a_rehearsal_keeps_the_numbers_of_the_tables(changed: Tournament) -> None:
    gone = missing(changed, 2)
    copy = rehearsal_of(changed, making.user())
    assert missing(copy, 2) == gone


def test_the_event_file_keeps_the_numbers_of_the_tables(changed: Tournament) -> None:
    gone = missing(changed, 2)
    file = export_event(changed)
    [session] = [one for one in file["sessions"] if one["number"] == 2]
    assert [table["number"] for table in session["tables"]] == [n for n in range(1, 14) if n != gone]


def test_the_history_tells_who_left_and_how_many_moved(alice: Client, changed: Tournament) -> None:
    text = text_of(alice.get(f"/organiser/{changed.slug}/history/").content.decode())
    assert "changed the draws of session 2, 3: leaving 1, 14, 27, 40" in text

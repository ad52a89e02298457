"""The draw page: what is possible in words, drafts, swaps, publishing and taking back."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import making
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.sessions import check_in
from tournament.models import Seat, Session, Tournament
from tournament.pages.organiser import draw_work
from tournament.queries.draws import draw_report

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def a_patient_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is: these draws are made at once."""
    monkeypatch.setattr(draw_work, "PATIENCE", 600)


@pytest.fixture
def alice(client: Client) -> Client:
    client.force_login(making.user())
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def url(event: Tournament, query: str = "") -> str:
    return f"/organiser/{event.slug}/draw/{query}"


def states(event: Tournament) -> list[str]:
    return list(event.sessions.order_by("number").values_list("state", flat=True))


def seats(event: Tournament, session: int) -> list[Seat]:
    return list(
        Seat.objects.filter(session__tournament=event, session__number=session)
        .select_related("player")
        .order_by("table__number", "chair")
    )


def held(seat: Seat) -> str:
    """A seat with who sits there, as the forms of the page write them."""
    return f"{seat.pk}-{seat.player_id}"


def test_the_page_says_what_is_possible_for_52_players_in_teams_of_four(alice: Client) -> None:
    text = alice.get(url(making.tournament(52, 5))).content.decode()
    assert "52 play: they fill 13 tables of four." in text
    assert "17 sessions are possible before somebody must meet somebody twice." in text
    assert "With team-mates apart as well: 16 sessions." in text


@pytest.mark.parametrize(
    ("players", "sessions", "sentence"),
    [
        (3, 1, "A draw needs at least 4 players; 3 are enrolled."),
        (14, 3, "14 players do not fill tables of four: enrol 2 more stand-ins"),
        (15, 3, "15 players do not fill tables of four: enrol 1 more stand-in,"),
        (16, 6, "6 sessions are planned: repeats cannot be avoided"),
        # Four of a team at three tables: one pair of each team, spread out evenly.
        (12, 1, "Team 1: 4 players at 3 tables. At least 1 pair of them meets in every session."),
    ],
)
def test_the_page_says_what_is_missing(alice: Client, players: int, sessions: int, sentence: str) -> None:
    assert sentence in alice.get(url(making.tournament(players, sessions))).content.decode()


@pytest.mark.parametrize(
    ("form", "drawn"),
    [
        ({"which": "next"}, ["draft", "planned", "planned"]),
        ({"which": "all"}, ["draft", "draft", "draft"]),
        ({"which": "these", "sessions": ["1", "3"]}, ["draft", "planned", "draft"]),
    ],
)
def test_one_session_several_or_all_are_drawn(
    alice: Client, form: dict[str, object], drawn: list[str]
) -> None:
    event = making.tournament(16, 3)
    answer = alice.post(url(event), {"act": "make", **form})
    assert answer.status_code == 302
    assert states(event) == drawn
    assert "draft, not public" in alice.get(answer["Location"]).content.decode()


def test_a_seed_that_is_typed_gives_the_same_draw_again(alice: Client) -> None:
    event = making.tournament(16, 2)
    form = {"act": "make", "which": "all", "seed": "lots of 1 May"}
    alice.post(url(event), form)
    first = [seat.player_id for seat in seats(event, 1)]
    alice.post(url(event), form)
    assert [seat.player_id for seat in seats(event, 1)] == first
    assert event.sessions.get(number=1).draw_seed == "lots of 1 May"


def test_only_who_is_checked_in_is_drawn(alice: Client) -> None:
    event = making.tournament(16, 2)
    here = list(event.players.order_by("number")[:12])
    check_in(event, 1, [p.pk for p in here], True, making.user())
    alice.post(url(event), {"act": "make", "which": "next", "only_checked_in": "on"})
    assert {seat.player for seat in seats(event, 1)} == set(here)


def test_a_draw_that_cannot_be_made_says_why_and_keeps_what_was_typed(alice: Client) -> None:
    event = making.tournament(14, 2)
    form = {"act": "make", "which": "all", "seed": "my seed"}
    answer = alice.post(url(event), form)
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "14 players do not fill tables of four. Add 2 stand-ins" in text
    assert 'value="my seed"' in text
    assert states(event) == ["planned", "planned"]


def test_a_draw_of_those_checked_in_says_that_nobody_is(alice: Client) -> None:
    event = making.tournament(16, 2)
    answer = alice.post(url(event), {"act": "make", "which": "all", "only_checked_in": "on"})
    assert answer.status_code == 422
    assert "A draw needs at least 4 players, and there are 0." in answer.content.decode()


def test_a_draw_without_any_session_is_refused(alice: Client) -> None:
    event = making.tournament(16, 2)
    answer = alice.post(url(event), {"act": "make", "which": "these"})
    assert (answer.status_code, "Choose at least one session" in answer.content.decode()) == (422, True)


def test_two_seats_change_places_and_one_button_changes_them_back(alice: Client) -> None:
    event = making.tournament(16, 3)
    make_draw(event, [1, 2, 3], making.user(), seed="a")
    before = [seat.player_id for seat in seats(event, 1)]
    first, second = seats(event, 1)[0], seats(event, 1)[5]
    swap = {"act": "swap", "session": "1", "first": held(first), "second": held(second)}
    answer = alice.post(url(event), swap)
    assert answer.status_code == 302
    after = [seat.player_id for seat in seats(event, 1)]
    assert (after[0], after[5]) == (before[5], before[0])
    text = alice.get(answer["Location"]).content.decode()
    assert f"{second.player} and {first.player} changed seats." in text
    assert "Swap back" in text
    stale = alice.post(url(event), swap)
    assert (stale.status_code, "changed in the meantime" in stale.content.decode()) == (422, True)
    assert [seat.player_id for seat in seats(event, 1)] == after
    first, second = seats(event, 1)[0], seats(event, 1)[5]
    alice.post(url(event), swap | {"first": held(first), "second": held(second)})
    assert [seat.player_id for seat in seats(event, 1)] == before


def test_after_a_swap_the_report_names_who_meets_again_and_what_it_was_before(alice: Client) -> None:
    event = making.tournament(16, 4)
    make_draw(event, [1, 2, 3, 4], making.user(), seed="a")
    report = draw_report(event)
    assert report is not None
    assert report.quality.repeats == 0  # four sessions of four teams: (16 - 4) / 3
    assert "Nobody meets anybody twice." in alice.get(url(event)).content.decode()
    first, second = seats(event, 1)[0], seats(event, 1)[4]
    swap = {"act": "swap", "session": "1", "first": held(first), "second": held(second)}
    text = alice.get(alice.post(url(event), swap)["Location"]).content.decode()
    changed = draw_report(event)
    assert changed is not None
    assert f"(0 before the swap, {changed.quality.repeats} now)" in text
    pair = changed.meet_again[0]
    assert f"{pair.first.number} {pair.first.name} – {pair.second.number} {pair.second.name}" in text


def test_a_draft_without_faults_says_so(alice: Client) -> None:
    event = making.tournament(52, 5)
    make_draw(event, [1, 2, 3, 4, 5], making.user(), seed="x")
    assert "As good as can be" in alice.get(url(event)).content.decode()


@pytest.mark.parametrize(("first", "second"), [("0", "0"), ("", ""), ("same", "same"), ("99999999", "1")])
def test_a_swap_of_seats_that_are_not_two_is_refused(alice: Client, first: str, second: str) -> None:
    event = making.tournament(16, 1)
    make_draw(event, [1], making.user(), seed="a")
    seat = str(seats(event, 1)[0].pk)
    form = {
        "act": "swap",
        "session": "1",
        "first": first.replace("same", seat),
        "second": second.replace("same", seat),
    }
    answer = alice.post(url(event), form)
    assert (answer.status_code, "Choose two different seats" in answer.content.decode()) == (422, True)


def test_a_published_draw_is_not_swapped(alice: Client) -> None:
    event = making.drawn(16, 1)
    first, second = seats(event, 1)[:2]
    answer = alice.post(url(event), {"act": "swap", "session": "1", "first": first.pk, "second": second.pk})
    assert answer.status_code == 422
    assert [s.player_id for s in seats(event, 1)[:2]] == [first.player_id, second.player_id]


def test_a_swap_from_the_page_itself_answers_with_the_inside_only(alice: Client) -> None:
    event = making.tournament(16, 1)
    make_draw(event, [1], making.user(), seed="a")
    first, second = seats(event, 1)[0], seats(event, 1)[5]
    form = {"act": "swap", "session": "1", "first": held(first), "second": held(second)}
    answer = alice.post(
        url(event), form, headers={"hx-request": "true", "hx-target": "draw-inside"}, follow=True
    )
    assert answer.status_code == 200
    assert "<html" not in answer.content.decode()
    assert "changed seats." in answer.content.decode()


def test_a_draft_is_published_discarded_and_taken_back_with_a_reason(alice: Client) -> None:
    event = making.tournament(16, 3)
    make_draw(event, [1, 2, 3], making.user(), seed="a")
    assert alice.post(url(event), {"act": "publish", "sessions": ["1", "2"]}).status_code == 302
    assert states(event) == ["published", "published", "draft"]
    assert alice.post(url(event), {"act": "discard", "sessions": "3"}).status_code == 302
    assert states(event) == ["published", "published", "planned"]
    without = alice.post(url(event), {"act": "withdraw", "session": "2", "reason": " "})
    assert (without.status_code, "Say why the published draw" in without.content.decode()) == (422, True)
    assert (
        alice.post(url(event), {"act": "withdraw", "session": "2", "reason": "late guests"}).status_code
        == 302
    )
    assert states(event) == ["published", "draft", "planned"]


def test_a_draw_with_entries_is_not_taken_back(alice: Client) -> None:
    event = making.drawn(8, 1)
    making.hand(making.table(event), 0, 8)
    answer = alice.post(url(event), {"act": "withdraw", "session": "1", "reason": "oh"})
    assert answer.status_code == 422
    assert "Something is recorded in session 1 already" in answer.content.decode()
    assert states(event) == ["running"]


@pytest.mark.parametrize("act", ["publish", "discard"])
def test_what_is_no_draft_is_neither_published_nor_discarded(alice: Client, act: str) -> None:
    event = making.drawn(8, 2)
    assert alice.post(url(event), {"act": act, "sessions": "1"}).status_code == 422
    assert states(event) == ["published", "published"]
    assert alice.post(url(event), {"act": act}).status_code in (302, 422)


def test_a_draft_is_shown_to_nobody_else(alice: Client) -> None:
    event = making.tournament(8, 1)
    make_draw(event, [1], making.user(), seed="a")
    assert event.sessions.get().state == Session.State.DRAFT
    assert Client().get(f"/t/{event.slug}/sessions/1/").status_code == 404


def test_the_number_of_queries_does_not_grow_with_the_players(alice: Client) -> None:
    counts = []
    for players in (20, 64):
        event = making.tournament(players, 3)
        make_draw(event, [1, 2, 3], making.user(), seed="q")
        publish_draw(event, [1], making.user())
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert alice.get(url(event, "?session=2")).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]

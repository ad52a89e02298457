"""The page on which a whole paper sheet is typed: what it keeps, what it says, and where it leads."""

from __future__ import annotations

import re
import secrets
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import making
from tournament.models import Hand, Penalty, Staff, Table, Tournament

pytestmark = pytest.mark.django_db

# 东 from 南, 8 fan; 南 by self-draw, 24 fan, in two ways of writing; drawn; 西 from 北, 24 fan, two of them flowers.
TYPED = ("1 2 8", "S S 24", "0", "西 4 ２４ 2")


@pytest.fixture
def event() -> Tournament:
    return making.drawn(12, 1)


@pytest.fixture
def alice(client: Client) -> Client:
    client.force_login(making.user())
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def url(at: Table) -> str:
    return f"/organiser/{at.session.tournament.slug}/sheets/{at.session.number}/{at.number}/"


def sheet(at: Table, rows: Any = TYPED, **more: str) -> dict[str, Any]:
    """The form as it is sent; a row is winner, discarder, fan and flowers."""
    at.refresh_from_db()
    form: dict[str, Any] = {"client_id": secrets.token_hex(16), "expected_version": at.version, "then": ""}
    for number, row in enumerate(rows, start=1):
        parts = zip(("winner", "discarder", "fan", "flowers"), row.split(" "), strict=False)
        form |= {f"{part}-{number}": text for part, text in parts}
    return form | more


def read(answer: Any) -> str:
    """The text of a page, without tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_a_sheet_is_stored_and_leads_to_the_next_table_without_result(
    event: Tournament, alice: Client
) -> None:
    at = making.table(event)
    making.close(making.table(event, 1, 2))
    answer = alice.post(
        url(at), sheet(at, then="close", reason="time was short", t1="72", t0="−8", t2="+8", t3="-72")
    )
    assert answer["Location"] == f"{url(at)}?stored=1"
    assert making.totals(at) == [-8, 72, 8, -72]
    assert list(Hand.objects.order_by("number").values_list("winner", "discarder", "fan", "flowers")) == [
        (0, 1, 8, 0),
        (1, None, 24, 0),
        (None, None, None, 0),
        (2, 3, 24, 2),
    ]
    page = alice.get(answer["Location"])
    assert f'href="{url(making.table(event, 1, 3))}" autofocus' in page.content.decode()
    assert "Table 1: 4 hands are recorded." in read(page)
    assert 'value="24"' in page.content.decode()


def test_every_wrong_field_is_marked_at_once_and_what_was_typed_stays(
    event: Tournament, alice: Client
) -> None:
    at = making.table(event)
    rows = ("5 2 8", "1 9 8", "1 2", "1 2 7", "", "1 2 x", "1 2 104")
    more = {"t0": "10", "t1": "ten", "penalty-seat-0": "2", "penalty-kind-0": "wrong_tile_count"}
    answer = alice.post(url(at), sheet(at, rows, **more))
    text, page = answer.content.decode(), read(answer)
    assert answer.status_code == 422
    for said in (
        "Who won? Type 1, 2, 3 or 4, or 0 for a drawn hand.",
        "Who discarded? Type 1, 2, 3 or 4, or 0 for a self-draw.",
        "How many fan? Enter the fan of the winning hand.",
        "7 fan is under the minimum of 8.",
        "Hand 5 is missing",
        "“x” is no whole number.",
        "104 fan is rare.",
        "“ten” is no whole number.",
        "A total is missing.",
        "In which hand?",
    ):
        assert said in page
    for kept in ('name="winner-1" value="5"', 'name="fan-6" value="x"', 'name="t1" value="ten"'):
        assert kept in text
    assert re.findall(r'name="([\w-]+)"[^>]* autofocus', text) == ["winner-1"]
    assert not Hand.objects.exists()
    right = sheet(at, ("1 2 104",), **{"confirmed-1": "104"})
    assert alice.post(url(at), right).status_code == 302


def test_a_false_win_is_given_as_the_rulebook_says_and_the_totals_contain_it(
    event: Tournament, alice: Client
) -> None:
    at = making.table(event)
    false_win = {"penalty-hand-0": "3", "penalty-seat-0": "3", "penalty-kind-0": "false_win_not_ready"}
    alice.post(url(at), sheet(at, **false_win, t0="12", t1="92", t2="-52", t3="-52"))
    # 20 to each of the three others, by the regulation of 2014
    assert making.totals(at) == [12, 92, -52, -52]
    found = Penalty.objects.get()
    assert (found.hand_number, found.seat, found.amount, found.mode, found.dead_hand) == (
        3,
        2,
        20,
        "pay_each",
        True,
    )


def test_whose_hand_is_dead_wins_only_where_that_is_lifted_with_a_reason(
    event: Tournament, alice: Client
) -> None:
    at = making.table(event)
    making.penalty(at, 0, 10, kind="false_win_below_minimum", dead_hand=True, hand_number=1)
    answer = alice.post(url(at), sheet(at))
    assert answer.status_code == 422
    assert 'name="lift-1"' in answer.content.decode()
    lifted = {"lift-1": "1", "reason": "the false win was none"}
    assert alice.post(url(at), sheet(at, **lifted)).status_code == 302
    assert Hand.objects.get(number=1).reason == "the false win was none"


def test_a_contradiction_says_who_and_by_how_much_until_somebody_decides(
    event: Tournament, alice: Client
) -> None:
    at = making.table(event)
    paper = {"t0": "-8", "t1": "70", "t2": "10", "t3": "-72"}
    answer = alice.post(url(at), sheet(at, **paper))
    names = [seat.player.name for seat in at.seats.order_by("chair") if seat.player]
    assert answer.status_code == 422
    assert f"{names[1]}: +70 on paper, +72 by the hands: −2" in read(answer)
    assert f"{names[2]}: +10 on paper, +8 by the hands: +2" in read(answer)
    unsaid = alice.post(url(at), sheet(at, **paper, counts="hands"))
    assert "say what was found" in read(unsaid)
    assert 'value="hands" checked' in unsaid.content.decode()
    assert alice.post(url(at), sheet(at, **paper, counts="hands", reason="wrongly added")).status_code == 302
    assert making.totals(at) == [-8, 72, 8, -72]
    history = alice.get(f"/organiser/{event.slug}/history/?session=1&table=1")
    assert "noted that the paper sheet contradicts the hands" in read(history)


def test_a_double_click_is_one_sheet(event: Tournament, alice: Client) -> None:
    form = sheet(making.table(event))
    for _click in range(2):
        alice.post(url(making.table(event)), form)
    assert Hand.objects.count() == 4
    assert "this sheet is stored already" in read(alice.get(url(making.table(event))))


def test_what_others_entered_meanwhile_stands_beside_what_was_typed(event: Tournament, alice: Client) -> None:
    at = making.table(event)
    form = sheet(at, ("1 2 8", "2 2 24"))
    making.hand(at, 3, 12, 0)
    making.hand(at, 1, 24)
    making.hand(at, 0, 9)
    answer = alice.post(url(at), form)
    names = [seat.player.name for seat in at.seats.order_by("chair") if seat.player]
    assert answer.status_code == 409
    assert f"alice: hand 1: {names[3]} wins from {names[0]}, 12 fan".lower() in read(answer).lower()
    assert f"recorded now: hand 1: {names[3]} wins from {names[0]}, 12 fan" in read(answer)
    assert "recorded now: hand 2" not in read(answer)
    text = answer.content.decode()
    assert 'name="fan-1" value="8"' in text
    assert 'name="fan-3" value="9"' in text  # the row was empty: what is recorded stands in it


def test_a_closed_table_says_how_the_places_move_after_a_correction_with_a_reason(
    event: Tournament, alice: Client
) -> None:
    at = making.table(event)
    alice.post(url(at), sheet(at, then="close", reason="time was short"))
    shown = alice.get(url(at)).content.decode()
    assert 'name="discarder-2" value="0"' in shown
    changed = ("1 2 80", *TYPED[1:])
    answer = alice.post(url(at), sheet(at, changed))
    assert answer.status_code == 422
    assert "The table is closed: say why it is changed." in read(answer)
    alice.post(url(at), sheet(at, changed, reason="80, not 8"))
    assert "In the standings:" in read(alice.get(url(at)))
    assert making.totals(at) == [64, 0, 8, -72]


def test_a_scorer_types_hands_and_totals_but_gives_no_penalty(event: Tournament, client: Client) -> None:
    client.force_login(making.referee(event, "sam", role=Staff.Role.SCORER))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    at = making.table(event)
    page = client.get(url(at))
    assert "A scorer gives no penalties" in read(page)
    assert "penalty-kind" not in page.content.decode()
    answer = client.post(url(at), sheet(at, t0="0", t1="0", t2="0", t3="0"))
    assert "the hands count, until the chief referee decides" in read(answer)
    assert 'value="paper"' not in answer.content.decode()
    assert client.post(url(at), sheet(at)).status_code == 302
    making.close(at)
    client.post(url(at), sheet(at, (*TYPED, "0")))
    assert "1 entry is kept for the chief referee" in read(client.get(url(at)))


def test_the_tables_of_others_and_of_drafts_are_not_found(event: Tournament, alice: Client) -> None:
    at = making.table(event)
    assert alice.get(url(at).replace("/1/1/", "/1/9/")).status_code == 404
    assert alice.get(url(at).replace("/1/1/", "/2/1/")).status_code == 404
    alice.force_login(making.user("bob"))
    assert alice.get(url(at)).status_code == 404
    assert alice.post(url(at), sheet(at)).status_code == 404
    assert not Hand.objects.exists()


def test_the_pages_of_the_table_and_of_the_session_lead_here(event: Tournament, alice: Client) -> None:
    at = making.table(event)
    for page in (f"/organiser/{event.slug}/tables/1/1/", f"/organiser/{event.slug}/totals/1/"):
        assert f'href="{url(at)}"' in alice.get(page).content.decode()


def test_a_full_sheet_costs_no_more_queries_to_look_at_than_one_of_four_hands(
    event: Tournament, alice: Client
) -> None:
    at = making.table(event)
    counts = []
    for rows in (TYPED, TYPED * 4):
        alice.post(url(at), sheet(at, rows))
        with CaptureQueriesContext(connection) as queries:
            alice.get(f"{url(at)}?stored=1")
        counts.append(len(queries))
    assert Hand.objects.count() == 16
    assert counts[0] == counts[1]

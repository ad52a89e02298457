"""The pages of seats, sessions, tables and players, with figures worked out by hand."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.template.loader import render_to_string

from tests import making
from tests.pages.public_sheet import played, read, row_of, sitter, text_of
from tournament.actions.disputes import open_dispute
from tournament.actions.hands import HandEntry, correct_hand
from tournament.actions.penalties import withdraw_penalty
from tournament.actions.people import PersonFacts, save_player
from tournament.actions.totals import enter_totals
from tournament.models import Penalty, Player, Seat, Tournament
from tournament.queries.seats import seated_tables
from tournament.sharing import forget_all

pytestmark = pytest.mark.django_db


def table_page(of: Tournament, session: int = 1, table: int = 1) -> str:
    return read(f"/t/{of.slug}/sessions/{session}/tables/{table}/")


def test_the_sheet_shows_every_hand_with_symbols_changes_and_running_totals() -> None:
    html = table_page(played())
    # 东 deals hand 1 and wins from 南; 南 deals hand 2 and wins from 西.
    assert row_of(html, "h1") == "1 东风东 8 fan +32 ▲ 32 −16 — −16 −8 −8 −8 −8"
    assert row_of(html, "h2") == "2 东风南 8 fan −8 24 +32 ▲ 16 −16 — −24 −8 −16"
    assert row_of(html, "h3") == "3 东风西 ▲"
    assert len(re.findall(r'id="h\d+"', html)) == 16


def test_the_result_has_places_standard_points_and_starting_points() -> None:
    made = played()
    html = table_page(made)
    results = [row_of(html, f"seat{chair}") for chair in range(4)]
    assert [r.split()[-4:] for r in results] == [
        ["1", "4", "+24", "324"],
        ["2", "3", "+16", "316"],
        ["4", "1", "−24", "276"],
        ["3", "2", "−16", "284"],
    ]
    assert "provisional" not in text_of(html)


def test_an_open_table_is_marked_as_provisional_and_names_the_hand() -> None:
    made = making.drawn(16, 2)
    assert "not started" in text_of(table_page(made))
    making.hand(making.table(made), winner=0, fan=8)
    text = text_of(table_page(made))
    assert "provisional: still playing" in text
    assert "now hand 2/16, 东风南" in text


def test_a_self_draw_a_drawn_hand_a_false_win_and_a_warning_have_the_official_symbols() -> None:
    made = making.drawn(16, 2)
    table = making.table(made)
    making.hand(table, winner=2, fan=8)  # self-draw: +48, −16 each
    making.hand(table)  # drawn
    making.penalty(table, 0, 10, kind="false_win_wrong_tile", mode="pay_each", dead_hand=True, hand_number=3)
    making.penalty(table, 3, 0, kind="empty_call", hand_number=3)
    making.hand(table, winner=1, fan=8, discarder=3)  # −8−30, +32+10, −8+10, −16+10
    html = table_page(made)
    assert row_of(html, "h1") == "1 东风东 8 fan −16 ▲ −16 −16 −16 +48 + 48 −16 −16"
    assert row_of(html, "h2") == "2 东风南 drawn ○ −16 ▲ ○ −16 ○ 48 ○ −16"
    assert row_of(html, "h3") == "3 东风西 8 fan −38 ✓ −54 +42 26 +2 ▲ 50 −6 — × −22"
    assert "false win: wrong tile, pays 10 to each, dead hand" in text_of(html)


def test_a_corrected_hand_is_marked() -> None:
    made = played()
    table = making.table(made)
    correct_hand(table, HandEntry(1, 0, 1, 16), "read the wrong line", making.stamp(table))
    html = table_page(made)
    assert "corrected" in row_of(html, "h1")
    assert "corrected" not in row_of(html, "h2")
    assert "read the wrong line" not in html
    assert row_of(html, "h1").startswith("1 东风东 16 fan")


def test_a_withdrawn_penalty_is_struck_through_and_counts_nothing() -> None:
    made = played()
    table = making.table(made)
    making.penalty(table, 0, 20, kind="late", reason="late")
    assert "Penalties in no hand −20 0 0 0 Total +4" in text_of(table_page(made))
    withdraw_penalty(table, Penalty.objects.get().pk, "not late at all", making.stamp(table))
    html = table_page(made)
    assert "<s>" in html
    assert "Penalties in no hand" not in html
    assert "Total +24 +16 −24 −16" in text_of(html)


def test_official_totals_that_the_hands_contradict_are_said_so() -> None:
    made = played()
    table = making.table(made)
    table.totals_only = True
    table.save()
    for chair, points in enumerate((24, 16, -24, -16)):
        Seat.objects.filter(table=table, chair=chair).update(paper_points=points, account=points)
    assert "add up to something else" not in text_of(table_page(made))
    Seat.objects.filter(table=table, chair=0).update(account=34)
    Seat.objects.filter(table=table, chair=1).update(account=6)
    cache.clear()
    forget_all()
    assert "add up to something else" in text_of(table_page(made))


def test_totals_of_a_table_without_hands_contradict_nothing() -> None:
    made = making.drawn(16, 2)
    table = making.table(made)
    enter_totals(table, [50, 10, -20, -40], making.stamp(table))
    text = text_of(table_page(made))
    assert "The totals on the paper sheet are the official result." in text
    assert "add up to something else" not in text


def test_a_session_shows_all_its_tables_with_state_and_totals() -> None:
    made = played()
    making.hand(making.table(made, 1, 2), winner=0, fan=8)
    html = read(f"/t/{made.slug}/sessions/1/")
    assert "closed" in row_of(html, "t1")
    assert "+24 4" in row_of(html, "t1")
    assert "hand 2/16" in row_of(html, "t2")
    assert "not started" in row_of(html, "t3")
    assert "1 of 4 tables closed" in text_of(html)


def test_the_front_page_says_how_far_it_is_and_who_leads() -> None:
    made = played()
    text = text_of(read(f"/t/{made.slug}/"))
    assert "Session 1 of 2 is being played" in text
    assert "1 of 4 tables have closed" in text
    assert sitter(making.table(made), 0).name in text
    assert "Nobody meets anybody twice." in text
    assert "4-3-2-1" in text


def test_every_page_names_the_same_seat() -> None:
    made = making.drawn(16, 2)
    winds = "东南西北"
    for table in seated_tables(made):
        for who in table.sitters:
            assert who is not None
            seats = row_of(read(f"/t/{made.slug}/seats/?session={table.session}"), f"n{who.number}")
            assert seats.endswith(f"{table.number} {winds[who.chair]}")
            found = row_of(read(f"/t/{made.slug}/seats/?q={who.number}"), f"who{who.number}")
            assert f"{table.session} {table.number} {winds[who.chair]}" in found
            own = row_of(read(f"/t/{made.slug}/players/{who.number}/"), f"s{table.session}")
            assert own.startswith(f"Session {table.session}, table {table.number}")
            assert f"{winds[who.chair]} chair" in own
        card = row_of(read(f"/t/{made.slug}/sessions/{table.session}/"), f"t{table.number}")
        for who in table.sitters:
            assert who is not None
            assert f"{winds[who.chair]} {who.name}" in card


def test_somebody_is_found_by_number_by_name_by_accent_and_by_pinyin() -> None:
    made = making.drawn(16, 2)
    Player.objects.filter(tournament=made, number=5).update(name="李小龙")
    Player.objects.filter(tournament=made, number=6).update(name="Ákos Müller")

    def found(query: str) -> list[str]:
        return re.findall(r'id="who(\d+)"', read(f"/t/{made.slug}/seats/?q={query}"))

    assert found("5") == ["5"]
    assert found("lxl") == ["5"]
    assert found("小龙") == ["5"]
    assert found("muller") == ["6"]
    assert found("AKOS") == ["6"]
    assert len(found("player")) == 12  # of fourteen, the first dozen
    assert found("zzz") == []
    assert "2 more people fit" in text_of(read(f"/t/{made.slug}/seats/?q=player"))
    assert "Nobody called “zzz” is drawn" in text_of(read(f"/t/{made.slug}/seats/?q=zzz"))


def test_the_session_now_comes_first() -> None:
    made = making.drawn(16, 2)
    for number in (1, 2, 3, 4):
        making.close(making.table(made, 1, number))
    from tournament.actions.sessions import close_session

    close_session(made, 1, making.user())
    seat = Seat.objects.get(session__tournament=made, session__number=2, player__number=7)
    found = row_of(read(f"/t/{made.slug}/seats/?q=7"), "who7")
    assert f"Session 2, table {seat.table.number}" in found


def test_a_player_page_has_every_session_with_its_result() -> None:
    made = played()
    table = making.table(made)
    who = sitter(table, 1)
    html = read(f"/t/{made.slug}/players/{who.number}/")
    assert row_of(html, "total").startswith(
        "place 2 standard points 3 match points +16 with starting points 316"
    )
    first = row_of(html, "s1")
    assert "closed" in first
    assert "2 3 +16 316" in first
    for chair in (0, 2, 3):
        assert sitter(table, chair).name in first
    assert "not started" in row_of(html, "s2")


def test_a_player_page_lists_penalties_with_kind_and_amount() -> None:
    made = played()
    who = sitter(making.table(made), 1)
    making.penalty(making.table(made), 1, 10, kind="late", reason="slept")
    text = text_of(read(f"/t/{made.slug}/players/{who.number}/"))
    assert f"{who.name}: late, 10 deducted session 1, table 1" in text
    assert "slept" not in text


def test_of_the_cards_of_a_session_those_are_made_anew_that_have_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = making.drawn(16, 1)
    address = f"/t/{event.slug}/sessions/1/"
    made: list[int] = []

    def counted(template: str, context: dict[str, Any]) -> str:
        if template == "public/session_card.html":
            made.append(context["card"].table.number)
        return render_to_string(template, context)

    monkeypatch.setattr("tournament.pages.public.tables.render_to_string", counted)
    read(address)
    assert made == [1, 2, 3, 4]
    making.hand(making.table(event, 1, 2), 0, 8)
    read(address)
    assert made[4:] == [2]
    making.close(making.table(event, 1, 2))  # the standings are others
    read(address)
    assert made[5:] == [2]


def test_a_new_name_a_dispute_and_a_call_reach_the_card_of_their_table() -> None:
    event = making.drawn(16, 1)
    address = f"/t/{event.slug}/sessions/1/"
    player = Seat.objects.get(table=making.table(event, 1, 3), chair=0).player
    assert player is not None
    assert "Somebody Else" not in read(address)
    save_player(event, player.pk, PersonFacts("Somebody Else", number=player.number), making.user())
    assert "Somebody Else" in read(address)
    making.hand(making.table(event, 1, 3), 0, 8)
    open_dispute(making.table(event, 1, 3), 1, "who won?", making.stamp(making.table(event, 1, 3)))
    assert text_of(read(address)).count("in dispute") == 1

"""The terms of house rules on the page of rules: all kinds of values, rows that come and go, problems told."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import making
from tests.house_tables import drawn, record
from tests.pages.test_organiser_setup_rules import typed
from tournament.actions.events import EventFacts, create_tournament
from tournament.models import LogEntry, Tournament

pytestmark = pytest.mark.django_db


def new(key: str) -> Tournament:
    return create_tournament(EventFacts(f"House {key}", planned_sessions=1), making.user(), key)


def desk(language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(making.user())
    return client


def address(event: Tournament, page: str = "rules") -> str:
    return reverse(f"organiser:{page}", args=[event.slug])


def save(event: Tournament, language: str = "en", **changes: Any) -> Any:
    answer = desk(language).post(address(event), typed(event, **changes))
    event.refresh_from_db()
    return answer


def kind(at: int, name: str, amount: int = 1) -> dict[str, str]:
    """A row as it is typed: everybody pays the same, on a discard the discarder alone."""
    columns = {"self_draw": amount, "discard": amount, "other": 0}
    roles = ("plain", "dealer_pays", "dealer_wins")
    cells = {f"terms__kinds__{at}__{c}__{r}": str(paid) for c, paid in columns.items() for r in roles}
    return {f"terms__kinds__{at}__name_zh": name, **cells}


@pytest.mark.parametrize(
    ("key", "changes", "path", "expected"),
    [
        ("zhuanzhuan", {"terms__rate": "5"}, ("rate",), 5),
        ("minnan", {"terms__paid_when_drawn": "on"}, ("paid_when_drawn",), True),
        ("zhuanzhuan", {"terms__single_hit_doubles": None}, ("single_hit_doubles",), False),
        ("club111", {"terms__discard_paid_by": "discarder"}, ("discard_paid_by",), "discarder"),
        ("wenzhou", {"terms__dealer_factors": "2，3 4、5"}, ("dealer_factors",), [2, 3, 4, 5]),
        ("shanghai", {"terms__fan__full_flush_pungs": "6"}, ("fan", "full_flush_pungs"), 6),
        ("minnan", {"terms__kinds__two_golds__dealer_pays": "4"}, ("kinds", "two_golds", "dealer_pays"), 4),
    ],
)
def test_every_kind_of_value_can_be_changed(
    key: str, changes: dict[str, Any], path: tuple[str, ...], expected: Any
) -> None:
    event = new(key)
    answer = save(event, **changes)
    assert answer.status_code == 302, answer.context["form"].errors
    value: Any = event.rulebook.to_mapping()["terms"]
    for step in path:
        value = value[step]
    assert value == expected


def test_who_deals_how_many_hands_and_players_and_the_name_are_settings_of_house_rules_only() -> None:
    event = new("zhuanzhuan")
    save(event, dealing="win_repeats", hands="60", players="3", name="Club evening", name_zh="")
    book = event.rulebook
    assert (book.dealing, book.hands, book.players) == ("win_repeats", 60, 3)
    assert (book.name, book.name_zh) == ("Club evening", "Club evening")
    fields = desk().get(address(event)).context["form"].fields
    assert not {"minimum", "base", "settlement", "fan-mixed_kongs"} & set(fields)
    guobiao = desk().get(address(new("cn2014"))).context["form"].fields
    assert not {"dealing", "hands", "players", "name"} & set(guobiao)
    assert not [name for name in guobiao if name.startswith("terms")]


def test_kinds_are_added_taken_out_and_put_in_another_place() -> None:
    event = new("own_table")
    more = {**kind(7, "屁胡"), "terms__kinds__7__order": "1", "terms__kinds__1__order": "5"}
    assert save(event, terms__kinds__2__remove="on", **more).status_code == 302
    kinds = event.rulebook.terms["kinds"]
    assert [one["name_zh"] for one in kinds] == ["屁胡", "清一色", "平胡"]
    assert [one["key"] for one in kinds] == ["屁胡", "full_flush", "plain"]
    assert kinds[0]["self_draw"] == {"plain": 1, "dealer_pays": 1, "dealer_wins": 1}


def test_an_empty_row_is_left_out_and_the_last_kind_cannot_be() -> None:
    event = new("own_table")
    assert save(event, terms__kinds__4__order="4", terms__kinds__4__hint="").status_code == 302
    assert len(event.rulebook.terms["kinds"]) == 3
    answer = save(event, **{f"terms__kinds__{at}__remove": "on" for at in (1, 2, 3)})
    assert answer.status_code == 422
    [error] = answer.context["form"].non_field_errors()
    assert error == "Kinds of hand, the smallest first: There must be 1 to 60 values."


def test_a_row_more_is_shown_without_a_script_and_nothing_is_stored() -> None:
    event = new("own_table")
    before = event.rules
    answer = desk().post(address(event), {**typed(event, terms__multiplier="7"), "more": "kinds"})
    assert answer.status_code == 200
    page = answer.content.decode()
    assert 'name="terms-kinds-4-name"' in page
    assert 'name="terms-kinds-5-name"' not in page
    assert re.search(r'name="terms-multiplier"[^>]*value="7"', page)
    event.refresh_from_db()
    assert event.rules == before


@pytest.mark.parametrize(
    ("language", "lacks", "cannot"),
    [
        (
            "en",
            "四四 lacks a number: Discard: each other pays, the dealer pays",
            "It must be from 1 to 1000.",
        ),
        ("zh-hans", "“四四”缺少一个数：点和：其余每家付，庄家付", "1"),
    ],
)
def test_all_problems_are_told_at_once_at_their_fields_in_both_languages(
    language: str, lacks: str, cannot: str
) -> None:
    event = new("own_table")
    before = event.rules
    # The row that is taken out and the empty one are not counted by the checks: the fourth is the second to them.
    row = {**kind(4, "四四"), "terms__kinds__4__other__dealer_pays": ""}
    empty = {"terms__kinds__3__name": "", "terms__kinds__3__name_zh": ""}
    answer = save(
        event, language, terms__kinds__1__remove="on", terms__multiplier="0", hands="0", **row, **empty
    )
    assert answer.status_code == 422
    errors = answer.context["form"].errors
    assert errors["terms-kinds-4-other-dealer_pays"] == [lacks]
    assert cannot in errors["terms-multiplier"][0]
    assert "hands" in errors
    # 清一色 without a name lacks nothing else.
    assert {name for name in errors if name.startswith("terms-kinds-3")} == {
        "terms-kinds-3-name_zh" if language == "zh-hans" else "terms-kinds-3-name"
    }
    assert html.escape(lacks) in answer.content.decode() or lacks in answer.content.decode()
    assert event.rules == before


def test_a_table_that_does_not_add_up_says_what_the_others_pay() -> None:
    event = new("own_table")
    answer = save(event, terms__kinds__1__self_draw__plain="3")
    # 东 as dealer pays 4, the two others 3 each: 10; 8 were said.
    assert answer.context["form"].errors["terms-kinds-1-gets-self_draw_plain"] == [
        "Plain win: a player, by self-draw, gets 8, but the others pay 10"
    ]
    again = save(event, terms__kinds__1__self_draw__plain="3", terms__kinds__1__gets__self_draw_plain="10")
    assert again.status_code == 302


def test_two_kinds_of_one_name_and_what_is_no_number_are_refused_at_the_row() -> None:
    event = new("own_table")
    twice = save(event, **kind(4, "四四"), **kind(5, "四四"))
    assert set(twice.context["form"].errors) == {"terms-kinds-5-name"}
    letters = save(event, **{**kind(4, "四四"), "terms__kinds__4__discard__plain": "two"})
    assert letters.context["form"].errors == {"terms-kinds-4-discard-plain": ["Enter a whole number."]}


def test_a_hand_can_be_lifted_to_a_kind_that_is_typed_at_the_same_time() -> None:
    event = new("own_table")
    switch: dict[str, Any] = {
        "terms__switches__1__name_zh": "杠开",
        "terms__switches__1__ways": ["self_draw"],
        "terms__switches__1__at_least": "四四",
    }
    assert save(event, **kind(4, "四四", 9), **switch).status_code == 302
    [one] = event.rulebook.terms["switches"]
    assert (one["at_least"], one["ways"], one["adds"], one["factor"]) == ("四四", ("self_draw",), 0, 1)
    assert '<option value="四四" selected>四四</option>' in desk().get(address(event)).content.decode()


def test_what_no_source_gives_is_marked_at_its_cell_until_somebody_decides() -> None:
    event = new("nanchang")
    first = ("terms.kinds.pinghu.discard.dealer_wins", "terms.kinds.pinghu.other.dealer_wins")
    assert set(first) <= set(event.rulebook.unverified)
    page = desk().get(address(event)).content.decode()
    # Two cells of each of eight kinds.
    assert page.count("is-unconfirmed") == 16
    save(event, terms__kinds__1__discard__dealer_wins="5")
    assert first[0] not in event.rulebook.unverified
    assert first[1] in event.rulebook.unverified
    save(event, **{"decided-terms.kinds.pinghu": "on"})
    assert not {name for name in event.rulebook.unverified if "pinghu" in name}
    assert "terms.kinds.deguo.other.dealer_wins" in event.rulebook.unverified


def test_the_preview_works_hands_out_before_and_after_and_stores_nothing() -> None:
    event = new("own_table")
    before = event.rules
    form = typed(event, terms__multiplier="2", terms__kinds__3__remove="on")
    answer = desk().post(address(event, "rules_preview"), form)
    hands = {hand.title: hand for hand in answer.context["effects"].worked}
    plain = hands["Plain win by self-draw of a player"]
    # 东 deals and pays 4, the others 2; then twice as much.
    assert [(one.wind, one.before, one.now) for one in plain.paid] == [
        ("东", -4, -8),
        ("南", 8, 16),
        ("西", -2, -4),
        ("北", -2, -4),
    ]
    assert plain.how == "东 deals; 南 draws the winning tile"
    assert hands["Full flush by self-draw of a player"].is_gone
    assert 'id="example-hands" hx-swap-oob="true"' in answer.content.decode()
    event.refresh_from_db()
    assert event.rules == before


def test_at_a_table_of_three_the_fourth_is_in_no_example() -> None:
    event = new("zhuanzhuan")
    answer = desk().post(address(event, "rules_preview"), typed(event, players="3"))
    first = answer.context["effects"].worked[0]
    # Rate 1, a self-draw is two from each.
    assert [(one.wind, one.before, one.now) for one in first.paid] == [
        ("东", -2, -2),
        ("南", 6, 4),
        ("西", -2, -2),
        ("北", -2, None),
    ]


def test_once_hands_are_recorded_what_moves_is_shown_before_a_reason_is_asked_for() -> None:
    event = drawn("zhuanzhuan")
    table = making.table(event)
    record(table, (0, {}))
    making.close(table)
    form = typed(event, terms__rate="3")
    seen = desk().post(address(event), {**form, "act": "preview", "previewed": ""})
    assert seen.status_code == 200
    assert seen.context["moved"].summary == "No place changes, but points do."
    moves = {
        one.points_before.split(" / ")[1]: one.points_after.split(" / ")[1]
        for one in seen.context["moved"].players
    }
    # Two rates of 1 from each, then of 3.
    assert moves == {"+6": "+18", "−2": "−6"}
    saved = desk().post(
        address(event), {**form, "previewed": seen.context["previewed"], "reason": "as announced"}
    )
    assert saved.status_code == 302
    assert making.totals(table) == [18, -6, -6, -6]
    assert LogEntry.objects.get(tournament=event, action="rules_changed").reason == "as announced"


def test_the_rules_of_a_hand_that_is_recorded_cannot_lose_its_kind() -> None:
    event = drawn("own_table")
    record(making.table(event), (0, {"kind": "plain"}))
    answer = save(event, terms__kinds__1__remove="on", reason="not played")
    assert answer.status_code == 422
    assert "Session 1, table 1, hand 1:" in answer.content.decode()


def test_how_many_play_holds_once_seats_are_drawn() -> None:
    event = drawn("own_table")
    answer = save(event, players="3", **{f"terms__kinds__{at}__remove": "on" for at in (2, 3)}, **{
        f"terms__kinds__1__gets__{name}": ""
        for name in ("self_draw_plain", "self_draw_dealer_wins", "discard_plain", "discard_dealer_pays",
                     "discard_dealer_wins")
    })  # fmt: skip
    assert answer.context["form"].errors == {
        "players": ["Seats are drawn for 4 at a table. Take the draw back first, then change how many play."]
    }

"""The rules page: every value as a field, what it changes, and who sits and deals where."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.rulebook import SHIPPED, load
from tests import making
from tournament.models import LogEntry, Tournament
from tournament.pages.organiser.rule_form import RulesForm, parse_points
from tournament.pages.words.rule_words import HELP, LABELS, differences
from tournament.pages.words.schemes import scheme

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return making.tournament(8, 1)


@pytest.fixture
def client(event: Tournament) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(making.user())
    return client


def typed(event: Tournament, **changes: Any) -> dict[str, Any]:
    """The form as it stands on the page, with other values typed in; None leaves a box unticked."""
    form = RulesForm(event.rulebook)
    values = {name: field.initial for name, field in form.fields.items()}
    values |= {name.replace("__", "-"): value for name, value in changes.items()}
    return {name: value for name, value in values.items() if value is not None and value is not False}


def save(client: Client, event: Tournament, **changes: Any) -> Any:
    answer = client.post(reverse("organiser:rules", args=[event.slug]), typed(event, **changes))
    event.refresh_from_db()
    return answer


@pytest.mark.parametrize("key", SHIPPED)
def test_the_form_as_it_stands_changes_nothing(client: Client, key: str) -> None:
    event = making.tournament(4, 1)
    Tournament.objects.filter(pk=event.pk).update(rules=load(key).to_mapping())
    event.refresh_from_db()
    assert save(client, event).status_code == 302
    assert event.rulebook == load(key)


# field of the form -> what is typed, what the rulebook then says
@pytest.mark.parametrize(
    ("changes", "path", "expected"),
    [
        ({"minutes": "90"}, ("minutes",), 90),
        ({"warning_minutes": "0"}, ("warning_minutes",), 0),
        ({"break_minutes": "20"}, ("break_minutes",), 20),
        ({"at_time": "finish_current"}, ("at_time",), "finish_current"),
        ({"rotation": "every_round"}, ("rotation",), "every_round"),
        ({"minimum": "6"}, ("minimum",), 6),
        ({"base": "10"}, ("base",), 10),
        ({"starting_points": "500"}, ("starting_points",), 500),
        ({"scale__2": "2", "scale__3": "1", "scale__4": "0"}, ("scale",), [4, 2, 1, 0]),
        (
            {"false_win__false_win_not_ready__amount": "30"},
            ("false_win", "false_win_not_ready", "amount"),
            30,
        ),
        (
            {"false_win__false_win_wrong_tile__mode": "deduct"},
            ("false_win", "false_win_wrong_tile", "mode"),
            "deduct",
        ),
        ({"false_win__wrong_call__dead_hand": None}, ("false_win", "wrong_call", "dead_hand"), False),
        ({"false_win__conduct__amount": "5"}, ("false_win", "conduct", "amount"), 5),
        (
            {"false_win__wrong_call__amount": None, "false_win__wrong_call__dead_hand": None},
            ("false_win", "wrong_call"),
            None,
        ),
        ({"penalty_sizes__default": "5，10、20"}, ("penalty_sizes", "default"), [5, 10, 20]),
        (
            {"penalty_sizes__standard_points": "0.5 1 3/2"},
            ("penalty_sizes", "standard_points"),
            ["1/2", 1, "3/2"],
        ),
        ({"penalty_sizes__empty_call": ""}, ("penalty_sizes", "empty_call"), None),
        (
            {"lateness__3__up_to": "20", "lateness__3__amount": "40", "forfeit_after": "20"},
            ("lateness",),
            [{"up_to": 10, "amount": 10}, {"up_to": 15, "amount": 20}, {"up_to": 20, "amount": 40}],
        ),
        (
            {"lateness__1__up_to": None, "lateness__1__amount": None},
            ("lateness",),
            [{"up_to": 15, "amount": 20}],
        ),
        ({"forfeit_match_points": "-100"}, ("forfeit_match_points",), -100),
        ({"bye_score__standard_points": "2½"}, ("bye_score", "standard_points"), "5/2"),
        ({"bye_score__match_points": "-10"}, ("bye_score", "match_points"), -10),
        (
            {
                "tie_breaks__match_points": "1",
                "tie_breaks__standard_points": "5",
                "tie_breaks__firsts": "3",
                "tie_breaks__sorted_session_standard_points": None,
            },
            ("tie_breaks",),
            ["match_points", "firsts", "standard_points"],
        ),
        ({"team_ranking": "on"}, ("team_ranking",), True),
        ({"fan__two_concealed_kongs": "8"}, ("fan", "two_concealed_kongs"), 8),
        ({"fan__mixed_kongs": "separate"}, ("fan", "mixed_kongs"), "separate"),
        ({"fan__knitted_body_wait": "no"}, ("fan", "knitted_body_wait"), False),
    ],
)
def test_every_value_can_be_changed(
    client: Client, event: Tournament, changes: dict[str, Any], path: tuple[str, ...], expected: Any
) -> None:
    answer = save(client, event, **changes)
    assert answer.status_code == 302, answer.context["form"].errors
    value: Any = event.rulebook.to_mapping()
    for step in path:
        value = value.get(step)
    assert value == expected
    assert LogEntry.objects.filter(tournament=event, action="rules_changed").count() == 1


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"minutes": "0"}, {"minutes", "warning_minutes"}),
        ({"minutes": "ten"}, {"minutes"}),
        ({"warning_minutes": "121"}, {"warning_minutes"}),
        ({"scale__2": "1000000"}, {"scale-2"}),
        ({"false_win__false_win_not_ready__amount": "-1"}, {"false_win-false_win_not_ready-amount"}),
        ({"false_win__false_win_not_ready__amount": None}, {"false_win-false_win_not_ready-amount"}),
        ({"false_win__late__dead_hand": "on"}, {"false_win-late-amount"}),
        ({"penalty_sizes__default": "5 ten"}, {"penalty_sizes-default"}),
        ({"penalty_sizes__default": "5 5"}, {"penalty_sizes-default"}),
        ({"penalty_sizes__default": "0.5"}, {"penalty_sizes-default"}),
        ({"penalty_sizes__standard_points": "0.25"}, {"penalty_sizes-standard_points"}),
        ({"lateness__2__up_to": "10"}, {"lateness-2-up_to"}),
        ({"lateness__4__up_to": "12", "lateness__4__amount": "40"}, {"lateness-4-up_to"}),
        ({"lateness__3__up_to": "20"}, {"lateness-3-amount"}),
        ({"forfeit_after": "5"}, {"forfeit_after"}),
        ({"forfeit_match_points": "5"}, {"forfeit_match_points"}),
        ({"bye_score__standard_points": "three"}, {"bye_score-standard_points"}),
        ({"bye_score__standard_points": "1/7"}, {"bye_score-standard_points"}),
        ({"tie_breaks__firsts": "1"}, {"tie_breaks-firsts", "tie_breaks-standard_points"}),
        ({"rotation": "sometimes"}, {"rotation"}),
        ({"fan__mixed_kongs": "7"}, {"fan-mixed_kongs"}),
        (
            {"minutes": "0", "base": "-1", "starting_points": "x"},
            {"minutes", "warning_minutes", "base", "starting_points"},
        ),
    ],
)
def test_all_problems_are_told_at_once_at_their_fields(
    client: Client, event: Tournament, changes: dict[str, Any], fields: set[str]
) -> None:
    before = event.rules
    answer = save(client, event, **changes)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) <= fields
    assert set(answer.context["form"].errors)
    assert event.rules == before


def test_without_any_key_there_are_no_standings(client: Client, event: Tournament) -> None:
    nothing = {f"tie_breaks__{key}": None for key in event.rulebook.tie_breaks}
    assert save(client, event, **nothing).status_code == 422


def test_after_the_first_hand_a_change_needs_a_reason_and_computes_everything_anew(client: Client) -> None:
    event = making.drawn(8, 1)
    making.hand(making.table(event), winner=0, fan=24, discarder=1)
    assert "computed again" in client.get(reverse("organiser:rules", args=[event.slug])).content.decode()
    answer = save(client, event, base="10")
    assert answer.status_code == 422
    assert "reason" in answer.context["form"].errors
    assert making.totals(making.table(event)) == [48, -32, -8, -8]
    assert save(client, event, base="10", reason="by the regulation").status_code == 302
    # 3b+f, -(b+f), -b, -b
    assert making.totals(making.table(event)) == [54, -34, -10, -10]
    assert LogEntry.objects.get(tournament=event, action="rules_changed").reason == "by the regulation"


def test_a_value_that_a_recorded_hand_breaks_is_refused_with_its_place(client: Client) -> None:
    event = making.drawn(8, 1)
    making.hand(making.table(event), winner=0, fan=8, discarder=1)
    answer = save(client, event, minimum="24", reason="house rule")
    assert answer.status_code == 422
    assert "Session 1, table 1, hand 1:" in answer.content.decode()


def test_what_differs_from_the_rulebook_is_listed(client: Client, event: Tournament) -> None:
    save(client, event, scale__1="5", false_win__false_win_not_ready__amount="30")
    found = differences(event.rulebook)
    assert found is not None
    assert (found[0].shipped, found[0].now) == ("4-3-2-1", "5-3-2-1")
    assert len(found) == 2
    page = html.unescape(client.get(reverse("organiser:rules", args=[event.slug])).content.decode())
    assert "<del>4-3-2-1</del> <ins>5-3-2-1</ins>" in page


@pytest.mark.parametrize("key", SHIPPED)
def test_what_no_source_confirms_says_so(client: Client, key: str) -> None:
    event = making.tournament(4, 1)
    Tournament.objects.filter(pk=event.pk).update(rules=load(key).to_mapping())
    page = client.get(reverse("organiser:rules", args=[event.slug])).content.decode()
    boxes = re.findall(r'name="decided-([a-z0-9_.]+)"', page)
    # Of a row of a table one box decides all its cells.
    assert set(boxes) == {".".join(name.split(".")[:3]) for name in load(key).unverified}
    assert len(boxes) == len(set(boxes))


def test_a_value_that_was_decided_is_no_longer_marked(client: Client, event: Tournament) -> None:
    assert "at_time" in event.rulebook.unverified
    save(client, event, **{"decided-at_time": "on"})
    assert "at_time" not in event.rulebook.unverified
    assert "lateness" in event.rulebook.unverified
    save(client, event, bye_score__match_points="10")
    assert "bye_score" not in event.rulebook.unverified


def test_every_key_of_the_rules_is_explained() -> None:
    keys = set(load("cn2014").to_mapping()) - {"key", "name", "name_zh", "unverified"}
    assert set(LABELS) == keys
    assert set(HELP) <= keys


def test_the_preview_shows_examples_of_what_is_typed_and_stores_nothing(
    client: Client, event: Tournament
) -> None:
    form = typed(event, scale__1="6", base="10", false_win__false_win_below_minimum__amount="15")
    answer = client.post(reverse("organiser:rules_preview", args=[event.slug]), form)
    page = answer.content.decode()
    ties = [tie.standard for tie in answer.context["effects"].ties]
    # 1 = 2 at 6-3-2-1; four equal share 12
    assert ties == [
        ("6", "3", "2", "1"),
        ("4½", "4½", "2", "1"),
        ("6", "2½", "2½", "1"),
        ("3⅔", "3⅔", "3⅔", "1"),
        ("3", "3", "3", "3"),
    ]
    hands = {(h.winner, h.discarder, h.other) for h in answer.context["effects"].hands}
    assert (3 * 10 + 24, -(10 + 24), -10) in hands
    example = answer.context["effects"].penalties["false_win_below_minimum"]
    assert (example.offender, example.other) == (-45, 15)
    assert page.count('hx-swap-oob="true"') >= 6
    event.refresh_from_db()
    assert event.rulebook.scale == (4, 3, 2, 1)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("3", "3"),
        ("2.5", "5/2"),
        ("2,5", "5/2"),
        ("5/2", "5/2"),
        ("2½", "5/2"),
        ("2 1/2", "5/2"),
        ("½", "1/2"),
        ("−1", "-1"),
        ("", None),
        ("x", None),
        ("1/0", None),
        ("21/2", "21/2"),
        ("1e3", None),
        ("٣", None),
    ],
)
def test_points_are_read_as_people_write_them(text: str, points: str | None) -> None:
    found = parse_points(text)
    assert (None if found is None else str(found)) == points


# RULES §4: the chairs of rounds 1-4 of the players drawn to 东 南 西 北, and the hands that each deals
CHAIRS = {
    "none": ("东东东东", "南南南南", "西西西西", "北北北北"),
    "after_third": ("东东东南", "南南南东", "西西西北", "北北北西"),
    "before_third": ("东东南南", "南南东东", "西西北北", "北北西西"),
    "every_round": ("东南北西", "南东西北", "西北东南", "北西南东"),
}
DEALS = {
    "none": ((1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 8, 12, 16)),
    "after_third": ((1, 5, 9, 14), (2, 6, 10, 13), (3, 7, 11, 16), (4, 8, 12, 15)),
    "before_third": ((1, 5, 10, 14), (2, 6, 9, 13), (3, 7, 12, 16), (4, 8, 11, 15)),
    "every_round": ((1, 6, 12, 15), (2, 5, 11, 16), (3, 8, 9, 14), (4, 7, 10, 13)),
}


@pytest.mark.parametrize("key", CHAIRS)
def test_the_table_of_16_hands_is_that_of_the_rules(key: str) -> None:
    rows = scheme(key).rows
    assert [row.hand for row in rows] == list(range(1, 17))
    assert rows[6].name == "南风西"
    for row in rows:
        for seat, player in enumerate(row.players):
            assert "东南西北"[player.chair] == CHAIRS[key][seat][(row.hand - 1) // 4]
            assert player.deals == (row.hand in DEALS[key][seat])
            assert player.deals == (player.wind == 0)
            assert player.wind == (player.chair - (row.hand - 1) % 4) % 4


@pytest.mark.parametrize("key", CHAIRS)
def test_all_four_tables_stand_on_the_page_as_they_are_read(
    client: Client, event: Tournament, key: str
) -> None:
    page = client.get(reverse("organiser:rules", args=[event.slug])).content.decode()
    table = page.split(f'data-scheme="{key}"')[1].split("</table>")[0]
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", table, re.DOTALL)[1:]
    assert len(rows) == 16
    for hand, row in enumerate(rows, 1):
        cells = re.findall(r"<td class=\"([^\"]*)\">(.*?)</td>", row, re.DOTALL)
        dealers = [seat for seat, (css, _inside) in enumerate(cells[-4:]) if "is-dealer" in css]
        assert dealers == [seat for seat in range(4) if hand in DEALS[key][seat]]

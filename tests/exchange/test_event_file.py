"""Event files: real championships come out right, every problem is told at its place, and nothing bad is stored."""

from __future__ import annotations

import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests import making
from tournament.actions.importing import store_event
from tournament.actions.tables import call_time, confirm_round
from tournament.exchange.event_export import export_event
from tournament.exchange.event_file import read_event
from tournament.exchange.reading import EventFileError
from tournament.models import Player, Seat, Tournament
from tournament.queries.standings import player_standings

pytestmark = pytest.mark.django_db


# A self-draw of 12 fan: 碰碰和 6, 幺九刻 4, 明杠 1, 自摸 1 (shared/data/fan_examples).
PUNGS: dict[str, Any] = {
    "hand": "55m99s",
    "melds": ["pung:WWW", "kong:NNNN", "pung:111p"],
    "win": "9s",
    "flags": {
        "self_drawn": True,
        "last_of_kind": False,
        "last_wall": False,
        "kong": False,
        "seat": "S",
        "round": "E",
        "flowers": 0,
    },
}


def small() -> dict[str, Any]:
    """An event of one table, with a false win, a drawn hand and a self-draw."""
    return {
        "format": "mcr-event/1",
        "name": "Small",
        "rulebook": "cn2014",
        "teams": [{"id": "a", "name": "A"}],
        "players": [
            {"id": i, "name": f"=1+1 {i}", "team": "a" if i == "1" else None, "ema": "01234567"}
            for i in "1234"
        ],
        "sessions": [
            {
                "number": 1,
                "tables": [
                    {
                        "number": 1,
                        "seats": ["1", "2", "3", "4"],
                        "totals": None,
                        "totals_only": False,
                        "hands": [
                            {"n": 1, "drawn": True},
                            {"n": 2, "winner": "4", "fan": 12},
                            {"n": 4, "winner": "3", "discarder": "1", "fan": 10, "flowers": 2},
                        ],
                        "penalties": [
                            {"hand": 2, "player": "2", "kind": "false_win", "mode": "pay_each", "amount": 10}
                        ],
                    }
                ],
            }
        ],
    }


def raw(event: Any) -> bytes:
    return json.dumps(event).encode()


def problems(event: Any) -> dict[str, str]:
    with pytest.raises(EventFileError) as caught:
        read_event(event if isinstance(event, bytes) else raw(event))
    return {p.place: p.message for p in caught.value.problems}


def test_a_small_event_is_stored_with_its_points() -> None:
    report = store_event(read_event(raw(small())), making.user())
    assert (report.tables, report.hands, report.mismatches, report.unbalanced) == (1, 3, [], [])
    event = Tournament.objects.get(slug=report.slug)
    # Self-draw of 12: +60 and −20 each; discard of 10: +34, −18, −8, −8; the false win −30 and +10 each.
    assert making.totals(making.table(event)) == [-20 - 18 + 10, -20 - 8 - 30, -20 + 34 + 10, 60 - 8 + 10]
    assert Player.objects.get(tournament=event, number=1).ema_number == "01234567"


def test_importing_again_makes_another_tournament() -> None:
    slugs = {store_event(read_event(raw(small())), None).slug for _again in range(3)}
    assert len(slugs) == 3


def test_export_and_import_again_give_the_same_file() -> None:
    first = Tournament.objects.get(slug=store_event(read_event(raw(small())), None).slug)
    exported = export_event(first)
    second = Tournament.objects.get(slug=store_event(read_event(raw(exported)), None).slug)
    assert export_event(second) == exported
    assert exported["sessions"][0]["tables"][0]["hands"] == small()["sessions"][0]["tables"][0]["hands"]


def test_tiles_and_fan_are_taken_over_as_they_stand_and_never_counted_again() -> None:
    """The tiles of hand 2 count 12 for south; here they are north's, with fan that sum up to as much all the same."""
    event = small()
    hands = event["sessions"][0]["tables"][0]["hands"]
    hands[1] |= {"tiles": PUNGS, "fans": {"碰碰和": 1, "混一色": 1}}
    hands[2] |= {"tiles": PUNGS, "fan_reason": "as declared"}
    stored = Tournament.objects.get(slug=store_event(read_event(raw(event)), None).slug)
    exported = export_event(stored)
    assert exported["sessions"][0]["tables"][0]["hands"] == hands


def test_what_is_unusual_survives_export_and_import() -> None:
    event = making.drawn(8, 2, penalty_sizes={"default": [7], "empty_call": None})
    first, second = making.table(event, 1, 1), making.table(event, 1, 2)
    making.penalty(first, 2, 10, mode="pay_each", dead_hand=True, hand_number=1)
    making.hand(first, 2, 24, 1, lift_dead_hand="misheard", robbed_kong=True)
    making.penalty(first, 3, 0, kind="false_win_deliberate", reason="two tiles short")
    making.penalty(first, 0, Fraction(1, 2), currency="standard_points")
    making.close(first)
    for number in range(1, 13):
        making.hand(second, number % 4, 8 + number, flowers=1 if number > 1 else 0)
    confirm_round(second, 4, False, making.stamp(second))
    making.hand(second)
    call_time(second, making.stamp(second))
    exported = export_event(event)
    again = Tournament.objects.get(slug=store_event(read_event(raw(exported)), None).slug)
    assert export_event(again) == exported
    assert again.rulebook == event.rulebook
    for number in (1, 2):
        old, new = making.table(event, 1, number), making.table(again, 1, number)
        assert making.totals(new) == making.totals(old)
        assert (new.is_closed, new.hands_at_time, new.chairs) == (
            old.is_closed,
            old.hands_at_time,
            old.chairs,
        )
    lines = [(x.place, x.file_id, x.standard, x.match) for x in player_standings(event).lines]
    assert [(x.place, x.file_id, x.standard, x.match) for x in player_standings(again).lines] == lines
    assert lines[-1][0] is None


def test_a_draft_is_not_exported() -> None:
    from tournament.actions.drawing import make_draw

    event = making.tournament()
    make_draw(event, [1], making.user())
    assert export_event(event)["sessions"] == []


def change(path: str, value: Any) -> dict[str, Any]:
    """The small event with one value replaced, or removed with `...`."""
    event: Any = small()
    at = event
    *way, last = path.split(".")
    for step in way:
        at = at[int(step)] if step.isdigit() else at[step]
    key: Any = int(last) if last.isdigit() else last
    if value is ...:
        del at[key]
    else:
        at[key] = value
    return event


TABLE = "sessions.0.tables.0"


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        ("format", "mcr-event/2", "format"),
        ("name", "", "name"),
        ("rulebook", "cn1066", "rulebook"),
        ("rules", {"minimum": "eight"}, "rules.minimum"),
        ("rules", {"minimun": 8}, "rules.minimun"),
        ("players.1.id", "1", "players[1].id"),
        ("players.1.team", "z", "players[1].team"),
        ("players.1.name", None, "players[1].name"),
        ("teams.0", "A", "teams[0]"),
        ("sessions.0.number", 0, "sessions[0].number"),
        ("sessions.0.number", True, "sessions[0].number"),
        (f"{TABLE}.seats", ["1", "2", "3"], "sessions[0].tables[0].seats"),
        (f"{TABLE}.seats.3", "9", "sessions[0].tables[0].seats[3]"),
        (f"{TABLE}.seats.3", "1", "sessions[0].tables[0].seats[3]"),
        (f"{TABLE}.totals", [1, 2, 3], "sessions[0].tables[0].totals"),
        (f"{TABLE}.totals", [1.5, 2, 3, 4], "sessions[0].tables[0].totals"),
        (f"{TABLE}.totals_only", True, "sessions[0].tables[0].totals"),
        (f"{TABLE}.hands.1.winner", "9", "sessions[0].tables[0].hands[1].winner"),
        (f"{TABLE}.hands.1.fan", 7, "sessions[0].tables[0].hands[1].fan"),
        (f"{TABLE}.hands.1.fan", 10**30, "sessions[0].tables[0].hands[1].fan"),
        (f"{TABLE}.hands.1.discader", "1", "sessions[0].tables[0].hands[1].discader"),
        (f"{TABLE}.hands.2.discarder", "3", "sessions[0].tables[0].hands[2].discarder"),
        (f"{TABLE}.hands.2.n", 2, "sessions[0].tables[0].hands[2].n"),
        (f"{TABLE}.hands.2.n", 17, "sessions[0].tables[0].hands[2].n"),
        (f"{TABLE}.hands.2.flowers", 9, "sessions[0].tables[0].hands[2].flowers"),
        (f"{TABLE}.hands.0.fan", 8, "sessions[0].tables[0].hands[0].fan"),
        (f"{TABLE}.hands.1.winner", ..., "sessions[0].tables[0].hands[1].winner"),
        (f"{TABLE}.hands.1.tiles", "123m", "sessions[0].tables[0].hands[1].tiles"),
        (f"{TABLE}.hands.1.tiles", {**PUNGS, "hand": "55m9x"}, "sessions[0].tables[0].hands[1].tiles"),
        (f"{TABLE}.hands.1.tiles", {**PUNGS, "hand": "55m9s"}, "sessions[0].tables[0].hands[1].tiles"),
        (f"{TABLE}.hands.1.tiles", {**PUNGS, "seat": "S"}, "sessions[0].tables[0].hands[1].tiles"),
        (f"{TABLE}.hands.1.fans", ["碰碰和"], "sessions[0].tables[0].hands[1].fans"),
        (f"{TABLE}.hands.1.fans", {"十三点": 1}, "sessions[0].tables[0].hands[1].fans"),
        (f"{TABLE}.hands.1.fans", {"碰碰和": 2}, "sessions[0].tables[0].hands[1].fans"),
        (f"{TABLE}.hands.1.fans", {"碰碰和": 1, "幺九刻": 4}, "sessions[0].tables[0].hands[1].fans"),
        (f"{TABLE}.hands.2.fans", {"七对": 1}, "sessions[0].tables[0].hands[2].fans"),
        (f"{TABLE}.hands.1.fan_reason", "x" * 201, "sessions[0].tables[0].hands[1].fan_reason"),
        (f"{TABLE}.hands.0.fans", {}, "sessions[0].tables[0].hands[0].fans"),
        (f"{TABLE}.penalties.0.player", "9", "sessions[0].tables[0].penalties[0].player"),
        (f"{TABLE}.penalties.0.amount", -1, "sessions[0].tables[0].penalties[0]"),
        (f"{TABLE}.penalties.0.amount", "1/3", "sessions[0].tables[0].penalties[0]"),
        (f"{TABLE}.penalties.0.mode", "steal", "sessions[0].tables[0].penalties[0]"),
        ("penalties", [{"player": "1", "kind": "conduct", "amount": "1/3"}], "penalties[0]"),
        ("penalties", [{"kind": "conduct", "amount": 1}], "penalties[0]"),
        ("stand_ins", ["9"], "stand_ins[0]"),
        ("zone", "Moon/Base", "zone"),
        ("starts_on", "31.12.2026", "starts_on"),
        ("colour", "green", "colour"),
    ],
)
def test_every_problem_is_told_at_its_place(path: str, value: Any, place: str) -> None:
    event = (
        change(path, value)
        if path in ("format", "name", "rulebook") or "." in path
        else {**small(), path: value}
    )
    assert place in problems(event)
    assert Tournament.objects.count() == 0


def test_all_problems_are_told_at_once() -> None:
    event = change(f"{TABLE}.hands.1.fan", 7)
    event["players"][3]["team"] = "z"
    event["format"] = "x"
    assert {"sessions[0].tables[0].hands[1].fan", "players[3].team", "format"} <= set(problems(event))


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"null",
        b"{",
        b"\xff\xfe",
        b'{"name": NaN}',
        b'{"a": 1, "a": 2}',
        b"[" * 100_000,
        b'{"n": ' + b"9" * 5000 + b"}",
    ],
)
def test_what_is_no_event_file_is_refused_in_words(text: bytes) -> None:
    assert all(problems(text).values())


def test_totals_that_do_not_sum_up_are_reported_and_hands_that_contradict_them_are_shown() -> None:
    event = change(f"{TABLE}.totals", [0, 0, 0, 8])
    event["sessions"][0]["tables"][0]["totals_only"] = True
    report = store_event(read_event(raw(event)), None)
    assert report.unbalanced == [{"session": 1, "table": 1, "sum": 8, "explained": 0}]
    assert report.mismatches[0] == {"session": 1, "table": 1, "player": "1", "from_hands": -28, "official": 0}
    assert len(report.mismatches) == 4
    assert set(Seat.objects.values_list("match_points", flat=True)) == {0, 8}


def run(command: str, *args: str) -> str:
    out = io.StringIO()
    call_command(command, *args, stdout=out)
    return out.getvalue()


def import_file(path: Path) -> dict[str, Any]:
    return dict(json.loads(run("import_event", str(path))))


@pytest.mark.shared
@pytest.mark.parametrize("name", ["event_72p_6s", "event_48p_7s"])
@pytest.mark.parametrize(("scale", "suffix"), [("4-2-1-0", "4210"), ("4-3-2-1", "4321")])
def test_real_championships_give_exactly_the_right_standings(
    shared: Path, tmp_path: Path, name: str, scale: str, suffix: str
) -> None:
    event = json.loads((shared / "data" / f"{name}.json").read_text(encoding="utf-8"))
    event["rules"] = {"scale": scale}
    file = tmp_path / "event.json"
    file.write_text(json.dumps(event), encoding="utf-8")
    right = (shared / "data" / f"{name}.standings_{suffix}.csv").read_text(encoding="utf-8")
    slug = import_file(file)["slug"]
    assert run("standings", slug, "--format", "csv") == right
    again = tmp_path / "again.json"
    again.write_text(run("export_event", slug), encoding="utf-8")
    second = import_file(again)["slug"]
    assert run("standings", second, "--format", "csv") == right
    assert run("export_event", second) == again.read_text(encoding="utf-8")


@pytest.mark.shared
def test_the_first_championship_recomputes_its_93_hand_entered_tables(shared: Path) -> None:
    path = shared / "data" / "event_72p_6s.json"
    report = import_file(path)
    assert (report["players"], report["tables"], report["hands"]) == (72, 108, 1431)
    assert (report["mismatches"], report["unbalanced"]) == ([], [])
    event = Tournament.objects.get(slug=report["slug"])
    file = json.loads(path.read_text(encoding="utf-8"))
    compared = 0
    for session in file["sessions"]:
        for table in session["tables"]:
            if not table["totals_only"]:
                stored = making.table(event, session["number"], table["number"])
                assert making.totals(stored) == table["totals"]
                compared += 1
    assert compared == 93


@pytest.mark.shared
def test_the_second_championship_lists_its_contradictions(shared: Path) -> None:
    report = import_file(shared / "data" / "event_48p_7s.json")
    assert len({(m["session"], m["table"]) for m in report["mismatches"]}) == 37
    assert [(u["session"], u["table"], u["sum"]) for u in report["unbalanced"]] == [
        (1, 6, -6),
        (3, 9, 8),
        (6, 10, -10),
    ]
    moved = [m for m in report["mismatches"] if (m["session"], m["table"]) == (4, 5)]
    assert sorted(m["official"] - m["from_hands"] for m in moved) == [-49, 49]


def test_a_bad_file_ends_with_exit_code_1_and_its_errors_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.json"
    file.write_text(json.dumps({**small(), "name": 5}), encoding="utf-8")
    with pytest.raises(SystemExit) as end:
        call_command("import_event", str(file))
    assert end.value.code == 1
    assert json.loads(capsys.readouterr().err)["errors"][0]["place"] == "name"

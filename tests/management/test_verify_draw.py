"""`manage.py verify_draw`: every draw made again, and whatever was tampered with found."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests import making
from tournament.actions.ceremony import announce_draw, give_up_draw, hold_draw
from tournament.actions.drawing import make_draw
from tournament.actions.draws import discard_draft, publish_draw, swap_seats
from tournament.actions.field_changes import Field, change_field, plan_change
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.stages import StagePlan, add_stage, fill_stage
from tournament.models import Drawing, LogEntry, Seat, Session, Tournament
from tournament.queries.drawings import drawing_file

pytestmark = pytest.mark.django_db


def verified(*arguments: str, **options: Any) -> str:
    """What the command prints where everything is right."""
    out = io.StringIO()
    call_command("verify_draw", *arguments, stdout=out, **options)
    return out.getvalue()


def found(*arguments: str, **options: Any) -> str:
    """What it prints where something is wrong, and then ends with an error."""
    out = io.StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("verify_draw", *arguments, stdout=out, **options)
    assert caught.value.returncode == 1
    return out.getvalue()


@pytest.fixture
def event() -> Tournament:
    """16 players, three sessions; the draw of the first was announced, held and published."""
    event = making.tournament(16, 3)
    announced = announce_draw(event, [1], "two dice", making.user())
    hold_draw(event, announced.number, "7", making.user())
    publish_draw(event, [1], making.user())
    return event


def test_a_draw_that_was_announced_is_right_in_every_point(event: Tournament) -> None:
    lines = verified(event.slug).splitlines()
    assert lines[0] == "Draw 1: session 1, announced before"
    assert [line.split(":")[0].strip() for line in lines[1:6]] == ["right"] * 5
    assert lines[6] == "  0 chairs were changed since, as the history tells"


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ({"secret": "0" * 64}, ["secret has the", "seed follows"]),
        ({"public_part": "8"}, ["seed follows"]),
        ({"plan_hash": "0" * 64}, ["list has the", "seed follows"]),
        ({"commitment": "0" * 64}, ["secret has the"]),
        ({"seed": "0" * 64}, ["seed follows", "Drawn again"]),
        ({"number": 9}, ["seed follows"]),
    ],
)
def test_whatever_was_changed_in_the_database_is_found(
    event: Tournament, changed: dict[str, Any], wrong: list[str]
) -> None:
    Drawing.objects.update(**changed)
    lines = [line for line in found(event.slug).splitlines() if "WRONG" in line]
    assert len(lines) == len(wrong)
    assert all(part in line for part, line in zip(wrong, lines, strict=True))


def test_another_plan_is_found(event: Tournament) -> None:
    drawing = Drawing.objects.get()
    plan = json.loads(drawing.plan)
    plan["people"][0], plan["people"][1] = plan["people"][1], plan["people"][0]
    Drawing.objects.update(plan=json.dumps(plan, sort_keys=True, separators=(",", ":")))
    assert "WRONG: The list has the fingerprint that was published." in found(event.slug)


def test_a_plan_that_is_none_any_more_is_found_and_the_next_draw_still_checked(event: Tournament) -> None:
    Drawing.objects.update(plan="{}")
    make_draw(event, [2], making.user(), seed="x")
    text = found(event.slug)
    assert "WRONG: what is stored of this draw cannot be read" in text
    assert "Draw 2: session 2, not announced before\n  right" in text


def test_another_result_is_found(event: Tournament) -> None:
    drawing = Drawing.objects.get()
    result = json.loads(drawing.result)
    result["sessions"][0][0].reverse()
    Drawing.objects.update(result=json.dumps(result, sort_keys=True, separators=(",", ":")))
    assert "WRONG: Drawn again" in found(event.slug)


def exchange(event: Tournament) -> None:
    """The first people of tables 1 and 2 of session 1 change places past the program."""
    seats = Seat.objects.filter(session__tournament=event, session__number=1, player__isnull=False)
    one, other = (seats.filter(table__number=table).order_by("chair")[0] for table in (1, 2))
    Seat.objects.filter(pk=one.pk).update(player=None)
    Seat.objects.filter(pk=other.pk).update(player=one.player_id)
    Seat.objects.filter(pk=one.pk).update(player=other.player_id)


def test_seats_that_were_changed_past_the_program_are_found(event: Tournament) -> None:
    exchange(event)
    text = found(event.slug)
    assert "WRONG: 2 chairs were changed past the program" in text
    assert "session 1, table 1, 东" in text
    assert "(not in the history)" in text


def test_a_swap_by_hand_is_told_and_is_no_fault(event: Tournament) -> None:
    make_draw(event, [2], making.user(), seed="x")
    one, other = Seat.objects.filter(session__number=2).order_by("table__number", "chair")[3:5]
    swap_seats(event, 2, one.pk, other.pk, making.user())
    text = verified(event.slug)
    assert "2 chairs were changed since, as the history tells" in text
    assert text.count("→") == 2
    swap_seats(event, 2, one.pk, other.pk, making.user())
    assert "→" not in verified(event.slug)


def test_a_swap_that_the_history_tells_but_that_was_taken_back_past_the_program_is_found(
    event: Tournament,
) -> None:
    make_draw(event, [2], making.user(), seed="x")
    one, other = Seat.objects.filter(session__number=2).order_by("table__number", "chair")[3:5]
    swap_seats(event, 2, one.pk, other.pk, making.user())
    LogEntry.objects.filter(action="seats_swapped").delete()
    assert "WRONG: 2 chairs" in found(event.slug)


@pytest.mark.parametrize("leaving", [[1], [1, 5, 9, 13]])
def test_people_who_left_and_joined_are_told_and_are_no_fault(leaving: list[int]) -> None:
    event = making.drawn(20, 3)
    enrol(event, [PersonFacts(name="Late", number=50)], making.user())
    field = Field(leaving=leaving, joining=[50], remainder="empty_chairs")
    change_field(event, field, plan_change(event, field).fingerprint, "ill", making.user())
    text = verified(event.slug)
    assert "→ 50 Late" in text
    assert "WRONG" not in text


def test_draws_given_up_thrown_away_or_replaced_are_listed(event: Tournament) -> None:
    announced = announce_draw(event, [2], "two dice", making.user())
    give_up_draw(event, announced.number, "somebody entered late", making.user())
    make_draw(event, [2], making.user(), seed="x")
    make_draw(event, [2], making.user(), seed="y")
    discard_draft(event, [2], making.user())
    announce_draw(event, [3], "two dice", making.user())
    text = verified(event.slug)
    assert "Draw 2: session 2, announced before\n  given up: somebody entered late" in text
    assert text.count("  thrown away, or replaced by a later draw") == 2
    assert text.endswith("Draw 5: session 3, announced before\n  not made yet\n")


@pytest.mark.parametrize(
    ("players", "asked"),
    [
        (16, {}),
        (18, {"remainder": "byes"}),
        (18, {"remainder": "empty_chairs"}),
        (16, {"form": "random"}),
        (16, {"lots": list(range(16, 0, -1))}),
        (16, {"form": "snake"}),
        (18, {"form": "snake", "remainder": "byes"}),
        (16, {"form": "standings"}),
        (16, {"form": "script", "script": "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16"}),
        (
            16,
            {
                "form": "script",
                "script": "16 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 1",
                "keep_chairs": True,
            },
        ),
    ],
)
def test_every_form_of_a_draw_is_made_again_announced_or_not(players: int, asked: dict[str, Any]) -> None:
    event = making.tournament(players, 2, teams=False)
    announced = announce_draw(event, [1], "two dice", making.user(), **asked)
    hold_draw(event, announced.number, "7", making.user())
    making_it_played(event)
    make_draw(event, [2], making.user(), seed="x", **asked)
    text = verified(event.slug)
    assert text.count("right: Drawn again") == 2
    exchange(event)
    assert "WRONG" in found(event.slug)


def making_it_played(event: Tournament) -> None:
    """Session 1 is over, so that the standings are final."""
    publish_draw(event, [1], making.user())
    event.sessions.filter(number=1).update(state=Session.State.CLOSED)


def test_groups_are_made_again() -> None:
    event = making.tournament(16, 1, teams=False)
    stage = add_stage(event, StagePlan("Groups", "groups", [1]), making.user())
    fill_stage(event, stage.pk, making.user(), seed="a")
    make_draw(event, [1], making.user(), seed="x")
    assert "right: Drawn again" in verified(event.slug)


def test_a_file_is_checked_without_the_tournament(event: Tournament, tmp_path: Path) -> None:
    path = tmp_path / "draw.json"
    file = drawing_file(Drawing.objects.get())
    path.write_text(json.dumps(file), encoding="utf-8")
    Drawing.objects.all().delete()
    assert verified(file=str(path)).count("right: ") == 5
    path.write_text(json.dumps(file | {"public_part": "8"}), encoding="utf-8")
    assert "WRONG: The seed follows" in found(file=str(path))


@pytest.mark.parametrize(
    ("arguments", "options", "says"),
    [
        ((), {}, "Name a tournament, or a file with --file."),
        (("x",), {"file": "y"}, "Name a tournament, or a file with --file."),
        (("nowhere",), {}, "There is no tournament “nowhere”."),
        ((), {"file": "/nowhere.json"}, "cannot be read"),
    ],
)
def test_what_cannot_be_checked_is_said(
    arguments: tuple[str, ...], options: dict[str, Any], says: str
) -> None:
    with pytest.raises(CommandError, match=says):
        call_command("verify_draw", *arguments, **options)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "is not JSON"),
        ("[]", "not a file of a draw"),
        ("{}", "not a file of a draw"),
        ('{"format": "quesai-drawing/1"}', "not a file of a draw"),
    ],
)
def test_a_file_that_is_none_is_said(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "draw.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError, match=says):
        call_command("verify_draw", file=str(path))


def test_nothing_drawn_is_no_fault() -> None:
    assert verified(making.tournament(4, 1).slug) == "Nothing has been drawn.\n"


def test_a_chinese_terminal_is_spoken_to_in_chinese_alone(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    chinese = verified(event.slug).splitlines()[1:6]
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    english = verified(event.slug).splitlines()[1:6]
    assert all(line.isascii() for line in english)
    assert not any(line.isascii() for line in chinese)

"""Draws that anyone can check: announced, held, given up, and made again from what was published."""

import json
from hashlib import sha256

import pytest

from tests import making
from tests.refusing import code
from tournament.actions.ceremony import announce_draw, give_up_draw, hold_draw
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw, swap_seats
from tournament.actions.people import PersonFacts, enrol
from tournament.models import Drawing, Seat, Session, Tournament
from tournament.queries.drawings import (
    checked,
    current,
    differences,
    drawing_file,
    public_drawing,
    public_drawings,
)

pytestmark = pytest.mark.django_db

DICE = "five dice thrown by the oldest player at nine"


@pytest.fixture
def event() -> Tournament:
    return making.tournament(16, 3)


def hashed(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def test_what_is_published_before_binds_what_is_drawn_after(event: Tournament) -> None:
    announced = announce_draw(event, [1, 2, 3], DICE, making.user())
    assert announced.commitment == hashed(announced.secret)
    assert announced.plan_hash == hashed(announced.plan)
    assert not Seat.objects.exists()
    held = hold_draw(event, announced.number, "17", making.user())
    assert held.seed == hashed(f"{announced.secret}\n17\n{announced.plan_hash}\n1")
    assert Session.objects.filter(tournament=event, state=Session.State.DRAFT).count() == 3
    assert all(check.ok for check in checked(drawing_file(held)))
    assert len(checked(drawing_file(held))) == 5


def test_another_public_part_gives_another_draw(event: Tournament) -> None:
    first = hold_draw(event, announce_draw(event, [1], DICE, making.user()).number, "17", making.user())
    second = announce_draw(event, [1], DICE, making.user())
    assert second.number == 2
    assert second.secret != first.secret
    held = hold_draw(event, second.number, "17", making.user())
    assert held.seed != first.seed
    assert held.result != first.result


def test_the_public_part_is_the_same_however_it_is_spaced(event: Tournament) -> None:
    announced = announce_draw(event, [1], DICE, making.user())
    assert hold_draw(event, announced.number, "  3  5\t6 ", making.user()).public_part == "3 5 6"


def test_entries_that_change_after_the_announcement_stop_the_draw(event: Tournament) -> None:
    announced = announce_draw(event, [1], DICE, making.user())
    enrol(event, [PersonFacts(name=f"Late {n}") for n in range(4)], making.user())
    assert code(hold_draw, event, announced.number, "17", making.user()) == "plan_changed"
    assert not Seat.objects.exists()
    give_up_draw(event, announced.number, "four more came", making.user())
    again = announce_draw(event, [1], DICE, making.user())
    assert hold_draw(event, again.number, "17", making.user()).number == 2
    assert Drawing.objects.get(number=1).state == Drawing.State.ABANDONED


def test_an_announced_session_cannot_be_drawn_otherwise(event: Tournament) -> None:
    announced = announce_draw(event, [1, 2], DICE, making.user())
    assert code(make_draw, event, [2], making.user()) == "announced"
    assert code(announce_draw, event, [2, 3], DICE, making.user()) == "announced"
    make_draw(event, [3], making.user())
    # Session 3 is played before or after, for all that anybody knows: the announced plan has changed.
    assert code(hold_draw, event, announced.number, "17", making.user()) == "plan_changed"


def test_a_draw_is_held_once(event: Tournament) -> None:
    announced = announce_draw(event, [1], DICE, making.user())
    hold_draw(event, announced.number, "17", making.user())
    assert code(hold_draw, event, announced.number, "18", making.user()) == "not_announced"
    assert code(give_up_draw, event, announced.number, "why", making.user()) == "not_announced"
    assert code(hold_draw, event, 99, "18", making.user()) == "not_announced"


@pytest.mark.parametrize(
    ("source", "part"), [("", "17"), ("  ", "17"), ("x" * 301, "17"), (DICE, " "), (DICE, "x" * 201)]
)
def test_nothing_and_too_much_are_refused(event: Tournament, source: str, part: str) -> None:
    if source != DICE:
        expected = "too_long" if len(source) > 300 else "no_public_source"
        assert code(announce_draw, event, [1], source, making.user()) == expected
        return
    announced = announce_draw(event, [1], source, making.user())
    assert code(hold_draw, event, announced.number, part, making.user()) == "no_public_part"


def test_giving_up_needs_a_reason(event: Tournament) -> None:
    announced = announce_draw(event, [1], DICE, making.user())
    assert code(give_up_draw, event, announced.number, " ", making.user()) == "reason_missing"


@pytest.mark.parametrize(
    ("field", "value", "wrong"),
    [
        ("secret", "0" * 64, {"commitment", "seed"}),
        ("public_part", "18", {"seed"}),
        ("number", 2, {"seed"}),
        ("plan_hash", "0" * 64, {"plan", "seed"}),
    ],
)
def test_whatever_was_tampered_with_is_found(
    event: Tournament, field: str, value: object, wrong: set[str]
) -> None:
    held = hold_draw(event, announce_draw(event, [1], DICE, making.user()).number, "17", making.user())
    file = drawing_file(held) | {field: value}
    assert {check.key for check in checked(file) if check.ok is False} == wrong


def test_another_result_is_found_and_so_is_another_seed(event: Tournament) -> None:
    held = hold_draw(event, announce_draw(event, [1], DICE, making.user()).number, "17", making.user())
    result = json.loads(held.result)
    result["sessions"][0][0].reverse()
    text = json.dumps(result, sort_keys=True, separators=(",", ":"))
    assert {c.key for c in checked(drawing_file(held) | {"result": text}) if c.ok is False} == {"outcome"}
    wrong = {c.key for c in checked(drawing_file(held) | {"seed": "0" * 64}) if c.ok is False}
    assert wrong == {"seed", "outcome"}


def test_every_draw_stays_in_the_list_also_one_that_was_thrown_away(event: Tournament) -> None:
    make_draw(event, [1], making.user(), seed="heads")
    make_draw(event, [1], making.user(), seed="tails")
    assert public_drawings(event) == []
    publish_draw(event, [1], making.user())
    seen = [known.drawing for known in public_drawings(event)]
    assert [drawing.seed for drawing in seen] == ["heads", "tails"]
    assert current(seen)[1].seed == "tails"


def test_a_secret_stays_secret_until_its_sessions_are_published(event: Tournament) -> None:
    announced = announce_draw(event, [1, 2], DICE, making.user())
    [known] = public_drawings(event)
    assert (known.drawing, known.is_open) == (announced, False)
    held = hold_draw(event, announced.number, "17", making.user())
    publish_draw(event, [1], making.user())
    assert not public_drawing(event, held.number).is_open
    publish_draw(event, [2], making.user())
    assert public_drawing(event, held.number).is_open


def test_swaps_by_hand_are_told_from_what_was_drawn(event: Tournament) -> None:
    make_draw(event, [1], making.user(), seed="x")
    drawing = Drawing.objects.get()
    assert differences(event, drawing) == ()
    one, other = Seat.objects.filter(session__tournament=event).order_by("table__number", "chair")[3:5]
    before = {one.pk: one.player, other.pk: other.player}
    swap_seats(event, 1, one.pk, other.pk, making.user())
    found = differences(event, drawing)
    assert [(d.session, d.table, d.chair) for d in found] == [(1, 1, 3), (1, 2, 0)]
    assert [(d.drawn, d.sits) for d in found] == [
        (before[one.pk], before[other.pk]),
        (before[other.pk], before[one.pk]),
    ]

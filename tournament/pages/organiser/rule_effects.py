"""What the values of a rulebook mean, in examples: computed by the rules themselves, nothing is repeated here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.penalties import Penalty, effect
from scoring.rulebook import Rulebook
from scoring.settlement import SETTLEMENTS, Win, settle
from scoring.standard_points import show, standard_points
from tournament.pages.words import rule_words as words
from tournament.pages.words.term_words import setting_name
from tournament.pages.words.worked_hands import WorkedHand, best_of, worked_hands

from .rule_terms import box_of

# Match points of four players, from the first place to the last, for the examples of shared places.
TIES: tuple[tuple[str, tuple[int, int, int, int]], ...] = (
    ("none", (90, 30, -40, -80)),
    ("first", (60, 60, -40, -80)),
    ("middle", (90, -10, -10, -70)),
    ("three", (30, 30, 30, -90)),
    ("all", (0, 0, 0, 0)),
)


@dataclass(frozen=True)
class HandExample:
    """One hand: what happened, and what winner, discarder and the two others get."""

    text: str
    winner: int
    discarder: int
    other: int


@dataclass(frozen=True)
class TieExample:
    """Match points of four players and the standard points that they get."""

    text: str
    match: tuple[int, ...]
    standard: tuple[str, ...]


@dataclass(frozen=True)
class PenaltyExample:
    """What a kind of penalty does: to the offender, to each other player, or to the harmed one only."""

    kind: str
    offender: int
    other: int
    harmed_only: bool
    dead_hand: bool
    disqualifies: bool


@dataclass(frozen=True)
class Effects:
    """All examples of a rulebook."""

    hands: tuple[HandExample, ...]
    worked: tuple[WorkedHand, ...]
    starting: tuple[int, int]
    ties: tuple[TieExample, ...]
    penalties: dict[str, PenaltyExample]
    clock: tuple[tuple[str, str], ...]
    lateness: tuple[str, ...]
    order: tuple[str, ...]
    differences: list[words.Difference] | None
    unverified: tuple[str, ...]


def effects(book: Rulebook, before: Rulebook | None = None) -> Effects:
    """The examples of a rulebook, in the reader's language; `before` are the rules that it would take the place of."""
    hands, worked = _hands(book), worked_hands(book, before)
    won = hands[1].winner if hands else best_of(worked)
    return Effects(
        hands=hands,
        worked=worked,
        starting=(won, won + book.starting_points),
        ties=tuple(_tie(name, points, book.scale) for name, points in TIES),
        penalties={kind: _penalty(kind, book) for kind in book.false_win},
        clock=_clock(book),
        lateness=_lateness(book),
        order=tuple(str(words.TIE_BREAKS[key]) for key in book.tie_breaks),
        differences=words.differences(book),
        unverified=tuple(setting_name(book, name) for name in dict.fromkeys(map(box_of, book.unverified))),
    )


def _hands(book: Rulebook) -> tuple[HandExample, ...]:
    if book.settlement not in SETTLEMENTS:
        return ()
    examples = []
    for fan in dict.fromkeys((book.minimum, max(24, book.minimum))):
        taken, drawn = settle(Win(0, fan, 1), book), settle(Win(0, fan), book)
        examples.append(
            HandExample(_("%(fan)s fan on a discard") % {"fan": fan}, taken[0], taken[1], taken[2])
        )
        examples.append(HandExample(_("%(fan)s fan, self-draw") % {"fan": fan}, drawn[0], drawn[1], drawn[2]))
    return tuple(examples)


def _tie(name: str, points: tuple[int, int, int, int], scale: Sequence[int]) -> TieExample:
    texts = {
        "none": _("nobody ties"),
        "first": _("first and second tie"),
        "middle": _("second and third tie"),
        "three": _("three tie for the first place"),
        "all": _("all four tie"),
    }
    return TieExample(
        texts[name], points, tuple(show(twelfths) for twelfths in standard_points(points, scale))
    )


def _penalty(kind: str, book: Rulebook) -> PenaltyExample:
    rule = book.false_win[kind]
    one = rule["mode"] == "pay_one"
    accounts = effect(
        Penalty(seat=0, amount=rule["amount"], mode=rule["mode"], victim=1 if one else None, kind=kind)
    )
    return PenaltyExample(kind, accounts[0], accounts[1], one, rule["dead_hand"], rule["disqualifies"])


def _clock(book: Rulebook) -> tuple[tuple[str, str], ...]:
    start = datetime(2000, 1, 1, 9, 0)  # noqa: DTZ001  a time of day, of no day and no zone
    end = start + timedelta(minutes=book.minutes + book.break_minutes)
    warning = end - timedelta(minutes=book.warning_minutes)
    steps = [(f"{start:%H:%M}", _("start"))]
    if book.warning_minutes:
        steps.append((f"{warning:%H:%M}", _("warning")))
    steps.append((f"{end:%H:%M}", _("time is called: %(what)s") % {"what": words.AT_TIME[book.at_time]}))
    return tuple(steps)


def _lateness(book: Rulebook) -> tuple[str, ...]:
    lines = []
    for step in book.lateness:
        text = ngettext(
            "up to %(n)s minute late: %(amount)s deducted",
            "up to %(n)s minutes late: %(amount)s deducted",
            step["up_to"],
        )
        lines.append(text % {"n": step["up_to"], "amount": step["amount"]})
    text = ngettext(
        "more than %(n)s minute late: forfeit, 0 standard points and %(points)s match points",
        "more than %(n)s minutes late: forfeit, 0 standard points and %(points)s match points",
        book.forfeit_after,
    )
    lines.append(text % {"n": book.forfeit_after, "points": f"{book.forfeit_match_points}".replace("-", "−")})
    return tuple(lines)

"""The screen of the prize-giving: what has been called, place by place, and nothing that has not been called."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.standard_points import show
from tournament.models import PrizeGiving, Tournament
from tournament.pages.words.prize_words import prizes_in_words
from tournament.queries.prize_giving import Call, progress
from tournament.queries.prizes import prizes
from tournament.templatetags.quesai import signed

from .contents import POSTER_SECONDS
from .slides import Group, Show, Slide, full_pages, length

EARLIER, ON_A_PAGE = 8, 12


@dataclass(frozen=True)
class Person:
    """Somebody who has been called."""

    number: int
    name: str
    size: str
    team: str
    standard: str
    match: str


@dataclass(frozen=True)
class Called:
    """A place that has been called, with all who share it."""

    place: int
    shared: bool
    people: tuple[Person, ...]


def prizes_show(tournament: Tournament, giving: PrizeGiving) -> Show:
    """What has been called so far. When all is called, everybody honoured together, then the special prizes."""
    called = [_called(call) for call in progress(giving).called]
    is_complete = giving.called >= giving.places
    newest = Slide(
        f"called-{giving.called}",
        "called",
        {
            "teams": giving.of_teams,
            "newest": called[-1] if called else None,
            "earlier": tuple(reversed(called[-EARLIER - 1 : -1])),
            "more": max(0, len(called) - 1 - EARLIER),
        },
    )
    groups = [Group((newest,), POSTER_SECONDS)]
    if is_complete:
        groups.append(Group(_together(called, giving.of_teams), POSTER_SECONDS // 2))
        # They are the players' prizes: where teams are called first, they wait for the players.
        special = () if giving.of_teams else prizes_in_words(tournament, prizes(tournament))
        if special:
            slide = Slide("special", "special", {"prizes": special})
            groups.append(Group((slide,), POSTER_SECONDS))
    return Show(tuple(groups))


def _together(called: list[Called], teams: bool) -> tuple[Slide, ...]:
    rows = [(one.place, one.shared, who) for one in reversed(called) for who in one.people]
    return tuple(
        Slide(f"honoured-{page}", "honoured", {"rows": tuple(some), "teams": teams})
        for page, some in full_pages(rows, ON_A_PAGE)
    )


def _called(call: Call) -> Called:
    few = len(call.people) == 1
    return Called(
        call.place,
        call.shared,
        tuple(
            Person(
                one.number,
                one.name,
                length(one.name, 16 if few else 14, 34 if few else 26),
                one.team,
                show(one.standard),
                signed(one.match),
            )
            for one in call.people
        ),
    )

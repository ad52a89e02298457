"""Several players on one page, by their numbers: whom somebody follows, or sends to others as a link."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from tournament import live
from tournament.access import public_tournament
from tournament.models import Tournament
from tournament.queries.following import followed, tables_of
from tournament.queries.overview import SessionSummary
from tournament.queries.shown import shown_to

from .frame import Living, public_page, sessions_of, tables_since

AT_MOST = 20


@dataclass(frozen=True)
class Asked:
    """The numbers of an address: the first ones of those that are numbers, each once. `more`: some were left out."""

    numbers: tuple[int, ...]
    more: bool

    @property
    def text(self) -> str:
        """As a reader types them."""
        return ", ".join(map(str, self.numbers))


def asked_numbers(request: HttpRequest) -> Asked:
    """`?n=3,17`, also `?n=3&n=17`. What is no number is passed over."""
    words = re.split(r"[^0-9]+", " ".join(request.GET.getlist("n"))[:10_000])
    numbers = list(dict.fromkeys(int(word) for word in words if word and len(word) < 7))
    return Asked(tuple(numbers[:AT_MOST]), len(numbers) > AT_MOST)


@public_page
def follow(request: HttpRequest, tournament: Tournament) -> Living:
    """The players that the address names, and a form to name others."""
    sessions = sessions_of(tournament)
    asked = asked_numbers(request)
    return Living(
        "public/follow.html",
        _cards(request, tournament, sessions, asked),
        tab="tournament",
        sessions=sessions,
        context={"asked": asked, "at_most": AT_MOST},
    )


@gzip_page
@require_safe
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    """The same players without a page around them, for the front page of whoever follows them."""
    tournament = public_tournament(request.user, slug)
    asked = asked_numbers(request)
    # Both only rise, so their sum stands for them.
    version = sum(tables_since(tournament, tables_of(tournament, asked.numbers)))
    return live.up_to_date(request, version) or live.part_answer(
        request, live.make_part(version, _cards(request, tournament, sessions_of(tournament), asked))
    )


def _cards(
    request: HttpRequest, tournament: Tournament, sessions: tuple[SessionSummary, ...], asked: Asked
) -> Callable[[], str]:
    shown = shown_to(request.user, tournament)

    def build() -> str:
        found = followed(tournament, sessions, shown, asked.numbers)
        there = {one.who.number for one in found}
        context = {
            "tournament": tournament,
            "followed": found,
            "unknown": [number for number in asked.numbers if number not in there],
            "more": asked.more,
            "at_most": AT_MOST,
            "is_hidden": shown.hidden,
            "frozen_after": shown.as_of,
        }
        return render_to_string("public/follow_part.html", context)

    return build

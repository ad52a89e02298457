"""Statistics: of a whole tournament on a page of their own, and of one player for his page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string

from tournament.models import Player, Tournament
from tournament.pages.words.bars import fan_bars, steps_grow, suited_bars
from tournament.pages.words.place_chart import PlaceChart, place_chart
from tournament.pages.words.rounding import decimal
from tournament.pages.words.statistics_words import (
    biggest,
    fan_rows,
    kind_rows,
    outcomes,
    own_fan_rows,
    own_kind_rows,
    rates,
    shown_hands,
    wind_rows,
)
from tournament.queries.overview import SessionSummary
from tournament.queries.plays import has_house_rules
from tournament.queries.shown import Shown, shown_to
from tournament.queries.statistics import Statistics
from tournament.queries.statistics import statistics as read_statistics

from .frame import Living, public_page, sessions_of, tables_since


@public_page
def statistics(request: HttpRequest, tournament: Tournament) -> Living:
    """How the hands of a tournament went."""
    shown = shown_to(request.user, tournament)

    def build() -> str:
        if shown.hidden:
            return render_to_string("public/standings_hidden.html")
        read = read_statistics(tournament, shown.as_of)
        counts, book = read.counts, tournament.rulebook
        house = has_house_rules(book)
        dealer, others = counts.winds[0].points_per_hand, counts.others.points_per_hand
        context = {
            "tournament": tournament,
            "frozen_after": shown.as_of,
            "held_back": tournament.shown_standings if shown.in_full else "",
            "public_as_of": tournament.frozen_after,
            "hands": counts.hands,
            "in_points": read.in_points,
            "outcomes": outcomes(counts, in_points=read.in_points),
            "highest": shown_hands(read, counts.highest, book),
            "bars": suited_bars(counts.fans) if house else fan_bars(counts.fans),
            "steps_grow": not house or steps_grow(counts.fans),
            "known": counts.known,
            "wins": counts.wins,
            "fans": fan_rows(read),
            "winners": counts.winners,
            "kinds": kind_rows(read, book),
            "winds": wind_rows(counts.winds),
            "chairs": wind_rows(counts.chairs),
            "dealer": decimal(dealer, 2, signed=True),
            "others": decimal(others, 2, signed=True),
        }
        return render_to_string("public/statistics_part.html", context)

    return Living(
        "public/statistics.html",
        build,
        tab="tournament",
        sessions=sessions_of(tournament),
        keep=f"statistics:{shown.key}:{tournament.shown_standings}",
        since=tables_since(tournament),
    )


def of_player(
    tournament: Tournament, who: Player, shown: Shown, sessions: Sequence[SessionSummary]
) -> dict[str, Any]:
    """What a player's page shows of his hands and places, as far as this visitor may see it."""
    if shown.hidden:
        return {}
    read, book = read_statistics(tournament, shown.as_of), tournament.rulebook
    own = read.of(who.pk)
    found: dict[str, Any] = {"chart": _chart(read, who, sessions)}
    if own.total.hands:
        found |= {
            "hands": own.total.hands,
            "in_points": read.in_points,
            "rates": rates(own.total, read.counts.everybody, in_points=read.in_points),
            "biggest": biggest(read, own.best, book),
            "known": own.known,
            "wins": own.total.wins,
            "fans": own_fan_rows(read, who.pk),
            "kinds": own_kind_rows(read, who.pk, book),
            "winds": wind_rows(own.winds, read.counts.winds),
            "chairs": wind_rows(own.chairs, read.counts.chairs),
        }
    return found


def _chart(read: Statistics, who: Player, sessions: Sequence[SessionSummary]) -> PlaceChart | None:
    """The places after the sessions that are closed: one that is being played would not be a place yet."""
    over = [s.number for s in sessions if s.is_over and s.number in read.places]
    places = [(number, read.places[number][who.pk]) for number in over if who.pk in read.places[number]]
    return place_chart(places, max((len(read.places[number]) for number in over), default=0))

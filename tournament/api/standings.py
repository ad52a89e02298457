"""Standings of players and of teams, exact and as people read them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.ranking import TIE_BREAKS, places_of
from scoring.standard_points import exact
from tournament.access import public_tournament
from tournament.queries.standings import Line, Standings, player_standings, team_standings

from .base import VERSION, PublicView, answers, query, versioned
from .fields import Exact, Shown, StrictSerializer


class SessionResultSerializer(serializers.Serializer[Any]):
    """What somebody has from one session; of a team the sums of its members."""

    session = serializers.IntegerField()
    standard_points = Exact(source="standard")
    standard_points_shown = Shown(source="standard")
    match_points = Exact(source="match")
    places = serializers.ListField(
        child=serializers.IntegerField(), help_text="The place at the table; of a team those of its members."
    )
    hands_won = serializers.IntegerField()
    highest_hand = serializers.IntegerField(help_text="Fan of the best hand won, 0 for none.")


class KeySerializer(serializers.Serializer[Any]):
    """One tie-break key and what it is for this line: several values for a sorted list, none for no lot."""

    key = serializers.ChoiceField(list(TIE_BREAKS))
    values = serializers.ListField(child=serializers.CharField())


class LineSerializer(serializers.Serializer[Any]):
    """One line of the standings."""

    place = serializers.IntegerField(allow_null=True, help_text="null for who is disqualified.")
    is_shared = serializers.BooleanField(source="shared", help_text="Others have the same place.")
    moved = serializers.IntegerField(
        allow_null=True, help_text="Places gained since the session before; null after the first."
    )
    number = serializers.IntegerField()
    name = serializers.CharField()
    team = serializers.CharField(allow_blank=True, help_text='The player\'s team, "" for none.')
    standard_points = Exact(source="standard", help_text="标准分, penalties subtracted.")
    standard_points_shown = Shown(source="standard")
    match_points = Exact(source="match", help_text="比赛分 without starting points.")
    match_points_with_starting = Exact(source="with_starting")
    adjustment = Exact(source="standard_adjust", help_text="Penalties in standard points, negative.")
    sessions = SessionResultSerializer(many=True)
    keys = KeySerializer(many=True, help_text="The tie-break keys in the order in which they count.")


class StandingsSerializer(serializers.Serializer[Any]):
    """Places, the best first; equal ones by number."""

    tournament_version = serializers.IntegerField(read_only=True)
    as_of = serializers.IntegerField(help_text="The last session that counts, 0 before the first result.")
    is_provisional = serializers.BooleanField(help_text="Tables that are still open count as they stand.")
    is_ranked = serializers.BooleanField(
        help_text="Whether places count by the rulebook; it may say that teams are only added up."
    )
    running_sessions = serializers.ListField(
        child=serializers.IntegerField(), help_text="Sessions with open tables that count provisionally."
    )
    lines = LineSerializer(many=True)


class StandingsQuery(StrictSerializer):
    """Which standings."""

    as_of = serializers.IntegerField(
        min_value=1, max_value=999, required=False, help_text="Only sessions up to this number count."
    )
    provisional = serializers.BooleanField(
        default=False, help_text="1 counts the tables that are still open as they stand."
    )


class PlayerStandingsView(PublicView):
    """Standings of the players."""

    @extend_schema(
        operation_id="standings",
        tags=["public"],
        parameters=[VERSION, StandingsQuery],
        responses=answers(StandingsSerializer, 400, 404, fresh=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """Standings of the players: closed tables, and provisionally also the open ones. No stand-ins."""
        return _answer(request, slug, teams=False)


class TeamStandingsView(PublicView):
    """Standings of the teams."""

    @extend_schema(
        operation_id="team_standings",
        tags=["public"],
        parameters=[VERSION, StandingsQuery],
        responses=answers(StandingsSerializer, 400, 404, fresh=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """Standings of the teams: the sums of their members."""
        return _answer(request, slug, teams=True)


def _answer(request: Request, slug: str, *, teams: bool) -> Response:
    asked = query(request, StandingsQuery)
    tournament = public_tournament(request.user, slug)
    # "As of" the last session or a later one is the same as all: kept once, not once for every number.
    as_of = asked.get("as_of")
    if as_of is not None and as_of >= tournament.planned_sessions:
        as_of = None

    def build() -> StandingsSerializer:
        read = team_standings if teams else player_standings
        standings = read(tournament, as_of, provisional=asked["provisional"])
        return _shown(standings, is_ranked=not teams or tournament.rulebook.team_ranking)

    kind = "teams" if teams else "players"
    keep = f"standings:{kind}:{as_of}:{asked['provisional']}"
    return versioned(request, tournament, build, keep=keep)


def _shown(standings: Standings, *, is_ranked: bool) -> StandingsSerializer:
    return StandingsSerializer(
        {
            "as_of": standings.as_of,
            "is_provisional": standings.provisional,
            "is_ranked": is_ranked,
            "running_sessions": standings.running,
            "lines": [_line(line) for line in standings.lines],
        }
    )


def _line(line: Line) -> dict[str, Any]:
    names = ("place", "shared", "moved", "number", "name", "team", "standard", "match", "with_starting")
    return {
        **{name: getattr(line, name) for name in (*names, "standard_adjust")},
        "sessions": [
            {
                "session": number,
                "standard": result.standard,
                "match": result.match,
                "places": places_of(result),
                "hands_won": result.hands_won,
                "highest_hand": result.highest_hand,
            }
            for number, result in sorted(line.sessions.items())
        ],
        "keys": [{"key": key, "values": _values(value)} for key, value in line.keys.items()],
    }


def _values(value: object) -> list[str]:
    """A tie-break's value as exact texts."""
    if value is None:
        return []
    parts = value if isinstance(value, tuple) else (value,)
    return [exact(part) for part in parts if isinstance(part, int | Fraction)]

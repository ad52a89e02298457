"""Standings of players and of teams, exact and as people read them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.ranking import TIE_BREAKS, places_of
from scoring.standard_points import exact
from tournament.access import public_tournament
from tournament.models import ShownStandings, Stage, Tournament
from tournament.queries.shown import Shown as Visible
from tournament.queries.shown import shown_to
from tournament.queries.stages import shown_stages, stage_standings
from tournament.queries.standings import Line, Standings, team_standings

from .base import VERSION, PublicView, answers, query, versioned
from .fields import Exact, Shown, StrictSerializer

SHOWN = list(ShownStandings.values)


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
    adjustment = Exact(
        source="standard_adjust", help_text="Standard points carried over, minus those that penalties took."
    )
    carried_standard_points = Exact(
        source="carried_standard", help_text="Brought along from the stage before; 0 in the total."
    )
    carried_match_points = Exact(source="carried_match")
    group = serializers.IntegerField(
        allow_null=True, help_text="The group in this stage; places are then those within the group."
    )
    sessions = SessionResultSerializer(many=True)
    keys = KeySerializer(many=True, help_text="The tie-break keys in the order in which they count.")


class StandingsSerializer(serializers.Serializer[Any]):
    """Places, the best first; equal ones by number."""

    tournament_version = serializers.IntegerField(read_only=True)
    as_of = serializers.IntegerField(help_text="The last session that counts, 0 before the first result.")
    stage = serializers.IntegerField(
        allow_null=True, help_text="The stage of the tournament; null for the total."
    )
    shown = serializers.ChoiceField(
        SHOWN,
        help_text="`frozen`: later sessions are kept for the prize-giving. `hidden`: all are, and there are no lines.",
    )
    is_provisional = serializers.BooleanField(help_text="Tables that are still open count as they stand.")
    is_ranked = serializers.BooleanField(
        help_text="Whether places count by the rulebook; it may say that teams are only added up."
    )
    running_sessions = serializers.ListField(
        child=serializers.IntegerField(), help_text="Sessions with open tables that count provisionally."
    )
    lines = LineSerializer(many=True)


class StandingsQuery(StrictSerializer):
    """Which standings. A session that is held back is answered with the last one that may be seen."""

    stage = serializers.IntegerField(
        min_value=1,
        max_value=999,
        required=False,
        help_text="Only this stage, with what was carried over into it.",
    )

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
    shown = shown_to(request.user, tournament)
    stage = _stage(tournament, shown, asked.get("stage"))
    # "As of" the last session or a later one is the same as all: kept once, not once for every number.
    as_of = asked.get("as_of")
    if as_of is not None and as_of >= tournament.planned_sessions:
        as_of = None
    as_of = shown.limit(as_of)

    def build() -> StandingsSerializer:
        is_ranked = not teams or tournament.rulebook.team_ranking
        if shown.hidden:
            return _shown(Standings(tournament.version, 0, False, (), ()), stage, shown, is_ranked=is_ranked)
        if teams:
            found = team_standings(tournament, as_of, provisional=asked["provisional"], stage=stage)
        else:
            found = stage_standings(tournament, stage, as_of, provisional=asked["provisional"])
        return _shown(found, stage, shown, is_ranked=is_ranked)

    kind = "teams" if teams else "players"
    at = asked.get("stage", "")
    keep = f"standings:{kind}:{at}:{as_of}:{asked['provisional']}:{shown.key}"
    return versioned(request, tournament, build, mark="" if shown.in_full else f"-{shown.key}", keep=keep)


def _stage(tournament: Tournament, shown: Visible, number: int | None) -> Stage | None:
    """The stage asked for; 404 for one that is not there, or of which nothing may be seen yet."""
    if number is None:
        return None
    stage = next((stage for stage in shown_stages(tournament, shown) if stage.number == number), None)
    if stage is None:
        raise Http404
    return stage


def _shown(
    standings: Standings, stage: Stage | None, shown: Visible, *, is_ranked: bool
) -> StandingsSerializer:
    return StandingsSerializer(
        {
            "as_of": standings.as_of,
            "stage": stage.number if stage else None,
            "shown": "hidden" if shown.hidden else "live" if shown.in_full else "frozen",
            "is_provisional": standings.provisional,
            "is_ranked": is_ranked,
            "running_sessions": standings.running,
            "lines": [_line(line) for line in standings.lines],
        }
    )


def _line(line: Line) -> dict[str, Any]:
    names = ("place", "shared", "moved", "number", "name", "team", "standard", "match", "with_starting")
    return {
        **{name: getattr(line, name) for name in names},
        **{
            name: getattr(line, name)
            for name in ("standard_adjust", "carried_standard", "carried_match", "group")
        },
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

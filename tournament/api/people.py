"""Players and teams in answers, and the players of a tournament with all their sessions."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.access import public_tournament
from tournament.queries.careers import Career, careers

from .base import VERSION, PublicView, answers, query, versioned
from .fields import Exact, Shown, seat_field

SESSION_STATES = ["published", "running", "closed"]


class TeamSerializer(serializers.Serializer[Any]):
    """A team 队."""

    number = serializers.IntegerField()
    name = serializers.CharField()


class PersonSerializer(serializers.Serializer[Any]):
    """A player 选手, as far as needed to say who sits somewhere."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    team = TeamSerializer(allow_null=True)
    is_stand_in = serializers.BooleanField(help_text="Plays and is scored, but not ranked.")


class ResultSerializer(serializers.Serializer[Any]):
    """What somebody has at one table; final once the table is closed."""

    match_points = serializers.IntegerField(help_text="比赛分, penalties included, without starting points.")
    place = serializers.IntegerField(
        allow_null=True, help_text="1–4, equal places are equal; null before the first entry."
    )
    standard_points = Exact(twelfths=True, help_text="标准分 from the place, exact.")
    standard_points_shown = Shown(source="standard_points", twelfths=True)
    standard_points_deducted = Exact(
        source="standard_deducted",
        twelfths=True,
        help_text="Standard points taken away by penalties at this table, not yet subtracted.",
    )


class PlayedSerializer(serializers.Serializer[Any]):
    """One session of a player."""

    session = serializers.IntegerField(source="session.number")
    session_state = serializers.ChoiceField(SESSION_STATES, source="session.state")
    table = serializers.IntegerField(source="table.number")
    seat = seat_field(source="chair", help_text="The chair drawn: 0–3 = 东南西北.")
    is_closed = serializers.BooleanField(
        source="table.is_closed", help_text="Whether the table is closed, so that the result counts."
    )
    result = ResultSerializer(source="*")


class CareerSerializer(serializers.Serializer[Any]):
    """A player with all sessions that are drawn publicly."""

    number = serializers.IntegerField(source="player.number")
    name = serializers.CharField(source="player.name")
    family_name = serializers.CharField(source="player.family_name", allow_blank=True)
    given_name = serializers.CharField(source="player.given_name", allow_blank=True)
    team = TeamSerializer(source="player.team", allow_null=True)
    country = serializers.CharField(source="player.country", allow_blank=True)
    club = serializers.CharField(source="player.club", allow_blank=True)
    is_stand_in = serializers.BooleanField(source="player.is_stand_in")
    is_disqualified = serializers.SerializerMethodField(help_text="Listed at the end, without a place.")
    sessions = PlayedSerializer(source="seats", many=True)

    def get_is_disqualified(self, career: Career) -> bool:
        """Whether the player was disqualified."""
        return career.player.disqualified_at is not None


class PlayersSerializer(serializers.Serializer[Any]):
    """All players, by number."""

    tournament_version = serializers.IntegerField(read_only=True)
    players = CareerSerializer(many=True)


class OnePlayerSerializer(CareerSerializer):
    """One player."""

    tournament_version = serializers.IntegerField(read_only=True)


class PlayersView(PublicView):
    """The players of a tournament."""

    @extend_schema(
        operation_id="players",
        tags=["public"],
        parameters=[VERSION],
        responses=answers(PlayersSerializer, 400, 404, fresh=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """All players with all their sessions: where each sits, and what each has there."""
        query(request)
        tournament = public_tournament(request.user, slug)
        return versioned(
            request, tournament, lambda: PlayersSerializer({"players": careers(tournament)}), keep="players"
        )


class PlayerView(PublicView):
    """One player."""

    @extend_schema(
        operation_id="player",
        tags=["public"],
        parameters=[VERSION],
        responses=answers(OnePlayerSerializer, 400, 404, fresh=True),
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        """One player, by number, with all sessions."""
        query(request)
        tournament = public_tournament(request.user, slug)
        found = careers(tournament, number)
        if not found:
            raise Http404
        return versioned(request, tournament, lambda: OnePlayerSerializer(found[0]))

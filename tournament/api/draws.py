"""Draws 抽签 as everybody may know them, and each with what is needed to make it again."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.access import public_tournament
from tournament.queries.drawings import (
    FILE_FORMAT,
    Known,
    changed_since,
    drawing_file,
    plan_of,
    public_drawing,
    public_drawings,
)

from .base import VERSION, PublicView, answers, query, versioned
from .fields import seat_field
from .people import PersonSerializer

STANDINGS = ["announced", "given_up", "waits", "in_force", "unused"]


class DrawSerializer(serializers.Serializer[Any]):
    """A draw 抽签. Secret, seed and result are in its `file`, once they are public."""

    number = serializers.IntegerField(help_text="The how-manieth draw of the tournament.")
    sessions = serializers.ListField(child=serializers.IntegerField())
    standing = serializers.ChoiceField(
        STANDINGS,
        help_text="`waits`: drawn, not published yet. `unused`: thrown away, or replaced by a later draw.",
    )
    in_force = serializers.ListField(
        child=serializers.IntegerField(), help_text="The published sessions that are played as it drew them."
    )
    is_open = serializers.BooleanField(help_text="Whether everything is public.")
    form = serializers.CharField(
        help_text="`advance`, `groups`, `lots`, `random`, `standings`, `snake`, `chart` or `script`."
    )
    players = serializers.IntegerField()
    plan_hash = serializers.CharField(
        allow_null=True, help_text="SHA-256 of the plan: who is drawn, and how. Null until it is public."
    )
    commitment = serializers.CharField(
        allow_null=True, help_text="SHA-256 of the secret; null for a draw that was not announced."
    )
    public_source = serializers.CharField(allow_blank=True, help_text="What others choose.")
    public_part = serializers.CharField(allow_blank=True, help_text="What they chose.")
    announced_at = serializers.DateTimeField(allow_null=True)
    made_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(allow_blank=True, help_text="Why it was given up.")


class DrawsSerializer(serializers.Serializer[Any]):
    """All draws, in the order of their numbers."""

    tournament_version = serializers.IntegerField(read_only=True)
    draws = DrawSerializer(many=True)


class DrawFileSerializer(serializers.Serializer[Any]):
    """What `manage.py verify_draw --file` reads. `plan` and `result` are texts: hash them as they are, in UTF-8."""

    format = serializers.ChoiceField([FILE_FORMAT])
    number = serializers.IntegerField()
    plan = serializers.CharField()
    plan_hash = serializers.CharField()
    commitment = serializers.CharField(allow_blank=True)
    public_source = serializers.CharField(allow_blank=True)
    public_part = serializers.CharField(allow_blank=True)
    secret = serializers.CharField(allow_blank=True)
    seed = serializers.CharField(allow_blank=True)
    algorithm = serializers.CharField()
    result = serializers.CharField(allow_blank=True)


class ChangedChairSerializer(serializers.Serializer[Any]):
    """A chair in which somebody else sits than was drawn; null: nobody."""

    session = serializers.IntegerField()
    table = serializers.IntegerField()
    seat = seat_field(source="chair", help_text="The chair: 0–3 = 东南西北.")
    drawn = PersonSerializer(allow_null=True)
    sits = PersonSerializer(allow_null=True)
    is_known = serializers.BooleanField(help_text="Whether the history tells of the change.")


class OneDrawSerializer(DrawSerializer):
    """One draw with everything that is public of it."""

    tournament_version = serializers.IntegerField(read_only=True)
    file = DrawFileSerializer(allow_null=True, help_text="Null until everything is public.")
    changes = ChangedChairSerializer(many=True, help_text="Changed since, in the sessions in force.")


class DrawsView(PublicView):
    """The draws of a tournament."""

    @extend_schema(
        operation_id="draws",
        tags=["public"],
        parameters=[VERSION],
        responses=answers(DrawsSerializer, 400, 404, fresh=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """All draws that are announced or whose sessions are published, also those given up or replaced."""
        query(request)
        tournament = public_tournament(request.user, slug)
        return versioned(
            request,
            tournament,
            lambda: DrawsSerializer({"draws": [_facts(known) for known in public_drawings(tournament)]}),
            keep="draws",
        )


class DrawView(PublicView):
    """One draw."""

    @extend_schema(
        operation_id="draw",
        tags=["public"],
        parameters=[VERSION],
        responses=answers(OneDrawSerializer, 400, 404, fresh=True),
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        """One draw, with the file from which anybody can make it again."""
        query(request)
        tournament = public_tournament(request.user, slug)
        known = public_drawing(tournament, number)

        def build() -> OneDrawSerializer:
            file = drawing_file(known.drawing) if known.is_open else None
            return OneDrawSerializer(
                _facts(known) | {"file": file, "changes": changed_since(tournament, known)}
            )

        return versioned(request, tournament, build)


def _facts(known: Known) -> dict[str, Any]:
    drawing, plan = known.drawing, plan_of(known.drawing)
    is_shown = known.is_open or drawing.is_verifiable
    return {
        "number": drawing.number,
        "sessions": drawing.sessions,
        "standing": known.standing,
        "in_force": known.in_force,
        "is_open": known.is_open,
        "form": plan.form if plan else "",
        "players": len(plan.people) if plan else 0,
        "plan_hash": drawing.plan_hash if is_shown else None,
        "commitment": drawing.commitment or None,
        "public_source": drawing.public_source,
        "public_part": drawing.public_part,
        "announced_at": drawing.committed_at,
        "made_at": drawing.made_at,
        "reason": drawing.reason,
    }

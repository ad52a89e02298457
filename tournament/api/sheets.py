"""A table with all its hands and penalties, as everybody may see it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.penalties import CURRENCIES, KINDS, MODES
from scoring.standard_points import TWELFTHS
from tournament.access import public_session, public_tournament
from tournament.models import Hand, Penalty, ShownPenalties, Table
from tournament.queries.sentences import describe_hand, describe_penalty, hand_figures, penalty_figures
from tournament.queries.table_state import SheetRow, TableState, table_state

from .base import VERSION, PublicView, answers, query, versioned
from .events import SeatSerializer
from .fields import Exact, Four, seat_field
from .people import SESSION_STATES

WINDS = ["E", "S", "W", "N"]
OUTCOMES = ["win", "drawn", "replay", "unplayed"]
NAMED = (Hand.Outcome.WIN, Hand.Outcome.DRAWN, Hand.Outcome.REPLAY)


class SeatingSerializer(serializers.Serializer[Any]):
    """Who sits where in one hand. Everything is 0–3 = 东南西北; lists are by drawn seat."""

    round = serializers.IntegerField(help_text="1–4.")
    name = serializers.CharField(help_text="Such as 南风西: round and the dealer's chair.")
    prevailing = seat_field(help_text="The prevailing wind 圈风.")
    dealer = seat_field(help_text="The drawn seat of the dealer 庄家.")
    chairs = Four(help_text="The chair of each, by drawn seat.")
    winds = Four(help_text="The seat wind 门风 of each, by drawn seat.")


class FlagsSerializer(serializers.Serializer[Any]):
    """How a hand was won."""

    self_drawn = serializers.BooleanField()
    last_of_kind = serializers.BooleanField(help_text="和绝张.")
    last_wall = serializers.BooleanField(help_text="妙手回春 or, on a discard, 海底捞月.")
    kong = serializers.BooleanField(help_text="杠上开花 or, on a discard, 抢杠和.")
    seat = serializers.ChoiceField(WINDS, help_text="门风.")
    round = serializers.ChoiceField(WINDS, help_text="圈风.")
    flowers = serializers.IntegerField()


class TilesSerializer(serializers.Serializer[Any]):
    """The tiles of a hand as they were recorded, and how it was won."""

    hand = serializers.CharField(help_text="Concealed tiles without the winning one, such as 123m55pEE.")
    melds = serializers.ListField(child=serializers.CharField(), help_text="Such as pung:EEE, chi:234s.")
    win = serializers.CharField()
    flags = FlagsSerializer()


class HandSerializer(serializers.Serializer[Any]):
    """One of the hands 盘 of a table. Seats are drawn ones, 0–3 = 东南西北."""

    number = serializers.IntegerField()
    seating = SeatingSerializer()
    outcome = serializers.ChoiceField(
        OUTCOMES, help_text="`replay`: declared void and to be played again. `unplayed` is no drawn hand."
    )
    winner = seat_field(allow_null=True)
    discarder = seat_field(allow_null=True, help_text="null where the winner drew the tile himself.")
    fan = serializers.IntegerField(
        allow_null=True,
        help_text="With flowers. Under house rules the fan of the (first) winner, or what he got where there are none.",
    )
    flowers = serializers.IntegerField()
    is_robbed_kong = serializers.BooleanField()
    tiles = TilesSerializer(allow_null=True, help_text="null where no tiles were entered.")
    fans = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="Fan by their Chinese names with how often, flowers as 花牌; empty where only the number is known.",
    )
    fan_reason = serializers.CharField(
        allow_blank=True, help_text="Why the recorded number is another one than the tiles count."
    )
    play = serializers.DictField(
        help_text="Under house rules what was entered: way, discarder, winners, values, payments, by the names of the "
        "settlement's `form`; else empty."
    )
    is_corrected = serializers.BooleanField()
    scores = Four(help_text="What the hand itself paid, by drawn seat; sums to zero.")
    change = Four(help_text="The same with the penalties of this hand.")
    totals = Four(help_text="The four accounts after this hand, without penalties that belong to no hand.")
    sentence = serializers.CharField(allow_blank=True, help_text="The hand in words.")


class PenaltySerializer(serializers.Serializer[Any]):
    """A penalty 罚分; amount 0 is a warning."""

    id = serializers.IntegerField(source="penalty.pk")
    hand = serializers.IntegerField(source="penalty.hand_number", allow_null=True)
    seat = seat_field(source="penalty.seat", help_text="The offender's drawn seat.")
    victim = seat_field(source="penalty.victim", allow_null=True, help_text="Who is paid, with pay_one.")
    kind = serializers.ChoiceField(list(KINDS), source="penalty.kind")
    currency = serializers.ChoiceField(list(CURRENCIES), source="penalty.currency")
    mode = serializers.ChoiceField(list(MODES), source="penalty.mode")
    amount = Exact(help_text="In its currency.")
    effect = Four(help_text="Match points to each account; zeros once withdrawn.")
    is_dead_hand = serializers.BooleanField(source="penalty.dead_hand")
    is_withdrawn = serializers.BooleanField()
    at = serializers.DateTimeField(source="penalty.at")
    sentence = serializers.CharField(help_text="The penalty in words.")


class SheetSerializer(serializers.Serializer[Any]):
    """A table 桌 with its seats, all hands and all penalties."""

    tournament_version = serializers.IntegerField(read_only=True)
    session = serializers.IntegerField(source="table.session.number")
    session_state = serializers.ChoiceField(SESSION_STATES, source="table.session.state")
    number = serializers.IntegerField(source="table.number")
    is_closed = serializers.BooleanField(source="table.is_closed")
    is_totals_only = serializers.BooleanField(
        source="table.totals_only", help_text="The result comes from paper; hands are evidence at most."
    )
    hands_played = serializers.IntegerField(source="table.hands_played")
    time_called_at = serializers.DateTimeField(source="table.time_called_at", allow_null=True)
    closed_at = serializers.DateTimeField(source="table.closed_at", allow_null=True)
    corrected_at = serializers.DateTimeField(
        source="table.corrected_at",
        allow_null=True,
        help_text="The result was changed after closing, last then.",
    )
    seats = SeatSerializer(many=True)
    hands = HandSerializer(many=True)
    penalties = PenaltySerializer(many=True)


class TableView(PublicView):
    """One table."""

    @extend_schema(
        operation_id="table",
        tags=["public"],
        parameters=[VERSION],
        responses=answers(SheetSerializer, 400, 404, fresh=True),
    )
    def get(self, request: Request, slug: str, session: int, number: int) -> Response:
        """A table with all its hands, and its penalties where the organiser publishes them with names."""
        query(request)
        tournament = public_tournament(request.user, slug)
        found = Table.objects.filter(session=public_session(tournament, session), number=number)
        table = found.select_related("session").first()
        if table is None:
            raise Http404
        table.session.tournament = tournament
        return versioned(request, tournament, lambda: SheetSerializer(public_sheet(table_state(table))))


def public_sheet(state: TableState) -> dict[str, Any]:
    """The same for everybody: penalties, which tell whose they are, only where they are published with names."""
    found = sheet(state)
    named = state.table.session.tournament.shown_penalties == ShownPenalties.NAMED
    return found if named else found | {"penalties": []}


def sheet(state: TableState) -> dict[str, Any]:
    """What `SheetSerializer` shows of a table."""
    names = names_of(state)
    return {
        "table": state.table,
        "seats": state.seats,
        "hands": [_hand(row, names) for row in state.rows],
        "penalties": penalties(state),
    }


def names_of(state: TableState) -> list[str]:
    """The four names by drawn seat; an empty chair has a dash."""
    return [seat.player.name if seat.player else "—" for seat in state.seats]


def penalties(state: TableState) -> list[dict[str, Any]]:
    """All penalties of the table in the order in which they were given, withdrawn ones too."""
    return [_penalty(penalty, state) for penalty in state.penalties]


def _hand(row: SheetRow, names: Sequence[str]) -> dict[str, Any]:
    hand = row.hand if row.hand is not None and row.hand.outcome in NAMED else None
    return {
        "number": row.number,
        "seating": row.seating,
        "outcome": hand.outcome if hand else "unplayed",
        "winner": hand.winner if hand else None,
        "discarder": hand.discarder if hand else None,
        "fan": hand.fan if hand else None,
        "flowers": hand.flowers if hand else 0,
        "is_robbed_kong": hand.robbed_kong if hand else False,
        "tiles": (hand.tiles or None) if hand else None,
        "fans": hand.fans if hand else {},
        "fan_reason": hand.fan_reason if hand else "",
        "play": hand.play if hand else {},
        "is_corrected": row.corrected,
        "scores": row.scores,
        "change": row.change,
        "totals": row.totals,
        "sentence": describe_hand(hand_figures(hand), names) if hand else "",
    }


def _penalty(penalty: Penalty, state: TableState) -> dict[str, Any]:
    names = state.names(penalty.hand_number)
    standard = penalty.currency == Penalty.Currency.STANDARD
    victim = names[penalty.victim] if penalty.victim is not None else ""
    return {
        "penalty": penalty,
        "amount": Fraction(penalty.amount, TWELFTHS if standard else 1),
        "effect": state.effect_of(penalty),
        "is_withdrawn": penalty.withdrawn_at is not None,
        "sentence": describe_penalty(penalty_figures(penalty), names[penalty.seat or 0], victim),
    }

"""The referee's tables, and one of them as it stands on the floor."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.penalties import CURRENCIES, KINDS, MODES, defaults, sizes
from scoring.seats import Move
from scoring.standard_points import exact
from tournament.access import has_role, table_to_enter
from tournament.actions.tables import last_undoable
from tournament.models import Act, Session, Table
from tournament.queries.entering import Enterable, enterable_tables
from tournament.queries.offers import hand_played, offer
from tournament.queries.plays import described
from tournament.queries.sentences import PENALTY_KINDS, describe_act, describe_hand, hand_figures
from tournament.queries.table_rows import names_of_staff, with_others
from tournament.queries.table_state import TableState, table_state
from tournament.queries.waiting import waits_for

from .base import VERSION, StaffView, answers, hashed, me, query, versioned
from .fields import Four, StrictSerializer, seat_field
from .people import SESSION_STATES, PersonSerializer
from .sheets import HandSerializer, PenaltySerializer, SeatingSerializer, names_of, sheet

WAITS = ["chairs", "hand", "close", "closed"]
WAITS_HELP = (
    "What comes next: `chairs` are to be confirmed before a round, a `hand` to be recorded, the table to be "
    "closed (`close`), or nothing (`closed`)."
)
PAIR = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}


class MyTableSerializer(serializers.Serializer[Any]):
    """A table at which you may record."""

    tournament = serializers.SlugField(source="table.session.tournament.slug")
    tournament_name = serializers.CharField(source="table.session.tournament.name")
    tournament_version = serializers.IntegerField(source="table.session.tournament.version")
    session = serializers.IntegerField(source="table.session.number")
    session_state = serializers.ChoiceField(SESSION_STATES, source="table.session.state")
    number = serializers.IntegerField(source="table.number")
    version = serializers.IntegerField(source="table.version")
    is_mine = serializers.BooleanField(help_text="You look after it, rather than directing the tournament.")
    waits = serializers.ChoiceField(WAITS, help_text=WAITS_HELP)
    next_hand = serializers.IntegerField(help_text="The hand being played; 17 (in Guobiao) when all are.")
    hand_name = serializers.CharField(help_text="Of the hand being played, such as 南风西.")
    players = serializers.SerializerMethodField(help_text="The four names by drawn seat.")
    totals = serializers.SerializerMethodField(help_text="The four accounts by drawn seat.")

    def get_players(self, found: Enterable) -> list[str]:
        """Names; an empty chair has a dash."""
        return [seat.player.name if seat.player else "—" for seat in found.seats]

    def get_totals(self, found: Enterable) -> list[int]:
        """Match points."""
        return [seat.match_points for seat in found.seats]


class MyTablesSerializer(serializers.Serializer[Any]):
    """The tables at which you may record."""

    tables = MyTableSerializer(many=True)


class MyTablesQuery(StrictSerializer):
    """Which of them."""

    tournament = serializers.SlugField(required=False, max_length=80, help_text="Only this tournament.")
    session = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=999,
        help_text="The session with this number, closed or not, instead of the one being played.",
    )


class FloorSeatSerializer(serializers.Serializer[Any]):
    """One of the four players as they sit in the hand being played."""

    seat = seat_field(help_text="The chair drawn, by which entries name him: 0–3 = 东南西北.")
    player = PersonSerializer(allow_null=True)
    chair = seat_field(help_text="The chair in which he sits now.")
    wind = seat_field(help_text="His seat wind now.")
    is_dealer = serializers.BooleanField()
    is_dead = serializers.BooleanField(help_text="May not win this hand 停和.")
    total = serializers.IntegerField(help_text="Match points so far.")
    agreement = serializers.CharField(allow_blank=True, help_text='"" until the table is closed.')


class MoveSerializer(serializers.Serializer[Any]):
    """Who changes chairs before the next hand."""

    seat = seat_field()
    name = serializers.CharField()
    from_chair = seat_field()
    to_chair = seat_field()


class RevisionSerializer(serializers.Serializer[Any]):
    """One revision of a hand."""

    number = serializers.IntegerField()
    revision = serializers.IntegerField()
    is_current = serializers.BooleanField()
    sentence = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)
    by = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()


class NotedPenaltySerializer(PenaltySerializer):
    """A penalty with who gave it and why."""

    reason = serializers.CharField(source="penalty.reason", allow_blank=True)
    by = serializers.CharField(allow_blank=True)
    withdrawn_reason = serializers.CharField(source="penalty.withdrawn_reason", allow_blank=True)


class ActShownSerializer(serializers.Serializer[Any]):
    """An act at the table in words."""

    kind = serializers.CharField()
    sentence = serializers.CharField()
    by = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()


class OfferSerializer(serializers.Serializer[Any]):
    """What is offered for one player now."""

    amount = serializers.CharField(help_text='Exact: "10", "1/2".')
    currency = serializers.ChoiceField(list(CURRENCIES))
    mode = serializers.ChoiceField(list(MODES))
    earlier = serializers.IntegerField(help_text="How many that count for this one he has already.")


class DisputeSerializer(serializers.Serializer[Any]):
    """Something that waits for a ruling, or did."""

    id = serializers.IntegerField(source="pk")
    hand_number = serializers.IntegerField(allow_null=True, help_text="null: the whole table.")
    text = serializers.CharField()
    at = serializers.DateTimeField()
    ruling = serializers.CharField(allow_blank=True)
    ruled_at = serializers.DateTimeField(allow_null=True, help_text="null: it waits.")


class ProposalSerializer(serializers.Serializer[Any]):
    """What the rulebook proposes for a kind of penalty; anything else can be entered."""

    kind = serializers.ChoiceField(list(KINDS))
    name = serializers.CharField()
    amount = serializers.IntegerField()
    mode = serializers.ChoiceField(list(MODES))
    is_dead_hand = serializers.BooleanField()
    is_disqualifying = serializers.BooleanField(help_text="Only the chief referee can record it.")
    sizes = serializers.ListField(child=serializers.IntegerField(), help_text="Usual amounts.")
    offers = OfferSerializer(
        many=True, help_text="By drawn seat: what comes next for this player, by what he has already."
    )


@extend_schema_field(
    {
        "type": "object",
        "description": (
            "How a hand is paid. A pair [a, b] means a hand score of a + b × fan. Compute a preview from it; what "
            "is stored is computed by the server."
        ),
        "properties": {
            **{
                name: {"type": "integer"}
                for name in ("minimum", "confirm_above", "refuse_above", "flowers_max")
            },
            "self_draw": {"type": "object", "properties": {"winner": PAIR, "loser": PAIR}},
            "discard": {"type": "object", "properties": {"winner": PAIR, "discarder": PAIR, "other": PAIR}},
        },
        "required": ["minimum", "confirm_above", "refuse_above", "flowers_max", "self_draw", "discard"],
    }
)
class SettlementField(serializers.DictField):
    """The description of a settlement, as `scoring` gives it."""


class StateSerializer(serializers.Serializer[Any]):
    """A table as it stands on the floor."""

    tournament_version = serializers.IntegerField(read_only=True)
    version = serializers.IntegerField(source="table.version", help_text="Send it as `expected_version`.")
    tournament = serializers.SlugField(source="table.session.tournament.slug")
    session = serializers.IntegerField(source="table.session.number")
    session_state = serializers.ChoiceField(SESSION_STATES, source="table.session.state")
    number = serializers.IntegerField(source="table.number")
    may_enter = serializers.BooleanField(help_text="Whether you can enter anything now.")
    directs = serializers.BooleanField(help_text="You are chief referee or organiser.")
    waits = serializers.ChoiceField(WAITS, help_text=WAITS_HELP)
    next_hand = serializers.IntegerField(help_text="The hand being played; 17 (in Guobiao) when all are.")
    hand = SeatingSerializer(help_text="The hand being played, or the last one when all are.")
    seats = FloorSeatSerializer(many=True)
    totals = Four()
    moves = MoveSerializer(many=True, help_text="To be confirmed before the next hand.")
    dead = serializers.ListField(child=serializers.IntegerField(), help_text="Seats with a dead hand.")
    time_called_at = serializers.DateTimeField(source="table.time_called_at", allow_null=True)
    closed_at = serializers.DateTimeField(source="table.closed_at", allow_null=True)
    checked_at = serializers.DateTimeField(
        source="table.checked_at",
        allow_null=True,
        help_text="When a second person confirmed it; it counts only then, where the rules ask for one.",
    )
    is_totals_only = serializers.BooleanField(source="table.totals_only")
    settlement = SettlementField()
    penalty_kinds = ProposalSerializer(many=True)
    hands = HandSerializer(many=True)
    revisions = RevisionSerializer(many=True, help_text="All revisions of all hands, oldest first.")
    penalties = NotedPenaltySerializer(many=True)
    disputes = DisputeSerializer(many=True)
    last = ActShownSerializer(allow_null=True, help_text="What was entered last.")
    undo = ActShownSerializer(allow_null=True, help_text="What undo would take back.")


class MyTablesView(StaffView):
    """The referee's tables."""

    @extend_schema(
        operation_id="my_tables",
        tags=["referee"],
        parameters=[MyTablesQuery],
        responses={k: v for k, v in answers(MyTablesSerializer, 400, 401, fresh=True).items() if k != 204},
    )
    def get(self, request: Request) -> Response:
        """Your tables: of each tournament those of the session being played, else of the next one published."""
        asked = query(request, MyTablesQuery)
        found = enterable_tables(me(request), asked.get("tournament", ""), asked.get("session"))
        return hashed(request, MyTablesSerializer({"tables": found}).data)


class StateView(StaffView):
    """One table."""

    @extend_schema(
        operation_id="table_state",
        tags=["referee"],
        parameters=[VERSION],
        responses=answers(StateSerializer, 400, 401, 404, fresh=True),
    )
    def get(self, request: Request, slug: str, session: int, number: int) -> Response:
        """A table as it stands on the floor, with everything that an entry needs."""
        query(request)
        user = me(request)
        table = table_to_enter(user, slug, session, number)
        tournament = table.session.tournament
        directs = has_role(user, tournament, "direct")
        return versioned(
            request,
            tournament,
            lambda: StateSerializer(_state(table, directs)),
            mark=f"-{int(directs)}",
        )


def _state(table: Table, directs: bool) -> dict[str, Any]:
    state = table_state(table)
    tournament = table.session.tournament
    is_open = table.session.state != Session.State.CLOSED and not table.is_closed
    shown = sheet(state)
    last, undo = table.acts.select_related("table").order_by("-id").first(), last_undoable(table)
    users = (*state.authors, *(act.by_id for act in (last, undo) if act is not None))
    staff = with_others(names_of_staff(tournament), users)
    for penalty in shown["penalties"]:
        penalty["by"] = _who(penalty["penalty"].by_id, staff)
    return {
        **shown,
        "may_enter": directs or is_open,
        "directs": directs,
        "waits": waits_for(table, state.book, state.next_hand),
        "next_hand": min(state.next_hand, state.last_hand + 1),
        "hand": state.seating,
        "seats": _floor(state),
        "totals": state.totals,
        "moves": [_move(move, names_of(state)) for move in state.moves],
        "dead": sorted(state.dead),
        "settlement": described(state.book),
        "penalty_kinds": _proposals(state),
        "revisions": _revisions(state, staff),
        "disputes": state.disputes,
        "last": _act(last, staff),
        "undo": _act(undo, staff),
    }


def _floor(state: TableState) -> list[dict[str, Any]]:
    seating = state.seating
    return [
        {
            "seat": seat.chair,
            "player": seat.player,
            "chair": seating.chairs[seat.chair],
            "wind": seating.winds[seat.chair],
            "is_dealer": seating.dealer == seat.chair,
            "is_dead": seat.chair in state.dead,
            "total": seat.match_points,
            "agreement": seat.agreement,
        }
        for seat in state.seats
    ]


def _move(move: Move, names: list[str]) -> dict[str, Any]:
    return {
        "seat": move.seat,
        "name": names[move.seat],
        "from_chair": move.from_chair,
        "to_chair": move.to_chair,
    }


def _proposals(state: TableState) -> list[dict[str, Any]]:
    found = []
    for kind in KINDS:
        proposal = defaults(kind, state.book)
        found.append(
            {
                "kind": kind,
                "name": str(PENALTY_KINDS[kind]),
                "amount": proposal.amount,
                "mode": proposal.mode,
                "is_dead_hand": proposal.dead_hand,
                "is_disqualifying": proposal.disqualifies,
                "sizes": sizes(kind, state.book),
                "offers": [_offer(kind, state, seat) for seat in range(4)],
            }
        )
    return found


def _offer(kind: str, state: TableState, seat: int) -> dict[str, Any]:
    found = offer(state, seat, kind, hand_played(state))
    return {
        "amount": exact(Fraction(found.amount)),
        "currency": found.currency,
        "mode": found.mode,
        "earlier": found.earlier,
    }


def _revisions(state: TableState, staff: dict[int, str]) -> list[dict[str, Any]]:
    names = names_of(state)
    return [
        {
            "number": hand.number,
            "revision": hand.revision,
            "is_current": hand.is_current,
            "sentence": describe_hand(hand_figures(hand), names),
            "reason": hand.reason,
            "by": _who(hand.by_id, staff),
            "at": hand.at,
        }
        for revisions in state.revisions.values()
        for hand in revisions
    ]


def _act(act: Act | None, staff: dict[int, str]) -> dict[str, Any] | None:
    if act is None:
        return None
    return {"kind": act.kind, "sentence": describe_act(act), "by": _who(act.by_id, staff), "at": act.at}


def _who(user: int | None, staff: dict[int, str]) -> str:
    return "" if user is None else staff[user]

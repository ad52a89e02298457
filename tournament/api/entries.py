"""What a referee enters at a table: one address for each kind of act."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from django.contrib.auth.models import User
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.access import table_to_enter
from tournament.actions.agreement import call_chief, check_table
from tournament.actions.hands import correct_hand, record_hand, replay_hand
from tournament.actions.penalties import record_penalty, withdraw_penalty
from tournament.actions.tables import call_time, close_table, confirm_round, reopen_table, undo_last
from tournament.models import Table
from tournament.queries.sentences import describe_act
from tournament.refusals import Refused

from .base import StaffView, answers, me
from .bodies import (
    CallBody,
    CloseBody,
    CorrectionBody,
    HandBody,
    PenaltyBody,
    ReopenBody,
    ReplayBody,
    RoundBody,
    StampBody,
    WithdrawalBody,
)
from .fields import Four, seat_field

REFUSALS = (202, 400, 401, 403, 404, 409, 413, 422, 429)
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="The id of this entry, where the body has no client_id: 8 to 64 letters, digits, - and _.",
)
STAMP = {"client_id": "6f1c2d52-hand-7", "expected_version": 12}


class ActSerializer(serializers.Serializer[Any]):
    """What came of an entry."""

    tournament_version = serializers.IntegerField()
    version = serializers.IntegerField(help_text="The table's version after the entry: expect it next time.")
    totals = Four(help_text="The four accounts after the entry, by drawn seat.")
    repeated = serializers.BooleanField(
        help_text="This id was answered before; nothing new was stored, the answer is the first one."
    )
    already = serializers.BooleanField(
        required=False, help_text="The same is recorded by another entry; nothing was stored."
    )
    hand = serializers.IntegerField(required=False, help_text="The hand that was written.")
    revision = serializers.IntegerField(required=False, help_text="Its revision, 1 for the first entry.")
    penalty = serializers.IntegerField(required=False, help_text="The id of the penalty that was written.")
    dispute = serializers.IntegerField(required=False, help_text="The id of the dispute.")
    call = serializers.IntegerField(required=False, help_text="The id of the call.")
    undone = serializers.CharField(required=False, help_text="The kind of act that was taken back.")
    outcome = serializers.CharField(required=False, help_text="After undo: what the hand is again.")
    winner = seat_field(required=False, allow_null=True)
    discarder = seat_field(required=False, allow_null=True)
    fan = serializers.IntegerField(required=False, allow_null=True)
    flowers = serializers.IntegerField(required=False)
    robbed_kong = serializers.BooleanField(required=False)
    scores = serializers.ListField(child=serializers.IntegerField(), required=False)
    sentence = serializers.CharField(help_text="The act in words.")


class EntryView(StaffView):
    """One kind of entry: its body, and the action that carries it out."""

    form: ClassVar[type[StampBody]] = StampBody

    def act(self, table: Table, body: Any, by: User) -> dict[str, Any]:
        """Carry it out. Raises `Refused`."""
        raise NotImplementedError

    def post(self, request: Request, slug: str, session: int, number: int) -> Response:
        """Check who may, then the form, then let the action check the rules."""
        by = me(request)
        table = table_to_enter(by, slug, session, number)
        body = self.form(
            data=request.data, context={"idempotency_key": request.headers.get("Idempotency-Key")}
        )
        body.is_valid(raise_exception=True)
        answer = self.act(table, body, by)
        if "sentence" not in answer:
            act = table.acts.select_related("table").get(client_id=body.validated_data["client_id"])
            answer["sentence"] = describe_act(act)
        return Response({"tournament_version": table.session.tournament.version, **answer})


def described(name: str, **example: Any) -> Callable[[type[EntryView]], type[EntryView]]:
    """Describe one kind of entry for the schema: its docstring, its body and an example of one."""

    def describe(view: type[EntryView]) -> type[EntryView]:
        operation = extend_schema(
            operation_id=name,
            description=view.__doc__,
            tags=["referee"],
            request=view.form,
            parameters=[IDEMPOTENCY_KEY],
            responses=answers(ActSerializer, *REFUSALS),
            examples=[OpenApiExample(name, {**STAMP, **example}, request_only=True)],
        )
        return extend_schema_view(post=operation)(view)

    return describe


@described("record_hand", number=7, winner=0, discarder=1, fan=24)
class HandView(EntryView):
    """Record the next hand of the table: a win on a discard, a self-draw or a drawn hand."""

    form = HandBody

    def act(self, table: Table, body: HandBody, by: User) -> dict[str, Any]:
        """Record it."""
        return record_hand(table, body.entry(), body.stamp(by))


@described("correct_hand", number=3, winner=0, discarder=None, fan=12, reason="it was a self-draw")
class CorrectionView(EntryView):
    """Replace a recorded hand, or enter one that was left out. The old revision stays readable."""

    form = CorrectionBody

    def act(self, table: Table, body: CorrectionBody, by: User) -> dict[str, Any]:
        """Correct it."""
        return correct_hand(table, body.entry(), body.validated_data["reason"], body.stamp(by))


@described("replay_hand", number=7, reason="the wall was destroyed")
class ReplayView(EntryView):
    """Declare the running hand void: it keeps its number and its penalties and is played again."""

    form = ReplayBody

    def act(self, table: Table, body: ReplayBody, by: User) -> dict[str, Any]:
        """Declare it void."""
        given = body.validated_data
        return replay_hand(table, given["number"], given["reason"], body.stamp(by))


@described(
    "record_penalty",
    seat=2,
    kind="false_win_wrong_tile",
    amount="10",
    mode="pay_each",
    dead_hand=True,
    hand_number=7,
)
class PenaltyView(EntryView):
    """Store a penalty or a warning at once; the hand goes on."""

    form = PenaltyBody

    def act(self, table: Table, body: PenaltyBody, by: User) -> dict[str, Any]:
        """Store it."""
        return record_penalty(table, body.entry(), body.stamp(by))


@described("withdraw_penalty", penalty=31, reason="it was another player")
class WithdrawalView(EntryView):
    """Withdraw a penalty with a reason; it stays in the record."""

    form = WithdrawalBody

    def act(self, table: Table, body: WithdrawalBody, by: User) -> dict[str, Any]:
        """Withdraw it."""
        given = body.validated_data
        return withdraw_penalty(table, given["penalty"], given["reason"], body.stamp(by))


@described("confirm_round", round=4, swapped=True)
class RoundView(EntryView):
    """Confirm who sits where before a round in which players change chairs."""

    form = RoundBody

    def act(self, table: Table, body: RoundBody, by: User) -> dict[str, Any]:
        """Confirm it."""
        given = body.validated_data
        return confirm_round(table, given["round"], given["swapped"], body.stamp(by))


@described("call_time")
class TimeView(EntryView):
    """Call time at this table: from now on only a hand that ended before counts."""

    def act(self, table: Table, body: StampBody, by: User) -> dict[str, Any]:
        """Call it."""
        return call_time(table, body.stamp(by))


@described("close_table", agreements=["agreed", "agreed", "paper", "agreed"])
class CloseView(EntryView):
    """Close the table after the last hand or at time, with the players' consent."""

    form = CloseBody

    def act(self, table: Table, body: CloseBody, by: User) -> dict[str, Any]:
        """Close it."""
        given = body.validated_data
        try:
            return close_table(
                table, given["agreements"], body.stamp(by), given["reason"], given["signatures"]
            )
        except Refused as refused:
            # The page has a field for each player, the body two lists.
            refused.field = refused.field.replace("agreement_", "agreements.")
            refused.field = refused.field.replace("signature_", "signatures.")
            raise


@described("call_chief", text="tiles on the floor")
class CallView(EntryView):
    """Call the chief referee to the table. It holds whatever the table's version is, and makes no other entry stale."""

    form = CallBody

    def act(self, table: Table, body: CallBody, by: User) -> dict[str, Any]:
        """Call."""
        return call_chief(table, body.validated_data["text"], body.stamp(by))


@described("check_table")
class CheckView(EntryView):
    """Confirm the result of a closed table as somebody else than who closed it, where the rules ask for that."""

    def act(self, table: Table, body: StampBody, by: User) -> dict[str, Any]:
        """Confirm it."""
        return check_table(table, body.stamp(by))


@described("reopen_table", reason="hand 9 was left out")
class ReopenView(EntryView):
    """Open a closed table of an open session again; the chief referee and the organiser only."""

    form = ReopenBody

    def act(self, table: Table, body: ReopenBody, by: User) -> dict[str, Any]:
        """Open it."""
        return reopen_table(table, body.validated_data["reason"], body.stamp(by))


@described("undo")
class UndoView(EntryView):
    """Take back the last act at the table, whatever it was; the history keeps both."""

    def act(self, table: Table, body: StampBody, by: User) -> dict[str, Any]:
        """Take it back."""
        return undo_last(table, body.stamp(by))

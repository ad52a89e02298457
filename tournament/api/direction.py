"""What else is entered at a table: counting at time, disputes and rulings, absences, the totals of a paper sheet."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from scoring.dealing import MOST_HANDS
from scoring.penalties import LARGEST_AMOUNT
from tournament.actions.agreement import answer_call
from tournament.actions.disputes import open_dispute, rule_dispute
from tournament.actions.presence import arrive, mark_absent, no_play
from tournament.actions.tables import fan_were_counted
from tournament.actions.totals import decide_totals, enter_totals
from tournament.models import Table

from .bodies import LARGEST, StampBody, reason_field, seat_asked
from .entries import EntryView, described
from .fields import Flag, Whole, Words


class DisputeBody(StampBody):
    """Something waits for a ruling; play goes on."""

    hand_number = Whole(
        min_value=1,
        max_value=MOST_HANDS,
        allow_null=True,
        default=None,
        help_text="The hand in dispute; null: the whole table.",
    )
    reason = reason_field("What is in dispute.")


class RulingBody(StampBody):
    """What the chief referee ruled."""

    dispute = Whole(min_value=1, max_value=LARGEST, help_text="The dispute's `id`.")
    reason = reason_field("The ruling in words.")


class AbsenceBody(StampBody):
    """A player who did not come."""

    seat = seat_asked("The absent player's drawn seat.")
    stand_in = Whole(
        min_value=1,
        max_value=LARGEST,
        allow_null=True,
        default=None,
        help_text="The number of the stand-in who takes the chair; null: it stays empty.",
    )
    reason = reason_field("Absent, or too late.")


class ArrivalBody(StampBody):
    """An absent player who came after all."""

    seat = seat_asked("His drawn seat.")
    reason = reason_field("Why he may still play.")


class NoPlayBody(StampBody):
    """Too few came to play."""

    reason = reason_field("Why this table does not play.")


class TotalsBody(StampBody):
    """The four totals of a paper sheet, penalties included."""

    totals = Words(
        child=Whole(min_value=-LARGEST_AMOUNT, max_value=LARGEST_AMOUNT),
        min_length=4,
        max_length=4,
        help_text="By drawn seat.",
    )
    reason = reason_field(
        "Needed at a closed table, or where the sum is not minus the deductions.", required=False
    )


class DecisionBody(StampBody):
    """Which of two results counts."""

    paper = Flag(help_text="true: the totals on paper. false: the hands.")
    reason = reason_field("Why this result counts.")


@described("fan_counted")
class CountingView(EntryView):
    """Fan were being counted when time fell: that hand ended, and one more is played."""

    def act(self, table: Table, body: StampBody, by: User) -> dict[str, Any]:
        """Note it."""
        return fan_were_counted(table, body.stamp(by))


@described("open_dispute", hand_number=7, reason="东 says he called the tile first")
class DisputeView(EntryView):
    """Put a hand, or the whole table, in dispute until the chief referee rules on it."""

    form = DisputeBody

    def act(self, table: Table, body: DisputeBody, by: User) -> dict[str, Any]:
        """Open it."""
        given = body.validated_data
        return open_dispute(table, given["hand_number"], given["reason"], body.stamp(by))


@described("rule_dispute", dispute=5, reason="the call stands")
class RulingView(EntryView):
    """Rule on a dispute; what follows is a correction or a penalty. The chief referee and the organiser only."""

    form = RulingBody

    def act(self, table: Table, body: RulingBody, by: User) -> dict[str, Any]:
        """Rule."""
        given = body.validated_data
        return rule_dispute(table, given["dispute"], given["reason"], body.stamp(by))


@described("answer_call")
class AnswerView(EntryView):
    """Answer the calls from this table: you are on the way. The chief referee and the organiser only."""

    def act(self, table: Table, body: StampBody, by: User) -> dict[str, Any]:
        """Answer."""
        return answer_call(table, body.stamp(by))


@described("mark_absent", seat=3, stand_in=104, reason="more than 15 minutes late")
class AbsenceView(EntryView):
    """A player did not come and forfeits. The chief referee and the organiser only."""

    form = AbsenceBody

    def act(self, table: Table, body: AbsenceBody, by: User) -> dict[str, Any]:
        """Mark him."""
        given = body.validated_data
        return mark_absent(table, given["seat"], given["reason"], body.stamp(by), given["stand_in"])


@described("arrive", seat=3, reason="12 minutes late")
class ArrivalView(EntryView):
    """An absent player takes over his chair and its account. The chief referee and the organiser only."""

    form = ArrivalBody

    def act(self, table: Table, body: ArrivalBody, by: User) -> dict[str, Any]:
        """Seat him."""
        given = body.validated_data
        return arrive(table, given["seat"], given["reason"], body.stamp(by))


@described("no_play", reason="two players only")
class NoPlayView(EntryView):
    """One or two came: each of them has the bye score, the table closes. The chief referee and the organiser only."""

    form = NoPlayBody

    def act(self, table: Table, body: NoPlayBody, by: User) -> dict[str, Any]:
        """Close it."""
        return no_play(table, body.validated_data["reason"], body.stamp(by))


@described("enter_totals", totals=[44, -108, 114, -50])
class TotalsView(EntryView):
    """Type in the totals of a paper sheet: the result where no hands are recorded, evidence beside them."""

    form = TotalsBody

    def act(self, table: Table, body: TotalsBody, by: User) -> dict[str, Any]:
        """Store them."""
        given = body.validated_data
        return enter_totals(table, given["totals"], body.stamp(by), given["reason"])


@described("decide_totals", paper=True, reason="the sheet is signed")
class DecisionView(EntryView):
    """Paper and hands contradict each other: decide which is the result. The chief referee and the organiser only."""

    form = DecisionBody

    def act(self, table: Table, body: DecisionBody, by: User) -> dict[str, Any]:
        """Decide."""
        given = body.validated_data
        return decide_totals(table, given["paper"], given["reason"], body.stamp(by))

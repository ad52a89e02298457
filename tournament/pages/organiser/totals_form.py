"""The four totals of a paper sheet as they are typed in: on the page of a session, and on that of one table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions.acts import Stamp
from tournament.actions.tables import close_table
from tournament.actions.totals import decide_totals, enter_totals
from tournament.models import Seat, Table
from tournament.refusals import Refused

from .desk import signed_whole
from .table_forms import ActForm, reason_field

CHAIRS = range(4)


class TotalField(forms.CharField):
    """A whole number with or without a sign, typed in digits of any width."""

    def __init__(self) -> None:
        widget = forms.TextInput(
            attrs={"inputmode": "text", "autocomplete": "off", "class": "input input--number", "size": 6}
        )
        super().__init__(required=True, max_length=12, widget=widget)
        self.error_messages["required"] = gettext_lazy("A total is missing.")

    def to_python(self, value: Any) -> Any:
        """The number; an empty field stays empty, so that it is said to be missing."""
        text = super().to_python(value)
        if not text:
            return ""
        number = signed_whole(text)
        if number is None:
            raise forms.ValidationError(_("“%(text)s” is no whole number.") % {"text": text})
        return number

    def run_validators(self, value: Any) -> None:
        """The length is that of the text, which is a number by now."""


class TotalsForm(ActForm):
    """Four totals by drawn seat, and a reason where it is needed."""

    total_0, total_1, total_2, total_3 = TotalField(), TotalField(), TotalField(), TotalField()
    reason = reason_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.wants_reason = False

    @classmethod
    def of(cls, table: Table, seats: Sequence[Seat], auto_id: str) -> TotalsForm:
        """The form with what is stored."""
        stored = {f"total_{seat.chair}": seat.paper_points for seat in seats if seat.paper_points is not None}
        initial = stored | {"reason": table.imbalance_reason}
        return cls(initial=initial, auto_id=auto_id)

    def totals(self) -> list[int]:
        """The four totals of a valid form."""
        return [self.cleaned_data[f"total_{chair}"] for chair in CHAIRS]

    def carry_out(self, table: Table, stamp: Stamp, *, close: bool = False) -> str:
        """Store the totals and, if asked, close the table as signed on paper. Raises `Refused`."""
        totals, reason = self.totals(), self.cleaned_data["reason"]
        seats = list(table.seats.order_by("chair"))
        unchanged = [s.paper_points for s in seats] == totals and table.imbalance_reason == reason
        if not (close and unchanged):
            answer = enter_totals(table, totals, stamp, reason)
            stamp = Stamp(stamp.by, f"{stamp.client_id[:60]}-end", int(answer["version"]))
        if not close:
            return _("Table %(n)s: the totals are stored.") % {"n": table.number}
        signed = [Seat.Agreement.PAPER.value if seat.is_present else "" for seat in seats]
        close_table(table, signed, stamp, reason)
        return _("Table %(n)s is closed with these totals.") % {"n": table.number}

    def refuse(self, refused: Refused) -> None:
        """Show a refusal; where a reason would help, its field is shown from then on."""
        self.wants_reason = refused.code in ("unbalanced", "reason_missing", "reason_too_long")
        super().refuse(refused)


class DecideForm(ActForm):
    """Which of the two counts where paper and hands say different things, and why."""

    counts = forms.ChoiceField(
        label=gettext_lazy("What is the result?"),
        choices=[
            ("paper", gettext_lazy("the totals on paper")),
            ("hands", gettext_lazy("the hands as entered")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose which of the two counts.")},
    )
    reason = reason_field()

    def carry_out(self, table: Table, stamp: Stamp) -> str:
        """Decide."""
        paper = self.cleaned_data["counts"] == "paper"
        decide_totals(table, paper, self.cleaned_data["reason"], stamp)
        if paper:
            return _("The totals on paper are the result of this table.")
        return _("The hands are the result of this table.")


@dataclass(frozen=True)
class Typed:
    """What the totals in the fields sum to (None: not all four are there), and what they must sum to."""

    sum: int | None
    expected: int

    @classmethod
    def of(cls, form: TotalsForm, expected: int) -> Typed:
        """Read from the fields as they stand, right or wrong."""
        values = [signed_whole(form[f"total_{chair}"].value()) for chair in CHAIRS]
        whole = [value for value in values if value is not None]
        return cls(sum(whole) if len(whole) == len(values) else None, expected)

    @property
    def is_right(self) -> bool:
        """Whether the check is passed."""
        return self.sum == self.expected

    @property
    def difference(self) -> int:
        """By how much the sum is too high."""
        return (self.sum or 0) - self.expected

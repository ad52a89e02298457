"""The forms of the chief referee's table page about disputes and about the time of one table."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions.acts import Stamp
from tournament.actions.clock import extend_clock
from tournament.actions.disputes import open_dispute, rule_dispute
from tournament.models import Table

from .desk import signed_whole
from .table_forms import ActForm, reason_field


class DisputeForm(ActForm):
    """Which hand is in dispute, or the whole table, and what about."""

    hand_number = forms.ChoiceField(label=gettext_lazy("What is in dispute?"), required=False)
    reason = reason_field(
        gettext_lazy("What they disagree about; of a written appeal also who signed it and when.")
    )

    def __init__(self, hands: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        numbers = range(1, hands + 1)
        choices = [(str(n), _("hand %(n)s") % {"n": n}) for n in numbers]
        self.choose("hand_number", [("", _("the whole table")), *choices])

    def carry_out(self, table: Table, stamp: Stamp) -> str:
        """Put it in dispute."""
        number = self.cleaned_data["hand_number"]
        open_dispute(table, int(number) if number else None, self.cleaned_data["reason"], stamp)
        return _("It is in dispute until you rule on it; play goes on.")


class RuleForm(ActForm):
    """A ruling in words."""

    dispute = forms.IntegerField(widget=forms.HiddenInput)
    reason = reason_field()

    def carry_out(self, table: Table, stamp: Stamp) -> str:
        """Rule on the dispute."""
        rule_dispute(table, self.cleaned_data["dispute"], self.cleaned_data["reason"], stamp)
        return _("The ruling is recorded. Enter what follows from it as a correction or a penalty.")


class ExtendForm(ActForm):
    """How many more minutes this table has than the others."""

    minutes = forms.CharField(
        label=gettext_lazy("More minutes for this table"),
        required=False,
        max_length=12,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "class": "input board-time__minutes"}
        ),
    )
    seen = forms.CharField(required=False, max_length=60, widget=forms.HiddenInput)

    def carry_out(self, table: Table, stamp: Stamp) -> str:
        """Give the table its minutes."""
        minutes = signed_whole(self.cleaned_data["minutes"]) or 0
        session = table.session
        extend_clock(
            session.tournament,
            session.number,
            minutes,
            stamp.by,
            table=table.number,
            seen=self.cleaned_data["seen"],
        )
        return _("Table %(table)s has %(n)s more minutes.") % {"table": table.number, "n": minutes}

"""Lots between players who are equal: the form, and who is equal to whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.actions.standings import record_lots
from tournament.models import Stage, Tournament
from tournament.queries.standings import Line
from tournament.refusals import Refused


class LotsForm(forms.Form):
    """The lots of players who are equal: one number for each, and how they were drawn."""

    use_required_attribute = False

    reason = forms.CharField(
        label=gettext_lazy("How the lots were drawn"),
        max_length=500,
        required=False,
        help_text=gettext_lazy(
            "Who drew, from what, in whose presence. It stands in the standings and in the history."
        ),
        widget=forms.TextInput({"autocomplete": "off", "class": "input"}),
    )

    def __init__(self, equal: Sequence[Line], data: Any = None) -> None:
        self.key = f"lots-{equal[0].number}" if equal else "lots"
        super().__init__(data, auto_id=f"{self.key}_%s", label_suffix="")
        self.numbers = [line.number for line in equal]
        for line in equal:
            label = _("%(number)s %(name)s") % {"number": line.number, "name": line.name}
            field = forms.IntegerField(label=label, min_value=1, max_value=len(equal), required=False)
            field.widget.attrs["class"] = "input input--number"
            self.fields[f"lot-{line.number}"] = field
        self.order_fields([*(f"lot-{n}" for n in self.numbers), "reason"])

    @property
    def players(self) -> str:
        """The players of this form, as it sends them back."""
        return " ".join(map(str, self.numbers))

    def clean(self) -> dict[str, Any]:
        """Each has a lot of his own."""
        said = super().clean() or {}
        seen: dict[int, int] = {}
        for number in self.numbers:
            name = f"lot-{number}"
            lot = said.get(name)
            if name in self.errors:
                continue
            if lot is None:
                most = len(self.numbers)
                self.add_error(
                    name, ngettext("A lot from 1 to %(n)s.", "A lot from 1 to %(n)s.", most) % {"n": most}
                )
            elif lot in seen:
                self.add_error(name, _("Player %(n)s has this lot already.") % {"n": seen[lot]})
            else:
                seen[lot] = number
        return said

    def order(self) -> list[int]:
        """The players in the order of their lots."""
        return sorted(self.numbers, key=lambda number: self.cleaned_data[f"lot-{number}"])

    def carry_out(self, tournament: Tournament, by: User, stage: Stage | None) -> bool:
        """Record the lots; False where the form has something to mend."""
        if not self.is_valid():
            return False
        try:
            record_lots(tournament, self.order(), self.cleaned_data["reason"], by, stage)
        except Refused as refused:
            self.refuse(refused)
        return not self.errors

    def refuse(self, refused: Refused) -> None:
        """Show a refusal at its field, or above the form."""
        self.add_error(refused.field if refused.field in self.fields else None, refused.message)


def sets_of_equals(lines: Iterable[Line]) -> list[list[Line]]:
    """Lines that share a place, place by place (and group by group), as far as they have played at all."""
    played = [line for line in lines if line.shared and line.place is not None and line.sessions]
    sets = groupby(played, key=lambda line: (line.group or 0, line.place))
    return [found for found in (list(members) for _key, members in sets) if len(found) > 1]

"""The forms of the chief referee's table page about who came: absent, arrived after all, no play at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.dealing import MOST_HANDS
from scoring.seats import WINDS
from tournament.actions.acts import Stamp
from tournament.actions.presence import arrive, mark_absent, no_play
from tournament.models import Player, Seat, Table
from tournament.queries.changes import name_in

from .table_forms import ActForm, Choices, reason_field


class AbsentForm(ActForm):
    """Who did not come, and whether a stand-in takes his chair."""

    seat = forms.ChoiceField(label=gettext_lazy("Who did not come"))
    stand_in = forms.ChoiceField(label=gettext_lazy("Who plays instead"), required=False)
    reason = reason_field(gettext_lazy("Absent, too late, gone home …"))

    def __init__(self, seats: Sequence[Seat], stand_ins: Sequence[Player], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        here = [seat for seat in seats if seat.player and not seat.is_forfeit]
        self.choose("seat", [("", "—"), *_players(here)])
        free = [(str(p.number), f"{p.number} {p.name}") for p in stand_ins]
        self.choose("stand_in", [("", _("nobody: the chair stays empty")), *free])

    def carry_out(self, table: Table, stamp: Stamp) -> str:
        """Mark the player as absent."""
        data = self.cleaned_data
        stand_in = int(data["stand_in"]) if data["stand_in"] else None
        name = dict(_choices(self, "seat"))[data["seat"]]
        mark_absent(table, int(data["seat"]), data["reason"], stamp, stand_in)
        return _("%(name)s is marked as absent and forfeits.") % {"name": name}


class ArriveForm(ActForm):
    """Who was marked as absent and is here now."""

    seat = forms.ChoiceField(label=gettext_lazy("Who arrived"))
    reason = reason_field()

    def __init__(self, seats: Sequence[Seat], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choose("seat", _players([seat for seat in seats if seat.player and seat.is_forfeit]))

    def carry_out(self, table: Table, stamp: Stamp) -> str:
        """Let him take over the chair and its account."""
        name = dict(_choices(self, "seat"))[self.cleaned_data["seat"]]
        arrive(table, int(self.cleaned_data["seat"]), self.cleaned_data["reason"], stamp)
        return _("%(name)s plays and has taken over the account of the chair.") % {"name": name}


class NoPlayForm(ActForm):
    """Why the table does not play."""

    reason = reason_field()

    def carry_out(self, table: Table, stamp: Stamp) -> str:
        """Close the table without play."""
        no_play(table, self.cleaned_data["reason"], stamp)
        return _("Table %(n)s does not play: who came has the score of a bye.") % {"n": table.number}


def _players(seats: Sequence[Seat]) -> Choices:
    """The players of these seats by name, whoever sits there for them."""
    return [
        (str(s.chair), f"{WINDS[s.chair]} {s.player.name if s.player else name_in(s, MOST_HANDS)}")
        for s in seats
    ]


def _choices(form: forms.Form, name: str) -> Choices:
    field = form.fields[name]
    return [(str(value), str(label)) for value, label in getattr(field, "choices", [])]

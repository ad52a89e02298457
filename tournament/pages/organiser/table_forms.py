"""The forms of the chief referee's table page. They keep what was typed; what is right the actions decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.dealing import MOST_HANDS
from scoring.seats import WINDS
from scoring.settlement import counts_fan
from tournament.actions.acts import Stamp
from tournament.actions.agreement import answer_call, check_table
from tournament.actions.fan_counting import LONGEST_REASON, same_win
from tournament.actions.hands import HandEntry, correct_hand
from tournament.actions.recorded_fan import with_recorded
from tournament.actions.tables import close_table, last_undoable, reopen_table, undo_last
from tournament.models import Hand, Seat, Table
from tournament.queries.changes import name_in
from tournament.queries.sentences import describe_act
from tournament.queries.table_state import TableState
from tournament.refusals import Refused

Choices = list[tuple[str, str]]
# Codes of the rules whose refusal does not name a field by itself.
FIELDS = {
    "fan_below_minimum": "fan",
    "fan_too_high": "fan",
    "confirm_fan": "fan",
    "winner_is_discarder": "discarder",
    "drawn_hand_with_win": "winner",
    "flowers_out_of_range": "flowers",
    "unknown_kind": "kind",
    "unknown_mode": "mode",
    "standard_points_deduct_only": "mode",
    "unknown_currency": "currency",
    "amount_negative": "amount",
    "amount_too_high": "amount",
    "amount_not_whole": "amount",
    "amount_not_half": "amount",
    "victim_missing": "victim",
    "victim_is_offender": "victim",
    "victim_not_present": "victim",
}


def people(seats: Sequence[Seat], hand: int = MOST_HANDS) -> Choices:
    """Who sits at the table in a hand, as choices by drawn seat."""
    return [(str(s.chair), f"{WINDS[s.chair]} {name_in(s, hand)}") for s in seats if s.player]


class ActForm(forms.Form):
    """A form of one act at a table. The field of a refusal shows it; without one it stands above the form."""

    use_required_attribute = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", f"{type(self).__name__.removesuffix('Form').lower()}_%s")
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)
        self.code = ""

    def carry_out(self, table: Table, stamp: Stamp) -> str:
        """Do what the form asks and say what was done. Raises `Refused`."""
        raise NotImplementedError

    def choose(self, name: str, choices: Choices) -> None:
        """Set the choices of a field."""
        self.fields[name] = forms.ChoiceField(
            label=self.fields[name].label, required=self.fields[name].required, choices=choices
        )

    def refuse(self, refused: Refused) -> None:
        """Show a refusal at its field."""
        self.code = refused.code
        field = refused.field or FIELDS.get(refused.code, "")
        self.add_error(field if field in self.fields else None, refused.message)


def reason_field(help_text: Any = "") -> forms.CharField:
    """Why something is done."""
    return forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        help_text=help_text,
        widget=forms.TextInput(attrs={"maxlength": 500, "autocomplete": "off"}),
    )


class CorrectForm(ActForm):
    """A hand as it should be. Empty winner: drawn; empty discarder: self-draw.

    Tiles, or ticked fan, that are recorded stay with the hand and must count as much, unless they are to go.
    """

    winner = forms.ChoiceField(label=gettext_lazy("Winner"), required=False)
    discarder = forms.ChoiceField(label=gettext_lazy("Discarder"), required=False)
    fan = forms.IntegerField(
        label=gettext_lazy("Fan"),
        required=False,
        help_text=gettext_lazy("With flowers. Empty for a drawn hand."),
    )
    flowers = forms.IntegerField(label=gettext_lazy("Flowers"), required=False, initial=0)
    robbed_kong = forms.BooleanField(label=gettext_lazy("Robbed kong"), required=False)
    revision = forms.CharField(required=False, widget=forms.HiddenInput)
    keep = forms.BooleanField(label=gettext_lazy("The tiles or fan that are recorded stay."), required=False)
    fan_reason = forms.CharField(
        label=gettext_lazy("Why another number than is counted"),
        required=False,
        widget=forms.TextInput(attrs={"maxlength": LONGEST_REASON, "autocomplete": "off"}),
    )
    reason = reason_field()
    confirmed = forms.BooleanField(label=gettext_lazy("This fan is right."), required=False)
    lift = forms.BooleanField(
        label=gettext_lazy("The dead hand is lifted: this player may win."), required=False
    )

    def __init__(self, state: TableState, number: int, *args: Any, **kwargs: Any) -> None:
        self.hand = _seen(state, number, args[0].get("revision") if args else None)
        super().__init__(*args, initial=self._as_recorded(), **kwargs)
        self.number = number
        self.choose("winner", [("", _("nobody: drawn hand")), *people(state.seats, number)])
        self.choose("discarder", [("", _("nobody: self-draw")), *people(state.seats, number)])
        if self.hand is None or not (self.hand.tiles or self.hand.fans) or not counts_fan(state.book):
            del self.fields["keep"], self.fields["fan_reason"]

    def _as_recorded(self) -> dict[str, Any]:
        """The initial values from the current revision."""
        hand = self.hand
        if hand is None:
            return {}
        return {
            "winner": "" if hand.winner is None else str(hand.winner),
            "discarder": "" if hand.discarder is None else str(hand.discarder),
            "fan": hand.fan,
            "flowers": hand.flowers,
            "robbed_kong": hand.robbed_kong,
            "revision": hand.revision,
            "keep": True,
            "fan_reason": hand.fan_reason,
        }

    def carry_out(self, table: Table, stamp: Stamp) -> str:
        """Correct the hand, or enter one that was left out."""
        data = self.cleaned_data
        entry = HandEntry(
            number=self.number,
            winner=seat_of(data["winner"]),
            discarder=seat_of(data["discarder"]),
            fan=data["fan"],
            flowers=data["flowers"] or 0,
            robbed_kong=data["robbed_kong"],
            confirmed=data["confirmed"],
            lift_dead_hand=data["reason"] if data["lift"] else "",
        )
        correct_hand(table, self._with_fan(entry), data["reason"], stamp)
        return _("Hand %(n)s was corrected.") % {"n": self.number}

    def _with_fan(self, entry: HandEntry) -> HandEntry:
        """The entry with what is recorded of tiles and fan; where it is the same win nothing of that is said anew."""
        if self.hand is None or "keep" not in self.fields or entry.winner is None:
            return entry
        if not self.cleaned_data["keep"]:
            return replace(entry, number_only=True)
        why = self.cleaned_data["fan_reason"]
        if same_win(self.hand, entry) and why == self.hand.fan_reason:
            return entry
        return with_recorded(self.hand, entry, why)


def _seen(state: TableState, number: int, revision: str | None) -> Hand | None:
    """The hand that the form was made of, where it was played to an end: sent again it means the same one."""
    revisions = state.revisions.get(number, [])
    seen = next((one for one in revisions if str(one.revision) == revision), state.hands.get(number))
    return seen if seen is not None and seen.counts else None


class UndoForm(ActForm):
    """The last act, whatever it was."""

    def carry_out(self, table: Table, stamp: Stamp) -> str:
        """Take it back."""
        last = last_undoable(table)
        what = describe_act(last) if last else ""
        answer = undo_last(table, stamp)
        return _("Already taken back.") if answer["repeated"] else _("Taken back: %(what)s.") % {"what": what}


class AnswerForm(ActForm):
    """The chief referee answers the calls of the table."""

    def carry_out(self, table: Table, stamp: Stamp) -> str:
        """Note that he is there, or on the way."""
        answer_call(table, stamp)
        return _("The call of table %(n)s is answered.") % {"n": table.number}


class CheckForm(ActForm):
    """A second person confirms the result."""

    def carry_out(self, table: Table, stamp: Stamp) -> str:
        """Confirm it."""
        check_table(table, stamp)
        return _("The result of table %(n)s is confirmed.") % {"n": table.number}


class ReopenForm(ActForm):
    """Why the table is opened again."""

    reason = reason_field()

    def carry_out(self, table: Table, stamp: Stamp) -> str:
        """Open the table again."""
        reopen_table(table, self.cleaned_data["reason"], stamp)
        return _("Table %(n)s is open again. Its result counts once it is closed.") % {"n": table.number}


class CloseForm(ActForm):
    """The four agreements and, where it is needed, a reason."""

    reason = reason_field(gettext_lazy("Needed when the table closes early or a player refuses to sign."))

    def __init__(self, seats: Sequence[Seat], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        reason = self.fields.pop("reason")
        for seat in seats:
            if seat.is_present:
                self.fields[f"agreement_{seat.chair}"] = forms.ChoiceField(
                    label=f"{WINDS[seat.chair]} {name_in(seat, MOST_HANDS)}",
                    required=False,
                    choices=[("", "—"), *Seat.Agreement.choices],
                    widget=forms.Select,
                )
        self.fields["reason"] = reason

    def carry_out(self, table: Table, stamp: Stamp) -> str:
        """Close the table."""
        agreements = [self.cleaned_data.get(f"agreement_{chair}", "") for chair in range(4)]
        close_table(table, agreements, stamp, self.cleaned_data["reason"])
        return _("Table %(n)s is closed.") % {"n": table.number}


def seat_of(text: str) -> int | None:
    """The drawn seat of a choice."""
    return int(text) if text else None

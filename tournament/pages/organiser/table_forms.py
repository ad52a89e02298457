"""The forms of the chief referee's table page. They keep what was typed; what is right the actions decide."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import penalties as rules
from scoring.rulebook import Rulebook
from scoring.seats import HANDS, WINDS
from tournament.actions.acts import Stamp
from tournament.actions.hands import HandEntry, correct_hand
from tournament.actions.penalties import PenaltyEntry, record_penalty, withdraw_penalty
from tournament.actions.tables import close_table, last_undoable, reopen_table, undo_last
from tournament.models import Hand, Penalty, Seat, Table
from tournament.queries.changes import name_in
from tournament.queries.sentences import PENALTY_KINDS, describe_act
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


def people(seats: Sequence[Seat], hand: int = HANDS) -> Choices:
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
    """A hand as it should be. Empty winner: drawn; empty discarder: self-draw."""

    winner = forms.ChoiceField(label=gettext_lazy("Winner"), required=False)
    discarder = forms.ChoiceField(label=gettext_lazy("Discarder"), required=False)
    fan = forms.IntegerField(
        label=gettext_lazy("Fan"),
        required=False,
        help_text=gettext_lazy("With flowers. Empty for a drawn hand."),
    )
    flowers = forms.IntegerField(label=gettext_lazy("Flowers"), required=False, initial=0)
    robbed_kong = forms.BooleanField(label=gettext_lazy("Robbed kong"), required=False)
    reason = reason_field()
    confirmed = forms.BooleanField(label=gettext_lazy("This fan is right."), required=False)
    lift = forms.BooleanField(
        label=gettext_lazy("The dead hand is lifted: this player may win."), required=False
    )

    def __init__(self, seats: Sequence[Seat], number: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.number = number
        self.choose("winner", [("", _("nobody: drawn hand")), *people(seats, number)])
        self.choose("discarder", [("", _("nobody: self-draw")), *people(seats, number)])

    @staticmethod
    def as_recorded(hand: Hand | None) -> dict[str, Any]:
        """The initial values from the current revision."""
        if hand is None or not hand.counts:
            return {}
        return {
            "winner": "" if hand.winner is None else str(hand.winner),
            "discarder": "" if hand.discarder is None else str(hand.discarder),
            "fan": hand.fan,
            "flowers": hand.flowers,
            "robbed_kong": hand.robbed_kong,
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
        correct_hand(table, entry, data["reason"], stamp)
        return _("Hand %(n)s was corrected.") % {"n": self.number}


class PenaltyForm(ActForm):
    """A penalty or a warning. What is left empty is as the rulebook says for this kind."""

    seat = forms.ChoiceField(label=gettext_lazy("Player"))
    hand_number = forms.ChoiceField(label=gettext_lazy("In hand"), required=False)
    kind = forms.ChoiceField(label=gettext_lazy("Kind"))
    currency = forms.ChoiceField(label=gettext_lazy("Points"), choices=Penalty.Currency.choices)
    amount = forms.DecimalField(
        label=gettext_lazy("Amount"),
        required=False,
        max_digits=8,
        help_text=gettext_lazy("0 is a warning. Empty: as the rulebook says."),
    )
    mode = forms.ChoiceField(label=gettext_lazy("How it is paid"), required=False)
    victim = forms.ChoiceField(label=gettext_lazy("Paid to"), required=False)
    dead_hand = forms.ChoiceField(label=gettext_lazy("Dead hand"), required=False)
    reason = reason_field()

    def __init__(self, seats: Sequence[Seat], book: Rulebook, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.book = book
        rulebook = ("", _("as the rulebook says"))
        self.choose("seat", [("", "—"), *people(seats)])
        self.choose("kind", [("", "—"), *((kind, _kind_words(kind, book)) for kind in rules.KINDS)])
        self.choose("hand_number", [("", _("no hand")), *((str(n), str(n)) for n in range(1, HANDS + 1))])
        self.choose("mode", [rulebook, *((v, str(label)) for v, label in Penalty.Mode.choices)])
        self.choose("victim", [("", "—"), *people(seats)])
        self.choose("dead_hand", [rulebook, ("yes", _("yes")), ("no", _("no"))])

    def carry_out(self, table: Table, stamp: Stamp) -> str:
        """Record the penalty."""
        data = self.cleaned_data
        proposed = rules.defaults(data["kind"], self.book)
        standard = data["currency"] == Penalty.Currency.STANDARD
        amount: Decimal | None = data["amount"]
        mode = data["mode"] or (Penalty.Mode.DEDUCT.value if standard else proposed.mode)
        if data["victim"] and not data["mode"]:
            mode = Penalty.Mode.PAY_ONE.value
        entry = PenaltyEntry(
            seat=int(data["seat"]),
            kind=data["kind"],
            amount=Fraction(proposed.amount) if amount is None else Fraction(amount),
            mode=mode,
            currency=data["currency"],
            victim=seat_of(data["victim"]),
            dead_hand=proposed.dead_hand if not data["dead_hand"] else data["dead_hand"] == "yes",
            hand_number=int(data["hand_number"]) if data["hand_number"] else None,
            reason=data["reason"],
        )
        record_penalty(table, entry, stamp)
        return _("The penalty is recorded.")

    def clean(self) -> dict[str, Any]:
        """Standard points have no proposal of their own in the rulebook; who is paid goes with one way to pay."""
        data: dict[str, Any] = super().clean() or {}
        if data.get("victim") and data.get("mode") not in ("", Penalty.Mode.PAY_ONE):
            self.add_error(
                "victim", _("Somebody is paid only where one is paid. Choose “pay one”, or nobody here.")
            )
        if (
            data.get("currency") == Penalty.Currency.STANDARD
            and data.get("amount") is None
            and not self.errors
        ):
            self.add_error("amount", _("How many standard points? Enter 0.5, 1, 1.5 …"))
        return data


class WithdrawForm(ActForm):
    """Which penalty, and why."""

    penalty = forms.IntegerField(widget=forms.HiddenInput)
    reason = reason_field()

    def carry_out(self, table: Table, stamp: Stamp) -> str:
        """Withdraw the penalty."""
        withdraw_penalty(table, self.cleaned_data["penalty"], self.cleaned_data["reason"], stamp)
        return _("The penalty is withdrawn; it stays in the record, struck through.")


class UndoForm(ActForm):
    """The last act, whatever it was."""

    def carry_out(self, table: Table, stamp: Stamp) -> str:
        """Take it back."""
        last = last_undoable(table)
        what = describe_act(last) if last else ""
        answer = undo_last(table, stamp)
        return _("Already taken back.") if answer["repeated"] else _("Taken back: %(what)s.") % {"what": what}


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
                    label=f"{WINDS[seat.chair]} {name_in(seat, HANDS)}",
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


def _kind_words(kind: str, book: Rulebook) -> str:
    """A kind of penalty with what the rulebook proposes for it."""
    proposed = rules.defaults(kind, book)
    texts = {
        "deduct": _("%(kind)s — %(amount)s deducted"),
        "pay_each": _("%(kind)s — pays %(amount)s to each"),
        "pay_one": _("%(kind)s — pays %(amount)s to one"),
    }
    words: dict[str, Any] = {"kind": PENALTY_KINDS[kind], "amount": proposed.amount}
    if proposed.disqualifies:
        return _("%(kind)s — disqualified") % words
    text = texts[proposed.mode] % words if proposed.amount else _("%(kind)s — no points") % words
    return _("%(what)s, dead hand") % {"what": text} if proposed.dead_hand else text

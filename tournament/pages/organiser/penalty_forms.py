"""The forms of penalties at one table: given, with the next size by the rulebook, and withdrawn."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import penalties as rules
from scoring.proposals import Proposal, propose
from scoring.rulebook import Rulebook
from scoring.standard_points import show
from tournament.actions.acts import Stamp
from tournament.actions.penalties import PenaltyEntry, record_penalty, withdraw_penalty
from tournament.models import Penalty, Table
from tournament.queries.offers import offer
from tournament.queries.sentences import PENALTY_KINDS
from tournament.queries.table_state import TableState

from .table_forms import ActForm, people, reason_field, seat_of


class PenaltyForm(ActForm):
    """A penalty or a warning. What is left empty is as the rulebook says for this kind and this player."""

    seat = forms.ChoiceField(label=gettext_lazy("Player"))
    hand_number = forms.ChoiceField(label=gettext_lazy("In hand"), required=False)
    kind = forms.ChoiceField(label=gettext_lazy("Kind"))
    currency = forms.ChoiceField(label=gettext_lazy("Points"), required=False)
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

    def __init__(self, state: TableState, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.state = state
        rulebook = ("", _("as the rulebook says"))
        self.choose("seat", [("", "—"), *people(state.seats)])
        self.choose("kind", [("", "—"), *((kind, kind_words(kind, state.book)) for kind in rules.KINDS)])
        self.choose(
            "hand_number", [("", _("no hand")), *((str(n), str(n)) for n in range(1, state.number + 1))]
        )
        self.choose("currency", [rulebook, *((v, str(label)) for v, label in Penalty.Currency.choices)])
        self.choose("mode", [rulebook, *((v, str(label)) for v, label in Penalty.Mode.choices)])
        self.choose("victim", [("", "—"), *people(state.seats)])
        self.choose("dead_hand", [rulebook, ("yes", _("yes")), ("no", _("no"))])

    def offered(self) -> str:
        """What the rulebook offers for the player, kind and hand chosen so far, in words; "" before that."""
        self.full_clean()
        data = self.cleaned_data
        if not data.get("kind") or not data.get("seat"):
            return ""
        found = self._offer(data)
        words = offer_words(data["kind"], found)
        if not found.earlier:
            return _("By the rulebook: %(what)s.") % {"what": words}
        return _("By the rulebook: %(what)s. Offences before this one that count: %(n)s.") % {
            "what": words,
            "n": found.earlier,
        }

    def carry_out(self, table: Table, stamp: Stamp) -> str:
        """Record the penalty."""
        data = self.cleaned_data
        proposed = self._offer(data)
        currency = data["currency"] or proposed.currency
        amount: Decimal | None = data["amount"]
        standard = currency == Penalty.Currency.STANDARD
        mode = data["mode"] or (Penalty.Mode.DEDUCT.value if standard else proposed.mode)
        if data["victim"] and not data["mode"]:
            mode = Penalty.Mode.PAY_ONE.value
        entry = PenaltyEntry(
            seat=int(data["seat"]),
            kind=data["kind"],
            amount=Fraction(proposed.amount) if amount is None else Fraction(amount),
            mode=mode,
            currency=currency,
            victim=seat_of(data["victim"]),
            dead_hand=proposed.dead_hand if not data["dead_hand"] else data["dead_hand"] == "yes",
            hand_number=_hand(data),
            reason=data["reason"],
        )
        record_penalty(table, entry, stamp)
        return _("The penalty is recorded.")

    def clean(self) -> dict[str, Any]:
        """An amount that is not typed must be one that the rulebook has; who is paid goes with one way to pay."""
        data: dict[str, Any] = super().clean() or {}
        if data.get("victim") and data.get("mode") not in ("", Penalty.Mode.PAY_ONE):
            self.add_error(
                "victim", _("Somebody is paid only where one is paid. Choose “pay one”, or nobody here.")
            )
        if data.get("amount") is None and data.get("currency") and not self.errors:
            self._refuse_other_currency(data)
        return data

    def _refuse_other_currency(self, data: dict[str, Any]) -> None:
        if self._offer(data).currency == data["currency"]:
            return
        if data["currency"] == Penalty.Currency.STANDARD:
            self.add_error("amount", _("How many standard points? Enter 0.5, 1, 1.5 …"))
        else:
            self.add_error("amount", _("How many match points? The rulebook takes standard points here."))

    def _offer(self, data: dict[str, Any]) -> Proposal:
        return offer(self.state, int(data["seat"]), data["kind"], _hand(data))


class WithdrawForm(ActForm):
    """Which penalty, and why."""

    penalty = forms.IntegerField(widget=forms.HiddenInput)
    reason = reason_field()

    def carry_out(self, table: Table, stamp: Stamp) -> str:
        """Withdraw the penalty."""
        withdraw_penalty(table, self.cleaned_data["penalty"], self.cleaned_data["reason"], stamp)
        return _("The penalty is withdrawn; it stays in the record, struck through.")


def kind_words(kind: str, book: Rulebook) -> str:
    """A kind of penalty with what the rulebook proposes for it the first time."""
    name = PENALTY_KINDS[kind]
    return _("%(kind)s — %(what)s") % {"kind": name, "what": offer_words(kind, propose(kind, book, [], None))}


def offer_words(kind: str, found: Proposal) -> str:
    """What is offered, without the kind: "5 deducted", "a warning", "½ standard point"."""
    if found.disqualifies:
        return _("disqualified")
    words = {"amount": show(Fraction(found.amount))}
    if not found.amount:
        text = _("no points") if found.dead_hand else _("a warning")
    elif found.currency == Penalty.Currency.STANDARD:
        text = _("%(amount)s standard points deducted") % words
    else:
        texts = {
            "deduct": _("%(amount)s deducted"),
            "pay_each": _("pays %(amount)s to each"),
            "pay_one": _("pays %(amount)s to one"),
        }
        text = texts[found.mode] % words
    return _("%(what)s, dead hand") % {"what": text} if found.dead_hand else text


def _hand(data: dict[str, Any]) -> int | None:
    return int(data["hand_number"]) if data.get("hand_number") else None

"""The form by which standard points are taken from a player or a team beside the tables."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import penalties as rules
from scoring.proposals import propose
from tournament.models import Tournament
from tournament.pages.words.amounts import amount_typed
from tournament.queries.penalty_record import general_noted
from tournament.queries.sentences import PENALTY_KINDS

from .table_forms import ActForm, reason_field

# What can happen beside the tables; the other kinds are given at the table.
KINDS = ("conduct", "late", "other")


class PenaliseForm(ActForm):
    """Who, what and how much. An empty amount is the next size by the rulebook, where it has one."""

    offender = forms.ChoiceField(
        label=gettext_lazy("Player or team"),
        error_messages={"required": gettext_lazy("Who is penalised? Choose a player or a team.")},
    )
    kind = forms.ChoiceField(label=gettext_lazy("Kind"), initial="conduct")
    amount = forms.CharField(
        label=gettext_lazy("Standard points"),
        required=False,
        max_length=20,
        help_text=gettext_lazy("Halves and wholes: ½, 1, 1½ … Empty: the next size by the rulebook."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "class": "input input--number"}),
    )
    reason = reason_field()

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        players = [
            (f"player-{p.number}", f"{p.number} {p.name}") for p in tournament.players.order_by("number")
        ]
        teams = [(f"team-{t.number}", f"{t.number} {t.name}") for t in tournament.teams.order_by("number")]
        groups = [(_("Players"), players), (_("Teams"), teams)]
        field = self.fields["offender"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", "—"), *((name, group) for name, group in groups if group)]
        self.choose("kind", [(kind, str(PENALTY_KINDS[kind])) for kind in KINDS])

    def who(self) -> tuple[str, int]:
        """("player" or "team", number)."""
        who, _dash, number = self.cleaned_data["offender"].partition("-")
        return who, int(number)

    def points(self) -> Fraction:
        """How many standard points."""
        return Fraction(self.cleaned_data["amount"])

    def clean(self) -> dict[str, Any]:
        """Read the amount, or take the one that the rulebook offers."""
        data: dict[str, Any] = super().clean() or {}
        typed = data.get("amount", "")
        if self.errors:
            return data
        data["amount"] = amount_typed(typed) if typed else self._offered(data)
        if data["amount"] is None:
            message = _("“%(typed)s” is no amount. Type for example ½ or 1.") % {"typed": typed}
            if not typed:
                message = _("How many standard points? Enter 0.5, 1, 1.5 …")
            self.add_error("amount", message)
        return data

    def _offered(self, data: dict[str, Any]) -> Fraction | None:
        """The next size where the rulebook has sizes in standard points for this kind."""
        who, _dash, number = data["offender"].partition("-")
        book = self.tournament.rulebook
        found = propose(data["kind"], book, general_noted(self.tournament, who, int(number)), None)
        standard = found.currency == "standard_points"
        return Fraction(found.amount) if standard and rules.standard_point_sizes(book) else None

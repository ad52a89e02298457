"""The forms about people of the day: a substitute, a withdrawal, and each of the two at its end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.dealing import MOST_HANDS
from tournament.models import Player, Tournament
from tournament.queries.people_of_day import PeopleOfDay
from tournament.refusals import Refused

from .table_forms import reason_field

REST, ONLY = "rest", "only"


class PeopleForm(forms.Form):
    """A form whose refusals stand at their fields."""

    use_required_attribute = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", f"{type(self).__name__.removesuffix('Form').lower()}_%s")
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)

    def choose(self, name: str, choices: list[Any]) -> None:
        """Set the choices of a field."""
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices

    def refuse(self, refused: Refused) -> None:
        """Show a refusal at its field, or above the form."""
        self.add_error(refused.field if refused.field in self.fields else None, refused.message)


class SubstituteForm(PeopleForm):
    """Who plays for whom, from when and until when."""

    player = forms.ChoiceField(label=gettext_lazy("For whom"))
    substitute = forms.ChoiceField(label=gettext_lazy("Who plays"))
    from_session = forms.TypedChoiceField(label=gettext_lazy("From session"), coerce=int)
    from_hand = forms.IntegerField(
        label=gettext_lazy("From hand"),
        initial=1,
        min_value=1,
        max_value=MOST_HANDS,
        widget=forms.NumberInput,
    )
    until = forms.ChoiceField(label=gettext_lazy("Until"))
    reason = reason_field()

    def __init__(self, people: PeopleOfDay, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choose("player", [("", "—"), *named(people.seated)])
        groups = [
            (_("Reserves"), named(people.reserves)),
            (_("Stand-ins"), named(people.stand_ins)),
            (_("Without a seat"), named(people.unseated)),
        ]
        self.choose("substitute", [("", "—"), *((name, group) for name, group in groups if group)])
        sessions = [(n, str(n)) for n in people.open_sessions]
        self.choose("from_session", sessions)
        later = [(str(n), _("to session %(n)s") % {"n": n}) for n in people.open_sessions[1:]]
        self.choose(
            "until", [(REST, _("for the rest of the tournament")), (ONLY, _("this session only")), *later]
        )

    def last(self) -> int | None:
        """The last session, None for the rest of the tournament."""
        until = self.cleaned_data["until"]
        if until == REST:
            return None
        return int(self.cleaned_data["from_session"]) if until == ONLY else int(until)

    def refuse(self, refused: Refused) -> None:
        """The last session is called otherwise here."""
        if refused.field == "to_session":
            self.add_error("until", refused.message)
        else:
            super().refuse(refused)


class WithdrawForm(PeopleForm):
    """Who leaves, before which session, and why."""

    player = forms.ChoiceField(label=gettext_lazy("Who withdraws"))
    from_session = forms.TypedChoiceField(label=gettext_lazy("Before session"), coerce=int)
    reason = reason_field()

    def __init__(self, people: PeopleOfDay, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choose("player", [("", "—"), *named(people.seated)])
        self.choose("from_session", [(n, str(n)) for n in people.open_sessions])


def named(people: Iterable[Player]) -> list[tuple[str, str]]:
    """Players as choices by number."""
    return [(str(p.number), f"{p.number} {p.name}{f' · {p.team.name}' if p.team else ''}") for p in people]

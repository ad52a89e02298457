"""The form about a tournament as such: its name, place, days, officials."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from tournament.actions.events import MOST_SESSIONS, EventFacts, facts_problems
from tournament.models import Tournament
from tournament.refusals import Refused


class FactsForm(forms.Form):
    """What is said about a tournament: name, place, days, officials."""

    name = forms.CharField(
        label=pgettext_lazy("of a tournament", "Name"),
        max_length=200,
        help_text=_("As it stands on the results, for example 2026 Spring Open."),
    )
    city = forms.CharField(label=_("City"), max_length=100, required=False)
    country = forms.CharField(label=_("Country"), max_length=100, required=False)
    zone = forms.CharField(
        label=_("Time zone"),
        max_length=60,
        help_text=_(
            "All times of the tournament are shown in it. Type a part of its name to search: Shanghai, Paris."
        ),
        widget=forms.TextInput({"list": "zones", "autocomplete": "off", "spellcheck": "false"}),
    )
    starts_on = forms.DateField(
        label=_("First day"),
        required=False,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )
    ends_on = forms.DateField(
        label=_("Last day"),
        required=False,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )
    planned_sessions = forms.IntegerField(
        label=_("Number of sessions"),
        min_value=1,
        max_value=MOST_SESSIONS,
        help_text=_(
            "A session is one sitting, of up to 16 hands in Guobiao. It can be changed later, until it is drawn."
        ),
    )
    officials = forms.CharField(
        label=_("Officials"),
        max_length=2000,
        required=False,
        help_text=_("One a line, for example “Chief referee: Wang Fang”. They stand on the results."),
        widget=forms.Textarea({"rows": 3}),
    )

    def clean(self) -> dict[str, Any]:
        """All problems at once: those of the single fields, and those that the action would refuse."""
        data = super().clean() or {}
        answers = {name: data[name] for name in FactsForm.base_fields if name in data}
        for problem in facts_problems(EventFacts(**({"name": "-"} | answers))):
            if problem.field not in self.errors:
                self.add_error(problem.field, problem.message)
        return data

    def facts(self) -> EventFacts:
        """The valid answers as the action takes them."""
        return EventFacts(**{name: self.cleaned_data[name] for name in FactsForm.base_fields})

    def refuse(self, refused: Refused) -> None:
        """Put the sentence of a refusal at its field, or above the form."""
        self.add_error(refused.field if refused.field in self.fields else None, refused.message)


def facts_form(tournament: Tournament, data: Any = None) -> FactsForm:
    """The form that describes an existing tournament."""
    form = FactsForm(data, initial={name: getattr(tournament, name) for name in FactsForm.base_fields})
    hands = tournament.rulebook.hands
    text = ngettext(
        "A session is one sitting of up to %(n)s hand. It can be changed later, until it is drawn.",
        "A session is one sitting of up to %(n)s hands. It can be changed later, until it is drawn.",
        hands,
    )
    form.fields["planned_sessions"].help_text = text % {"n": hands}
    return form

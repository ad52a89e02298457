"""The form by which a player or a team enters. What is right, the action decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions.entry_facts import EntrantFacts, EntryFacts, PersonalFacts, checked
from tournament.models import Asking, Entrant, Entry, EntrySettings, Tournament
from tournament.queries.entries import LEADER, SUBSTITUTE, asked_of, places_of
from tournament.refusals import Refused

LABELS: dict[str, Promise] = {
    "birth": gettext_lazy("Date of birth"),
    "identity": gettext_lazy("Identity number"),
    "telephone": gettext_lazy("Telephone"),
    "email": gettext_lazy("E-mail"),
}
# What a telephone may fill in by itself, where only one person is asked.
AUTOFILL = {"name": "name", "birth": "bday", "telephone": "tel", "email": "email"}


@dataclass(frozen=True)
class Part:
    """The fields of one person, or of all together (`title` empty)."""

    title: str
    fields: list[forms.BoundField]


class EntryForm(forms.Form):
    """Who enters. With `entry` it corrects that one: personal data is not shown again, and stays where left empty."""

    use_required_attribute = False
    client_id = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self, settings: EntrySettings, data: Any = None, *, is_team: bool, entry: Entry | None = None
    ) -> None:
        super().__init__(
            data, initial=_initial(entry) if entry else None, label_suffix="", auto_id="enter-%s"
        )
        self.settings, self.is_team = settings, is_team
        self.places = places_of(is_team)
        if is_team:
            self._text("team", _("Name of the team"))
        given = _given(entry) if entry else {}
        for place in self.places:
            self._person(settings, place, given.get(place, set()), is_new=entry is None)
        self._text("club", _("Club"), required=False)
        self._text("country", _("Country"), required=False)
        if settings.conditions and entry is None:
            self.fields["agree"] = forms.BooleanField(
                label=_("I have read the conditions and agree to them."),
                error_messages={"required": _("Please tick that you agree to the conditions.")},
            )

    def _person(self, settings: EntrySettings, place: int, given: set[str], *, is_new: bool) -> None:
        needed = place != SUBSTITUTE
        self._text(f"name-{place}", _("Name"), required=needed, fill="name")
        if place != LEADER:
            self._text(f"ema-{place}", _("EMA number"), required=False)
        for key, how in asked_of(settings, place, self.is_team).items():
            required = needed and how == Asking.REQUIRED and is_new
            self._personal(place, key, required=required, is_given=key in given)

    def _text(self, key: str, label: str, *, required: bool = True, fill: str = "") -> None:
        widget = forms.TextInput({"autocomplete": self._autofill(fill)})
        self.fields[key] = forms.CharField(label=label, required=required, widget=widget)

    def _personal(self, place: int, key: str, *, required: bool, is_given: bool) -> None:
        kind = {"birth": "date", "telephone": "tel", "email": "email"}.get(key, "text")
        attributes = {"type": kind, "autocomplete": self._autofill(key)}
        help_text = _("We have it. Type it only to change it.") if is_given else ""
        common: dict[str, Any] = {"label": str(LABELS[key]), "required": required, "help_text": help_text}
        field: forms.Field
        if key == "birth":
            field = forms.DateField(widget=forms.DateInput(attributes, format="%Y-%m-%d"), **common)
        else:
            field = forms.CharField(widget=forms.TextInput(attributes), **common)
        self.fields[f"{key}-{place}"] = field

    def _autofill(self, key: str) -> str:
        return "off" if self.is_team else AUTOFILL.get(key, "off")

    def parts(self) -> Iterator[Part]:
        """The fields in the order in which they are read."""
        if self.is_team:
            yield Part(_("Team"), self._bound("team", "club", "country"))
        for place in self.places:
            keys = [key for key in self.fields if key.endswith(f"-{place}")]
            if not self.is_team:
                keys += ["club", "country"]
            yield Part(self._title(place), self._bound(*keys))

    def _title(self, place: int) -> str:
        if not self.is_team:
            return _("Player")
        if place == LEADER:
            return _("Leader of the team")
        return _("Substitute") if place == SUBSTITUTE else _("Player %(n)s") % {"n": place}

    def _bound(self, *keys: str) -> list[forms.BoundField]:
        return [self[key] for key in keys]

    def facts(self) -> EntryFacts:
        """What was typed."""
        said = self.cleaned_data
        people = {
            place: EntrantFacts(
                said.get(f"name-{place}", ""),
                said.get(f"ema-{place}", ""),
                PersonalFacts(
                    birth=said.get(f"birth-{place}"),
                    identity=said.get(f"identity-{place}", ""),
                    telephone=said.get(f"telephone-{place}", ""),
                    email=said.get(f"email-{place}", ""),
                ),
            )
            for place in self.places
        }
        return EntryFacts(people, said.get("team", ""), said.get("country", ""), said.get("club", ""))

    def find_the_rest(self, tournament: Tournament) -> None:
        """Where a field is wrong already, say also what the action would refuse in the others."""
        try:
            checked(tournament, self.facts(), self.settings, self.is_team)
        except Refused as refused:
            self.refuse(refused)

    def refuse(self, refused: Refused) -> None:
        """Show all that was refused, each at its field, else above the form; what is wrong already is said once."""
        problems: Sequence[dict[str, str]] = refused.current.get("problems") or [
            {"field": refused.field, "message": refused.message}
        ]
        for one in problems:
            if one["field"] in self.errors:
                continue
            self.add_error(one["field"] if one["field"] in self.fields else None, one["message"])


def _people(entry: Entry) -> list[Entrant]:
    return list(entry.people.select_related("personal").order_by("place"))


def _initial(entry: Entry) -> dict[str, str]:
    values = {"team": entry.team, "club": entry.club, "country": entry.country}
    for one in _people(entry):
        values |= {f"name-{one.place}": one.name, f"ema-{one.place}": one.ema_number}
    return values


def _given(entry: Entry) -> dict[int, set[str]]:
    """Which personal data is stored of whom; not what it says."""
    found = {}
    for one in _people(entry):
        data = getattr(one, "personal", None)
        found[one.place] = {key for key in LABELS if data is not None and getattr(data, key)}
    return found

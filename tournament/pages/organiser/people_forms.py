"""Forms about players and teams: one player, and a list to be read."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.actions.people import LENGTHS, PersonFacts
from tournament.exchange.people import full_name
from tournament.models import Player
from tournament.refusals import Refused

PLAIN = {"autocomplete": "off", "spellcheck": "false"}


class PlayerForm(forms.Form):
    """One player. Without a number the next free one is given; without a name it is made of family and given name."""

    number = forms.IntegerField(
        label=_("Number"),
        required=False,
        min_value=1,
        max_value=99_999,
        help_text=_("Empty: the next free one."),
    )
    name = forms.CharField(
        label=_("Name"),
        max_length=LENGTHS["name"],
        required=False,
        help_text=_("As it shall be shown everywhere."),
        widget=forms.TextInput(PLAIN),
    )
    family_name = forms.CharField(
        label=_("Family name"),
        max_length=LENGTHS["family_name"],
        required=False,
        widget=forms.TextInput(PLAIN),
    )
    given_name = forms.CharField(
        label=_("Given name"),
        max_length=LENGTHS["given_name"],
        required=False,
        help_text=_("With the family name: for lists of results abroad."),
        widget=forms.TextInput(PLAIN),
    )
    team = forms.CharField(
        label=_("Team"),
        max_length=LENGTHS["team"],
        required=False,
        help_text=_("A new name makes a new team."),
        widget=forms.TextInput({**PLAIN, "list": "teams"}),
    )
    country = forms.CharField(
        label=_("Country"),
        max_length=LENGTHS["country"],
        required=False,
        widget=forms.TextInput({**PLAIN, "list": "countries"}),
    )
    club = forms.CharField(
        label=_("Club"),
        max_length=LENGTHS["club"],
        required=False,
        widget=forms.TextInput({**PLAIN, "list": "clubs"}),
    )
    ema_number = forms.CharField(
        label=_("EMA number"),
        max_length=LENGTHS["ema_number"],
        required=False,
        help_text=_("Eight digits, of the European Mahjong Association."),
        widget=forms.TextInput({**PLAIN, "inputmode": "numeric"}),
    )
    is_stand_in = forms.BooleanField(
        label=_("Stand-in"), required=False, help_text=_("Fills a chair and is scored, but not ranked.")
    )

    is_reserve = forms.BooleanField(
        label=_("Reserve"),
        required=False,
        help_text=_("Is not drawn, and plays as a substitute for somebody else."),
    )

    def clean(self) -> dict[str, Any]:
        """A name is needed, or the parts of one."""
        data = super().clean() or {}
        if not data.get("name") and "name" not in self.errors:
            data["name"] = full_name(data.get("family_name", ""), data.get("given_name", ""))
            if not data["name"]:
                self.add_error("name", _("The name is missing."))
        return data

    def facts(self) -> PersonFacts:
        """The valid answers as the actions take them."""
        return PersonFacts(**self.cleaned_data)

    def refuse(self, refused: Refused) -> None:
        """Put the sentence of a refusal at its field; of a list's problems, each at its own."""
        problems = refused.current.get("problems") or [{"field": refused.field, "message": refused.message}]
        for problem in problems:
            field = problem["field"]
            self.add_error(field if field in self.fields else None, problem["message"])


def player_form(player: Player, data: Any = None) -> PlayerForm:
    """The form of an existing player."""
    names = [name for name in PlayerForm.base_fields if name != "team"]
    initial = {name: getattr(player, name) for name in names}
    return PlayerForm(data, initial=initial | {"team": player.team.name if player.team else ""})


class ListForm(forms.Form):
    """A list of players: pasted, or as a file."""

    text = forms.CharField(
        label=_("Paste the list"),
        required=False,
        strip=False,
        help_text=_("From a spreadsheet with its headings, or simply one name a line."),
        widget=forms.Textarea({"rows": 12, "spellcheck": "false", "autocomplete": "off", "wrap": "off"}),
    )
    separator = forms.ChoiceField(
        label=_("Columns are separated by"),
        required=False,
        choices=[
            ("auto", _("find out")),
            ("tab", _("tabs")),
            ("comma", _("commas")),
            ("semicolon", _("semicolons")),
            ("blank", _("blanks")),
            ("none", _("nothing: every line is a name")),
        ],
    )
    file = forms.FileField(
        label=_("Or upload a file"),
        required=False,
        allow_empty_file=True,
        max_length=255,
        help_text=_("CSV or XLSX, at most 2 MB."),
        widget=forms.FileInput({"accept": ".csv,.tsv,.txt,.xlsx"}),
    )

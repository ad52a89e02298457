"""What is asked when a tournament is created: how chairs rotate, by which rules, and what it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rulebook import DEFAULT, SHIPPED, Rulebook, load
from scoring.seats import SCHEMES
from tournament.access import tournaments_of
from tournament.exchange.rules_file import write_rules
from tournament.models import Tournament
from tournament.pages.words.rule_words import book_name

from .event_forms import FactsForm
from .rules_file import rules_field, rules_of

# Where rules come from that do not ship.
MINE, FILE = "mine", "file"


class NewForm(FactsForm):
    """The questions; how chairs rotate is the first. After `is_valid()`, `book` are the rules that were chosen.

    `read` is the text of a file of rules that was read, so that it need not be chosen again where something else is
    wrong.
    """

    rotation = forms.ChoiceField(
        label=gettext_lazy("How chairs rotate"),
        choices=[("", ""), *((key, key) for key in SCHEMES)],
        required=False,
        widget=forms.RadioSelect,
    )
    rulebook = forms.ChoiceField(
        label=gettext_lazy("Rulebook"),
        choices=[(key, key) for key in (*SHIPPED, MINE, FILE)],
        widget=forms.RadioSelect,
    )
    mine = forms.ModelChoiceField(
        Tournament.objects.none(),
        label=gettext_lazy("Tournament"),
        to_field_name="slug",
        required=False,
        empty_label=gettext_lazy("Choose one"),
    )
    file = rules_field(required=False)
    read = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, files: Any = None, *, user: User) -> None:
        initial = {
            "rotation": "",
            "rulebook": DEFAULT,
            "zone": settings.TIME_ZONE,
            "planned_sessions": 5,
        }
        super().__init__(data, files, initial=initial)
        self.book: Rulebook | None = None
        self.text = ""
        mine = tournaments_of(user, "manage").filter(is_rehearsal=False).order_by("-pk")
        choices: Any = self.fields["mine"]
        choices.queryset = mine
        self.fields["mine"].widget.attrs["class"] = "input"

    @property
    def book_name(self) -> str:
        """What the rules are called that were chosen."""
        return book_name(self.book) if self.book else ""

    def clean(self) -> dict[str, Any]:
        """All problems at once, also those of the rules that were chosen."""
        data = super().clean()
        try:
            self.book = self._rules(data)
        except forms.ValidationError as error:
            self.add_error(FILE if data.get("rulebook") == FILE else MINE, error)
        return data

    def _rules(self, data: Mapping[str, Any]) -> Rulebook | None:
        key, file = data.get("rulebook"), data.get("file")
        if key == MINE:
            if data.get("mine") is None and "mine" not in self.errors:
                raise forms.ValidationError(_("Choose the tournament whose rules you want."))
            return data["mine"].rulebook if data.get("mine") else None
        if key != FILE:
            return load(key) if key else None
        if "file" in self.errors:
            return None
        if file is None and not data.get("read"):
            raise forms.ValidationError(_("Choose the file of rules."))
        book = rules_of(file, data.get("read", ""))
        self.text = write_rules(book).decode()
        return book

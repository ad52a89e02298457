"""The form by which the organiser says how entries are taken: moments as a clock on the wall shows them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions.entries import Taking
from tournament.actions.programme import moment_of
from tournament.models import Asking, EntrySettings, Tournament
from tournament.refusals import Refused

ASKED = ("asks_birth", "asks_identity", "asks_telephone", "asks_email")
WALL = "%Y-%m-%dT%H:%M"


def _moment(label: Any, help_text: Any) -> forms.CharField:
    widget = forms.TextInput({"type": "datetime-local", "class": "input"})
    return forms.CharField(label=label, help_text=help_text, required=False, widget=widget)


def _asking(label: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=Asking.choices, initial=Asking.OFF)


class TakingForm(forms.Form):
    """How entries are taken."""

    use_required_attribute = False
    is_open = forms.BooleanField(
        label=gettext_lazy("Entries are open"),
        help_text=gettext_lazy("Between the two moments below; switched off, nobody can enter."),
        required=False,
    )
    for_teams = forms.ChoiceField(
        label=gettext_lazy("Who enters"),
        choices=[("", gettext_lazy("single players")), ("1", gettext_lazy("teams of four"))],
        required=False,
        help_text=gettext_lazy("A team has a leader, four players and at most one substitute."),
    )
    opens_at = _moment(gettext_lazy("Open from"), gettext_lazy("Left empty: at once."))
    closes_at = _moment(gettext_lazy("Closed from"), gettext_lazy("Left empty: until you close them."))
    places = forms.IntegerField(
        label=gettext_lazy("Number of places"),
        required=False,
        help_text=gettext_lazy(
            "So many entries, then the waiting list. Left empty: no limit. "
            "Players whom you enrol yourself do not count."
        ),
    )
    needs_approval = forms.BooleanField(
        label=gettext_lazy("Entries wait for your approval"),
        help_text=gettext_lazy(
            "Otherwise an entry is accepted as it comes while there are places, "
            "unless somebody in it is enrolled already."
        ),
        required=False,
    )
    asks_birth = _asking(gettext_lazy("Date of birth"))
    asks_identity = _asking(gettext_lazy("Identity number"))
    asks_telephone = _asking(gettext_lazy("Telephone"))
    asks_email = _asking(gettext_lazy("E-mail"))
    conditions = forms.CharField(
        label=gettext_lazy("Conditions"),
        help_text=gettext_lazy("Everybody who enters reads them and agrees: fee, place, what to bring."),
        required=False,
        strip=True,
        widget=forms.Textarea({"rows": 5}),
    )

    def __init__(self, tournament: Tournament, settings: EntrySettings, data: Any = None) -> None:
        super().__init__(data, initial=_initial(tournament, settings), label_suffix="", auto_id="taking-%s")
        self.tournament = tournament

    def taking(self) -> Taking:
        """What the form says. Raises `Refused`."""
        said = self.cleaned_data
        return Taking(
            is_open=said["is_open"],
            for_teams=bool(said["for_teams"]),
            opens_at=self._at("opens_at"),
            closes_at=self._at("closes_at"),
            places=said["places"],
            needs_approval=said["needs_approval"],
            conditions=said["conditions"].replace("\r\n", "\n"),
            **{name: said[name] for name in ASKED},
        )

    def _at(self, field: str) -> datetime | None:
        text = self.cleaned_data[field].replace(" ", "T")[: len("2026-05-01T09:00")]
        if not text:
            return None
        try:
            local = datetime.strptime(text, WALL)  # noqa: DTZ007 - of the tournament's zone, below
        except ValueError:
            raise Refused(
                "no_such_time", _("Enter day and time, as 2026-05-01 09:00."), field=field
            ) from None
        return moment_of(self.tournament, local, field)[0]

    def refuse(self, refused: Refused) -> None:
        """Show a refusal at its field, or above the form."""
        self.add_error(refused.field if refused.field in self.fields else None, refused.message)


def _initial(tournament: Tournament, settings: EntrySettings) -> dict[str, Any]:
    def wall(moment: datetime | None) -> str:
        return "" if moment is None else f"{moment.astimezone(tournament.tz):{WALL}}"

    kept = {
        name: getattr(settings, name)
        for name in ("is_open", "places", "needs_approval", "conditions", *ASKED)
    }
    return kept | {
        "for_teams": "1" if settings.for_teams else "",
        "opens_at": wall(settings.opens_at),
        "closes_at": wall(settings.closes_at),
    }

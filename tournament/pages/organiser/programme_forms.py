"""The forms of the programme: days and times as a clock on the wall shows them. What is right the action decides."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions.programme import LONGEST_PLACE, LONGEST_TITLE, ItemFacts, moment_of
from tournament.models import ProgrammeItem, Session, Tournament
from tournament.refusals import Refused

# An end that comes before the beginning is meant on the next day, where it is no further than that.
PAST_MIDNIGHT = timedelta(hours=12)
# Where the refusals of the action are shown.
FIELDS = {"starts_at": "begins", "ends_at": "ends"}


def _day(label: Any) -> forms.DateField:
    widget = forms.DateInput({"type": "date", "class": "input"}, format="%Y-%m-%d")
    return forms.DateField(label=label, required=False, widget=widget)


def _time(label: Any) -> forms.TimeField:
    widget = forms.TimeInput({"type": "time", "class": "input"}, format="%H:%M")
    return forms.TimeField(label=label, required=False, widget=widget)


class _WallForm(forms.Form):
    """A form with times of the tournament's zone. `twice` are those that its clock shows twice that day."""

    use_required_attribute = False

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.twice: list[datetime] = []

    def moment(self, day: date, at: time, field: str) -> datetime:
        """The moment, or a refusal at the field."""
        local = datetime.combine(day, at)
        moment, twice = moment_of(self.tournament, local, field)
        if twice:
            self.twice.append(local)
        return moment

    def refuse(self, refused: Refused) -> None:
        """Show a refusal at its field, or above the form."""
        field = FIELDS.get(refused.field, refused.field)
        self.add_error(field if field in self.fields else None, refused.message)

    @property
    def told_twice(self) -> list[str]:
        """Which of two moments was taken, where a time comes twice."""
        text = _("%(time)s comes twice on %(day)s: clocks are set back. The first of the two is meant.")
        return [text % {"time": f"{one:%H:%M}", "day": f"{one:%Y-%m-%d}"} for one in self.twice]


class ItemForm(_WallForm):
    """One item of the programme."""

    title = forms.CharField(
        label=gettext_lazy("What happens"),
        required=False,
        max_length=LONGEST_TITLE,
        widget=forms.TextInput({"class": "input", "autocomplete": "off", "list": "programme-titles"}),
    )
    place = forms.CharField(
        label=gettext_lazy("Where"),
        required=False,
        max_length=LONGEST_PLACE,
        widget=forms.TextInput({"class": "input", "autocomplete": "off"}),
    )
    day = _day(gettext_lazy("Day"))
    begins = _time(gettext_lazy("Begins"))
    ends = _time(gettext_lazy("Ends"))

    def __init__(self, tournament: Tournament, data: Any = None, *, initial: Any = None, pk: int = 0) -> None:
        prefix = f"item{pk}" if pk else None
        super().__init__(tournament, data, initial=initial, prefix=prefix, auto_id=f"item{pk}_%s")
        self.pk = pk

    def facts(self) -> ItemFacts:
        """What the form says. Raises `Refused`."""
        said = self.cleaned_data
        if said["day"] is None:
            raise Refused("day", _("Choose the day."), field="day")
        if said["begins"] is None:
            raise Refused("begins", _("Enter when it begins."), field="begins")
        starts_at = self.moment(said["day"], said["begins"], "begins")
        ends_at = None
        if said["ends"] is not None:
            ends_at = self.moment(said["day"], said["ends"], "ends")
            following = said["day"] + timedelta(days=1)
            if said["ends"] <= said["begins"]:
                over_night = datetime.combine(following, said["ends"]) - datetime.combine(
                    said["day"], said["begins"]
                )
                if over_night <= PAST_MIDNIGHT:
                    ends_at = self.moment(following, said["ends"], "ends")
        return ItemFacts(said["title"], starts_at, ends_at, said["place"])


class StartsForm(_WallForm):
    """When each session is planned to start; without a time that is open."""

    def __init__(
        self, tournament: Tournament, sessions: Sequence[Session], first: date | None, data: Any = None
    ) -> None:
        super().__init__(tournament, data, auto_id="starts_%s")
        self.sessions = list(sessions)
        day = first
        for session in self.sessions:
            local = session.starts_at.astimezone(tournament.tz) if session.starts_at else None
            day = local.date() if local else day
            words = {"n": session.number}
            of_day = _day(_("Day of session %(n)s") % words)
            of_day.initial = day
            at = _time(_("Start of session %(n)s") % words)
            at.initial = local.time() if local else None
            self.fields[f"day-{session.number}"] = of_day
            self.fields[f"session-{session.number}"] = at

    @property
    def rows(self) -> list[tuple[Session, Any, Any]]:
        """The sessions, each with its two fields."""
        return [(s, self[f"day-{s.number}"], self[f"session-{s.number}"]) for s in self.sessions]

    def starts(self) -> dict[int, datetime | None]:
        """What the form says, by session. Raises `Refused`."""
        found: dict[int, datetime | None] = {}
        for session in self.sessions:
            field = f"session-{session.number}"
            day, at = self.cleaned_data[f"day-{session.number}"], self.cleaned_data[field]
            if at is not None and day is None:
                raise Refused("day", _("Choose the day."), field=f"day-{session.number}")
            found[session.number] = None if at is None else self.moment(day, at, field)
        return found


def item_initial(item: ProgrammeItem) -> dict[str, Any]:
    """An item as its form shows it."""
    tz = item.tournament.tz
    starts, ends = item.starts_at.astimezone(tz), item.ends_at.astimezone(tz) if item.ends_at else None
    return {
        "title": item.title,
        "place": item.place,
        "day": starts.date(),
        "begins": starts.time(),
        "ends": ends.time() if ends else None,
    }

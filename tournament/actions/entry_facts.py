"""What somebody says who enters, and what is wrong with it: everything at once, each at its field."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Asking, EntrySettings, Tournament
from tournament.queries.entries import SUBSTITUTE, asked_of, places_of
from tournament.refusals import Refused

from .people import PersonFacts, check_people, tidy

LONGEST = {"identity": 60, "telephone": 40, "email": 254}
FIRST_BIRTH = date(1900, 1, 1)


@dataclass(frozen=True, repr=False)
class PersonalFacts:
    """Personal data of one person. Nothing of it is shown where the program shows its values."""

    birth: date | None = None
    identity: str = ""
    telephone: str = ""
    email: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was given."""
        return not (self.birth or self.identity or self.telephone or self.email)


@dataclass(frozen=True)
class EntrantFacts:
    """Somebody of an entry."""

    name: str
    ema_number: str = ""
    personal: PersonalFacts = field(default_factory=PersonalFacts, repr=False)


@dataclass(frozen=True)
class EntryFacts:
    """An entry: its people by their lines in the form (`models.Entrant.place`), and what they have in common."""

    people: Mapping[int, EntrantFacts]
    team: str = ""
    country: str = ""
    club: str = ""

    def person(self, place: int) -> PersonFacts:
        """Somebody of the entry as he is enrolled; the substitute as a reserve."""
        who = self.people[place]
        return PersonFacts(
            name=who.name,
            team=self.team,
            country=self.country,
            club=self.club,
            ema_number=who.ema_number,
            is_reserve=place == SUBSTITUTE,
        )


@dataclass(frozen=True)
class Wrong:
    """What is wrong at a field of the form, such as `name-1` for the name of the player in line 1."""

    field: str
    message: str


def checked(tournament: Tournament, facts: EntryFacts, settings: EntrySettings, is_team: bool) -> EntryFacts:
    """The same facts tidied, without what nobody asked for. Raises `Refused` with all that is wrong."""
    people: dict[int, EntrantFacts] = {}
    for place in places_of(is_team):
        who = facts.people.get(place, EntrantFacts(""))
        who = EntrantFacts(
            tidy(who.name),
            tidy(who.ema_number),
            _asked(who.personal, set(asked_of(settings, place, is_team))),
        )
        if place == SUBSTITUTE and not (who.name or who.ema_number) and who.personal.is_empty:
            continue
        people[place] = who
    team = tidy(facts.team) if is_team else ""
    found = EntryFacts(people, team, tidy(facts.country), tidy(facts.club))
    wrong = list(_wrong(tournament, found, settings, is_team))
    if wrong:
        problems = [{"field": one.field, "message": one.message} for one in wrong]
        raise Refused("entry", wrong[0].message, field=wrong[0].field, current={"problems": problems})
    return found


def _asked(personal: PersonalFacts, fields: set[str]) -> PersonalFacts:
    """The personal data that is asked for, tidied."""
    return PersonalFacts(
        birth=personal.birth if "birth" in fields else None,
        identity=tidy(personal.identity) if "identity" in fields else "",
        telephone=tidy(personal.telephone) if "telephone" in fields else "",
        email=tidy(personal.email) if "email" in fields else "",
    )


def _wrong(
    tournament: Tournament, facts: EntryFacts, settings: EntrySettings, is_team: bool
) -> Iterator[Wrong]:
    if is_team and not facts.team:
        yield Wrong("team", _("The name of the team is missing."))
    yield from _wrong_people(tournament, facts)
    for place, who in facts.people.items():
        asked = asked_of(settings, place, is_team)
        yield from _wrong_personal(tournament, place, who.personal, asked)


def _wrong_people(tournament: Tournament, facts: EntryFacts) -> Iterator[Wrong]:
    """What nobody could be enrolled with, by the rules of the list of players."""
    places = list(facts.people)
    said: set[str] = set()
    for problem in check_people(tournament, [facts.person(place) for place in places]):
        if problem.severity != "error":
            continue
        of_person = {"name": "name", "ema_number": "ema"}.get(problem.field)
        where = f"{of_person}-{places[problem.index]}" if of_person else problem.field
        if where not in said:
            said.add(where)
            yield Wrong(where, problem.message)


def _wrong_personal(
    tournament: Tournament, place: int, personal: PersonalFacts, asked: Mapping[str, str]
) -> Iterator[Wrong]:
    for name, how in asked.items():
        value = getattr(personal, name)
        where = f"{name}-{place}"
        if not value:
            if how == Asking.REQUIRED:
                yield Wrong(where, _("The organiser needs this. Please fill it in."))
        elif isinstance(value, date):
            today = timezone.now().astimezone(tournament.tz).date()
            if not FIRST_BIRTH <= value <= today:
                yield Wrong(where, _("Enter the day of birth, as year, month and day."))
        elif len(value) > LONGEST[name]:
            yield Wrong(where, _("More than %(n)s characters. Shorten it.") % {"n": LONGEST[name]})
        elif any(unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn") for c in value):
            yield Wrong(where, _("There is a character that cannot be printed. Type it again."))
        elif name == "email" and not _is_email(value):
            yield Wrong(where, _("This is no e-mail address. Look for a missing @ or dot."))


def _is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def renamed(known: PersonFacts, was: PersonFacts, now: PersonFacts) -> PersonFacts:
    """A player as he is enrolled, with what was corrected in his entry; whatever the organiser changed stays."""
    names = ("name", "team", "country", "club", "ema_number")
    changed = {name: getattr(now, name) for name in names if getattr(was, name) != getattr(now, name)}
    return replace(known, **changed)

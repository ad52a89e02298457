"""The kinds of sheets that can be asked for, and what is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Session, Tournament
from tournament.refusals import Refused
from tournament.sheets.document import Document
from tournament.sheets.words import LANGUAGES, Words

# When a sheet is needed: the page shows its kinds in this order.
When = Literal["before", "session", "after"]
LANGUAGE_CHOICES: dict[str, tuple[str, ...]] = {
    "both": LANGUAGES,
    **{language: (language,) for language in LANGUAGES},
}


@dataclass(frozen=True)
class Choice:
    """Something to choose: `values` are (key, name), the first of them unless another is chosen."""

    key: str
    label: Any
    values: tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Number:
    """A number to type, such as that of a table; left empty it means all."""

    key: str
    label: Any


@dataclass(frozen=True)
class Asked:
    """What is to be printed, and how.

    `tournament` was read before anything else of it: what is printed is at least as new as its version. `session` is
    set where the kind is one of a session. `address` is where telephones reach the site, "https://example.org" with no
    slash at its end, for QR codes. `options` holds what was chosen for each `Choice` and typed for each `Number`.
    """

    tournament: Tournament
    languages: tuple[str, ...] = LANGUAGES
    session: Session | None = None
    address: str = ""
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def words(self) -> Words:
        """The words of the sheets in the languages that were asked for."""
        return Words(self.languages)

    @property
    def made_at(self) -> datetime:
        """Now, in the tournament's own zone."""
        return timezone.localtime(timezone.now(), self.tournament.tz)

    def number(self, key: str) -> int | None:
        """A number that was typed; None where the field was left empty."""
        text = self.options.get(key, "")
        return int(text) if text else None

    def the_session(self) -> Session:
        """The session. Refuses where none was chosen."""
        if self.session is None:
            raise Refused("session", _("Choose a session."), field="session")
        return self.session


Make = Callable[[Asked], Document]


@dataclass(frozen=True)
class Kind:
    """One kind of sheet. `make` raises `Refused` where there is nothing to print yet."""

    key: str
    title: Any
    text: Any
    when: When
    make: Make
    of_session: bool
    fields: tuple[Choice | Number, ...]


KINDS: dict[str, Kind] = {}


def printed(
    key: str,
    title: Any,
    text: Any,
    *,
    when: When,
    of_session: bool = False,
    fields: tuple[Choice | Number, ...] = (),
) -> Callable[[Make], Make]:
    """Register a function as a kind of sheet. `title` and `text` are lazy translations; `text` says what it is for."""

    def register(make: Make) -> Make:
        if key in KINDS:
            raise ValueError(f"two kinds of sheets are called {key!r}")
        KINDS[key] = Kind(key, title, text, when, make, of_session, fields)
        return make

    return register

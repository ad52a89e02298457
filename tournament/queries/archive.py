"""The list of all tournaments: what is on, what comes, and year after year what was played, with who won it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.core.cache import cache

from tournament.models import ShownStandings, Tournament

from .initials import initials, plain_text
from .overview import Listed
from .standings import player_standings

KEEP_SECONDS = 30 * 24 * 3600
# Whoever is not done so long after his last day has forgotten to close his tournament.
FORGOTTEN_AFTER = timedelta(days=14)
NOW, COMING = "now", "coming"


@dataclass(frozen=True)
class Entry:
    """A tournament in the list. `group` is NOW, COMING or the year in which it was played ("" where nobody says)."""

    listed: Listed
    group: str


def entries(listed: Iterable[Listed], today: date) -> list[Entry]:
    """What is on first, then what comes, the soonest first, then what was, the newest first."""
    found = [Entry(one, _group(one, today)) for one in listed]
    found.sort(key=_order)
    return found


def matches(entry: Entry, query: str) -> bool:
    """Whether each word is in what the list says of a tournament, or is how its initials begin."""
    tournament = entry.listed.tournament
    text = plain_text(f"{tournament.name} {tournament.city} {tournament.country} {_year(tournament)}")
    letters = initials(tournament.name)
    return all(
        word in text or (bool(letters) and letters.startswith(word)) for word in plain_text(query).split()
    )


def winners(entries: Sequence[Entry]) -> dict[int, tuple[str, ...]]:
    """Tournament id → who won, of those that are over and whose standings everybody may see; several share a place."""
    over = {
        f"winner:{one.tournament.pk}:{one.tournament.version}": one.tournament
        for one in (entry.listed for entry in entries)
        if one.state == "over" and one.tournament.shown_standings == ShownStandings.LIVE
    }
    known: dict[str, tuple[str, ...]] = cache.get_many(over)
    for key in over.keys() - known.keys():
        lines = player_standings(over[key]).lines
        known[key] = tuple(line.name for line in lines if line.place == 1 and line.sessions)
        cache.set(key, known[key], KEEP_SECONDS)
    return {tournament.pk: known[key] for key, tournament in over.items()}


def _group(one: Listed, today: date) -> str:
    tournament = one.tournament
    last = tournament.ends_on or tournament.starts_on
    if one.state == "over" or (last is not None and last + FORGOTTEN_AFTER < today):
        return _year(tournament)
    return COMING if one.state == "announced" else NOW


def _year(tournament: Tournament) -> str:
    return str(tournament.starts_on.year) if tournament.starts_on else ""


def _order(entry: Entry) -> tuple[int, int, int]:
    tournament = entry.listed.tournament
    day = tournament.starts_on.toordinal() if tournament.starts_on else 0
    if entry.group == COMING:
        return 1, day or date.max.toordinal(), -tournament.pk
    return (0 if entry.group == NOW else 2), -day, -tournament.pk

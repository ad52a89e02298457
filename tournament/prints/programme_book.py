"""The programme 秩序册: what everybody wants to know before the first session."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from itertools import groupby

from django.utils import timezone
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.models import Player, Team, Tournament
from tournament.queries.changes import is_withdrawn
from tournament.queries.programme import Line, programme
from tournament.sheets.book import Book, book_document, utc
from tournament.sheets.book_parts import (
    DayLines,
    EntryLine,
    TeamEntry,
    TimeLine,
    entries_part,
    officials_part,
    timetable_part,
)
from tournament.sheets.document import Document
from tournament.sheets.regulation import regulation_part
from tournament.sheets.session_results import draw_part
from tournament.sheets.standings_sheet import place_and_dates

from .catalogue import Asked, printed
from .chapters import edition, holders, officials, public_sessions, session_tables

TITLES = ("秩序册", "Programme")


@printed(
    "programme_book",
    pgettext_lazy("printed booklet", "Programme"),
    gettext_lazy(
        "For everybody before the event: regulation, officials, entries, timetable, published draws."
    ),
    when="before",
)
def programme_book(asked: Asked) -> Document:
    """The book with whatever is there already; what is not there yet is left out."""
    tournament = asked.tournament
    of = edition(asked)
    staff, teams, days = officials(tournament), _entries(tournament), _days(tournament)
    parts = [regulation_part(of, tournament.rulebook, tournament.planned_sessions)]
    if staff:
        parts.append(officials_part(of, staff))
    if teams:
        parts.append(entries_part(of, teams))
    if days:
        parts.append(timetable_part(of, days, tournament.zone))
    drawn = session_tables(tournament, public_sessions(tournament), with_teams=True)
    parts += [draw_part(of, one) for one in drawn if one.tables]
    titles, organisers = asked.words.pick(TITLES), holders(tournament, staff, "organiser")
    return book_document(Book(titles, of, parts, place_and_dates(tournament), organisers))


def _entries(tournament: Tournament) -> list[TeamEntry]:
    """The teams by number with their players, then the players without a team. Two queries."""
    gone = set(is_withdrawn(1).filter(player__tournament=tournament).values_list("player_id", flat=True))
    found: dict[Team | None, list[EntryLine]] = defaultdict(list)
    for player in tournament.players.select_related("team").order_by("number"):
        found[player.team].append(_entry(player, player.pk in gone))
    teams = sorted((team for team in found if team is not None), key=lambda team: team.number)
    entered = [TeamEntry(team.name, tuple(found[team]), team.number) for team in teams]
    return [*entered, TeamEntry("", tuple(found[None]))] if None in found else entered


def _entry(player: Player, is_gone: bool) -> EntryLine:
    notes = {"reserve": player.is_reserve, "stand_in": player.is_stand_in, "withdrawn": is_gone}
    return EntryLine(
        number=player.number,
        name=player.name,
        club=player.club,
        country=player.country,
        notes=tuple(key for key, holds in notes.items() if holds),
    )


def _days(tournament: Tournament) -> list[DayLines]:
    """The programme by days of the tournament's own zone; where the clocks change, a day is two. Two queries."""

    def local(at: datetime) -> datetime:
        return timezone.localtime(at, tournament.tz)

    def day(line: Line) -> tuple[str, int, str]:
        begins = local(line.starts_at)
        return begins.date().isoformat(), begins.weekday(), utc(begins)

    def shown(line: Line) -> TimeLine:
        ends = f"–{local(line.ends_at):%H:%M}" if line.ends_at else ""
        return TimeLine(f"{local(line.starts_at):%H:%M}{ends}", line.session, line.name, line.place)

    lines = programme(tournament, timezone.now())
    return [DayLines(*key, tuple(map(shown, of_day))) for key, of_day in groupby(lines, key=day)]

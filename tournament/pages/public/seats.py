"""Where do I sit? By name or number for every published session, and the whole list of one session."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.template.loader import render_to_string

from tournament.models import Tournament
from tournament.queries.initials import found_by, initials, name_order
from tournament.queries.overview import SessionSummary, current_session
from tournament.queries.seats import (
    Free,
    Person,
    SeatedTable,
    Sitter,
    byes_of,
    people_of,
    seated_tables,
    where_they_sit,
)

from .frame import PEOPLE_SHOWN, Living, number_asked, public_page, sessions_of, tables_since


@dataclass(frozen=True)
class Place:
    """A seat in one session, with the others at the table; without a sitter it is a bye."""

    session: SessionSummary
    sitter: Sitter | None
    others: tuple[Sitter, ...] = ()


@dataclass(frozen=True)
class Found:
    """Somebody who was looked for: where he sits now or next, then every session."""

    who: Person
    now: Place | None
    places: tuple[Place, ...]


@public_page
def seats(request: HttpRequest, tournament: Tournament) -> Living:
    """The search, and below it everybody of the session that is played now or next."""
    sessions = sessions_of(tournament)
    query = request.GET.get("q", "").strip()[:100]
    by_table = request.GET.get("by") == "table"
    asked = number_asked(request, "session")
    shown = next((s for s in sessions if s.number == asked), None) or current_session(sessions)

    def build() -> str:
        tables = seated_tables(tournament, None if query else [s.id for s in sessions if s == shown])
        byes = byes_of(tournament, None if query else [shown.number] if shown else [])
        found = search(query, tables, byes, sessions) if query else []
        context = {
            "tournament": tournament,
            "query": query,
            "found": found[:PEOPLE_SHOWN],
            "more": len(found) - PEOPLE_SHOWN,
            "shown": shown,
            "by_table": by_table,
            "tables": [t for t in tables if shown and t.session == shown.number] if by_table else [],
            "people": [] if by_table or not shown else _by_name(tables, byes, shown),
            "byes": byes,
        }
        return render_to_string("public/seats_part.html", context)

    return Living(
        "public/seats.html",
        build,
        tab="seats",
        sessions=sessions,
        since=tables_since(tournament),
        keep="" if query else f"seats:{shown.number if shown else 0}:{int(by_table)}",
        context={"query": query, "shown": shown, "by_table": by_table},
    )


def search(
    query: str, tables: list[SeatedTable], byes: list[Free], sessions: tuple[SessionSummary, ...]
) -> list[Found]:
    """Everybody whom the query finds, by number; digits that are somebody's number find that one alone."""
    seated = where_they_sit(tables)
    people = people_of(tables, byes)
    exact = [who for who in people if query.isascii() and query.isdigit() and who.number == int(query)]
    found = exact or [w for w in people if found_by(query, w.number, f"{w.name} {w.team}", w.name)]
    by_number = {s.number: s for s in sessions}
    now = current_session(sessions)
    results = []
    for who in found:
        places = [
            Place(by_number[sitter.session], sitter, table.opponents_of(sitter))
            for sitter, table in seated.get(who.id, [])
            if sitter.session in by_number
        ]
        free = [f for f in byes if f.id == who.id and f.session in by_number]
        places += [Place(by_number[f.session], None) for f in free]
        places.sort(key=lambda place: place.session.number)
        results.append(Found(who, next((p for p in places if p.session == now), None), tuple(places)))
    return results


def _by_name(
    tables: list[SeatedTable], byes: list[Free], shown: SessionSummary
) -> list[tuple[Person, Sitter | None, str]]:
    """The people of one session in the order of their names: who, his seat (None: a bye), initials of the name."""
    found: list[tuple[Person, Sitter | None]] = [(free, None) for free in byes]
    for table in tables:
        for sitter in table.sitters if table.session == shown.number else ():
            if sitter is not None:
                found.append((sitter, sitter))
                if sitter.substitute is not None:
                    found.append((sitter.substitute, sitter))
    found.sort(key=lambda one: (name_order(one[0].name), one[0].number))
    return [(who, sitter, initials(who.name)) for who, sitter in found]

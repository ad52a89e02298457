"""Where do I sit? By name or number for every published session, and the whole list of one session."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.template.loader import render_to_string

from tournament.models import Tournament
from tournament.queries.initials import found_by, initials, name_order
from tournament.queries.overview import SessionSummary, current_session
from tournament.queries.seats import SeatedTable, Sitter, seated_tables, where_they_sit

from .frame import PEOPLE_SHOWN, Living, number_asked, public_page, sessions_of


@dataclass(frozen=True)
class Place:
    """A seat in one session, with the others at the table."""

    session: SessionSummary
    sitter: Sitter
    others: tuple[Sitter, ...]


@dataclass(frozen=True)
class Found:
    """Somebody who was looked for: where he sits now or next, then every session."""

    who: Sitter
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
        found = search(query, tables, sessions) if query else []
        context = {
            "tournament": tournament,
            "query": query,
            "found": found[:PEOPLE_SHOWN],
            "more": len(found) - PEOPLE_SHOWN,
            "shown": shown,
            "by_table": by_table,
            "tables": [t for t in tables if shown and t.session == shown.number] if by_table else [],
            "people": [] if by_table or not shown else _by_name(tables, shown),
        }
        return render_to_string("public/seats_part.html", context)

    return Living(
        "public/seats.html",
        build,
        tab="seats",
        sessions=sessions,
        keep="" if query else f"seats:{shown.number if shown else 0}:{int(by_table)}",
        context={"query": query, "shown": shown, "by_table": by_table},
    )


def search(query: str, tables: list[SeatedTable], sessions: tuple[SessionSummary, ...]) -> list[Found]:
    """Everybody whom the query finds, by number; digits that are somebody's number find that one alone."""
    seated = where_they_sit(tables)
    people = sorted((seats[0][0] for seats in seated.values()), key=lambda who: who.number)
    exact = [who for who in people if query.isascii() and query.isdigit() and who.number == int(query)]
    found = exact or [w for w in people if found_by(query, w.number, f"{w.name} {w.team}", w.name)]
    by_number = {s.number: s for s in sessions}
    now = current_session(sessions)
    results = []
    for who in found:
        places = tuple(
            Place(by_number[sitter.session], sitter, table.opponents_of(sitter))
            for sitter, table in seated[who.id]
            if sitter.session in by_number
        )
        results.append(Found(who, next((p for p in places if p.session == now), None), places))
    return results


def _by_name(tables: list[SeatedTable], shown: SessionSummary) -> list[tuple[Sitter, str]]:
    """The sitters of one session in the order of their names, each with the initials of the name."""
    sitters = [s for table in tables if table.session == shown.number for s in table.sitters if s is not None]
    return [(s, initials(s.name)) for s in sorted(sitters, key=lambda s: (name_order(s.name), s.number))]

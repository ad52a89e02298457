"""Standings by the ORM and a template: read everything, add it up, show it."""

from collections import defaultdict
from fractions import Fraction

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from scoring.ranking import Candidate, SessionResult, rank
from scoring.standard_points import TWELFTHS, show
from tournament.models import Player, Seat, Table, Tournament


def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """All players with their results of each session, by closed tables."""
    tournament = get_object_or_404(Tournament, slug=slug, is_public=True)
    sessions = range(1, tournament.planned_sessions + 1)
    seats = Seat.objects.filter(
        session__tournament=tournament, table__closed_at__isnull=False
    ).select_related("player__team", "session", "table")
    results: dict[Player, dict[int, SessionResult]] = defaultdict(dict)
    for seat in seats:
        if seat.player is None:
            continue
        results[seat.player][seat.session.number] = SessionResult(
            session=seat.session.number,
            standard=Fraction(seat.standard_points, TWELFTHS),
            match=Fraction(seat.match_points),
            place=seat.place,
            hands_won=seat.hands_won,
            highest_hand=seat.highest_hand,
        )
    players = {player.pk: player for player in results}
    candidates = [
        Candidate(key=player.pk, number=player.number, results=tuple(found[n] for n in sorted(found)))
        for player, found in results.items()
    ]
    lines = [
        {
            "place": entry.place,
            "player": players[int(str(entry.candidate.key))],
            "results": [
                {"standard": show(result.standard), "match": int(result.match), "place": result.place}
                if result
                else None
                for result in (
                    next((r for r in entry.candidate.results if r.session == n), None) for n in sessions
                )
            ],
            "standard": show(entry.standard),
            "match": int(entry.match),
        }
        for entry in rank(candidates, tournament.rulebook.tie_breaks)
    ]
    last = Table.objects.filter(session__tournament=tournament, session__number=tournament.planned_sessions)
    context = {
        "tournament": tournament,
        "sessions": sessions,
        "lines": lines,
        "tables": last.count(),
        "closed": last.filter(closed_at__isnull=False).count(),
    }
    return render(request, "plain/standings.html", context)

"""The registration form 报名表, and the sheet of each team with its players and their results."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.standard_points import show
from tournament.models import Player
from tournament.queries.standings import Line, Standings, player_standings, team_standings
from tournament.refusals import Refused
from tournament.sheets.document import Document
from tournament.sheets.results import Played, signed
from tournament.sheets.standings_sheet import place_and_dates, place_text
from tournament.sheets.team_sheets import (
    Member,
    Registration,
    Results,
    TeamSheet,
    TeamSheets,
    registration_document,
    team_document,
)

from .catalogue import Asked, Number, printed

TEAM = Number("team", gettext_lazy("Number of the team"))


@printed(
    "registration",
    gettext_lazy("Registration form"),
    gettext_lazy("An empty form for one team: leader, coach, four players and a substitute, by hand."),
    when="before",
)
def registration(asked: Asked) -> Document:
    """The form with the name of the tournament over it. No query."""
    tournament = asked.tournament
    return registration_document(
        Registration(
            tournament=tournament.name,
            place_and_dates=place_and_dates(tournament),
            version=tournament.version,
            made_at=asked.made_at,
            rehearsal=tournament.is_rehearsal,
            languages=asked.languages,
        )
    )


@printed(
    "team_sheets",
    gettext_lazy("Team sheets"),
    gettext_lazy("Each team with its players, to check and to sign; after sessions with their results."),
    when="before",
    fields=(TEAM,),
)
def team_sheets(asked: Asked) -> Document:
    """The sheets of all teams, or of the one with a number, in a fixed number of queries.

    Refuses a tournament without teams, and a team that does not exist.
    """
    return team_document(read_team_sheets(asked))


def read_team_sheets(asked: Asked) -> TeamSheets:
    """What the sheets say: closed tables count. Refuses like `team_sheets`."""
    tournament, number = asked.tournament, asked.number("team")
    teams = list(tournament.teams.order_by("number"))
    if not teams:
        raise Refused("no_teams", _("This tournament has no teams: enter them with the players."))
    if number is not None:
        teams = [team for team in teams if team.number == number]
        if not teams:
            raise Refused("team", _("There is no team with number %(n)s.") % {"n": number}, field="team")
    people, sums = player_standings(tournament), team_standings(tournament)
    sessions = tuple(sorted({number for line in people.lines for number in line.sessions}))
    lines, team_lines = _by_id(people), _by_id(sums)
    ranked = tournament.rulebook.team_ranking
    members: dict[int | None, list[Player]] = {}
    for player in tournament.players.filter(team__in=teams).order_by("number"):
        members.setdefault(player.team_id, []).append(player)
    return TeamSheets(
        tournament=tournament.name,
        place_and_dates=place_and_dates(tournament),
        teams=tuple(
            TeamSheet(
                team.number,
                team.name,
                tuple(_member(player, lines.get(player.pk), sessions) for player in members.get(team.pk, ())),
                _results(team_lines.get(team.pk), sessions, ranked),
            )
            for team in teams
        ),
        sessions=sessions,
        planned=max(tournament.planned_sessions, *sessions, 0),
        version=tournament.version,
        made_at=asked.made_at,
        rehearsal=tournament.is_rehearsal,
        languages=asked.languages,
    )


def _by_id(standings: Standings) -> dict[int, Line]:
    return {line.id: line for line in standings.lines}


def _member(player: Player, line: Line | None, sessions: tuple[int, ...]) -> Member:
    roles = {
        "reserve": player.is_reserve,
        "stand_in": player.is_stand_in,
        "disqualified": player.disqualified_at is not None,
        "withdrawn": line is not None and line.has_withdrawn,
    }
    return Member(
        number=str(player.number),
        name=player.name,
        country=player.country,
        club=player.club,
        ema_number=player.ema_number,
        roles=tuple(role for role, has in roles.items() if has),
        results=_results(line, sessions, True),
    )


def _results(line: Line | None, sessions: tuple[int, ...], ranked: bool) -> Results | None:
    """The results of a player or a team; None before the first session, and for who is in no standings."""
    if line is None or not sessions:
        return None
    found = [line.sessions.get(number) for number in sessions]
    return Results(
        sessions=tuple(
            Played(show(one.standard), int(one.match), one.place) if one is not None else None
            for one in found
        ),
        match_points=signed(int(line.match) if line.match.denominator == 1 else line.match),
        standard_points=show(line.standard),
        place=place_text(line) if ranked else "",
        adjust=_adjust(line.standard_adjust),
    )


def _adjust(points: Fraction) -> str:
    """What was carried over or taken by penalties, with its sign; "" for nothing."""
    return f"{'+' if points > 0 else ''}{show(points)}" if points else ""

"""The list of players, and one player with every session."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.http import Http404, HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.dealing import MOST_HANDS
from scoring.standard_points import show
from tournament.models import Penalty, Player, Session, ShownPenalties, Stage, Tournament
from tournament.pages.words.arithmetic import KeyLine, arithmetic
from tournament.pages.words.standing_rows import Row, player_row
from tournament.queries.changes import name_in
from tournament.queries.following import followed, tables_of
from tournament.queries.initials import initials
from tournament.queries.people import Sitting, byes, drawn_lots, own_penalties, sittings, standard_deductions
from tournament.queries.sentences import describe_penalty, penalty_figures
from tournament.queries.shown import Shown, shown_to
from tournament.queries.stages import shown_stages, stage_standings
from tournament.queries.standings import Line

from .frame import Living, public_page, sessions_of, tables_since
from .statistics import of_player


@dataclass(frozen=True)
class ShownPenalty:
    """A penalty in words; `where` says when it was given, `withdrawn` that it no longer counts."""

    text: str
    where: str
    withdrawn: bool


@dataclass(frozen=True)
class Played:
    """One session of a player as it is shown."""

    sitting: Sitting
    with_starting: int
    standard: str
    counts: bool

    @property
    def number(self) -> int:
        """The session."""
        return self.sitting.session.number


@dataclass(frozen=True)
class Free:
    """A session without a table: a bye, with its score once the session is closed."""

    number: int
    standard: str
    match: int
    counts: bool


@dataclass(frozen=True)
class Total:
    """A player's line in the standings of the tournament or of a stage (`name`), with its arithmetic."""

    name: str
    url: str
    line: Line
    row: Row
    keys: tuple[KeyLine, ...]
    as_of: int


@public_page
def players(request: HttpRequest, tournament: Tournament) -> Living:
    """Everybody who is enrolled, by number."""

    def build() -> str:
        people = [(p, initials(p.name)) for p in tournament.players.select_related("team").order_by("number")]
        context = {
            "tournament": tournament,
            "people": people,
            "has_teams": any(p.team_id for p, _letters in people),
            "has_club": any(p.club for p, _letters in people),
            "has_country": any(p.country for p, _letters in people),
        }
        return render_to_string("public/players_part.html", context)

    return Living(
        "public/players.html",
        build,
        tab="players",
        sessions=sessions_of(tournament),
        keep="players",
        since=tables_since(tournament),
    )


@public_page
def player(request: HttpRequest, tournament: Tournament, number: int) -> Living:
    """One player: place, total with its arithmetic, every session, penalties."""
    who = tournament.players.select_related("team").filter(number=number).first()
    if who is None:
        raise Http404

    shown = shown_to(request.user, tournament)
    public = sessions_of(tournament)

    def build() -> str:
        start = tournament.rulebook.starting_points
        played = [
            Played(
                sitting,
                sitting.seat.match_points + start,
                show(sitting.seat.standard_points),
                sitting.table.is_closed,
            )
            for sitting in sittings(who)
        ]
        score = tournament.rulebook.bye_score
        points, match = show(Fraction(score["standard_points"])), int(score["match_points"])
        free = [Free(s.number, points, match, s.state == Session.State.CLOSED) for s in byes(who)]
        sessions: list[Played | Free] = [*played, *free]
        context = {
            "tournament": tournament,
            "player": who,
            "now": next((one.now for one in followed(tournament, public, shown, [number])), None),
            "totals": _totals(tournament, who, shown),
            "is_hidden": shown.hidden,
            "frozen_after": shown.as_of,
            "sessions": sorted(sessions, key=lambda one: one.number),
            "withdrawal": who.withdrawals.filter(back_in_session__isnull=True).first(),
            "has_start": bool(start),
            "penalties": _penalties(tournament, who, played),
            "statistics": of_player(tournament, who, shown, public),
        }
        return render_to_string("public/player_part.html", context)

    return Living(
        "public/player.html",
        build,
        tab="players",
        sessions=public,
        keep=f"player:{number}:{shown.key}",
        since=tables_since(tournament, tables_of(tournament, [number])),
        context={"player": who},
    )


def _totals(tournament: Tournament, who: Player, shown: Shown) -> list[Total]:
    """The player's lines, as far as a visitor may see them: in total, then in each stage, the latest first."""
    if shown.hidden:
        return []
    here = reverse("public:standings", args=[tournament.slug])
    stages: list[Stage | None] = [None, *reversed(shown_stages(tournament, shown))]
    found = []
    for stage in stages:
        standings = stage_standings(tournament, stage, shown.as_of)
        line = next((line for line in standings.lines if line.id == who.pk), None)
        if line is None or not standings.as_of:
            continue
        deducted = standard_deductions(tournament, stage).players
        row = player_row(tournament, standings, deducted, drawn_lots(tournament, stage), line)
        found.append(
            Total(
                name=stage.name if stage else "",
                url=f"{here}?stage={stage.number}" if stage else here,
                line=line,
                row=row,
                keys=arithmetic(standings, line, row),
                as_of=standings.as_of,
            )
        )
    return found


def _penalties(tournament: Tournament, who: Player, played: list[Played]) -> list[ShownPenalty]:
    """The penalties of a player in words, where the organiser publishes them with names."""
    shown: list[ShownPenalty] = []
    if tournament.shown_penalties != ShownPenalties.NAMED:
        return shown
    for one in played:
        names = {other.seat.chair: other.name for other in one.sitting.others}
        for penalty in one.sitting.penalties:
            where = _("session %(session)s, table %(table)s") % {
                "session": one.sitting.session.number,
                "table": one.sitting.table.number,
            }
            victim = names.get(penalty.victim, "") if penalty.victim is not None else ""
            name = name_in(one.sitting.seat, penalty.hand_number or MOST_HANDS)
            shown.append(_shown(penalty, name, where, victim))
    for penalty in own_penalties(who):
        name = who.team.name if penalty.team_id and who.team else who.name
        shown.append(_shown(penalty, name, _("tournament"), ""))
    return shown


def _shown(penalty: Penalty, name: str, where: str, victim: str) -> ShownPenalty:
    return ShownPenalty(
        describe_penalty(penalty_figures(penalty), name, victim), where, penalty.withdrawn_at is not None
    )

"""What the books read: officials, sessions table by table, and how final everything is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.utils import timezone

from scoring.standard_points import show
from tournament.models import Bye, Player, Seat, Session, Staff, Table, Tournament
from tournament.models.event import PUBLIC_STATES
from tournament.queries.changes import WITH_SITTINGS, sat
from tournament.queries.final import final_since
from tournament.sheets.book import Edition, utc
from tournament.sheets.book_parts import OfficialLine
from tournament.sheets.session_results import SeatLine, SessionTables, TableLine
from tournament.sheets.words import office_key

from .catalogue import Asked


def edition(asked: Asked, state: str = "", *, provisional: bool = False) -> Edition:
    """The edition of what is asked for. It claims no newer version than the file does."""
    tournament = asked.tournament
    return Edition(
        tournament=tournament.name,
        words=asked.words,
        made_at=asked.made_at,
        version=tournament.version,
        state=state,
        provisional=provisional,
        rehearsal=tournament.is_rehearsal,
    )


def officials(tournament: Tournament) -> list[OfficialLine]:
    """The officials as typed, then the staff that is not among them, with the tables of the referees. Two queries.

    Players who record at their own table are no officials.
    """
    found = {
        (office_key(role) or role, name): OfficialLine(role, name) for role, name in tournament.official_list
    }
    staff = Staff.objects.filter(tournament=tournament).exclude(role=Staff.Role.KEEPER)
    for one in staff.select_related("user").prefetch_related("duties"):
        name = one.name or one.user.get_username()
        key = one.role, name
        role = found[key].role if key in found else one.role
        found[key] = OfficialLine(role, name, ranges(duty.table_number for duty in one.duties.all()))
    return list(found.values())


def holders(tournament: Tournament, staff: Iterable[OfficialLine], office: str) -> tuple[str, ...]:
    """Who holds an office: whoever is typed among the officials, and only where nobody is, the staff with that role."""
    typed = tuple(name for role, name in tournament.official_list if office_key(role) == office)
    return typed or tuple(one.name for one in staff if one.role == office)


def ranges(numbers: Iterable[int]) -> str:
    """Numbers as people write them: "1–4, 7"."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def public_sessions(tournament: Tournament) -> list[Session]:
    """The sessions whose draw is published, in order."""
    return list(Session.objects.filter(tournament=tournament, state__in=PUBLIC_STATES).order_by("number"))


def session_tables(
    tournament: Tournament, sessions: Sequence[Session], *, with_teams: bool = False
) -> list[SessionTables]:
    """These sessions table by table, with the results of the tables that count, in a fixed number of queries."""
    final = final_since(tournament.rulebook)
    seats: dict[int, dict[int, list[Seat]]] = defaultdict(lambda: defaultdict(list))
    found = Seat.objects.filter(session__in=sessions).select_related("table", "player__team")
    for seat in found.prefetch_related(WITH_SITTINGS).order_by("session", "table__number", "chair"):
        seats[seat.session_id][seat.table_id].append(seat)
    byes: dict[int, list[str]] = defaultdict(list)
    for bye in Bye.objects.filter(session__in=sessions).select_related("player").order_by("player__number"):
        byes[bye.session_id].append(named(bye.player))
    return [
        SessionTables(
            number=session.number,
            tables=tuple(_table(tournament, four, final, with_teams) for four in seats[session.pk].values()),
            starts=moment(tournament, session.starts_at),
            byes=tuple(byes[session.pk]),
        )
        for session in sessions
    ]


def _table(tournament: Tournament, seats: Sequence[Seat], final: str, with_teams: bool) -> TableLine:
    table: Table = seats[0].table
    counts = getattr(table, final) is not None
    east, south, west, north = (_seat(seat, counts, with_teams) for seat in seats)
    was_corrected = table.closed_at is not None and table.corrected_at is not None
    return TableLine(
        number=table.number,
        seats=(east, south, west, north),
        corrected=moment(tournament, table.corrected_at, zone=False) if was_corrected else "",
        no_play=table.no_play,
    )


def _seat(seat: Seat, counts: bool, with_team: bool) -> SeatLine:
    if seat.player is None:
        return SeatLine("")
    return SeatLine(
        name=who_sat(seat, with_team=with_team),
        match=seat.match_points if counts else None,
        standard=show(seat.standard_points) if counts else "",
        place=seat.place if counts else None,
        deducted=show(-seat.standard_deducted) if counts and seat.standard_deducted else "",
        has_changed=bool(sat(seat)),
        is_stand_in=seat.player.is_stand_in,
    )


def who_sat(seat: Seat, *, with_team: bool = False) -> str:
    """Who was drawn to a seat, and who took over in the course of the session: "3 王芳 → 17 李明"; "" for nobody."""
    if seat.player is None:
        return ""
    changes = [named(one.player) for one in sat(seat) if one.player is not None]
    return " → ".join([named(seat.player, with_team=with_team), *changes])


def named(player: Player, *, with_team: bool = False) -> str:
    """Number and name, with the team where that is wanted."""
    team = f" · {player.team.name}" if with_team and player.team else ""
    return f"{player.number} {player.name}{team}"


def moment(tournament: Tournament, at: datetime | None, *, zone: bool = True) -> str:
    """A moment in the tournament's own zone: "2026-11-28 09:00 UTC+08:00"; "" for none."""
    if at is None:
        return ""
    local = timezone.localtime(at, tournament.tz)
    return f"{local:%Y-%m-%d %H:%M}" + (f" {utc(local)}" if zone else "")

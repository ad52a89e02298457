"""The slides of each screen. Everything here is what the public may see, whoever is logged in on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext as _

from scoring.standard_points import show
from tournament.models import Session, Stage, Tournament
from tournament.pages.words.drawing_words import told
from tournament.queries.announcements import current
from tournament.queries.clock import Clock
from tournament.queries.clock import clock as clock_of
from tournament.queries.drawings import public_drawings
from tournament.queries.initials import name_order
from tournament.queries.overview import SessionSummary
from tournament.queries.programme import Line as ProgrammeLine
from tournament.queries.programme import next_change as next_in_programme
from tournament.queries.programme import programme
from tournament.queries.seats import Sitter, byes_of, seated_tables
from tournament.queries.shown import Shown
from tournament.queries.stages import stage_standings
from tournament.queries.standings import Line, Standings, team_standings
from tournament.templatetags.quesai import signed

from .slides import ALL_AT_A_TURN, Group, Show, Slide, full_pages, length, pages

PAGE_SECONDS, CLOCK_SECONDS, POSTER_SECONDS = 8, 16, 20
ROWS, NAMES_OF_PAGE, LINES_OF_PROGRAMME, LARGE_ANNOUNCEMENTS = 12, 36, 7, 3
# Tables on a page: with many of them the pages must come round before somebody gives up.
TABLES, TABLES_OF_MANY, MANY = 6, 8, 24
BESIDE_CLOCK = 4


@dataclass(frozen=True)
class Sits:
    """Somebody in a chair as a screen shows him; without a name the chair is empty."""

    chair: int
    name: str
    team: str
    size: str


@dataclass(frozen=True)
class AtTable:
    """A table with its four chairs."""

    number: int
    four: tuple[Sits, ...]


@dataclass(frozen=True)
class Named:
    """Somebody in the list by names; no table: a bye."""

    number: int
    name: str
    size: str
    table: int | None
    chair: int


@dataclass(frozen=True)
class Placed:
    """One line of the standings."""

    place: int
    shared: bool
    number: int
    name: str
    size: str
    team: str
    standard: str
    match: str
    moved: int
    distance: int
    group: int | None


@dataclass(frozen=True)
class Standard:
    """Which standings are shown, up to how many places, in pages of how many seconds."""

    stage: Stage | None
    teams: bool
    top: int | None
    provisional: bool
    shown: Shown


# ── The poster, and what comes next


def poster(tournament: Tournament, text: str = "") -> Slide:
    """The name of the tournament, where and when it is, and a sentence."""
    size = length(tournament.name, 24, 60)
    return Slide("poster", "poster", {"text": text, "name": tournament.name, "size": size})


def alone(slide: Slide) -> Show:
    """A screen with one slide."""
    return Show((Group((slide,), POSTER_SECONDS),))


@dataclass(frozen=True)
class Coming:
    """The programme as it is now: its lines, what is next of it, and when that changes by itself."""

    lines: tuple[ProgrammeLine, ...]
    until: datetime | None

    @property
    def next(self) -> ProgrammeLine | None:
        """What comes next."""
        return next((line for line in self.lines if line.when == "next"), None)

    @property
    def to_come(self) -> tuple[ProgrammeLine, ...]:
        """What is on now and all that is to come."""
        return tuple(line for line in self.lines if line.when != "over")


def coming(tournament: Tournament, now: datetime) -> Coming:
    """What the programme says now. Two queries."""
    lines = programme(tournament, now)
    return Coming(lines, next_in_programme(lines, tournament, now))


def programme_group(found: Coming) -> Group:
    """What comes next, as one page."""
    lines = found.to_come[:LINES_OF_PROGRAMME]
    slides = (Slide("programme", "programme", {"lines": lines}),) if lines else ()
    return Group(slides, CLOCK_SECONDS, turn=1)


# ── The clock


def clock_facts(
    tournament: Tournament, summary: SessionSummary, found: Coming | None
) -> tuple[Session, dict[str, Any]]:
    """The session and what is said beside its clock. One query."""
    session = Session.objects.get(pk=summary.id)
    following = found.next if found is not None else None
    if following is not None and following.session == summary.number:
        following = None
    more = summary.number < tournament.planned_sessions
    return session, {
        "number": summary.number,
        "state": summary.state,
        "starts_at": summary.starts_at,
        "closed": summary.closed,
        "tables": summary.tables,
        "next": following,
        "next_session": summary.number + 1 if following is None and more else None,
    }


def clock_slide(
    tournament: Tournament, summary: SessionSummary, found: Coming, *, small: bool = False
) -> Slide:
    """The clock of a session, as large as can be, or beside something else."""
    session, facts = clock_facts(tournament, summary, found)
    facts |= {"reading": still(clock_of(session, tournament.rulebook)), "small": small}
    return Slide("clock", "clock", facts)


def still(reading: Clock) -> Clock:
    """A clock without what only passing time changes: screens count down by themselves."""
    if not reading.runs:
        return Clock(reading.state, EPOCH, reading.ends_at, reading.left, reading.warning_seconds)
    return Clock("running", EPOCH, reading.ends_at, 0, reading.warning_seconds)


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)  # stands for no time at all


# ── Who sits where


def tables_group(
    tournament: Tournament, summary: SessionSummary, *, beside: bool = False, turn: int = ALL_AT_A_TURN
) -> Group:
    """Who sits where, table by table; `beside` the clock in narrower pages. Two queries."""
    found = [
        AtTable(table.number, tuple(_sits(chair, sitter) for chair, sitter in enumerate(table.sitters)))
        for table in seated_tables(tournament, [summary.id])
    ]
    size = BESIDE_CLOCK if beside else TABLES if len(found) <= MANY else TABLES_OF_MANY
    slides = tuple(
        Slide(f"tables-{page}", "tables", {"session": summary.number, "tables": tuple(rows), "size": size})
        for page, rows in full_pages(found, size)
    )
    return Group(slides, PAGE_SECONDS, turn)


def _sits(chair: int, sitter: Sitter | None) -> Sits:
    if sitter is None or sitter.is_absent:
        return Sits(chair, "", "", "")
    who = sitter.substitute or sitter
    return Sits(chair, who.name, who.team, length(who.name, 18, 30))


def names_group(tournament: Tournament, summary: SessionSummary, turn: int = ALL_AT_A_TURN) -> Group:
    """Who sits where, by name. Three queries."""
    found = [
        Named(free.number, free.name, length(free.name, 16, 28), None, 0)
        for free in byes_of(tournament, [summary.number])
    ]
    for table in seated_tables(tournament, [summary.id]):
        for sitter in table.sitters:
            if sitter is not None and not sitter.is_absent and not sitter.is_stand_in:
                who = sitter.substitute or sitter
                found.append(
                    Named(who.number, who.name, length(who.name, 16, 28), table.number, sitter.chair)
                )
    found.sort(key=lambda one: (name_order(one.name), one.number))
    slides = tuple(
        Slide(f"names-{page}", "names", {"session": summary.number, "names": tuple(rows)})
        for page, rows in pages(found, NAMES_OF_PAGE)
    )
    return Group(slides, PAGE_SECONDS, turn)


# ── The standings


def standings_group(
    tournament: Tournament, asked: Standard, sessions: Sequence[SessionSummary], turn: int = ALL_AT_A_TURN
) -> Group:
    """Places in pages, as far as the public may see them; nothing where they are hidden or nobody has any."""
    if asked.shown.hidden:
        return Group((), PAGE_SECONDS)
    as_of = asked.shown.limit(None)
    standings = (
        team_standings(tournament, as_of, provisional=asked.provisional, stage=asked.stage)
        if asked.teams
        else stage_standings(tournament, asked.stage, as_of, provisional=asked.provisional)
    )
    if not standings.as_of:
        return Group((), PAGE_SECONDS)
    rows = [
        _placed(line, line.place)
        for line in standings.lines
        if line.place is not None and (asked.top is None or line.place <= asked.top)
    ]
    about = {
        "teams": asked.teams,
        "stage": asked.stage.name if asked.stage else "",
        "as_of": standings.as_of,
        "provisional": standings.provisional and bool(standings.running),
        "frozen": asked.shown.as_of is not None,
        "playing": _playing(standings, sessions),
        "has_groups": any(row.group for row in rows),
    }
    kind = "teams" if asked.teams else "players"
    slides = tuple(
        Slide(f"{kind}-{page}", "standings", {**about, "rows": tuple(some)})
        for page, some in full_pages(rows, ROWS)
    )
    return Group(slides, PAGE_SECONDS, turn=turn)


def _playing(standings: Standings, sessions: Sequence[SessionSummary]) -> tuple[int, int] | None:
    """How many tables of the last session that counts are closed, of how many; None when all are."""
    found = next((s for s in sessions if s.number == standings.as_of and s.closed < s.tables), None)
    return (found.closed, found.tables) if found is not None else None


def _placed(line: Line, place: int) -> Placed:
    return Placed(
        place=place,
        shared=line.shared,
        number=line.number,
        name=line.name,
        size=length(line.name, 30, 48),
        team=line.team,
        standard=show(line.standard),
        match=signed(line.match),
        moved=(line.moved > 0) - (line.moved < 0) if line.moved else 0,
        distance=abs(line.moved or 0),
        group=line.group,
    )


# ── Draw and announcements


def draw_show(tournament: Tournament, sessions: Sequence[SessionSummary]) -> Show:
    """The draw of the session that is played now or next: how it was made, who sits where, what is announced."""
    known = public_drawings(tournament)
    upcoming = next((s for s in sessions if not s.is_over), None)
    announced = [one for one in known if one.standing == "announced"]
    facts = [_draw_slide(tournament, one) for one in announced]
    if upcoming is not None:
        mine = [one for one in known if upcoming.number in one.in_force]
        tables = tables_group(tournament, upcoming)
        facts = [_draw_slide(tournament, one) for one in mine] + facts
        if facts or tables.slides:
            return Show(tuple(g for g in (Group(tuple(facts), CLOCK_SECONDS), tables) if g.slides))
    if facts:
        return Show((Group(tuple(facts), CLOCK_SECONDS),))
    return alone(poster(tournament, _("Nothing is drawn yet.")))


def _draw_slide(tournament: Tournament, known: Any) -> Slide:
    drawing, words = known.drawing, told(known)
    return Slide(
        f"draw-{drawing.number}",
        "draw",
        {
            "title": words.title,
            "sessions": words.sessions,
            "how": words.how,
            "state": words.state,
            "is_announced": known.standing == "announced",
            "is_verifiable": drawing.is_verifiable,
            "source": drawing.public_source,
            "chosen": drawing.public_part,
            "commitment": drawing.commitment,
            "plan_hash": drawing.plan_hash,
            "seed": drawing.seed if known.is_open else "",
            "size": length(drawing.public_source, 60, 140),
        },
    )


def announcements_show(tournament: Tournament, now: datetime) -> Show:
    """What is announced now, as large as its number allows."""
    found = current(tournament, now)
    if not found:
        return alone(poster(tournament))
    slides = tuple(
        Slide(
            f"announced-{page}",
            "announcements",
            {
                "announcements": tuple((one.pk, one.text, one.urgent, one.at) for one in some),
                "alone": len(some) == 1,
                "size": max((length(one.text, 60, 140) for one in some), key=len),
            },
        )
        for page, some in pages(found, LARGE_ANNOUNCEMENTS)
    )
    return Show((Group(slides, PAGE_SECONDS),))

"""The draw for the wall 座次表: by table, and by name. Both are set as large as a sensible number of pages allows.

What hangs on a wall is read at two metres, and letters of five millimetres can be. A large tournament gets smaller
ones rather than more pages than a wall holds, but never smaller than `SMALLEST_WALL`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tournament.queries.initials import name_order

from .cards import DRAFT, REHEARSAL, Event, fill, height
from .document import Area, Chapter, Document
from .frame import A3_ACROSS, A4_ACROSS, A4_UPRIGHT, SIDE, Frame, paginate
from .glyphs import BOLD, REGULAR
from .ink import ACCENT, BLACK, GREY, HAIRLINE, MIDDLE, Ink
from .lines import Fitted, fit, width
from .tables import Cell, Column, Layout, Table

BY_TABLE, BY_NAME = ("座次表（按桌）", "Seats by table"), ("座次表（按姓名）", "Seats by name")
SESSION = ("第 {n} 局", "Session {n}")
TABLE, CHAIR, NUMBER, NAME, TEAM = (
    ("桌", "Table"),
    ("座位", "Chair"),
    ("编号", "No."),
    ("姓名", "Name"),
    ("单位", "Team"),
)
CHAIRS = (("东", "E"), ("南", "S"), ("西", "W"), ("北", "N"))
BYES, ABSENT, EMPTY = ("轮空", "Bye"), ("缺席", "Absent"), ("空位", "Empty chair")
INSTEAD = ("替 {name}", "for {name}")
NOT_PLAYED = ("不开赛", "not played")
MADE = ("版本 {version}", "version {version}")
NONE = "–"

SMALLEST_WALL = 14.0
SIZES = (26.0, 24.0, 22.0, 20.0, 18.0, 16.0, SMALLEST_WALL)
TABLES_A_PAGE, NAMES_A_PAGE, MOST_PAGES = 6, 20, 12
LINE, NUMBER_SIZE, GAP = 1.32, 2.7, 0.55  # of a table on the wall, in sizes of its names
# In how many columns names stand, and how large: the first that has room and needs no more pages than it may. The
# smaller ones are for what is too wide.
ONE_SESSION = (
    *((1, size) for size in (24.0, 20.0, 18.0, 16.0)),
    *((2, size) for size in (18.0, 16.0, SMALLEST_WALL, 13.0, 12.0, 11.0)),
    (1, SMALLEST_WALL),
)
COLUMN_GAP = 22.0
BANNER = 42.0
LIST_SIZES = (18.0, 16.0, SMALLEST_WALL, 12.0, 11.0, 10.0, 9.0, 8.0)
LEAST_LIST = 10.0  # smaller only where the columns need it
TEAMS_BESIDE = 6  # sessions: beside more of them there is no room for the teams
ALL_SESSIONS = (
    *((paper, size) for size in LIST_SIZES for paper in (A4_UPRIGHT, A4_ACROSS)),
    *((A3_ACROSS, size) for size in (10.0, 9.0, 8.0, 7.0, 6.0)),
)


@dataclass(frozen=True)
class Seated:
    """Somebody in a chair, or with a bye. `listed` is the name as a list by name has it, family name first.

    `instead_of` is for whom he plays as a substitute; `is_absent`: he has not come, the chair is empty.
    """

    number: int
    name: str
    listed: str
    team: str = ""
    instead_of: str = ""
    is_absent: bool = False


@dataclass(frozen=True)
class DrawnTable:
    """A table with its four chairs 东南西北; None is an empty chair."""

    number: int
    chairs: tuple[Seated | None, ...]
    is_played: bool = True


@dataclass(frozen=True)
class DrawnSession:
    """A session as it was drawn. `starts` is its planned start as it is printed, "" where there is none."""

    number: int
    tables: tuple[DrawnTable, ...]
    byes: tuple[Seated, ...] = ()
    stage: str = ""
    starts: str = ""
    is_draft: bool = False


def by_table_document(event: Event, sessions: Sequence[DrawnSession]) -> Document:
    """Table after table, a chapter for each session: number, chairs, names; then byes, absent players, empty chairs."""
    return _document(event, BY_TABLE, [_by_table(event, one) for one in sessions])


def by_name_document(event: Event, sessions: Sequence[DrawnSession]) -> Document:
    """Everybody by name: of one session with table and chair, of several with a column for each."""
    pages = _one_session(event, sessions[0]) if len(sessions) == 1 else _all_sessions(event, sessions)
    return _document(event, BY_NAME, [pages])


def _document(event: Event, heading: tuple[str, str], chapters: Sequence[Chapter]) -> Document:
    document = event.document(event.words.pick(heading), ())
    return Document(**{**vars(document), "chapters": tuple(chapters)})


def _frame(
    event: Event, heading: tuple[str, str], is_draft: bool, paper: tuple[float, float] = A4_UPRIGHT
) -> Frame:
    words = event.words
    stamps = [DRAFT] * is_draft + [REHEARSAL] * event.is_rehearsal
    made = f"{event.made_at:%Y-%m-%d %H:%M %Z}"
    return Frame(
        title=event.name,
        heading=words.pick(heading),
        words=words,
        made_at=event.made_at,
        footer=" · ".join((made, *words.pick(MADE, version=event.version))),
        stamps=tuple(" ".join(words.pick(stamp)) for stamp in stamps),
        paper=paper,
    )


class _Banner:
    """Which session this is, large over every page, with its stage and planned start."""

    def __init__(self, event: Event, session: DrawnSession, room: float) -> None:
        title = " ".join(event.words.pick(SESSION, n=session.number))
        self.title = fit(title, room * 0.6, 26, BOLD)
        self.room = room - max(width(line, self.title.size, BOLD) for line in self.title.lines) - 16
        beside = " · ".join(filter(None, (session.stage, session.starts)))
        self.beside = fill(beside, (self.room, BANNER - 8), 16)

    def draw(self, ink: Ink, area: Area) -> Area:
        """At the top of the area. Returns what is left."""
        middle = area.top - BANNER / 2 + 4
        ink.block((area.left, middle), self.title, BOLD)
        ink.block((area.right, middle), self.beside, align="right")
        return Area(area.left, area.right, area.top - BANNER, area.bottom)


def _by_table(event: Event, session: DrawnSession) -> Chapter:
    frame = _frame(event, BY_TABLE, session.is_draft)
    first, later = frame.first_area, frame.later_area
    allowed = min(math.ceil(len(session.tables) / TABLES_A_PAGE), MOST_PAGES)
    for size in SIZES:
        wall = _Wall(event, session, size, first.width)
        used = BANNER + wall.header
        pages = paginate(wall.heights, first.height - used, later.height - used, wall.tail(later.height / 2))
        if len(pages) <= allowed:
            break
    banner = _Banner(event, session, first.width)

    def draw(rows: range, is_last: bool, ink: Ink, area: Area) -> None:
        wall.draw(ink, banner.draw(ink, area), rows, is_last)

    title = " ".join(event.words.pick(SESSION, n=session.number))
    return Chapter(title, frame.pages([partial(draw, rows, rows is pages[-1]) for rows in pages]))


class _Wall:
    """The tables of a session, their names set at a size into a width."""

    def __init__(self, event: Event, session: DrawnSession, size: float, room: float) -> None:
        self.words, self.session, self.size, self.room = event.words, session, size, room
        self.chairs = [" ".join(self.words.pick(pair)) for pair in CHAIRS]
        digits = max((str(table.number) for table in session.tables), key=len, default="")
        sat = [seated for table in session.tables for seated in table.chairs if seated is not None]
        number = max((width(str(seated.number), size) for seated in sat), default=0.0)
        self.chair = width(digits.replace("1", "0"), NUMBER_SIZE * size, BOLD) + size * 0.9
        self.chair = max(self.chair, 40)
        self.number = (
            self.chair + max(width(chair, size, BOLD) for chair in self.chairs) + size * 0.6 + number
        )
        self.name = self.number + size * 0.6
        beside = any(self._beside(seated) for seated in sat)
        self.team = self.name + (room - self.name) * (0.64 if beside else 1.0)
        self.header = 30.0
        self.rows = [self._lines(table) for table in session.tables]
        self.heights = [sum(line[0] for line in lines) + GAP * size for lines in self.rows]
        self.notes = self._notes()

    def tail(self, most: float) -> float:
        """The height of what stands under the last table, `most` points at most."""
        each = most / max(len(self.notes), 1) - 6
        self.closing = [fill(note, (self.room, each), self.size * 0.8) for note in self.notes]
        return sum(height(note) + 6 for note in self.closing)

    def draw(self, ink: Ink, area: Area, rows: range, is_last: bool) -> None:
        """Some of the tables under their headings, and on the last page the notes."""
        y = self._draw_header(ink, area) if rows else area.top
        for at in rows:
            self._draw_table(ink, area, y, at)
            y -= self.heights[at]
            ink.rule(area.left, area.right, y, 0.8, GREY)
        for note in self.closing if is_last else ():
            y -= 6 + height(note)
            ink.block((area.left, y + height(note) / 2), note)

    def _beside(self, seated: Seated) -> str:
        """What stands at the side of a name: that he is absent, for whom he plays, else his team."""
        if seated.is_absent:
            return " ".join(self.words.pick(ABSENT))
        if seated.instead_of:
            return " ".join(self.words.pick(INSTEAD, name=seated.instead_of))
        return seated.team

    def _lines(self, table: DrawnTable) -> list[tuple[float, Seated | None, Fitted, Fitted]]:
        """Of each chair the height, who sits there, the name and what is beside it."""
        size, lines = self.size, []
        for seated in table.chairs:
            text = seated.name if seated is not None else " ".join(self.words.pick(EMPTY))
            name = fit(text, self.team - self.name - size * 0.4, size, BOLD)
            beside = fit(self._beside(seated) if seated else "", self.room - self.team, size * 0.7)
            extra = max(height(name) - name.size * 1.25, height(beside) - beside.size * 1.25, 0)
            lines.append((size * LINE + extra, seated, name, beside))
        return lines

    def _draw_header(self, ink: Ink, area: Area) -> float:
        places = ((0.0, TABLE), (self.chair, CHAIR), (self.name, NAME), (self.team, TEAM))
        for x, pair in places if self.team < self.room else places[:3]:
            for at, line in enumerate(self.words.pick(pair)):
                y = area.top - 10 - at * 10
                ink.text((area.left + x, y), line, 9 - at, BOLD if at == 0 else REGULAR)
        ink.rule(area.left, area.right, area.top - self.header + 4, 1.1, ACCENT)
        return area.top - self.header + 4

    def _draw_table(self, ink: Ink, area: Area, top: float, at: int) -> None:
        size, table = self.size, self.session.tables[at]
        big = NUMBER_SIZE * size
        middle = top - self.heights[at] / 2
        ink.text((area.left, middle - MIDDLE * big), str(table.number), big, BOLD, colour=ACCENT)
        if not table.is_played:
            note = fit(" ".join(self.words.pick(NOT_PLAYED)), self.chair - 4, 10)
            ink.block((area.left, middle - MIDDLE * big - 4 - height(note) / 2), note)
        y = top - GAP * size / 2
        for chair, (tall, seated, name, beside) in enumerate(self.rows[at]):
            line = y - tall / 2
            base = line - MIDDLE * size
            ink.text((area.left + self.chair, base), self.chairs[chair], size, BOLD)
            gone = seated is None or seated.is_absent
            if seated is not None:
                ink.text(
                    (area.left + self.number, base), str(seated.number), size, align="right", colour=GREY
                )
            ink.block((area.left + self.name, line), name, BOLD, colour=GREY if gone else BLACK)
            ink.block((area.left + self.team, line), beside, colour=GREY)
            y -= tall
            if chair < len(self.rows[at]) - 1:
                ink.rule(area.left + self.chair, area.right, y, 0.3, HAIRLINE)

    def _notes(self) -> list[str]:
        """Byes, absent players and empty chairs, as sentences of one label each."""
        byes = [
            f"{one.number} {one.name}" + (f" ({one.team})" if one.team else "") for one in self.session.byes
        ]
        absent, empty = [], []
        for table in self.session.tables:
            for chair, seated in zip(self.chairs, table.chairs, strict=False):
                if seated is None:
                    empty.append(f"{table.number} {chair}")
                elif seated.is_absent:
                    absent.append(f"{seated.number} {seated.name} ({table.number} {chair})")
        found = ((BYES, byes), (ABSENT, absent), (EMPTY, empty))
        return [" ".join(self.words.pick(label)) + ": " + " · ".join(some) for label, some in found if some]


@dataclass(frozen=True)
class _Place:
    """Where somebody is in a session: table and chair, as printed."""

    table: str
    chair: str


def _everybody(event: Event, sessions: Sequence[DrawnSession]) -> list[tuple[Seated, dict[int, _Place]]]:
    """Everybody who sits somewhere or has a bye, by name, with his places by number of the session."""
    chairs = [" ".join(event.words.pick(pair)) for pair in CHAIRS]
    bye, absent = (" ".join(event.words.pick(pair)) for pair in (BYES, ABSENT))
    people: dict[int, Seated] = {}
    places: dict[int, dict[int, _Place]] = {}
    for session in sessions:
        for table in session.tables:
            for chair, seated in zip(chairs, table.chairs, strict=False):
                if seated is not None:
                    people.setdefault(seated.number, seated)
                    place = _Place(str(table.number), absent if seated.is_absent else chair)
                    places.setdefault(seated.number, {})[session.number] = place
        for free in session.byes:
            people.setdefault(free.number, free)
            places.setdefault(free.number, {})[session.number] = _Place("", bye)
    order = sorted(people.values(), key=lambda one: (name_order(one.listed), one.number))
    return [(one, places[one.number]) for one in order]


def _one_session(event: Event, session: DrawnSession) -> Chapter:
    words, everybody = event.words, _everybody(event, [session])
    frame = _frame(event, BY_NAME, session.is_draft)
    heads = [Column(words.pick(NAME), "left", breaks=True), Column(words.pick(NUMBER))]
    heads += [Column(words.pick(TABLE)), Column(words.pick(CHAIR), "left")]
    rows = []
    for seated, places in everybody:
        place = places[session.number]
        number = Cell(str(seated.number), colour=GREY)
        rows.append((Cell(seated.listed, BOLD), number, Cell(place.table, BOLD), Cell(place.chair, BOLD)))
    table = Table(tuple(heads), tuple(rows))
    first, later = frame.first_area, frame.later_area
    allowed = min(math.ceil(len(rows) / NAMES_A_PAGE), MOST_PAGES)
    for columns, size in ONE_SESSION:
        room = (first.width - COLUMN_GAP * (columns - 1)) / columns
        layout = Layout(table, size, room)
        used = BANNER + layout.header_height
        slots = _slots(layout.heights, [first.height - used] * columns, later.height - used)
        pages = [slots[at : at + columns] for at in range(0, len(slots), columns)]
        if table.fits(size, room) and (len(pages) <= allowed or size <= SMALLEST_WALL):
            break
    banner = _Banner(event, session, first.width)

    def draw(some: Sequence[range], ink: Ink, area: Area) -> None:
        below = banner.draw(ink, area)
        for at, slot in enumerate(some):
            left = area.left + at * (room + COLUMN_GAP)
            layout.draw_rows(ink, left, layout.draw_header(ink, left, below.top), slot)

    return Chapter("", frame.pages([partial(draw, some) for some in pages]))


def _slots(heights: Sequence[float], first: Sequence[float], later: float) -> list[range]:
    """Which rows stand in which column: the rooms of the columns of the first page, then that of all others."""
    slots: list[range] = []
    start, used = 0, 0.0
    for at, tall in enumerate(heights):
        room = first[len(slots)] if len(slots) < len(first) else later
        if used + tall > room and at > start:
            slots.append(range(start, at))
            start, used = at, 0.0
        used += tall
    return [*slots, range(start, len(heights))]


def _all_sessions(event: Event, sessions: Sequence[DrawnSession]) -> Chapter:
    words, everybody = event.words, _everybody(event, sessions)
    has_team = len(sessions) <= TEAMS_BESIDE and any(seated.team for seated, _places in everybody)
    columns = [Column(words.pick(NAME), "left", breaks=True), Column(words.pick(NUMBER))]
    columns += [Column(words.pick(TEAM), "left", breaks=True)] * has_team
    columns += [Column((str(session.number),), "left") for session in sessions]
    rows = []
    for seated, places in everybody:
        cells = [Cell(seated.listed, BOLD), Cell(str(seated.number), colour=GREY)]
        cells += [Cell(seated.team, colour=GREY)] * has_team
        for session in sessions:
            place = places.get(session.number)
            text = f"{place.table} {place.chair}".strip() if place else NONE
            cells.append(Cell(text) if place else Cell(text, colour=GREY))
        rows.append(tuple(cells))
    table = Table(tuple(columns), tuple(rows))
    frame, layout, pages = _set_list(event, table, any(session.is_draft for session in sessions))

    def draw(some: range, ink: Ink, area: Area) -> None:
        layout.draw_rows(ink, area.left, layout.draw_header(ink, area.left, area.top), some)

    return Chapter("", frame.pages([partial(draw, some) for some in pages]))


def _set_list(event: Event, table: Table, is_draft: bool) -> tuple[Frame, Layout, list[range]]:
    """A long table on the paper and at the size that need no more pages than a wall holds, or as few as possible."""
    fitting = [(paper, size) for paper, size in ALL_SESSIONS if table.fits(size, paper[0] - 2 * SIDE)]
    smallest = ALL_SESSIONS[-1][1]
    allowed = min(math.ceil(len(table.rows) / NAMES_A_PAGE), MOST_PAGES)
    for paper, size in fitting or [((sum(table.least) * smallest + 2 * SIDE, A3_ACROSS[1]), smallest)]:
        frame = _frame(event, BY_NAME, is_draft, paper)
        layout = Layout(table, size, paper[0] - 2 * SIDE)
        used = layout.header_height
        pages = paginate(layout.heights, frame.first_area.height - used, frame.later_area.height - used, 0)
        found = frame, layout, pages
        if len(pages) <= allowed or size <= LEAST_LIST:
            break
    return found

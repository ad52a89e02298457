"""The results sheet 成绩表: standings of players or teams, by the official form (1998 rules, annex 6).

The columns keep the order of the form: unit, name, number; match points of each session with the place at the
table; standard points of each session and in total; places. It is signed by the chief referee 裁判长.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Literal, NamedTuple

from scoring.standard_points import show

from .closing import Note, Signer
from .document import Document, render
from .fonts import uncovered
from .frame import A3_ACROSS, A4_ACROSS, A4_UPRIGHT, SIDE, Frame
from .glyphs import BOLD, REGULAR
from .ink import ACCENT, BLACK, GREY
from .lines import printable
from .signed_table import signed_table
from .tables import Cell, Column, Group, Layout, Table
from .words import LANGUAGES, Words, office_key

# The first paper and size at which the table reads well are taken.
CHOICES = (
    *((A4_UPRIGHT, size) for size in (9.0, 8.5, 8.0, 7.5)),
    *((A4_ACROSS, size) for size in (9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)),
    *((A3_ACROSS, size) for size in (8.0, 7.0, 6.5, 6.0)),
)
NONE = "–"
SIGNERS = ("chief_referee", "organiser")


class Played(NamedTuple):
    """A session of a player or a team: standard points as shown ("3½"), match points, place at the table."""

    standard_points: str
    match_points: int | None
    place: int | None = None


@dataclass(frozen=True)
class ResultsRow:
    """A line of the standings, everything as computed elsewhere.

    `place` is "2=" where it is shared and "" for somebody unranked; `with_starting` are the match points with
    the starting points 基础比赛分. `sessions` holds None for a session that was not played; a plain pair
    (standard points, match points) does as well. `carried` are the match and the standard points brought along from
    the stage before, as shown; `group` is the group of the stage.
    """

    place: str
    number: str
    name: str
    team: str
    standard_points: str
    match_points: int | Fraction
    with_starting: int | Fraction
    sessions: tuple[Played | tuple[str, int | None] | None, ...]
    team_place: str = ""
    carried: tuple[str, str] | None = None
    group: str = ""

    @property
    def played(self) -> tuple[Played | None, ...]:
        """The sessions, each complete with its (perhaps unknown) place."""
        return tuple(Played(*one) if one is not None else None for one in self.sessions)


@dataclass(frozen=True)
class ResultsSheet:
    """What one results sheet says. Rows come in the order in which they are printed.

    `made_at` is in the tournament's own zone. `scale` ("4-3-2-1") and `tie_breaks` (keys of the rulebook, in
    their order) are put into words by the sheet. `officials` are (office, name) as typed. `session_numbers` are
    those of the columns where they do not begin with 1. `corrected`: session, table and moment of each result that
    was changed after its table was closed.
    """

    tournament: str
    place_and_dates: str
    kind: Literal["players", "teams"]
    rows: tuple[ResultsRow, ...]
    session_count: int
    as_of_session: int
    sessions_closed: int
    version: int
    made_at: datetime
    title_lines: tuple[str, ...] = ()
    provisional: bool = False
    rehearsal: bool = False
    officials: tuple[tuple[str, str], ...] = ()
    rulebook: str = ""
    scale: str = ""
    tie_breaks: tuple[str, ...] = ()
    session_numbers: tuple[int, ...] = ()
    corrected: tuple[tuple[int, int, str], ...] = ()
    languages: tuple[str, ...] = LANGUAGES

    @property
    def shown_sessions(self) -> int:
        """How many sessions have columns: those that count, and any later one with a result."""
        if self.session_numbers:
            return len(self.session_numbers)
        begun = [at for row in self.rows for at, one in enumerate(row.sessions, 1) if one is not None]
        return max([self.as_of_session, *begun])


def render_results(sheet: ResultsSheet) -> bytes:
    """The sheet as a PDF of its own."""
    return render(results_document(sheet)).content


def results_document(sheet: ResultsSheet) -> Document:
    """The sheet: A4, across where there are many sessions, as many pages as it takes."""
    words = Words(sheet.languages)
    table = _table(sheet, words)
    paper, size = _paper(table)
    frame = _frame(sheet, words, paper)
    layout = Layout(table, size, paper[0] - 2 * SIDE)
    return frame.document(signed_table(frame, layout, _notes(sheet, words), _signatures(sheet, words)))


def uncovered_in(sheet: ResultsSheet) -> list[str]:
    """The characters of the sheet that will be boxes on paper: what to tell the organiser before printing."""
    texts = [sheet.tournament, sheet.place_and_dates, *sheet.title_lines, sheet.rulebook]
    texts += [text for pair in sheet.officials for text in pair]
    texts += [text for row in sheet.rows for text in (row.team, row.name, row.number)]
    return uncovered(printable("".join(texts)))


def _paper(table: Table) -> tuple[tuple[float, float], float]:
    for paper, size in CHOICES:
        if table.fits(size, paper[0] - 2 * SIDE):
            return paper, size
    size = CHOICES[-1][1]
    return (sum(table.least) * size + 2 * SIDE, A3_ACROSS[1]), size


def _frame(sheet: ResultsSheet, words: Words, paper: tuple[float, float]) -> Frame:
    if sheet.as_of_session:
        state = words.line("as_of", "  ", session=sheet.as_of_session, planned=sheet.session_count)
    else:
        state = words.line("before_first", "  ")
    made = f"{sheet.made_at:%Y-%m-%d %H:%M} UTC{_offset(sheet.made_at)}"
    key = "edition" if sheet.as_of_session else "edition_before_first"
    edition = words.lines(key, version=sheet.version, session=sheet.as_of_session)
    stamps = [words.line(key) for key in ("provisional", "rehearsal") if getattr(sheet, key)]
    return Frame(
        title=sheet.tournament,
        subtitle=sheet.place_and_dates,
        heading=words.lines(sheet.kind),
        words=words,
        made_at=sheet.made_at,
        footer=" · ".join([made, *edition]),
        state=state,
        details=sheet.title_lines,
        stamps=tuple(stamps),
        paper=paper,
    )


def _offset(moment: datetime) -> str:
    """ "+08:00", as it is added to UTC."""
    text = moment.strftime("%z") or "+0000"
    return f"{text[:3]}:{text[3:5]}"


def signed(points: int | Fraction | None) -> str:
    """Match points with their sign, a real minus; a dash where there are none. What is carried over may be 12½."""
    if points is None:
        return NONE
    if isinstance(points, Fraction):
        return ("+" if points > 0 else "") + show(points)
    return f"{points:+d}".replace("-", "\u2212") if points else "0"


def _table(sheet: ResultsSheet, words: Words) -> Table:
    teams = sheet.kind == "teams"
    sessions = range(sheet.shown_sessions)
    has_unit = any(row.team for row in sheet.rows)
    has_team_place = not teams and any(row.team_place for row in sheet.rows)
    has_start = any(row.with_starting != row.match_points for row in sheet.rows)
    left = [Column(words.lines("unit"), "left", breaks=True)] if has_unit else []
    left.append(Column(words.lines("team" if teams else "name"), "left", breaks=True))
    left.append(Column(words.lines("number"), "center"))
    has_group = any(row.group for row in sheet.rows)
    left += [Column(words.lines("group"), "center")] * has_group
    has_carried = any(row.carried for row in sheet.rows)
    carried = [Column(words.lines("carried"))] * has_carried
    numbers = carried + [Column((str(n),)) for n in sheet.session_numbers or (at + 1 for at in sessions)]
    match = [*numbers, Column(words.lines("total"))] + [Column(words.lines("with_starting"))] * has_start
    standard = [*numbers, Column(words.lines("total"))]
    places = [Column(words.lines("team_place" if teams else "place"), "center")]
    places += [Column(words.lines("team_place"), "center")] * has_team_place
    first, second = len(left), len(left) + len(match)
    has_table_place = any(one and one.place for row in sheet.rows for one in row.played)
    match_words = words.lines("match_block" if has_table_place else "match_block_teams")

    def cells(row: ResultsRow) -> Iterator[Cell]:
        is_medal = row.place.rstrip("=") in ("1", "2", "3")
        if has_unit:
            yield Cell(row.team)
        yield Cell(row.name, BOLD if is_medal else REGULAR)
        yield Cell(row.number)
        if has_group:
            yield Cell(row.group)
        if has_carried:
            yield Cell(row.carried[0]) if row.carried else Cell(NONE, colour=GREY)
        played = (row.played + (None,) * len(sessions))[: len(sessions)]
        for one in played:
            place = str(one.place) if one and one.place else ""
            yield Cell(signed(one.match_points), note=place) if one else Cell(NONE, colour=GREY)
        yield Cell(signed(row.match_points))
        if has_start:
            start = row.with_starting
            yield Cell(show(start) if isinstance(start, Fraction) else str(start).replace("-", "\u2212"))
        if has_carried:
            yield Cell(row.carried[1]) if row.carried else Cell(NONE, colour=GREY)
        for one in played:
            yield Cell(one.standard_points) if one else Cell(NONE, colour=GREY)
        yield Cell(row.standard_points, BOLD)
        yield Cell(row.place or NONE, BOLD, colour=ACCENT if is_medal else BLACK)
        if has_team_place:
            yield Cell(row.team_place or NONE)

    return Table(
        columns=(*left, *match, *standard, *places),
        rows=tuple(tuple(cells(row)) for row in sheet.rows),
        groups=(
            Group(match_words, first, second - 1),
            Group(words.lines("standard_block"), second, second + len(standard) - 1),
        ),
        empty=words.line("nobody", "  "),
    )


def _notes(sheet: ResultsSheet, words: Words) -> list[Note]:
    """What stands under the table: a label and its text in each language."""
    notes: list[Note] = []
    if sheet.provisional:
        notes.append((words.line("state"), words.lines("provisional_text", closed=sheet.sessions_closed)))
    if sheet.rehearsal:
        notes.append((words.line("state"), words.lines("rehearsal_text")))
    if sheet.corrected:
        texts = [
            words.line("corrected_text", " / ", session=session, table=table, at=at)
            for session, table, at in sheet.corrected
        ]
        notes.append((words.line("corrected"), (" · ".join(texts),)))
    if sheet.rulebook:
        notes.append((words.line("rulebook"), (sheet.rulebook,)))
    if sheet.scale:
        notes.append((words.line("scale"), words.lines("scale_text", scale=sheet.scale)))
    if sheet.tie_breaks:
        notes.append((words.line("order"), words.ranking(sheet.tie_breaks)))
    others: dict[str, list[str]] = {}
    for role, name in sheet.officials:
        if office_key(role) not in SIGNERS:
            others.setdefault(words.office(role), []).append(name)
    if others:
        staff = [f"{office} {', '.join(names)}".strip() for office, names in others.items()]
        notes.append((words.line("officials"), (" · ".join(staff),)))
    boxes = uncovered_in(sheet)
    if boxes:
        codes = ", ".join(f"U+{ord(char):04X}" for char in boxes)
        notes.append((words.line("boxes"), words.lines("boxes_text", codes=codes)))
    return notes


def _signatures(sheet: ResultsSheet, words: Words) -> list[Signer]:
    """Who signs: label in each language, and name. The chief referee, the organiser, then the date."""
    signers = [
        (words.lines(key), ", ".join(name for role, name in sheet.officials if office_key(role) == key))
        for key in SIGNERS
    ]
    return [*signers, (words.lines("date"), "")]

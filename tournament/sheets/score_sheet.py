"""The table score sheet 记分表, by the official form (1998 rules, annex 5): one page for each table.

It is printed blank, to be written on by hand, or filled from what was recorded. The order of the form is kept:
session, group, table, date and times; for each player team, number, name, chair; hands 1–16 with symbols, winning
hand, gain and loss; totals, places; signatures of the players, the referee and the chief referee. Where dealers
repeat there are as many hands as were played, on further pages where one does not hold them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from tournament.queries.marks import SYMBOLS

from .closing import Closing
from .document import Area, Chapter, Document
from .frame import DrawPage, Frame
from .glyphs import BOLD, REGULAR
from .ink import ACCENT, BLACK, GREY, HAIRLINE, LEADING, Ink
from .lines import Fitted, fit, width, wrap
from .penalty_sheet import how, what
from .score_sheet_grid import Columns, Grid, People
from .score_sheet_table import HandLine, PenaltyNote, Round, ScoreTable
from .score_sheet_totals import Totals
from .score_sheet_wins import wins_in_full, won
from .score_sheet_words import LEGEND, WORDS, say
from .words import LANGUAGES, Words

STRIP = 40.0  # session, group, table, date, times
GAP = 6.0
NOTE, STEP = 7.0, 9.2
LEAST_ROW, LARGEST_ROW = 11.5, 15.0  # of a filled sheet; a blank one takes what there is
TITLE = 22.0  # over what goes on on a further page
Line = tuple[str, str]  # of the notes: a label or "", and a line of text
Block = tuple[str, list[str]]  # a label, and the lines of one note
Rounds = tuple[Round, ...]


@dataclass(frozen=True)
class ScoreSheets:
    """The sheets of tables of one session. `made_at` is in the tournament's own zone."""

    tournament: str
    place_and_dates: str
    tables: tuple[ScoreTable, ...]
    version: int
    made_at: datetime
    filled: bool = False
    draft: bool = False
    rehearsal: bool = False
    chief_referee: str = ""
    languages: tuple[str, ...] = LANGUAGES


def score_document(sheets: ScoreSheets) -> Document:
    """One page for each table, and more where its notes need them; every table stands in the outline."""
    words = Words(sheets.languages)
    frame = _frame(sheets, words)
    form = _Form(sheets, words, frame)
    chapters = []
    for table in sheets.tables:
        title = " ".join(words.pick(WORDS["outline"], table=table.number))
        chapters.append(Chapter(title, frame.pages(form.pages(table))))
    return replace(frame.document(()), chapters=tuple(chapters))


def _frame(sheets: ScoreSheets, words: Words) -> Frame:
    made = sheets.made_at.isoformat(sep=" ", timespec="minutes")
    stamps = [" ".join(words.pick(WORDS["draft"]))] * sheets.draft
    stamps += [words.line("rehearsal")] * sheets.rehearsal
    return Frame(
        title=sheets.tournament,
        subtitle=sheets.place_and_dates,
        heading=words.pick(WORDS["title"]),
        words=words,
        made_at=sheets.made_at,
        footer=" · ".join([made, *words.lines("edition_before_first", version=sheets.version)]),
        stamps=tuple(stamps),
    )


@dataclass(frozen=True)
class _End:
    """What stands under the last hand of a table: totals and signatures."""

    totals: Totals
    closing: Closing

    @property
    def height(self) -> float:
        """All of it, without the legend between the two."""
        return self.totals.height + self.closing.height


@dataclass(frozen=True)
class _Sheet:
    """A table as it is drawn: rows for hands as high as `row`, and the notes that stand under the totals."""

    table: ScoreTable
    people: People
    row: float
    end: _End
    notes: tuple[Line, ...]


class _Form:
    """What all sheets have in common, reckoned once."""

    def __init__(self, sheets: ScoreSheets, words: Words, frame: Frame) -> None:
        self.words = words
        self.area, self.later = frame.first_area, frame.later_area
        named = any(hand.names or hand.wins for table in sheets.tables for hand in table.hands)
        self.grid = Grid(words, Columns.of(self.area, sheets.filled, named))
        self.chief_referee = sheets.chief_referee
        self.legend = wrap(_legend(words, sheets.filled), self.area.width, 7.5)
        self.closings: dict[str, Closing] = {}

    def pages(self, table: ScoreTable) -> list[DrawPage]:
        """The page of a table, and those on which its hands and its notes go on."""
        people = self.grid.people(table.sitters)
        end = _End(Totals(self.words, self.grid.columns, table.ending), self._closing(table.referee))
        tail = end.height + len(self.legend) * 7.5 * LEADING + GAP
        first = self.area.height - STRIP - GAP - self.grid.fixed_height(people)
        notes = list(self._notes(table))
        count, hands = sum(len(lines) for _label, lines in notes), sum(len(one.hands) for one in table.rounds)
        room = first - self.grid.bands_height(table.rounds) - tail - GAP
        row = (room - count * STEP - GAP) / max(hands, 1)
        if table.ending is not None:
            row = min(max(row, LEAST_ROW), LARGEST_ROW)
        parts: list[Rounds] = [table.rounds]
        if hands * row + GAP > room + 0.01:
            row = LARGEST_ROW
            later = self.later.height - TITLE - self.grid.fixed_height(people)
            parts = self.grid.parts(table.rounds, row, (first, later), tail + GAP)
            room = later - self.grid.bands_height(parts[-1]) - tail - GAP
        used = sum(len(one.hands) for one in parts[-1]) * row
        under, *rest = _spread(
            notes, int((room - used - GAP + 0.01) // STEP), int((self.later.height - TITLE) // STEP)
        )
        sheet = _Sheet(table, people, row, end, tuple(under))
        draws = [partial(self._draw_page, sheet, part, at, len(parts)) for at, part in enumerate(parts)]
        return [*draws, *(partial(self._draw_more, table, lines) for lines in rest)]

    def _draw_page(self, sheet: _Sheet, rounds: Rounds, at: int, count: int, ink: Ink, area: Area) -> None:
        """One of the pages with hands; the last of them ends with totals, signatures and notes."""
        top = (
            self._draw_title(ink, area, sheet.table) if at else self._draw_strip(ink, area, sheet.table) - GAP
        )
        y = self.grid.draw(ink, sheet.table, sheet.people, rounds, top, sheet.row)
        if at < count - 1:
            return
        y = sheet.end.totals.draw(ink, y) - GAP
        for line in self.legend:
            y -= 7.5 * LEADING
            ink.text((area.left, y + 2.5), line, 7.5)
        sheet.end.closing.draw(ink, area, y)
        _draw_notes(ink, area, y - sheet.end.closing.height - GAP, sheet.notes)

    def _closing(self, referee: str) -> Closing:
        """The lines for the referee and the chief referee."""
        if referee not in self.closings:
            signers = [
                (self.words.pick(WORDS["referee"]), referee),
                (self.words.pick(WORDS["chief_referee"]), self.chief_referee),
            ]
            self.closings[referee] = Closing((), signers, self.area.width)
        return self.closings[referee]

    def _draw_strip(self, ink: Ink, area: Area, table: ScoreTable) -> float:
        """Session, group, table, date, start and end, in the order of the form. Returns where it ends."""
        cells = (
            ("session", str(table.session), 0.12),
            ("group", table.group, 0.27),
            ("table", str(table.number), 0.15),
            ("date", table.date, 0.18),
            ("start", table.start, 0.14),
            ("end", table.end, 0.14),
        )
        x, bottom = area.left, area.top - STRIP
        for key, value, share in cells:
            room = area.width * share
            ink.text((x + 4, area.top - 9), say(self.words, key), 7, colour=GREY)
            if key == "table":
                ink.text((x + room / 2, bottom + 6), value, 24, BOLD, "center", ACCENT)
            else:
                ink.block((x + room / 2, bottom + 13), fit(value, room - 8, 13, BOLD), BOLD, "center")
            ink.post(x, area.top, bottom, 0.6, BLACK)
            x += room
        ink.post(area.right, area.top, bottom, 0.6, BLACK)
        ink.rule(area.left, area.right, area.top, 0.6, BLACK)
        ink.rule(area.left, area.right, bottom, 0.6, BLACK)
        return bottom

    def _notes(self, table: ScoreTable) -> Iterator[Block]:
        """The notes in lines as wide as the page, each with the label of its kind."""
        texts = [(key, said.text(self.words)) for key, said in table.remarks]
        texts += [("hands", self._wins(hand)) for hand in table.hands if self._is_cut(hand)]
        texts += [("penalties", self._penalty(note)) for note in table.penalties]
        labels = {key: say(self.words, key) for key, _text in texts}
        indent = max((width(label, NOTE, BOLD) for label in labels.values()), default=0.0) + 8
        for key, text in texts:
            yield labels[key], wrap(text, self.area.width - indent, NOTE)

    def _is_cut(self, hand: HandLine) -> bool:
        return won(self.words, hand, self.grid.win_room)[1]

    def _wins(self, hand: HandLine) -> str:
        return f"{say(self.words, 'at_hand', hand=hand.number)} · {wins_in_full(self.words, hand)}"

    def _penalty(self, note: PenaltyNote) -> str:
        where = say(self.words, "at_hand", hand=note.hand) if note.hand else say(self.words, "no_hand")
        text = f"{where} · {note.name} · {what(self.words, note.punished)} · {how(self.words, note.punished)}"
        text += f" · {note.reason}" if note.reason else ""
        if note.is_withdrawn:
            text += f" · {say(self.words, 'withdrawn', why=note.withdrawn_why)}"
        return text

    def _draw_more(self, table: ScoreTable, lines: Sequence[Line], ink: Ink, area: Area) -> None:
        self._draw_title(ink, area, table)
        _draw_notes(ink, area, area.top - 18, lines)

    def _draw_title(self, ink: Ink, area: Area, table: ScoreTable) -> float:
        """Whose sheet goes on on this page. Returns where it ends."""
        title = say(self.words, "continued", session=table.session, table=table.number)
        ink.block((area.left, area.top - 9), Fitted((title,), 10), BOLD)
        return area.top - TITLE


def _spread(notes: Sequence[Block], first: int, later: int) -> list[list[Line]]:
    """The notes on pages with room for so many lines; a note is broken only where it is longer than a page.

    A label stands before the first note of its kind on each page.
    """
    pages: list[list[Line]] = [[]]
    room, before = first, ""
    for label, lines in notes:
        for at, line in enumerate(lines):
            starts = at == 0 and len(pages[-1]) + len(lines) > room and len(lines) <= later
            if starts or len(pages[-1]) >= room:
                pages.append([])
                room, before = max(later, 1), ""
            pages[-1].append((label if label != before else "", line))
            before = label
    return pages


def _draw_notes(ink: Ink, area: Area, top: float, lines: Sequence[Line]) -> None:
    if not lines:
        return
    ink.rule(area.left, area.right, top - 1, 0.4, HAIRLINE)
    indent = max(width(label, NOTE, BOLD) for label, _text in lines) + 8
    y = top - 2
    for label, text in lines:
        y -= STEP
        if label:
            ink.text((area.left, y + 2), label, NOTE, BOLD)
        ink.text((area.left + indent, y + 2), text, NOTE, REGULAR)


def _legend(words: Words, filled: bool) -> str:
    marks = [f"{symbol} {' '.join(words.pick(LEGEND[mark]))}" for mark, symbol in SYMBOLS.items()]
    marks += [f"* {say(words, 'see_notes')}"] * filled
    return f"{say(words, 'legend')}: {'  '.join(marks)}"

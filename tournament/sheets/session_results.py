"""A session table by table: who sits where, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .blocks import SIZES, Block, table, text
from .book import Edition, Part, part
from .frame import A4_ACROSS, A4_UPRIGHT, SIDE
from .glyphs import BOLD
from .ink import GREY
from .results import NONE, signed
from .tables import Cell, Column, Group, Table
from .words import Words

Pair = tuple[str, str]
CHAIRS: tuple[Pair, ...] = (("东", "East"), ("南", "South"), ("西", "West"), ("北", "North"))
WORDS: dict[str, Pair] = {
    "results": ("第 {session} 局成绩", "Results of session {session}"),
    "draw": ("第 {session} 局座次", "Draw of session {session}"),
    "table": ("桌", "Table"),
    "name": ("姓名", "Name"),
    "match": ("比赛分", "Match |points"),
    "standard": ("标准分", "Std. |points"),
    "empty": ("空位", "empty"),
    "starts": ("开始：{at}", "Start: {at}"),
    "byes": ("轮空：{names}", "Bye: {names}"),
    "legend": (
        "比赛分右侧小字为本桌名次",
        "the small figure beside match points is the place at the table",
    ),
    "deducted": (
        "标准分右侧小字为另扣的标准分",
        "the small figure beside standard points is what penalties take from them",
    ),
    "changed": ("→ 之后为替补上场者", "after → whoever took over the chair"),
    "stand_in": ("（陪打）", " (stand-in)"),
    "open": ("– 为成绩尚未生效", "–: no result that counts yet"),
    "corrected": (
        "* 该桌结束后成绩有更正：{tables}",
        "* result corrected after the table was closed: {tables}",
    ),
    "no_play": ("× 该桌人数不足，未打，记轮空成绩", "× not played, too few were present: the bye score"),
}
UPRIGHT: tuple[float, ...] = (8.5, 8.0, 7.5)


@dataclass(frozen=True)
class SeatLine:
    """A chair: who was drawn to it ("" for nobody), and the result, None where there is none that counts yet.

    `standard` is as shown ("3½"), `deducted` ("−1") what penalties take from it in the total, or "". A forfeit has no
    `place`. `has_changed`: the name tells who took over.
    """

    name: str
    match: int | None = None
    standard: str = ""
    place: int | None = None
    deducted: str = ""
    has_changed: bool = False
    is_stand_in: bool = False


@dataclass(frozen=True)
class TableLine:
    """A table with its chairs from 东 to 北. `corrected` is the moment of the last correction after closing, or ""."""

    number: int
    seats: tuple[SeatLine, SeatLine, SeatLine, SeatLine]
    corrected: str = ""
    no_play: bool = False


@dataclass(frozen=True)
class SessionTables:
    """The tables of a session in order. `starts` is the planned start as shown, or ""; `byes` are names."""

    number: int
    tables: tuple[TableLine, ...]
    starts: str = ""
    byes: tuple[str, ...] = ()


def results_part(edition: Edition, session: SessionTables) -> Part:
    """The results of a session: points and place of everybody, by table."""
    words = edition.words
    columns = [Column(words.pick(WORDS["table"]), "center")]
    for _chair in CHAIRS:
        columns += [
            Column(words.pick(WORDS["name"]), "left", breaks=True),
            Column(words.pick(WORDS["match"])),
            Column(words.pick(WORDS["standard"])),
        ]
    groups = tuple(Group(words.pick(pair), 1 + 3 * at, 3 + 3 * at) for at, pair in enumerate(CHAIRS))
    rows = tuple(_result_cells(words, one) for one in session.tables)
    shown = Table(tuple(columns), rows, groups)
    return _part(edition, "results", session, shown, _result_notes(words, session))


def draw_part(edition: Edition, session: SessionTables) -> Part:
    """The draw of a session: who sits where, by table."""
    words = edition.words
    columns = [Column(words.pick(WORDS["table"]), "center")]
    columns += [Column(words.pick(pair), "left", breaks=True) for pair in CHAIRS]
    rows = tuple(
        (Cell(str(one.number), BOLD), *(_name(words, seat) for seat in one.seats)) for one in session.tables
    )
    return _part(edition, "draw", session, Table(tuple(columns), rows), _people_notes(words, session))


def _part(
    edition: Edition, key: str, session: SessionTables, shown: Table, notes: Sequence[tuple[str, ...]]
) -> Part:
    """The table upright where it reads well so, and across where not."""
    words, paper, sizes = edition.words, A4_UPRIGHT, UPRIGHT
    if not shown.fits(UPRIGHT[-1], A4_UPRIGHT[0] - 2 * SIDE):
        paper, sizes = A4_ACROSS, SIZES
    room = paper[0] - 2 * SIDE
    blocks: list[Block] = []
    if session.starts and key == "draw":
        blocks.append(text("  ".join(words.pick(WORDS["starts"], at=session.starts)), room, 9.5))
    blocks.append(table(shown, room, sizes))
    blocks += [text(" / ".join(note), room, 7.5, colour=GREY) for note in notes]
    return part(edition, words.pick(WORDS[key], session=session.number), blocks, paper)


def _result_cells(words: Words, one: TableLine) -> tuple[Cell, ...]:
    mark = ("*" if one.corrected else "") + ("×" if one.no_play else "")
    cells = [Cell(str(one.number) + mark, BOLD)]
    for seat in one.seats:
        place = str(seat.place or "")
        standard = Cell(seat.standard or NONE, note=seat.deducted)
        cells += [_name(words, seat), Cell(signed(seat.match), note=place), standard]
    return tuple(cells)


def _name(words: Words, seat: SeatLine) -> Cell:
    if not seat.name:
        return Cell(words.pick(WORDS["empty"])[0], colour=GREY)
    return Cell(seat.name + (words.pick(WORDS["stand_in"])[0] if seat.is_stand_in else ""))


def _result_notes(words: Words, session: SessionTables) -> list[tuple[str, ...]]:
    seats = [seat for one in session.tables for seat in one.seats]
    notes = [words.pick(WORDS["legend"]), *_people_notes(words, session)]
    if any(seat.deducted for seat in seats):
        notes.append(words.pick(WORDS["deducted"]))
    if any(seat.match is None for seat in seats if seat.name):
        notes.append(words.pick(WORDS["open"]))
    corrected = [f"{one.number} ({one.corrected})" for one in session.tables if one.corrected]
    if corrected:
        notes.append(words.pick(WORDS["corrected"], tables=", ".join(corrected)))
    if any(one.no_play for one in session.tables):
        notes.append(words.pick(WORDS["no_play"]))
    return notes


def _people_notes(words: Words, session: SessionTables) -> list[tuple[str, ...]]:
    seats = [seat for one in session.tables for seat in one.seats]
    notes = []
    if session.byes:
        notes.append(words.pick(WORDS["byes"], names=", ".join(session.byes)))
    if any(seat.has_changed for seat in seats):
        notes.append(words.pick(WORDS["changed"]))
    return notes

"""Chapters of the books that are no sheets of their own: officials, entries, timetable, penalties, signatures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from .blocks import Block, table, text
from .book import ROOM, Edition, Part, part
from .closing import Closing
from .document import Area
from .frame import A4_ACROSS, SIDE
from .glyphs import BOLD
from .ink import BLACK, GREY, Ink
from .penalty_sheet import Punished, how, what
from .results import NONE
from .tables import Cell, Column, Table
from .words import Words

Pair = tuple[str, str]
WORDS: dict[str, Pair] = {
    "officials": ("竞赛人员", "Officials"),
    "office": ("职务", "Office"),
    "name": ("姓名", "Name"),
    "duty": ("负责桌号", "Tables"),
    "scorer": ("记分员", "Scorer"),
    "entries": ("参赛名单", "Entries"),
    "entries_count": ("共 {players} 人", "players: {players}"),
    "teams_count": ("{teams} 队", "teams: {teams}"),
    "number": ("编号", "No."),
    "club": ("俱乐部", "Club"),
    "country": ("国家或地区", "Country"),
    "note": ("备注", "Note"),
    "reserve": ("替补", "reserve"),
    "stand_in": ("陪打", "stand-in"),
    "withdrawn": ("已退赛", "withdrawn"),
    "timetable": ("日程", "Timetable"),
    "zone": ("以下为 {zone} 时间", "times are those of {zone}"),
    "day": ("日期", "Day"),
    "time": ("时间", "Time"),
    "event": ("内容", "What"),
    "place": ("地点", "Where"),
    "session": ("第 {session} 局", "Session {session}"),
    "penalties": ("处罚", "Penalties"),
    "where": ("局 · 桌 · 盘", "Session · table · hand"),
    "who": ("选手或队", "Player or team"),
    "what": ("事由", "What happened"),
    "how": ("处罚", "How punished"),
    "referee": ("裁判", "Referee"),
    "withdrawn_by": ("已撤销", "WITHDRAWN"),
    "signatures": ("签名", "Signatures"),
    "signed_text": (
        "本册成绩经审核无误。",
        "The results in this book have been checked.",
    ),
}
WEEKDAYS: tuple[Pair, ...] = (
    ("星期一", "Monday"),
    ("星期二", "Tuesday"),
    ("星期三", "Wednesday"),
    ("星期四", "Thursday"),
    ("星期五", "Friday"),
    ("星期六", "Saturday"),
    ("星期日", "Sunday"),
)


@dataclass(frozen=True)
class OfficialLine:
    """Somebody with an office: `role` as typed, or its code; `tables` are those that he looks after, as shown."""

    role: str
    name: str
    tables: str = ""


@dataclass(frozen=True)
class EntryLine:
    """A player as entered. `notes` are keys of the words: reserve, stand_in, withdrawn."""

    number: int
    name: str
    club: str = ""
    country: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class TeamEntry:
    """A team with its players; `name` "" are the players without a team."""

    name: str
    players: tuple[EntryLine, ...]
    number: int | None = None


@dataclass(frozen=True)
class TimeLine:
    """A line of the timetable: "09:00" or "09:00–09:30", a session or what somebody entered, and where."""

    time: str
    session: int | None = None
    title: str = ""
    place: str = ""


@dataclass(frozen=True)
class DayLines:
    """A day: "2026-11-28", its weekday from 0 for Monday, its distance from UTC, its lines."""

    date: str
    weekday: int
    utc: str
    lines: tuple[TimeLine, ...]


@dataclass(frozen=True)
class PenaltyLine:
    """A penalty: where ("2 · 5 · 7", as far as it was at a table), who, for what. `withdrawn` says why, or is ""."""

    where: str
    who: str
    punished: Punished
    reason: str = ""
    referee: str = ""
    is_withdrawn: bool = False
    withdrawn: str = ""


def officials_part(edition: Edition, officials: Sequence[OfficialLine]) -> Part:
    """Who runs the tournament, and which tables the referees look after."""
    words = edition.words
    has_tables = any(one.tables for one in officials)
    columns = [Column(words.pick(WORDS["office"]), "left", breaks=True)]
    columns += [Column(words.pick(WORDS["name"]), "left", breaks=True)]
    columns += [Column(words.pick(WORDS["duty"]), "left", breaks=True)] * has_tables
    rows = tuple(
        (Cell(_office(words, one.role)), Cell(one.name), *[Cell(one.tables)] * has_tables)
        for one in officials
    )
    return part(edition, words.pick(WORDS["officials"]), [table(Table(tuple(columns), rows), ROOM)])


def _office(words: Words, role: str) -> str:
    return " ".join(words.pick(WORDS["scorer"])) if role == "scorer" else words.office(role)


def entries_part(edition: Edition, teams: Sequence[TeamEntry]) -> Part:
    """Who is entered: team by team, or all players in one list."""
    words = edition.words
    players = [one for team in teams for one in team.players]
    named = [team for team in teams if team.name]
    counts = words.pick(WORDS["entries_count"], players=len(players))
    if named:
        counts = (*words.pick(WORDS["teams_count"], teams=len(named)), *counts)
    shown = {
        "club": any(one.club for one in players),
        "country": any(one.country for one in players),
        "note": any(one.notes for one in players),
    }
    return part(
        edition,
        words.pick(WORDS["entries"]),
        [table(_entries(words, teams, shown), ROOM)],
        details=("  ".join(counts),),
    )


def _entries(words: Words, teams: Sequence[TeamEntry], shown: dict[str, bool]) -> Table:
    """One list; every line names its team, so that a team may go on on the next page."""
    has_teams = any(team.name for team in teams)
    optional = [key for key, is_shown in shown.items() if is_shown]
    columns = [Column(words.lines("unit"), "left", breaks=True)] * has_teams
    columns += [Column(words.pick(WORDS["number"]), "center")]
    columns += [Column(words.pick(WORDS[key]), "left", breaks=True) for key in ("name", *optional)]

    def cells(team: TeamEntry, at: int, one: EntryLine) -> tuple[Cell, ...]:
        named = f"{team.number or ''} {team.name}".strip() or NONE
        notes = ", ".join(" ".join(words.pick(WORDS[key])) for key in one.notes)
        texts = {"club": one.club, "country": one.country, "note": notes}
        first = [Cell(named, colour=GREY) if at else Cell(named, BOLD)] * has_teams
        return *first, Cell(str(one.number)), Cell(one.name), *(Cell(texts[key]) for key in optional)

    rows = (cells(team, at, one) for team in teams for at, one in enumerate(team.players))
    return Table(tuple(columns), tuple(rows))


def timetable_part(edition: Edition, days: Sequence[DayLines], zone: str) -> Part:
    """What happens when, day by day; every line names its day, with the distance from UTC."""
    words = edition.words
    has_place = any(line.place for day in days for line in day.lines)
    columns = [
        Column(words.pick(WORDS["day"]), "left", breaks=True),
        Column(words.pick(WORDS["time"]), "center"),
    ]
    columns += [Column(words.pick(WORDS["event"]), "left", breaks=True)]
    columns += [Column(words.pick(WORDS["place"]), "left", breaks=True)] * has_place

    def cells(day: DayLines, at: int, line: TimeLine) -> tuple[Cell, ...]:
        shown = " ".join([day.date, *words.pick(WEEKDAYS[day.weekday]), day.utc])
        first = Cell(shown, colour=GREY) if at else Cell(shown, BOLD)
        return first, Cell(line.time), Cell(_title(words, line), BOLD), *[Cell(line.place)] * has_place

    rows = tuple(cells(day, at, line) for day in days for at, line in enumerate(day.lines))
    details = ("  ".join(words.pick(WORDS["zone"], zone=zone)),)
    blocks = [table(Table(tuple(columns), rows), ROOM)]
    return part(edition, words.pick(WORDS["timetable"]), blocks, details=details)


def _title(words: Words, line: TimeLine) -> str:
    return (
        line.title if line.session is None else "  ".join(words.pick(WORDS["session"], session=line.session))
    )


def penalties_part(edition: Edition, penalties: Sequence[PenaltyLine]) -> Part:
    """Every penalty and warning, the withdrawn ones too, in the order in which they were given."""
    words, room = edition.words, A4_ACROSS[0] - 2 * SIDE
    keys = ("who", "what", "how", "referee")
    columns = [Column(words.pick(WORDS["where"]), "center")]
    columns += [Column(words.pick(WORDS[key]), "left", breaks=True) for key in keys]

    def cells(one: PenaltyLine) -> tuple[Cell, ...]:
        colour = GREY if one.is_withdrawn else BLACK
        happened = what(words, one.punished) + (f": {one.reason}" if one.reason else "")
        punished = how(words, one.punished)
        if one.is_withdrawn:
            gone = " ".join(words.pick(WORDS["withdrawn_by"]))
            punished = f"{gone}: {punished}" + (f" ({one.withdrawn})" if one.withdrawn else "")
        texts = (one.where or NONE, one.who, happened, punished, one.referee)
        return tuple(Cell(said, colour=colour) for said in texts)

    shown = Table(tuple(columns), tuple(cells(one) for one in penalties))
    return part(edition, words.pick(WORDS["penalties"]), [table(shown, room)], A4_ACROSS)


def signatures_part(edition: Edition, chief_referee: str, organiser: str) -> Part:
    """Where the chief referee and the organiser sign for the whole book."""
    words = edition.words
    signers = [
        (words.lines("chief_referee"), chief_referee),
        (words.lines("organiser"), organiser),
        (words.lines("date"), ""),
    ]
    closing = Closing.fitted((), signers, (ROOM, 400.0))
    said = "  ".join(words.pick(WORDS["signed_text"]))
    blocks = [text(said, ROOM, 10), Block((closing.height,), partial(_draw_closing, closing), gap=30)]
    return part(edition, words.pick(WORDS["signatures"]), blocks)


def _draw_closing(closing: Closing, ink: Ink, left: float, top: float, _parts: range) -> None:
    closing.draw(ink, Area(left, left + ROOM, top, top - closing.height), top)

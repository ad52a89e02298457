"""What a team is handed: the registration form 报名表 (1998 rules, annex 1) to fill in, and its own sheet.

A team sheet lists the players as they are registered, for the leader to check, and after sessions their results with
the team's total. Teams that are small enough stand two to an A4 page, to be cut into A5.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from .closing import Closing
from .document import Area, Chapter, Document, Page, Place
from .frame import A4_UPRIGHT, SIDE, Frame
from .glyphs import BOLD, REGULAR
from .ink import BLACK, GREY, Ink
from .results import CHOICES, NONE, Played, signed
from .signed_table import signed_table
from .tables import Cell, Column, Group, Layout, Table
from .words import LANGUAGES, Words

Pair = tuple[str, str]
A5_ACROSS = (A4_UPRIGHT[0], A4_UPRIGHT[1] / 2)
HALF_SIZES = (9.0, 8.5, 8.0, 7.5, 7.0)
# The roles of the registration form; four players and one who may step in.
ROLES: tuple[Pair, ...] = (
    ("领队", "Leader"),
    ("教练", "Coach"),
    *((f"队员 {n}", f"Player {n}") for n in range(1, 5)),
    ("替补", "Substitute"),
)
FORM: tuple[tuple[Pair, float], ...] = (
    (("职务", "Role"), 0.16),
    (("姓名", "Name"), 0.34),
    (("年龄", "Age"), 0.1),
    (("性别", "Sex"), 0.1),
    (("备注", "Note"), 0.3),
)
WORDS: dict[str, Pair] = {
    "registration": ("报名表", "Registration form"),
    "unit": ("单位", "Team"),
    "leader_signs": ("领队签名", "Leader's signature"),
    "date": ("日期", "Date"),
    "team_sheet": ("队伍名单", "Team sheet"),
    "team": ("队伍名单 · 第 {number} 队", "Team sheet · team {number}"),
    "number": ("编号", "No."),
    "name": ("姓名", "Name"),
    "country": ("国家|地区", "Country"),
    "club": ("俱乐部", "Club"),
    "ema": ("EMA 号", "EMA no."),
    "note": ("备注", "Note"),
    "reserve": ("替补", "reserve"),
    "stand_in": ("陪打", "stand-in"),
    "disqualified": ("取消资格", "disqualified"),
    "withdrawn": ("退赛", "withdrawn"),
    "match": ("比赛分", "Match points"),
    "standard": ("标准分", "Standard points"),
    "total": ("合计", "Total"),
    "adjust": ("调整", "Other"),
    "place": ("名次", "Place"),
    "team_total": ("全队合计", "Team total"),
    "team_place": ("团体名次 {place}", "team place {place}"),
    "nobody": ("尚无队员", "No players yet"),
}


@dataclass(frozen=True)
class Results:
    """What somebody has: results by session, totals as shown, `adjust` what penalties took of the standard points."""

    sessions: tuple[Played | None, ...]
    match_points: str
    standard_points: str
    place: str = ""
    adjust: str = ""


@dataclass(frozen=True)
class Member:
    """A player of a team. The EMA number is text; `roles` are keys of the words, such as "reserve"."""

    number: str
    name: str
    country: str = ""
    club: str = ""
    ema_number: str = ""
    roles: tuple[str, ...] = ()
    results: Results | None = None


@dataclass(frozen=True)
class TeamSheet:
    """A team with its players in the order of their numbers, and its total where sessions are played."""

    number: int
    name: str
    members: tuple[Member, ...]
    results: Results | None = None


@dataclass(frozen=True)
class TeamSheets:
    """The sheets of teams. `sessions` are the numbers of those that count; `made_at` is in the tournament's zone."""

    tournament: str
    place_and_dates: str
    teams: tuple[TeamSheet, ...]
    sessions: tuple[int, ...]
    planned: int
    version: int
    made_at: datetime
    rehearsal: bool = False
    languages: tuple[str, ...] = LANGUAGES


@dataclass(frozen=True)
class Registration:
    """An empty registration form of a tournament."""

    tournament: str
    place_and_dates: str
    version: int
    made_at: datetime
    rehearsal: bool = False
    languages: tuple[str, ...] = LANGUAGES


def registration_document(form: Registration) -> Document:
    """One page to fill in by hand: the team, then leader, coach, four players and a substitute."""
    words = Words(form.languages)
    frame = _frame(form, words, "registration")
    signers = [(words.pick(WORDS["leader_signs"]), ""), (words.pick(WORDS["date"]), "")]
    closing = Closing((), signers, frame.first_area.width)

    def draw(ink: Ink, area: Area) -> None:
        y = area.top - 26
        unit = words.pick(WORDS["unit"])
        ink.text((area.left, y), " ".join(unit), 11, BOLD)
        ink.rule(area.left + 84, area.right, y - 3, 0.6, BLACK)
        closing.draw(ink, area, _draw_form(ink, area, words, y - 24) - 12)

    return frame.document([draw])


def team_document(sheets: TeamSheets) -> Document:
    """The sheet of each team: two to a page where all of them fit into half a page, otherwise pages of their own."""
    words = Words(sheets.languages)
    tables = [_table(sheets, team, words) for team in sheets.teams]
    halves = _halves(sheets, words, tables)
    chapters = list(_two_up(sheets, halves)) if halves is not None else list(_whole(sheets, words, tables))
    document = _frame(sheets, words, "team_sheet").document(())
    return replace(document, chapters=tuple(chapters))


def _frame(sheet: TeamSheets | Registration, words: Words, title: str) -> Frame:
    made = sheet.made_at.isoformat(sep=" ", timespec="minutes")
    return Frame(
        title=sheet.tournament,
        subtitle=sheet.place_and_dates,
        heading=words.pick(WORDS[title]),
        words=words,
        made_at=sheet.made_at,
        footer=" · ".join([made, *words.lines("edition_before_first", version=sheet.version)]),
        stamps=(words.line("rehearsal"),) if sheet.rehearsal else (),
    )


def _team_frame(sheets: TeamSheets, words: Words, team: TeamSheet, paper: tuple[float, float]) -> Frame:
    """The team's name is the title; beside the heading stand its place and how far the tournament is."""
    said = []
    if team.results is not None and team.results.place:
        said.append(" ".join(words.pick(WORDS["team_place"], place=team.results.place)))
    if sheets.sessions:
        said += words.lines("as_of", session=sheets.sessions[-1], planned=sheets.planned)
    return replace(
        _frame(sheets, words, "team_sheet"),
        title=team.name,
        subtitle=" · ".join(filter(None, (sheets.tournament, sheets.place_and_dates))),
        heading=words.pick(WORDS["team"], number=team.number),
        state=" · ".join(said),
        paper=paper,
    )


def _halves(sheets: TeamSheets, words: Words, tables: Sequence[Table]) -> list[Page] | None:
    """The sheets on half pages; None where one of them does not fit."""
    room = A5_ACROSS[0] - 2 * SIDE
    size = next((one for one in HALF_SIZES if all(table.fits(one, room) for table in tables)), None)
    if size is None:
        return None
    found = []
    for team, table in zip(sheets.teams, tables, strict=True):
        pages = _pages(_team_frame(sheets, words, team, A5_ACROSS), words, Layout(table, size, room))
        if len(pages) > 1:
            return None
        found += pages
    return found


def _two_up(sheets: TeamSheets, halves: Sequence[Page]) -> Iterator[Chapter]:
    """Two half pages on one, with a line to cut along; a half is numbered as a sheet of its own."""
    for at in range(0, len(halves), 2):
        pair = halves[at : at + 2]
        names = " · ".join(team.name for team in sheets.teams[at : at + 2])
        yield Chapter(names, [Page(A4_UPRIGHT, partial(_draw_pair, pair, at, len(halves)))])


def _draw_pair(pair: Sequence[Page], at: int, count: int, ink: Ink, _place: Place) -> None:
    middle = A4_UPRIGHT[1] / 2
    for position, half in enumerate(pair):
        ink.canvas.saveState()
        ink.canvas.translate(0, middle if position == 0 else 0)
        half.draw(ink, Place(at + position + 1, count))
        ink.canvas.restoreState()
    ink.canvas.saveState()
    ink.canvas.setDash(3, 3)
    ink.rule(0, A4_UPRIGHT[0], middle, 0.5, GREY)
    ink.canvas.restoreState()


def _whole(sheets: TeamSheets, words: Words, tables: Sequence[Table]) -> Iterator[Chapter]:
    """Pages of its own for each team, on the first paper on which the tables of all read well."""
    paper, size = CHOICES[-1]
    for paper, size in CHOICES:
        if all(table.fits(size, paper[0] - 2 * SIDE) for table in tables):
            break
    widest = max((sum(table.least) for table in tables), default=0.0) * size + 2 * SIDE
    paper = (max(paper[0], widest), paper[1])
    for team, table in zip(sheets.teams, tables, strict=True):
        layout = Layout(table, size, paper[0] - 2 * SIDE)
        yield Chapter(team.name, _pages(_team_frame(sheets, words, team, paper), words, layout))


def _pages(frame: Frame, words: Words, layout: Layout) -> list[Page]:
    """The table of a team, and under it the line for its leader."""
    signers = [(words.pick(WORDS["leader_signs"]), ""), (words.pick(WORDS["date"]), "")]
    return frame.pages(signed_table(frame, layout, (), signers))


def _table(sheets: TeamSheets, team: TeamSheet, words: Words) -> Table:
    """The players, then the team's total. What nobody of the tournament has takes no room once there are results."""
    members = [member for one in sheets.teams for member in one.members]
    facts = [
        key
        for key, field in (("country", "country"), ("club", "club"), ("ema", "ema_number"), ("note", "roles"))
        if not sheets.sessions or any(getattr(member, field) for member in members)
    ]
    results = [one.results for one in members] + [one.results for one in sheets.teams]
    adjusts = any(one is not None and one.adjust for one in results)
    columns = [
        Column(words.pick(WORDS["number"]), "center"),
        Column(words.pick(WORDS["name"]), "left", breaks=True),
        *(Column(words.pick(WORDS[key]), "left", breaks=key != "ema") for key in facts),
    ]
    first = len(columns)
    if sheets.sessions:
        sessions = [Column((str(number),)) for number in sheets.sessions]
        total = Column(words.pick(WORDS["total"]))
        columns += [*sessions, total, *sessions, *[Column(words.pick(WORDS["adjust"]))] * adjusts, total]
        columns.append(Column(words.pick(WORDS["place"]), "center"))
    rows = [_cells(member, facts, sheets, adjusts, words) for member in team.members]
    if team.results is not None and team.members:
        name = Cell(" ".join(words.pick(WORDS["team_total"])), BOLD)
        rows.append(
            (Cell(""), name, *[Cell("")] * len(facts), *_played(team.results, sheets.sessions, adjusts, True))
        )
    second = first + len(sheets.sessions) + 1
    groups = (
        Group(words.pick(WORDS["match"]), first, second - 1),
        Group(words.pick(WORDS["standard"]), second, len(columns) - 2),
    )
    return Table(
        columns=tuple(columns),
        rows=tuple(rows),
        groups=groups if sheets.sessions else (),
        empty=" ".join(words.pick(WORDS["nobody"])),
    )


def _cells(
    member: Member, facts: Sequence[str], sheets: TeamSheets, adjusts: bool, words: Words
) -> tuple[Cell, ...]:
    known = {
        "country": member.country,
        "club": member.club,
        "ema": member.ema_number,
        "note": "，".join(" ".join(words.pick(WORDS[role])) for role in member.roles),
    }
    texts = [Cell(known[key]) for key in facts]
    played = _played(member.results, sheets.sessions, adjusts, False) if sheets.sessions else ()
    return (Cell(member.number, BOLD), Cell(member.name), *texts, *played)


def _played(
    results: Results | None, sessions: Sequence[int], adjusts: bool, is_team: bool
) -> tuple[Cell, ...]:
    """Match points, standard points and place, as many cells as there are columns; dashes where nothing counts."""
    weight = BOLD if is_team else REGULAR
    if results is None:
        return tuple(Cell(NONE, colour=GREY) for _at in range(2 * len(sessions) + 3 + adjusts))
    match = [
        Cell(signed(one.match_points), weight) if one else Cell(NONE, colour=GREY) for one in results.sessions
    ]
    standard = [
        Cell(one.standard_points, weight) if one else Cell(NONE, colour=GREY) for one in results.sessions
    ]
    adjust = [Cell(results.adjust, weight)] * adjusts
    return (
        *match,
        Cell(results.match_points, BOLD),
        *standard,
        *adjust,
        Cell(results.standard_points, BOLD),
        Cell("" if is_team else results.place or NONE),
    )


def _draw_form(ink: Ink, area: Area, words: Words, top: float) -> float:
    """The empty table of the registration form. Returns where it ends."""
    heading, row = 30.0, 52.0
    bottom = top - heading - row * len(ROLES)
    ink.fill((area.left, top - heading), (area.width, heading))
    x = area.left
    for pair, share in FORM:
        ink.post(x, top, bottom, 0.6, BLACK)
        _stacked(ink, words.pick(pair), (x + area.width * share / 2, top - heading / 2), 10)
        x += area.width * share
    ink.post(area.right, top, bottom, 0.6, BLACK)
    ink.rule(area.left, area.right, top, 1.0, BLACK)
    for at, role in enumerate(ROLES):
        y = top - heading - at * row
        ink.rule(area.left, area.right, y, 0.6, BLACK)
        _stacked(ink, words.pick(role), (area.left + area.width * FORM[0][1] / 2, y - row / 2), 11)
    ink.rule(area.left, area.right, bottom, 1.0, BLACK)
    return bottom


def _stacked(ink: Ink, texts: Sequence[str], middle: tuple[float, float], size: float) -> None:
    """One word in each language under the other, around a point."""
    x, y = middle
    y += (len(texts) - 1) * 5.5 - 0.357 * size
    for at, text in enumerate(texts):
        ink.text(
            (x, y - at * 12), text, size - 2 * at, BOLD if at == 0 else REGULAR, "center", (BLACK, GREY)[at]
        )

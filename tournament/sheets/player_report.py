"""The report of one player: every session, places in the course of the tournament, rates, all hands.

It takes a page, or two where there are many sessions, and is numbered by itself, so that it can be handed out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from reportlab.lib.colors import HexColor

from scoring.fan import BY_NAME
from scoring.seats import HANDS
from tournament.queries.hand_counts import Tally

from .blocks import GAP, Block, entries, heading, set_pages, table, text
from .book import ROOM, Edition
from .document import Chapter, Page, Place
from .glyphs import BOLD, REGULAR
from .ink import ACCENT, BLACK, GREY, HAIRLINE, MIDDLE, Ink
from .results import NONE, signed
from .session_results import CHAIRS
from .statistics_sheet import decimal, percent
from .tables import Cell, Column, Table
from .words import LANGUAGES, Words

Pair = tuple[str, str]
WORDS: dict[str, Pair] = {
    "title": ("选手成绩报告", "Player's report"),
    "number": ("编号 {number}", "no. {number}"),
    "placed": ("第 {place} 名，共 {count} 人", "place {place} of {count}"),
    "session": ("局", "Session"),
    "table": ("桌", "Table"),
    "chair": ("座位", "Chair"),
    "opponents": ("同桌选手", "Opponents"),
    "match": ("比赛分", "Match |points"),
    "standard": ("标准分", "Standard |points"),
    "place": ("本桌|名次", "Table |place"),
    "after": ("局后|名次", "Place |after"),
    "bye": ("轮空", "bye"),
    "total": ("合计", "Total"),
    "adjusted": ("罚标准分", "Penalties in standard points"),
    "changed": ("→ 之后为替补上场者", "after → whoever took over the chair"),
    "course": ("各局后名次", "Place after each session"),
    "rates": ("统计", "Statistics"),
    "figure": ("项目", "Figure"),
    "own": ("本人", "Player"),
    "counted": ("计数", "Counted"),
    "field": ("全体", "Everybody"),
    "won": ("和牌率", "Hands won"),
    "self_drawn": ("和牌中自摸", "Self-draws among the wins"),
    "dealt": ("点炮率", "Dealt in"),
    "fan_won": ("平均和牌番数", "Average fan won"),
    "fan_dealt": ("平均点炮番数", "Average fan dealt in"),
    "points_won": ("平均和牌得分", "Average points won"),
    "points_dealt": ("平均点炮得分", "Average points dealt in"),
    "biggest": ("最大和牌", "Highest hand"),
    "fan": ("{fan} 番", "{fan} fan"),
    "points": ("{fan} 分", "{fan} points"),
    "hand_at": (
        "第 {session} 局第 {table} 桌第 {hand} 盘",
        "session {session}, table {table}, hand {hand}",
    ),
    "hands": ("各盘得分", "All hands"),
    "hands_legend": (
        "粗体：和牌；小字：番数，带 + 为自摸；负分带小字：点炮；○：荒牌。不含罚分",
        "bold: won; small figure: fan, with + self-drawn; a loss with a small figure: dealt in; ○: drawn hand. "
        "Without penalties",
    ),
    "points_legend": (
        "粗体：和牌；小字 +：自摸；小字 —：点炮；○：荒牌。不含罚分",
        "bold: won; small +: self-drawn; small —: dealt in; ○: drawn hand. Without penalties",
    ),
    "numbers": ("盘", "Hands"),
}
CHART = 104.0
MOST_PAGES = 2
HAND_SIZES = (7.5, 7.0, 6.5, 6.0, 5.5, 5.0)


@dataclass(frozen=True)
class HandLine:
    """What a hand brought a player. `fan` is that of a hand that he won or dealt in, 0 otherwise, or where none are."""

    score: int
    fan: int = 0
    won: bool = False
    self_drawn: bool = False
    drawn: bool = False
    dealt_in: bool = False


@dataclass(frozen=True)
class SessionLine:
    """A session of a player. `table` None is a bye, `chair` counts from 0 for 东.

    Points are None and "" where there is no result that counts, or where it belongs to somebody else; `after` is the
    place in total after the session. `hands` are by number.
    """

    number: int
    table: int | None = None
    chair: int | None = None
    opponents: tuple[str, ...] = ()
    match: int | None = None
    standard: str = ""
    place: int | None = None
    after: int | None = None
    hands: Mapping[int, HandLine] = field(default_factory=dict)


@dataclass(frozen=True)
class BestHand:
    """A win: where, with how many fan, and with which, where that is known: Chinese names with how often.

    Under house rules `fan` may be points, and `kinds` says what it was, in Chinese and English.
    """

    session: int
    table: int
    hand: int
    fan: int
    fans: Mapping[str, int] = field(default_factory=dict)
    kinds: tuple[Pair, ...] = ()


@dataclass(frozen=True)
class PlayerReport:
    """Everything about a player. `place` is "2=" where it is shared, "" for the unranked; `ranked` is how many are.

    `adjusted` is what penalties take from the standard points ("−½"), or "". `own` and `field` are the counted hands of
    the player and of everybody. `total_match` None: there is no total. `in_points`: what hands are worth is points and
    not fan.
    """

    number: int
    name: str
    team: str
    place: str
    ranked: int
    sessions: tuple[SessionLine, ...]
    own: Tally
    field: Tally
    total_match: int | None = None
    total_standard: str = ""
    adjusted: str = ""
    best: tuple[BestHand, ...] = ()
    in_points: bool = False


def report_chapter(edition: Edition, report: PlayerReport) -> Chapter:
    """The pages of a player, numbered among themselves."""
    words = edition.words
    number = " ".join(words.pick(WORDS["number"], number=report.number))
    details = ["  ".join(words.pick(WORDS["title"])), " · ".join(filter(None, (number, report.team)))]
    if report.place:
        details.append("  ".join(words.pick(WORDS["placed"], place=report.place, count=report.ranked)))
    # The name alone is the heading: it may be as long as the line.
    frame = edition.frame((report.name,), details=tuple(details))
    blocks, hands = list(_blocks(words, report)), list(_hand_blocks(words, report))
    draws = set_pages([*blocks, *hands], frame.first_area, frame.later_area)
    if len(draws) > MOST_PAGES:
        draws = set_pages(blocks, frame.first_area, frame.later_area)
    pages = frame.pages(draws)
    own = [
        Page(one.paper, partial(_draw_numbered, one, Place(at, len(pages))))
        for at, one in enumerate(pages, 1)
    ]
    return Chapter(f"{report.number} {report.name}", own)


def _draw_numbered(page: Page, place: Place, ink: Ink, _place: Place) -> None:
    page.draw(ink, place)


def _blocks(words: Words, report: PlayerReport) -> Iterator[Block]:
    yield table(_sessions(words, report), ROOM, gap=0)
    if any("→" in name for one in report.sessions for name in one.opponents):
        yield text("  ".join(words.pick(WORDS["changed"])), ROOM, 7.5, colour=GREY)
    course = [(one.number, one.after) for one in report.sessions if one.after is not None]
    if len(course) > 1:
        yield heading(words.pick(WORDS["course"]), ROOM)
        yield _chart(course, report.ranked)
    if report.own.hands:
        yield heading(words.pick(WORDS["rates"]), ROOM)
        yield table(_rates(words, report), ROOM)
        if report.best:
            yield entries([(words.pick(WORDS["biggest"]), tuple(_best(words, report)))], ROOM, 8.5)


def _hand_blocks(words: Words, report: PlayerReport) -> Iterator[Block]:
    """All hands; they are left out where the report would need a third page for them."""
    if any(one.hands for one in report.sessions):
        yield heading(words.pick(WORDS["hands"]), ROOM)
        yield table(_hands(words, report), ROOM, HAND_SIZES)
        legend = words.pick(WORDS["points_legend" if report.in_points else "hands_legend"])
        yield text("  ".join(legend), ROOM, 7.0, colour=GREY)


def _sessions(words: Words, report: PlayerReport) -> Table:
    columns = (
        Column(words.pick(WORDS["session"]), "center"),
        Column(words.pick(WORDS["table"]), "center"),
        Column(words.pick(WORDS["chair"]), "center"),
        Column(words.pick(WORDS["opponents"]), "left", breaks=True),
        Column(words.pick(WORDS["match"])),
        Column(words.pick(WORDS["standard"])),
        Column(words.pick(WORDS["place"]), "center"),
        Column(words.pick(WORDS["after"]), "center"),
    )

    def cells(one: SessionLine) -> tuple[Cell, ...]:
        bye = " ".join(words.pick(WORDS["bye"]))
        return (
            Cell(str(one.number), BOLD),
            Cell(str(one.table or NONE)),
            Cell(NONE if one.chair is None else " ".join(words.pick(CHAIRS[one.chair]))),
            Cell(" · ".join(one.opponents) if one.table is not None else bye),
            Cell(signed(one.match)),
            Cell(one.standard or NONE),
            Cell(str(one.place or NONE)),
            Cell(str(one.after or NONE)),
        )

    rows = [cells(one) for one in report.sessions]
    none = (Cell(""), Cell(""), Cell(""))
    if report.adjusted:
        rows.append((*none, _label(words, "adjusted"), Cell(""), Cell(report.adjusted), Cell(""), Cell("")))
    if report.total_match is not None:
        total = Cell(signed(report.total_match), BOLD), Cell(report.total_standard, BOLD)
        rows.append((*none, _label(words, "total"), *total, Cell(""), Cell(report.place, BOLD)))
    return Table(columns, tuple(rows))


def _label(words: Words, key: str) -> Cell:
    return Cell(" ".join(words.pick(WORDS[key])), BOLD)


def _rates(words: Words, report: PlayerReport) -> Table:
    """A player's rates and averages beside those of the field, with what they are counted from."""
    own, everybody = report.own, report.field
    won, dealt = ("points_won", "points_dealt") if report.in_points else ("fan_won", "fan_dealt")
    rows = (
        ("won", percent(own.win_rate), (own.wins, own.hands), percent(everybody.win_rate)),
        (
            "self_drawn",
            percent(own.self_draw_rate),
            (own.self_draws, own.wins),
            percent(everybody.self_draw_rate),
        ),
        ("dealt", percent(own.deal_in_rate), (own.deal_ins, own.hands), percent(everybody.deal_in_rate)),
        (won, decimal(own.mean_fan_won), (own.fan_won, own.wins), decimal(everybody.mean_fan_won)),
        (
            dealt,
            decimal(own.mean_fan_dealt),
            (own.fan_dealt, own.deal_ins),
            decimal(everybody.mean_fan_dealt),
        ),
    )
    columns = [Column(words.pick(WORDS["figure"]), "left", breaks=True)]
    columns += [Column(words.pick(WORDS[key])) for key in ("own", "counted", "field")]
    return Table(
        tuple(columns),
        tuple(
            (
                Cell("  ".join(words.pick(WORDS[key]))),
                Cell(shown, BOLD),
                Cell(f"{part} / {whole}", colour=GREY),
                Cell(beside),
            )
            for key, shown, (part, whole), beside in rows
        ),
    )


def _best(words: Words, report: PlayerReport) -> Iterator[str]:
    """The highest win, and where it was won; equal ones all."""
    best, worth = report.best, WORDS["points" if report.in_points else "fan"]
    colons = {"zh": ("：", "；"), "en": (": ", "; ")}
    for at, language in enumerate(words.languages_in_order):
        colon, semicolon = colons[language]
        places = [
            words.pick(WORDS["hand_at"], session=one.session, table=one.table, hand=one.hand)[at]
            + _named(one, language)
            for one in best
        ]
        yield words.pick(worth, fan=best[0].fan)[at] + colon + semicolon.join(places)


def _named(best: BestHand, language: str) -> str:
    """Fan in brackets, the highest first, or the kind of hand; nothing where they are not known."""
    ordered = sorted(best.fans.items(), key=lambda one: -BY_NAME[one[0]].points)
    names = [
        (name if language == "zh" else BY_NAME[name].en) + (f" × {count}" if count > 1 else "")
        for name, count in ordered
    ] or [pair[LANGUAGES.index(language)] for pair in best.kinds]
    before, between, after = ("（", "、", "）") if language == "zh" else (" (", ", ", ")")
    return f"{before}{between.join(names)}{after}" if names else ""


def _hands(words: Words, report: PlayerReport) -> Table:
    """A line for each session, a column for each hand; of longer sessions a line for every sixteen hands."""
    last = max((n for one in report.sessions for n in one.hands), default=HANDS)
    columns = [Column(words.pick(WORDS["session"]), "center")]
    if last > HANDS:
        columns.append(Column(words.pick(WORDS["numbers"]), "center"))
        columns += [Column(("",))] * HANDS
    else:
        columns += [Column((str(number),)) for number in range(1, last + 1)]
    rows: list[tuple[Cell, ...]] = []
    for one in report.sessions:
        if one.hands:
            rows += _session_hands(one, last, report.in_points)
    return Table((*columns, Column(words.pick(WORDS["total"]))), tuple(rows))


def _session_hands(one: SessionLine, last: int, in_points: bool) -> Iterator[tuple[Cell, ...]]:
    """The hands of a session, on one line where no session has more than sixteen."""
    total = Cell(signed(sum(hand.score for hand in one.hands.values())), BOLD)
    if last <= HANDS:
        cells = (_hand(one.hands.get(number), in_points) for number in range(1, last + 1))
        yield Cell(str(one.number), BOLD), *cells, total
        return
    for first in range(1, max(one.hands) + 1, HANDS):
        cells = (_hand(one.hands.get(number), in_points) for number in range(first, first + HANDS))
        session = Cell(str(one.number), BOLD) if first == 1 else Cell("")
        ends = first + HANDS > max(one.hands)
        yield session, Cell(f"{first}–{first + HANDS - 1}", colour=GREY), *cells, total if ends else Cell("")


def _hand(hand: HandLine | None, in_points: bool) -> Cell:
    if hand is None:
        return Cell("")
    if hand.drawn:
        return Cell("○" if not hand.score else f"○ {signed(hand.score)}", colour=GREY)
    if in_points:
        note = "+" if hand.self_drawn else "—" if hand.dealt_in else ""
    else:
        note = f"{hand.fan}{'+' if hand.self_drawn else ''}" if hand.fan else ""
    return Cell(signed(hand.score), BOLD if hand.won else REGULAR, note)


def _chart(course: Sequence[tuple[int, int]], ranked: int) -> Block:
    """The place after each session: the first place at the top, the last one at the bottom, sessions to the right."""
    last = max(ranked, *(place for _session, place in course))

    def draw(ink: Ink, left: float, top: float, _parts: range) -> None:
        start, end, high, low = left + 30, left + ROOM - 24, top - 16, top - CHART + 16
        for place, y in ((1, high), (last, low)):
            ink.rule(start - 8, end + 8, y)
            ink.text((start - 12, y - MIDDLE * 8), str(place), 8, align="right", colour=GREY)
        points = [
            (
                start + (end - start) * at / (len(course) - 1),
                high - (high - low) * (place - 1) / max(last - 1, 1),
            )
            for at, (_session, place) in enumerate(course)
        ]
        _draw_line(ink, points)
        for (x, y), (session, place) in zip(points, course, strict=True):
            ink.post(x, high, low, 0.3, HAIRLINE)
            ink.text((x, low - 13), str(session), 8, align="center", colour=GREY)
            # The figure stands above its point, and below it where the line of the first place is.
            ink.text((x, y - 12 if y > high - 10 else y + 6), str(place), 8.5, BOLD, "center", BLACK)

    return Block((CHART,), draw, gap=GAP / 2)


def _draw_line(ink: Ink, points: Sequence[tuple[float, float]]) -> None:
    path = ink.canvas.beginPath()
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    ink.canvas.setStrokeColor(HexColor(ACCENT))
    ink.canvas.setLineWidth(1.4)
    ink.canvas.drawPath(path, stroke=1, fill=0)
    ink.canvas.setFillColor(HexColor(ACCENT))
    for x, y in points:
        ink.canvas.circle(x, y, 2.4, stroke=0, fill=1)

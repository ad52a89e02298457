"""The penalty record 处罚记录, by the official form (1998 rules, annex 4): every penalty and warning, none left out.

The columns keep the order of the form: session, group and table; team, name, number; where it happened, what, how it
was punished, note. What was withdrawn stays in its place, struck through, and its note says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from scoring.standard_points import show

from .closing import Note, Signer
from .document import Document
from .frame import A4_ACROSS, SIDE, Frame
from .ink import BLACK, GREY, LEADING, Ink
from .lines import Fitted, fit, width
from .signed_table import signed_table
from .tables import PADDING, Cell, Column, Layout, Table
from .words import LANGUAGES, Words

NONE = "–"
SIZES = (8.5, 8.0, 7.5, 7.0, 6.5, 6.0)
Pair = tuple[str, str]
KINDS: dict[str, Pair] = {
    "false_win": ("错和", "false win"),
    "false_win_below_minimum": ("错和（未到起和番）", "false win: under the minimum"),
    "false_win_wrong_tile": ("和错牌", "false win: wrong tile"),
    "false_win_not_ready": ("诈和（未听牌）", "false win: not ready"),
    "false_win_deliberate": ("诈和（故意）", "false win: deliberate"),
    "wrong_tile_count": ("相公", "wrong tile count"),
    "empty_call": ("空叫", "empty call"),
    "early_draw": ("提前摸牌", "drew early"),
    "wrong_call": ("错吃、错碰、错杠", "wrong call"),
    "exposed_tiles": ("碰倒他人的牌", "exposed another's tiles"),
    "concealed_kong": ("暗杠未示", "concealed kong not shown"),
    "late": ("迟到", "late"),
    "conduct": ("行为不当", "conduct"),
    "other": ("其他", "other"),
}
PAID: dict[str, Pair] = {
    "warning": ("警告", "a warning"),
    "no_points": ("不罚分", "no points"),
    "standard": ("扣标准分 {amount}", "{amount} standard points deducted"),
    "deduct": ("扣 {amount} 分", "{amount} deducted"),
    "pay_each": ("赔其余各家 {amount} 分", "pays {amount} to each"),
    "pay_one": ("赔 {victim} {amount} 分", "pays {amount} to {victim}"),
    "dead_hand": ("停和", "dead hand"),
    "disqualified": ("取消资格", "disqualified"),
}
WORDS: dict[str, Pair] = {
    "title": ("处罚记录", "Penalty record"),
    "whole": ("全部各局", "All sessions"),
    "one": ("第 {session} 局", "Session {session}"),
    "session": ("局", "Session"),
    "group": ("组", "Group"),
    "table": ("桌", "Table"),
    "unit": ("单位", "Team"),
    "name": ("姓名", "Name"),
    "number": ("编号", "No."),
    "where": ("发生于", "Where"),
    "what": ("事由", "What happened"),
    "how": ("处罚", "How punished"),
    "note": ("备注", "Note"),
    "hand": ("第 {hand} 盘", "hand {hand}"),
    "at_table": ("桌上", "at the table"),
    "of_tournament": ("桌外", "away from the tables"),
    "of_team": ("全队", "the team"),
    "withdrawn": ("已撤销", "WITHDRAWN"),
    "none": ("无处罚、无警告", "No penalty and no warning"),
    "counted": ("合计", "In all"),
    "counted_text": (
        "记录 {count} 项，其中已撤销 {withdrawn} 项（划线）",
        "entries: {count}; of these withdrawn, and struck through: {withdrawn}",
    ),
    "chief_referee": ("裁判长", "Chief referee"),
    "recorder": ("记录", "Recorder"),
    "date": ("日期", "Date"),
}


@dataclass(frozen=True)
class Punished:
    """What somebody is punished for, and how. `amount` is in match points or, with `standard`, in standard points.

    `kind` is one of `scoring.penalties.KINDS`, `mode` one of `MODES`; an amount of 0 is a warning (RULES §3).
    """

    kind: str
    amount: Fraction
    mode: str = "deduct"
    standard: bool = False
    victim: str = ""
    dead_hand: bool = False
    disqualified: bool = False


@dataclass(frozen=True)
class Withdrawn:
    """When a penalty was withdrawn (in the tournament's zone), by whom, and why."""

    at: datetime
    by: str
    why: str


@dataclass(frozen=True)
class PenaltyRow:
    """One penalty or warning. A penalty of the tournament has no session; `number` is of the player or of the team."""

    punished: Punished
    name: str
    number: str
    at: datetime
    team: str = ""
    is_team: bool = False
    session: int | None = None
    group: str = ""
    table: int | None = None
    hand: int | None = None
    reason: str = ""
    referee: str = ""
    withdrawn: Withdrawn | None = None


@dataclass(frozen=True)
class PenaltySheet:
    """The record of the whole tournament, or of one `session`. `made_at` is in the tournament's own zone."""

    tournament: str
    place_and_dates: str
    rows: tuple[PenaltyRow, ...]
    version: int
    made_at: datetime
    session: int | None = None
    rehearsal: bool = False
    chief_referee: str = ""
    languages: tuple[str, ...] = LANGUAGES


def what(words: Words, punished: Punished) -> str:
    """What happened, in the languages of the sheet."""
    pair = KINDS.get(punished.kind)
    return " ".join(words.pick(pair)) if pair else punished.kind


def how(words: Words, punished: Punished) -> str:
    """How it is punished, in the languages of the sheet: "赔其余各家 10 分，停和 / pays 10 to each, dead hand"."""
    if not punished.amount:
        key = "no_points" if punished.dead_hand or punished.disqualified else "warning"
    else:
        key = "standard" if punished.standard else punished.mode
    keys = [key]
    keys += ["dead_hand"] * punished.dead_hand + ["disqualified"] * punished.disqualified
    amount = show(Fraction(punished.amount))
    texts = [words.pick(PAID[one], amount=amount, victim=punished.victim or NONE) for one in keys]
    commas = {"zh": "，", "en": ", "}
    return " / ".join(
        commas[language].join(text[at] for text in texts)
        for at, language in enumerate(words.languages_in_order)
    )


def penalty_document(sheet: PenaltySheet) -> Document:
    """The record on A4 across, as many pages as it takes, signed on the last by the chief referee."""
    words = Words(sheet.languages)
    frame = _frame(sheet, words)
    table = _table(sheet, words)
    room = A4_ACROSS[0] - 2 * SIDE
    size = next((one for one in SIZES if table.fits(one, room)), SIZES[-1])
    layout = Layout(table, size, room)
    struck = {at for at, row in enumerate(sheet.rows) if row.withdrawn}

    def strike(ink: Ink, left: float, top: float, rows: range) -> None:
        _strike(ink, layout, (left, top), rows, struck)

    return frame.document(signed_table(frame, layout, _notes(sheet, words), _signers(sheet, words), strike))


def _strike(ink: Ink, layout: Layout, at: tuple[float, float], rows: range, struck: set[int]) -> None:
    """A line through every line of text of the withdrawn rows, but for the note, which says why."""
    left, y = at
    for number in rows:
        height = layout.heights[number]
        if number in struck:
            for column, cell in enumerate(layout.table.rows[number][:-1]):
                _strike_cell(ink, layout, column, cell, (left, y - height / 2))
        y -= height


def _strike_cell(ink: Ink, layout: Layout, column: int, cell: Cell, at: tuple[float, float]) -> None:
    left, middle = at
    inset = PADDING * layout.size
    start, end = left + layout.edges[column] + inset, left + layout.edges[column + 1] - inset
    fitted = Fitted((cell.text,), layout.size)
    if layout.table.columns[column].breaks:
        fitted = fit(cell.text, end - start, layout.size, cell.weight)
    step = fitted.size * LEADING
    y = middle + step * (len(fitted.lines) - 1) / 2
    for line in fitted.lines:
        across = width(line, fitted.size, cell.weight)
        x = (start + end - across) / 2 if layout.table.columns[column].align == "center" else start
        if across:
            ink.rule(x - 1, x + across + 1, y, 0.7, BLACK)
        y -= step


def _frame(sheet: PenaltySheet, words: Words) -> Frame:
    of = words.pick(WORDS["one"], session=sheet.session) if sheet.session else words.pick(WORDS["whole"])
    made = sheet.made_at.isoformat(sep=" ", timespec="minutes")
    return Frame(
        title=sheet.tournament,
        subtitle=sheet.place_and_dates,
        heading=words.pick(WORDS["title"]),
        words=words,
        made_at=sheet.made_at,
        state=" ".join(of),
        footer=" · ".join([made, *words.lines("edition_before_first", version=sheet.version)]),
        stamps=(words.line("rehearsal"),) if sheet.rehearsal else (),
        paper=A4_ACROSS,
    )


def _table(sheet: PenaltySheet, words: Words) -> Table:
    has_group = any(row.group for row in sheet.rows)
    has_team = any(row.team for row in sheet.rows)
    columns = [Column(words.pick(WORDS["session"]), "center")]
    columns += [Column(words.pick(WORDS["group"]), "left", breaks=True)] * has_group
    columns += [Column(words.pick(WORDS["table"]), "center")]
    columns += [Column(words.pick(WORDS["unit"]), "left", breaks=True)] * has_team
    columns += [
        Column(words.pick(WORDS["name"]), "left", breaks=True),
        Column(words.pick(WORDS["number"]), "center"),
        *(Column(words.pick(WORDS[key]), "left", breaks=True) for key in ("where", "what", "how", "note")),
    ]

    def cells(row: PenaltyRow) -> list[Cell]:
        colour = GREY if row.withdrawn else BLACK
        texts = [str(row.session or NONE), *[row.group or NONE] * has_group, str(row.table or NONE)]
        texts += [row.team or NONE] * has_team
        reason = f": {row.reason}" if row.reason else ""
        texts += [row.name, row.number, _where(row, words), what(words, row.punished) + reason]
        texts.append(how(words, row.punished))
        return [*(Cell(text, colour=colour) for text in texts), Cell(_note(row, words))]

    return Table(
        columns=tuple(columns),
        rows=tuple(tuple(cells(row)) for row in sheet.rows),
        empty=words.pick(WORDS["none"])[0],
    )


def _where(row: PenaltyRow, words: Words) -> str:
    if row.hand is not None:
        return " ".join(words.pick(WORDS["hand"], hand=row.hand))
    if row.table is not None:
        return " ".join(words.pick(WORDS["at_table"]))
    return " ".join(words.pick(WORDS["of_team" if row.is_team else "of_tournament"]))


def _note(row: PenaltyRow, words: Words) -> str:
    """Who gave it and when; of what was withdrawn who did that, when and why."""
    given = f"{row.at:%m-%d %H:%M} {row.referee}".strip()
    if row.withdrawn is None:
        return given
    gone = " ".join([*words.pick(WORDS["withdrawn"]), f"{row.withdrawn.at:%m-%d %H:%M}", row.withdrawn.by])
    return f"{given} · {gone.strip()}: {row.withdrawn.why}"


def _notes(sheet: PenaltySheet, words: Words) -> list[Note]:
    notes: list[Note] = []
    if sheet.rehearsal:
        notes.append((words.line("state"), words.lines("rehearsal_text")))
    counts = {"count": len(sheet.rows), "withdrawn": sum(row.withdrawn is not None for row in sheet.rows)}
    return [*notes, (words.pick(WORDS["counted"])[0], words.pick(WORDS["counted_text"], **counts))]


def _signers(sheet: PenaltySheet, words: Words) -> Sequence[Signer]:
    return [
        (words.pick(WORDS["chief_referee"]), sheet.chief_referee),
        (words.pick(WORDS["recorder"]), ""),
        (words.pick(WORDS["date"]), ""),
    ]

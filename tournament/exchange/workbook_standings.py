"""The sheets of players and of teams: every total is a sum over cells that stand beside or below it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tournament.queries.standings import Line, Standings

from .workbook_file import BOLD, HEAD, TIED, Formula, Look, Sheet, Styled, Value, letter, sum_of
from .workbook_words import both

ZERO = Fraction(0)
Cells = list[Value | Styled]


@dataclass(frozen=True)
class Columns:
    """Which columns the standings have: the sessions that count, and what somebody has besides them."""

    sessions: tuple[int, ...]
    has_carried: bool
    has_deducted: bool
    has_starting: bool
    has_groups: bool


def columns_of(*tables: Standings) -> Columns:
    """The columns that all of these standings need."""
    lines = [line for standings in tables for line in standings.lines]
    return Columns(
        sessions=tuple(sorted({number for line in lines for number in line.sessions})),
        has_carried=any(line.carried_standard or line.carried_match for line in lines),
        has_deducted=any(deducted(line) for line in lines),
        has_starting=any(line.with_starting != line.match for line in lines),
        has_groups=any(line.group for line in lines),
    )


def deducted(line: Line) -> Fraction:
    """The standard points that penalties took: a negative number, or 0."""
    return line.standard_adjust - line.carried_standard


def players_sheet(standings: Standings, columns: Columns, title: str) -> Sheet:
    """Place, number, name, team, the points of each session, and the totals."""
    groups = [both("group")] * columns.has_groups
    who = [*groups, both("place"), both("number"), both("name"), both("team")]
    sheet = _begun(title, who, columns, [7] * len(groups) + [7, 7, 24, 24], [both("note")], [32])
    for line in standings.lines:
        row = _Row(sheet, columns, len(who))
        cells: Cells = [line.group] if columns.has_groups else []
        cells += [_place(line), line.number, line.name, line.team]
        sheet.add([*cells, *row.of_line(line), _note(line)])
    return sheet


def teams_sheet(
    teams: Standings, players: Standings, columns: Columns, title: str, *, is_ranked: bool
) -> Sheet:
    """Each team with its members below it: its figures are sums over their rows."""
    who = [both("place"), both("team_number"), both("team"), both("number"), both("name")]
    sheet = _begun(title, who, columns, [7, 7, 24, 7, 24], [], [])
    members: dict[str, list[Line]] = defaultdict(list)
    for line in players.lines:
        members[line.team].append(line)
    for team in teams.lines:
        _add_team(sheet, columns, team, members[team.name], is_ranked=is_ranked)
    return sheet


def _add_team(
    sheet: Sheet, columns: Columns, team: Line, members: Sequence[Line], *, is_ranked: bool
) -> None:
    own = deducted(team) - sum((deducted(line) for line in members), ZERO)
    row = _Row(sheet, columns, 5)
    below = len(members) + bool(own)
    place = _place(team, bold=True) if is_ranked else None
    head: Cells = [place, team.number, team.name, None, None]
    sheet.add([*head, *row.of_team(team, below)], BOLD)
    for line in members:
        row = _Row(sheet, columns, 5)
        sheet.add([None, None, None, line.number, line.name, *row.of_line(line)])
    if own:
        row = _Row(sheet, columns, 5)
        sheet.add([None, None, None, None, both("team_penalties"), *row.taken(own)])


def _begun(
    title: str,
    who: Sequence[str],
    columns: Columns,
    widths: Sequence[int],
    more: Sequence[str],
    more_widths: Sequence[int],
) -> Sheet:
    """A sheet with its two rows of headings, which stay where they are when one scrolls."""
    sessions = [both("session_n", n=number) for number in columns.sessions]
    carried = [both("carried")] * columns.has_carried
    standard = [*carried, *sessions, *([both("deducted")] * columns.has_deducted), both("total")]
    match = [*carried, *sessions, both("total"), *([both("with_starting")] * columns.has_starting)]
    sheet = Sheet(
        title,
        [*widths, *([10] * (len(standard) + len(match))), *more_widths],
        frozen=f"{letter(len(who) + 1)}3",
    )
    blank = [""] * len(who)
    sheet.add(
        [
            *blank,
            both("standard"),
            *([""] * (len(standard) - 1)),
            both("match"),
            *([""] * (len(match) - 1 + len(more))),
        ],
        HEAD,
    )
    sheet.add([*who, *standard, *match, *more], HEAD)
    return sheet


class _Row:
    """The points of the next row of a sheet: blocks of standard points and of match points, each with its sum."""

    def __init__(self, sheet: Sheet, columns: Columns, before: int) -> None:
        self.columns, self.number, self.first = columns, sheet.next, before + 1

    def of_line(self, line: Line) -> Cells:
        """What a player has; a session that he did not play is empty."""
        results = [line.sessions.get(number) for number in self.columns.sessions]
        standard: Cells = [line.carried_standard] * self.columns.has_carried
        standard += [r.standard if r else None for r in results]
        standard += [deducted(line)] * self.columns.has_deducted
        match: Cells = [whole(line.carried_match)] * self.columns.has_carried
        match += [whole(r.match) if r else None for r in results]
        return self._with_totals(line, standard, match)

    def of_team(self, team: Line, below: int) -> Cells:
        """Sums over the rows below, those of the members, and the sums of these."""
        results = [team.sessions.get(number) for number in self.columns.sessions]
        standard = [team.carried_standard] * self.columns.has_carried
        standard += [r.standard if r else ZERO for r in results]
        standard += [deducted(team)] * self.columns.has_deducted
        match = [team.carried_match] * self.columns.has_carried
        match += [r.match if r else ZERO for r in results]
        after = self.first + len(standard) + 1
        return self._with_totals(
            team,
            [self._sum_below(at, value, below) for at, value in enumerate(standard, self.first)],
            [self._sum_below(at, value, below, _form(value)) for at, value in enumerate(match, after)],
        )

    def taken(self, points: Fraction) -> Cells:
        """What a penalty took from the team itself: nothing but that, and its sum."""
        before: Cells = [None] * (self.columns.has_carried + len(self.columns.sessions))
        total = sum_of(self._range(self.first, len(before) + 1), [points])
        return [*before, points, Styled(total, BOLD)]

    def _sum_below(self, at: int, value: Fraction, below: int, form: str = "") -> Value:
        if not below:
            return 0
        column = letter(at)
        return sum_of(f"{column}{self.number + 1}:{column}{self.number + below}", [value], form)

    def _with_totals(self, line: Line, standard: Sequence[Any], match: Sequence[Any]) -> Cells:
        after = self.first + len(standard) + 1
        totals = (
            Formula(f"SUM({self._range(self.first, len(standard))})", line.standard),
            Formula(f"SUM({self._range(after, len(match))})", line.match, _form(line.match)),
        )
        cells: Cells = [*standard, Styled(totals[0], BOLD), *match, Styled(totals[1], BOLD)]
        if self.columns.has_starting:
            total, start = f"{letter(after + len(match))}{self.number}", line.with_starting - line.match
            cells.append(Formula(f"{total}+{start}", line.with_starting, _form(line.with_starting)))
        return cells

    def _range(self, first: int, length: int) -> str:
        return f"{letter(first)}{self.number}:{letter(first + length - 1)}{self.number}"


def whole(points: Fraction) -> Fraction | int:
    """Points as a whole number where they are one, so that they are not shown in the format of fractions."""
    return int(points) if points.denominator == 1 else points


def _form(points: Fraction) -> str:
    return "0" if points.denominator == 1 else ""


def _place(line: Line, *, bold: bool = False) -> Styled | None:
    return None if line.place is None else Styled(line.place, Look(TIED if line.shared else "0", bold=bold))


def _note(line: Line) -> str:
    if line.place is None:
        return both("disqualified")
    return both("withdrawn") if line.has_withdrawn else ""

"""The lines of the standings as they are shown: every figure as text, and the arithmetic of each total."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.standard_points import MINUS, show
from tournament.models import Tournament
from tournament.queries.initials import initials
from tournament.queries.people import Deduction, DrawnLot
from tournament.queries.sentences import PENALTY_KINDS
from tournament.queries.standings import Line, Standings
from tournament.templatetags.quesai import signed, whole
from tournament.wording import clauses, labelled, listed

from .rule_words import TIE_BREAKS

Deducted = Mapping[int, Sequence[Deduction]]
Lots = Mapping[int, DrawnLot]


@dataclass(frozen=True)
class Cell:
    """One session of somebody: standard points, match points, the place at the table (0 for a team)."""

    label: str
    standard: str
    match: str
    tone: str
    place: int


@dataclass(frozen=True)
class Member:
    """One of a team, with his own totals."""

    name: str
    url: str
    standard: str
    match: str


@dataclass(frozen=True)
class Row:
    """One line. `sum`, `match_sum` and `start_sum` write the totals out, `taken` names what penalties took.

    `carried` says what was brought along from the stage before, `group` is the group there. `tie` says what decided
    between people with the same points, or that nothing did; `lot` has the lot that was drawn, with its reason.
    A brief one has no sessions and no arithmetic, and leads to the page that has.
    """

    id: str
    number: int
    name: str
    url: str
    team: str
    pinyin: str
    place: int | None
    shared: bool
    moved: int
    distance: int
    standard: str
    match: str
    with_starting: str
    cells: tuple[Cell | None, ...] = ()
    sum: str = ""
    match_sum: str = ""
    start_sum: str = ""
    tie: str = ""
    taken: tuple[str, ...] = ()
    carried: str = ""
    lot: str = ""
    group: int | None = None
    members: tuple[Member, ...] = ()
    has_withdrawn: bool = False
    is_brief: bool = True


def player_rows(
    tournament: Tournament, standings: Standings, deducted: Deducted, lots: Lots
) -> tuple[Row, ...]:
    """The players' lines; a name leads to the player's page."""
    maker = _Maker(tournament, standings, deducted, lots)
    return tuple(maker.row(line, "p", maker.player_url(line.number)) for line in standings.lines)


def brief_rows(tournament: Tournament, standings: Standings) -> tuple[Row, ...]:
    """The players' lines without their sessions: of a thousand players those are nine tenths of the page."""
    maker = _Maker(tournament, standings, {}, {})
    return tuple(maker.brief(line, "p", maker.player_url(line.number)) for line in standings.lines)


def player_row(
    tournament: Tournament, standings: Standings, deducted: Deducted, lots: Lots, line: Line
) -> Row:
    """One of the players' lines."""
    maker = _Maker(tournament, standings, deducted, lots)
    return maker.row(line, "p", maker.player_url(line.number))


def team_rows(
    tournament: Tournament, standings: Standings, deducted: Deducted, players: Standings
) -> tuple[Row, ...]:
    """The teams' lines, each with its members."""
    maker = _Maker(tournament, standings, deducted, {})
    members: dict[str, list[Member]] = {}
    for line in players.lines:
        if line.team:
            url = maker.player_url(line.number)
            shown = Member(line.name, url, show(line.standard), signed(line.match))
            members.setdefault(line.team, []).append(shown)
    return tuple(maker.row(line, "t", "", tuple(members.get(line.name, ()))) for line in standings.lines)


def session_numbers(standings: Standings) -> tuple[int, ...]:
    """The sessions in which anybody has a result, in order: the columns."""
    return tuple(sorted({number for line in standings.lines for number in line.sessions}))


def written_out(terms: Iterable[Fraction], total: Fraction) -> str:
    """A sum as one writes it on paper, "4 + 3½ − ½ = 7"; empty where there is nothing to add up."""
    terms = list(terms)
    if len(terms) < 2:
        return ""
    first, *others = terms
    parts = [show(first), *(f"{MINUS if t < 0 else '+'} {show(abs(t))}" for t in others)]
    return f"{' '.join(parts)} = {show(total)}"


class _Maker:
    """Makes the rows of one table of standings."""

    def __init__(self, tournament: Tournament, standings: Standings, deducted: Deducted, lots: Lots) -> None:
        self.numbers = session_numbers(standings)
        self.labels = {n: _("Session %(n)s") % {"n": n} for n in self.numbers}
        self.deducted, self.lots = deducted, lots
        self.level = _level(standings)
        # One address is made, the others are written after its pattern: reverse() is slow for a thousand.
        self.before, self.after = reverse("public:player", args=[tournament.slug, 0]).rsplit("0", 1)

    def player_url(self, number: int) -> str:
        return f"{self.before}{number}{self.after}"

    def row(self, line: Line, kind: str, url: str, members: tuple[Member, ...] = ()) -> Row:
        played = [line.sessions[n] for n in self.numbers if n in line.sessions]
        taken = [d for d in self.deducted.get(line.id, ()) if d.session is None or d.session in line.sessions]
        own = -sum((d.amount for d in taken), Fraction(0))
        # A team's adjustment holds its members' as well.
        other = line.standard_adjust - line.carried_standard - own
        terms = [line.carried_standard] if line.carried_standard else []
        terms += [r.standard for r in played] + [-d.amount for d in taken] + ([other] if other else [])
        match = [line.carried_match] if line.carried_match else []
        start = line.with_starting - line.match
        return replace(
            self.brief(line, kind, url),
            is_brief=False,
            cells=tuple(self._cell(line, n) for n in self.numbers),
            sum=written_out(terms, line.standard),
            match_sum=written_out([*match, *(r.match for r in played)], line.match),
            start_sum=_with_start(line, start),
            tie=_tie(line) if line.id in self.level else "",
            carried=_carried(line),
            lot=_lot(self.lots.get(line.id)) if kind == "p" else "",
            taken=tuple(_taken(d) for d in taken) + ((_members_taken(other, kind),) if other else ()),
            members=members,
        )

    def brief(self, line: Line, kind: str, url: str) -> Row:
        """What a line tells before it is opened."""
        return Row(
            id=f"{kind}{line.number}",
            number=line.number,
            name=line.name,
            url=url,
            team=line.team,
            pinyin=initials(line.name),
            place=line.place,
            shared=line.shared,
            moved=(line.moved > 0) - (line.moved < 0) if line.moved else 0,
            distance=abs(line.moved or 0),
            standard=show(line.standard),
            match=signed(line.match),
            with_starting=whole(line.with_starting),
            group=line.group,
            has_withdrawn=line.has_withdrawn,
            is_brief=True,
        )

    def _cell(self, line: Line, number: int) -> Cell | None:
        result = line.sessions.get(number)
        if result is None:
            return None
        tone = "gain" if result.match > 0 else "loss" if result.match < 0 else ""
        return Cell(self.labels[number], show(result.standard), signed(result.match), tone, result.place or 0)


def _level(standings: Standings) -> set[int]:
    """Whose standard and match points are those of the line above or below."""
    found = set()
    for above, below in pairwise(standings.lines):
        same = (above.standard, above.match) == (below.standard, below.match)
        if same and below.sessions and above.place is not None and below.place is not None:
            found |= {above.id, below.id}
    return found


def _tie(line: Line) -> str:
    """The tie-breaks after standard and match points with their values, and where they did not help."""
    keys = [
        labelled(TIE_BREAKS.get(key, key), key_value(value))
        for key, value in line.keys.items()
        if key not in ("standard_points", "match_points")
    ]
    return clauses([*keys, _("equal in everything: the same place")] if line.shared else keys)


def _carried(line: Line) -> str:
    """What was brought along from the stage before; empty where that is nothing."""
    if not (line.carried_standard or line.carried_match):
        return ""
    text = _("%(standard)s standard points and %(match)s match points carried over")
    return text % {"standard": show(line.carried_standard), "match": show(line.carried_match)}


def _lot(lot: DrawnLot | None) -> str:
    return "" if lot is None else _("lot %(n)s, %(reason)s") % {"n": lot.lot, "reason": lot.reason}


def key_value(value: object) -> str:
    """The value of a tie-break key as it is shown: a list of several, a dash for none."""
    if isinstance(value, tuple):
        return listed(key_value(part) for part in value)
    if isinstance(value, Fraction):
        return show(value)
    return str(value) if value is not None else "–"


def _with_start(line: Line, start: Fraction) -> str:
    """The match points with the starting points, written out; empty where the rules have none."""
    return f"{show(line.match)} + {show(start)} = {show(line.with_starting)}" if start else ""


def _taken(deduction: Deduction) -> str:
    words = {
        "amount": f"{MINUS}{show(deduction.amount)}",
        "kind": PENALTY_KINDS.get(deduction.kind, deduction.kind),
        "session": deduction.session,
        "table": deduction.table,
    }
    if deduction.session is None:
        return _("%(amount)s: %(kind)s") % words
    return _("%(amount)s: %(kind)s, session %(session)s, table %(table)s") % words


def _members_taken(amount: Fraction, kind: str) -> str:
    text = _("%(amount)s: penalties of members") if kind == "t" else _("%(amount)s: other adjustments")
    return text % {"amount": f"{MINUS if amount < 0 else '+'}{show(abs(amount))}"}

"""The sheets of sessions and hands: each hand from its fan, each account from its hands and penalties."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from scoring.dealing import DEALS, MOST_HANDS
from scoring.fan import BY_NAME
from scoring.rulebook import Rulebook
from scoring.seats import WINDS
from scoring.settlement import describe
from scoring.standard_points import TWELFTHS, exact
from tournament.models import Penalty, Seat
from tournament.queries.changes import name_in, sat
from tournament.queries.plays import has_house_rules

from .workbook_file import BOLD, HEAD, WRAPPED, Formula, Sheet, Styled, Value, letter, sum_of
from .workbook_plays import WIDTHS, Names, after_scores, before_scores, outcome_of, play_heads
from .workbook_reading import FinalTable, Given, PlayedHand, ReadSession
from .workbook_words import both, kind_of

# The first of the four columns with scores, and that with the fan, on the sheet of hands.
SCORES, FAN = 11, 9
_ENDS = letter(SCORES), letter(SCORES + 3)
# Of the sheet of a session: sum of hands, penalties, account.
OF_HANDS, ACCOUNT = "F", "H"
# By table: the first and the last row of its hands.
Rows = Mapping[int, tuple[int, int]]


def hands_sheet(
    sessions: Sequence[ReadSession], book: Rulebook, title: str, tell: Callable[[int], None]
) -> tuple[Sheet, Rows]:
    """All hands of the final tables in their order, and where those of each table stand.

    `tell` is told at each session how many are done.
    """
    tell_hand: Callable[[PlayedHand, FinalTable, Names, int], Iterable[Value | Styled]]
    if has_house_rules(book):
        sheet = Sheet(title, WIDTHS, frozen="D2")
        sheet.add(play_heads(book), HEAD)
        tell_hand = partial(_play, book=book)
    else:
        sheet = Sheet(title, [9, 7, 7, 20, 9, 22, 11, 22, 7, 9, 10, 10, 10, 10, 7, 40], frozen="D2")
        sheet.add(_heads(), HEAD)
        tell_hand = partial(_hand, payments=describe(book))
    rows = {}
    for done, session in enumerate(sessions):
        tell(done)
        for table in session.tables:
            first, names = sheet.next, table.names()
            for hand in table.hands:
                cells = tell_hand(hand, table, names, sheet.next)
                sheet.add([session.session.number, table.table.number, *cells])
            if table.hands:
                rows[table.table.pk] = first, sheet.next - 1
    return sheet, rows


def session_sheet(session: ReadSession, hands: Rows, title: str, hands_title: str, *, named: bool) -> Sheet:
    """The tables of one session: four players each, and below them the sums.

    `named`: beside the points of a penalty stands what it was given for.
    """
    sheet = Sheet(title, [7, 7, 7, 24, 24, 11, 16, 11, 13, 10, 11, 11, 60], frozen="E2")
    keys = ("table", "chair", "number", "name", "team", "of_hands", "penalties", "account", "result")
    sheet.add([both(key) for key in (*keys, "table_place", "standard", "deducted", "note")], HEAD)
    for table in session.tables:
        _add_table(sheet, table, hands.get(table.table.pk), hands_title, named=named)
    if session.byes:
        names = [f"{player.number} {player.name}" for player in session.byes]
        sheet.add([Styled(both("bye"), BOLD), None, None, "; ".join(names)])
    if session.open_tables:
        numbers = ", ".join(map(str, session.open_tables))
        sheet.add([Styled(both("open_tables"), BOLD), None, None, None, numbers])
    return sheet


def _heads() -> list[str]:
    keys = ("session", "table", "hand", "outcome", "winner", "winner_name", "discarder", "discarder_name")
    scores = [both("points_of", chair=wind) for wind in WINDS]
    return [*map(both, (*keys, "fan", "flowers")), *scores, both("check"), both("fan_names")]


def _hand(
    hand: PlayedHand, table: FinalTable, names: Names, row: int, *, payments: Mapping[str, Any]
) -> Iterator[Value | Styled]:
    yield hand.number
    yield _outcome(outcome_of(hand), robbed=hand.robbed_kong)
    yield from _people(hand, names)
    yield hand.fan
    yield None if hand.winner is None else hand.flowers
    for chair in range(4):
        yield _score(hand, chair, payments, row)
    yield _check(hand, row)
    yield _fan_names(hand.fans)


def _play(
    hand: PlayedHand, table: FinalTable, names: Names, row: int, *, book: Rulebook
) -> Iterator[Value | Styled]:
    yield from before_scores(hand, table.table, names, book)
    yield from hand.scores
    yield _check(hand, row)
    yield from after_scores(hand, book)


def _check(hand: PlayedHand, row: int) -> Value:
    """The sum of the four scores."""
    return sum_of(f"{_ENDS[0]}{row}:{_ENDS[1]}{row}", hand.scores, "0")


def _fan_names(fans: Mapping[str, int]) -> str | None:
    """The fan of a hand where they are known, the highest first, in both languages."""
    ordered = sorted(fans.items(), key=lambda one: -BY_NAME[one[0]].points)
    names = (f"{name} {BY_NAME[name].en}" + (f" × {n}" if n > 1 else "") for name, n in ordered)
    return " · ".join(names) or None


@lru_cache(maxsize=8)
def _outcome(outcome: str, *, robbed: bool) -> str:
    return both(outcome) + (f", {both('robbed')}" if robbed else "")


def _people(hand: PlayedHand, names: Names) -> Iterator[Value]:
    """Winner and discarder: the chair, and who sat there in this hand."""
    for chair in (hand.winner, hand.discarder):
        yield None if chair is None else WINDS[chair]
        yield None if chair is None else names[chair][hand.number - 1]


def _score(hand: PlayedHand, chair: int, payments: Mapping[str, Any], row: int) -> Value:
    """What a hand gave to a chair, as a straight line over its fan; a plain number where it is none."""
    points: int = hand.scores[chair]
    if hand.winner is None or hand.fan is None:
        return points
    way = payments["self_draw" if hand.discarder is None else "discard"]
    role = "winner" if chair == hand.winner else "discarder" if chair == hand.discarder else "other"
    constant, factor = way["loser"] if hand.discarder is None and role == "other" else way[role]
    if not factor or constant + factor * hand.fan != points:
        return points
    fan = f"{letter(FAN)}{row}"
    term = f"{'+' if factor > 0 else '-'}{fan}" if abs(factor) == 1 else f"{factor:+d}*{fan}"
    return Formula(f"{constant}{term}", points, "0")


def _add_table(
    sheet: Sheet, table: FinalTable, hands: tuple[int, int] | None, hands_title: str, *, named: bool
) -> None:
    first = sheet.next
    accounts, effects, of_hands = [], [], []
    for seat in table.seats:
        effects.append([given.effect[seat.chair] for given in table.penalties if given.effect[seat.chair]])
        of_hands.append(sum(hand.scores[seat.chair] for hand in table.hands))
        accounts.append(seat.account)
        sheet.add(
            [
                *_seat(
                    table, seat, effects[-1], _hands_of(seat, hands, hands_title, of_hands[-1]), sheet.next
                ),
                Styled("; ".join(_notes(table, seat, named=named)), WRAPPED),
            ]
        )
    columns = {"F": of_hands, "G": [sum(one) for one in effects], "H": accounts}
    sums = [
        sum_of(f"{column}{first}:{column}{sheet.next - 1}", values, "0") for column, values in columns.items()
    ]
    taken = -sum(accounts)
    note = both("deducted_match", n=taken) if taken and not table.table.totals_only else ""
    sheet.add([table.table.number, None, None, both("sum"), None, *sums, None, None, None, None, note], BOLD)


def _hands_of(seat: Seat, hands: tuple[int, int] | None, title: str, points: int) -> Value:
    if hands is None:
        return 0
    column = letter(SCORES + seat.chair)
    return sum_of(f"'{title}'!{column}{hands[0]}:{column}{hands[1]}", [points], "0")


def _seat(
    table: FinalTable, seat: Seat, effects: Sequence[int], of_hands: Value, row: int
) -> list[Value | Styled]:
    penalties = sum(effects)
    written = "".join(f"{points:+d}" for points in effects).removeprefix("+")
    given: Value = Formula(written, penalties, "0") if len(effects) > 1 else penalties
    total = penalties + (of_hands.value if isinstance(of_hands, Formula) else 0)
    account: Value = seat.account
    if seat.account == total and not table.table.totals_only:
        account = Formula(f"{OF_HANDS}{row}+G{row}", seat.account, "0")
    result: Value = seat.match_points
    if seat.match_points == seat.account and not seat.is_forfeit:
        result = Formula(f"{ACCOUNT}{row}", seat.match_points, "0")
    player = seat.player
    return [
        table.table.number,
        WINDS[seat.chair],
        player.number if player else None,
        player.name if player else both("empty"),
        player.team.name if player and player.team else "",
        *(of_hands, given, account, result, seat.place),
        Fraction(seat.standard_points, TWELFTHS),
        -Fraction(seat.standard_deducted, TWELFTHS) if seat.standard_deducted else None,
    ]


def _notes(table: FinalTable, seat: Seat, *, named: bool) -> list[str]:
    """What is to be known of a seat: who sat there, whose the result is, what he was punished for."""
    player = seat.player
    notes = [both("stand_in")] * bool(player and player.is_stand_in)
    notes += [both("forfeit")] * seat.is_forfeit
    notes += [both("no_play")] * (table.table.no_play and not seat.is_forfeit)
    notes += [both("paper")] * table.table.totals_only
    last = max((played.number for played in table.hands), default=DEALS)
    notes += [
        both("sat", name=one.player.name, first=one.first, last=min(one.last, last))
        for one in sat(seat)
        if one.player
    ]
    notes += [both("credited", name=seat.credited.name)] if seat.credited else []
    given = [one for one in table.penalties if named and one.penalty.seat == seat.chair]
    return notes + [_penalty(table, one) for one in given]


def _penalty(table: FinalTable, given: Given) -> str:
    """A penalty in both languages: what happened, in which hand, how it is paid."""
    penalty = given.penalty
    parts = [kind_of(penalty.kind)]
    if penalty.hand_number is not None:
        parts.append(both("in_hand", n=penalty.hand_number))
    if penalty.currency == Penalty.Currency.STANDARD and penalty.amount:
        parts.append(both("standard_deduct", n=exact(Fraction(penalty.amount, TWELFTHS))))
    elif penalty.amount:
        victim = table.seats[penalty.victim] if penalty.victim is not None else None
        name = name_in(victim, penalty.hand_number or MOST_HANDS) if victim else ""
        parts.append(both(penalty.mode, n=penalty.amount, name=name))
    elif not penalty.dead_hand:
        parts.append(both("warning"))
    if penalty.dead_hand:
        parts.append(both("dead_hand"))
    return ", ".join(parts)

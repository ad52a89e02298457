"""The table as the referee sees it: the four chairs, the sheet of all hands, what can be taken back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from scoring.dealing import MOST_HANDS
from tournament.actions.tables import UNDO
from tournament.models import Act, Dispute, Hand, Penalty, Seat
from tournament.queries.changes import Sits, Stretch, sat, sits
from tournament.queries.counted_hands import HOWS, ticked_of, tiles_of
from tournament.queries.marks import SYMBOLS, marks
from tournament.queries.sentences import (
    act_sentence,
    describe_hand,
    describe_penalty,
    hand_figures,
    penalty_figures,
)
from tournament.queries.table_state import SheetRow, TableState
from tournament.templatetags.hand_tiles import fan_list, hand_tiles

SIDES = "eswn"
# The chairs in the order of reading: east on top, then south and north side by side, west below.
READING = (0, 1, 3, 2)


@dataclass(frozen=True)
class Chair:
    """One chair on the floor, and who sits in it in the hand being played. `drawn` is his drawn seat."""

    chair: int
    side: str
    drawn: int
    wind: int
    dealer: bool
    dead: bool
    seat: Seat
    sits: Sits


@dataclass(frozen=True)
class Cell:
    """One player in one hand on the sheet; `change` and `total` are None where the hand was not played."""

    symbols: str
    change: int | None
    total: int | None


@dataclass(frozen=True)
class Version:
    """One revision of a hand in words, with its tiles and its fan as they are shown, "" where none were entered."""

    what: str
    tiles: str
    fans: str
    who: str
    at: datetime
    reason: str
    current: bool


@dataclass(frozen=True)
class Line:
    """One hand on the sheet. `left_out`: it was not entered, but a later one was. `disputed`: it waits for a ruling."""

    row: SheetRow
    cells: tuple[Cell, ...]
    versions: tuple[Version, ...]
    left_out: bool
    played: bool
    disputed: bool


@dataclass(frozen=True)
class Noted:
    """A penalty in words."""

    penalty: Penalty
    what: str
    who: str
    withdrawn_by: str


@dataclass(frozen=True)
class Disputed:
    """Something in dispute, ruled on or not, and who said so."""

    dispute: Dispute
    who: str
    ruled_by: str


@dataclass(frozen=True)
class Result:
    """The result of a seat. `sat`: who sat there instead; `account`: the chair's, where the result is another."""

    seat: Seat
    sat: tuple[Stretch, ...]
    account: int | None


def chairs(state: TableState) -> list[Chair]:
    """The four chairs in the order of reading."""
    seating = state.seating
    found = {}
    for seat in state.seats:
        drawn = seat.chair
        chair = seating.chairs[drawn]
        found[chair] = Chair(
            chair=chair,
            side=SIDES[chair],
            drawn=drawn,
            wind=seating.winds[drawn],
            dealer=seating.dealer == drawn,
            dead=drawn in state.dead,
            seat=seat,
            sits=state.sits[drawn],
        )
    return [found[chair] for chair in READING]


def sheet(state: TableState, staff: dict[int, str]) -> list[Line]:
    """The sheet of all hands."""
    return [_line(state, row, state.names(row.number), staff) for row in state.rows]


def _line(state: TableState, row: SheetRow, four: list[str], staff: dict[int, str]) -> Line:
    played = row.hand is not None and row.hand.counts
    something = played or any(row.change) or bool(row.penalties)
    cells = tuple(
        Cell(
            symbols="".join(SYMBOLS[mark] for mark in marks(row, seat)),
            change=row.change[seat] if something else None,
            total=row.totals[seat] if something else None,
        )
        for seat in range(4)
    )
    revisions = reversed(state.revisions.get(row.number, []))
    versions = tuple(
        Version(
            what=describe_hand(hand_figures(hand), four),
            tiles=hand_tiles(hand),
            fans=fan_list(hand),
            who=_who(hand.by_id, staff),
            at=hand.at,
            reason=hand.reason,
            current=hand.is_current,
        )
        for hand in revisions
    )
    left_out = not played and row.number < state.next_hand
    return Line(row, cells, versions, left_out, played, row.number in state.disputed)


def disputes(state: TableState, staff: dict[int, str]) -> list[Disputed]:
    """All disputes at the table: those that wait for a ruling first, then the newest."""
    found = [Disputed(one, _who(one.by_id, staff), _who(one.ruled_by_id, staff)) for one in state.disputes]
    return sorted(found, key=lambda one: (one.dispute.ruled_at is not None, -one.dispute.pk))


def noted(state: TableState, staff: dict[int, str]) -> list[Noted]:
    """All penalties at the table in words, the newest first."""
    found = []
    for penalty in reversed(state.penalties):
        four = state.names(penalty.hand_number)
        victim = four[penalty.victim] if penalty.victim is not None else ""
        what = describe_penalty(penalty_figures(penalty), four[penalty.seat or 0], victim)
        found.append(Noted(penalty, what, _who(penalty.by_id, staff), _who(penalty.withdrawn_by_id, staff)))
    return found


def results(state: TableState) -> list[Result]:
    """The results in the order of their places, the unplaced last."""
    found = [Result(seat, sat(seat), sits(seat, MOST_HANDS).account) for seat in state.seats]
    return sorted(found, key=lambda result: (result.seat.place or 9, result.seat.chair))


def shared_places(seats: Iterable[Seat]) -> set[int]:
    """The places that more than one seat has."""
    taken = [seat.place for seat in seats if seat.place]
    return {place for place in taken if taken.count(place) > 1}


def last_act(state: TableState) -> Act | None:
    """What was done last at the table, whatever it was."""
    return state.acts[-1] if state.acts else None


def undoable(state: TableState) -> Act | None:
    """The act that undo would take back."""
    standing = (act for act in reversed(state.acts) if act.undone_at is None and act.kind in UNDO)
    return next(standing, None)


def told(state: TableState, act: Act) -> str:
    """An act at the table in words. No query."""
    number, revision = act.answer.get("hand"), act.answer.get("revision")
    hands = (hand for hand in state.revisions.get(number, ()) if hand.revision == revision)
    penalties = (one for one in state.penalties if one.pk == act.answer.get("penalty"))
    return act_sentence(act, state.names(number or MOST_HANDS), next(hands, None), next(penalties, None))


def editable_hands(state: TableState) -> list[dict[str, object]]:
    """The hands before the one being played, as the phone needs them: what is recorded, winds, running totals."""
    found: list[dict[str, object]] = []
    for row in state.rows[: state.next_hand - 1]:
        hand = row.hand if row.hand is not None and row.hand.counts else None
        found.append(
            {
                "number": row.number,
                "name": row.seating.name,
                "winds": list(row.seating.winds),
                "dealer": row.seating.dealer,
                "played": hand is not None,
                "change": list(row.change),
                "totals": list(row.totals),
                **_recorded(hand),
            }
        )
    return found


def _recorded(hand: Hand | None) -> dict[str, object]:
    if hand is None:
        return {
            "winner": None,
            "discarder": None,
            "fan": None,
            "flowers": 0,
            "robbed": False,
            "scores": [0] * 4,
        }
    return {
        "winner": hand.winner,
        "discarder": hand.discarder,
        "fan": hand.fan,
        "flowers": hand.flowers,
        "robbed": hand.robbed_kong,
        "scores": hand.scores,
        **({"play": hand.play} if hand.play else {}),
        **_counted(hand),
    }


def _counted(hand: Hand) -> dict[str, object]:
    """Tiles or ticked fan as the phone sends them, so that a correction begins with them; most hands have none."""
    tiles, ticked = tiles_of(hand), ticked_of(hand)
    if tiles is None:
        return {"fans": ticked} if ticked else {}
    hows = {name: True for name in HOWS if getattr(tiles, name)}
    said = {"hand": tiles.hand, "melds": " ".join(tiles.melds), "win": tiles.win, **hows}
    return {"tiles": said, **({"fan_reason": hand.fan_reason} if hand.fan_reason else {})}


def _who(user: int | None, staff: dict[int, str]) -> str:
    return "" if user is None else staff[user]

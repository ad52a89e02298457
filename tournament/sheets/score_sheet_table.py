"""What a score sheet says of one table, as plain data. All fours are by drawn seat, 东 南 西 北."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.seats import ROUNDS

from .penalty_sheet import Punished
from .score_sheet_words import Pair, Said, Told

Four = tuple[int, int, int, int]
Texts = tuple[str, str, str, str]


@dataclass(frozen=True)
class Sitter:
    """Who sits in a chair as drawn; no name: an empty chair. `remarks`: a stand-in, a substitute, an absence."""

    name: str
    number: str = ""
    team: str = ""
    remarks: tuple[Said, ...] = ()


@dataclass(frozen=True)
class WinLine:
    """Somebody who won under house rules: his seat, what he had, and his fan where hands have any."""

    seat: int
    kind: Pair
    fan: int | None = None


@dataclass(frozen=True)
class HandLine:
    """One recorded hand. `gains` and `losses` (both positive) hold its score and its penalties, `totals` the accounts.

    `symbols` are those of the official form. `fan` is None where nobody won, `marked` means that a note speaks of it.
    `names` are the fan where they are known, the highest first: (Chinese, English) and how often. Under house rules
    `wins` are all who won, and `fan` is None.
    """

    number: int
    symbols: Texts
    gains: Four
    losses: Four
    totals: Four
    fan: int | None = None
    flowers: int = 0
    robbed_kong: bool = False
    drawn: bool = False
    marked: bool = False
    names: tuple[tuple[tuple[str, str], int], ...] = ()
    wins: tuple[WinLine, ...] = ()


@dataclass(frozen=True)
class Round:
    """Hands under each other, each with its deal 0–15; None: whoever writes on the sheet knows it.

    `number` from 0 is that of the round whose chairs stand above them; None: nothing stands there.
    """

    number: int | None
    hands: tuple[tuple[int, int | None], ...]


# The sixteen hands of the official form.
OFFICIAL = tuple(
    Round(round_, tuple((deal + 1, deal) for deal in range(4 * round_, 4 * round_ + 4)))
    for round_ in range(ROUNDS)
)


# As many lines as one page has boxes that one can write in.
MOST_BLANK = 20


def blank_rounds(hands: int) -> tuple[Round, ...]:
    """Lines to write on where nobody knows who will deal which hand: for so many hands, if a page has them."""
    return (Round(None, tuple((number, None) for number in range(1, min(hands, MOST_BLANK) + 1))),)


@dataclass(frozen=True)
class Signature:
    """How a player agreed: a key of `Seat.Agreement` or "", and the path that he drew in a field of 300 × 100."""

    agreement: str = ""
    path: str = ""


@dataclass(frozen=True)
class Ending:
    """How it ended. `outside` is what penalties outside hands did, None where there were none.

    `paper` are the totals of a paper sheet where they were typed in; with `paper_counts` they are the result, and
    without `has_hands` they are all there is. `match_points` and `standard` are results as they stand in the standings.
    """

    gains: Four
    losses: Four
    totals: Four
    match_points: Four
    places: tuple[int | None, ...]
    standard: Texts
    outside: Four | None = None
    paper: tuple[int | None, ...] | None = None
    paper_counts: bool = False
    has_hands: bool = True
    signatures: tuple[Signature, ...] = (Signature(),) * 4


@dataclass(frozen=True)
class PenaltyNote:
    """A penalty in the notes: the hand or None, who, what and how, and why it was withdrawn where it was."""

    hand: int | None
    name: str
    punished: Punished
    reason: str = ""
    is_withdrawn: bool = False
    withdrawn_why: str = ""


@dataclass(frozen=True)
class ScoreTable:
    """One table. `chairs` holds for each round 1–4 the chair of each drawn seat. Without `ending` it is a blank sheet.

    `remarks` are (label, what is said) with keys of the words. Date and times are text, "" where a hand writes them.
    `rounds` are the lines for hands: others than those of the official form where the deal does not simply go round.
    """

    session: int
    number: int
    sitters: tuple[Sitter, ...]
    chairs: tuple[Four, ...]
    group: str = ""
    date: str = ""
    start: str = ""
    end: str = ""
    referee: str = ""
    hands: tuple[HandLine, ...] = ()
    ending: Ending | None = None
    penalties: tuple[PenaltyNote, ...] = ()
    remarks: tuple[tuple[str, Said | Told], ...] = ()
    rounds: tuple[Round, ...] = OFFICIAL

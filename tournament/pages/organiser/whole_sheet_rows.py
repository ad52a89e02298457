"""The rows of a whole paper sheet as they are typed in: hands, and penalties that are new on it."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from scoring.rulebook import Rulebook
from scoring.seats import HandSeating
from tournament.actions.hands import HandEntry
from tournament.actions.penalties import PenaltyEntry
from tournament.models import Hand
from tournament.queries.plays import has_house_rules

# What may be typed for a player, by drawn seat: the number of the chair, its character or its letter.
SEATS = {text: seat for seat, texts in enumerate(("1东東E", "2南S", "3西W", "4北N")) for text in texts}
NOBODY = ("0", "○", "〇", "荒")
# What stands on a score sheet as ✓, and the wrong tile count; everything else is given on the page of the table.
KINDS = (
    "false_win_below_minimum",
    "false_win_wrong_tile",
    "false_win_not_ready",
    "wrong_tile_count",
)
LABELS: dict[str, Promise] = {
    "winner": gettext_lazy("Winner"),
    "discarder": gettext_lazy("Discarder"),
    "fan": gettext_lazy("Fan"),
    "flowers": gettext_lazy("Flowers"),
}
LENGTHS = {"winner": 2, "discarder": 2, "fan": 3, "flowers": 1}
PARTS = tuple(LABELS)
Four = tuple[int, ...]


def has_whole_sheet(book: Rulebook) -> bool:
    """Whether a sheet can be typed in at a stroke: hands are won by fan, and it is known which there can be."""
    return book.dealing == "rotates" and not has_house_rules(book)


@dataclass(frozen=True)
class RowField:
    """A field of a row, with what stands in it."""

    part: str
    name: str
    text: str
    is_wrong: bool

    @property
    def label(self) -> str:
        """What is typed there."""
        return str(LABELS[self.part])

    @property
    def length(self) -> int:
        """The most characters that make sense."""
        return LENGTHS[self.part]


@dataclass
class Row:
    """One hand: what stands in its fields, what is wrong with them, and how the four stand after it.

    `entry` is None while the row is empty or cannot be read. `recorded`: in words what the table holds, where that is
    something else.
    """

    number: int
    seating: HandSeating
    typed: dict[str, str]
    errors: dict[str, list[str]] = field(default_factory=dict)
    code: str = ""
    entry: HandEntry | None = None
    recorded: str = ""
    cells: list[tuple[int, int, int]] | None = None
    stay: bool | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is typed in."""
        return not any(self.typed[part] for part in PARTS)

    @property
    def fields(self) -> list[RowField]:
        """Its four fields."""
        return [
            RowField(part, f"{part}-{self.number}", self.typed[part], bool(self.errors.get(part)))
            for part in PARTS
        ]

    @property
    def four(self) -> list[tuple[int, int | None, int | None]]:
        """Seat wind, change and total of each of the four; without figures while the row cannot be read."""
        return [*self.cells] if self.cells else [(wind, None, None) for wind in self.seating.winds]

    @property
    def messages(self) -> list[str]:
        """Everything that is wrong with it."""
        return [text for texts in self.errors.values() for text in texts]

    def wrong(self, part: str, text: str) -> None:
        """Note what is wrong with a field."""
        self.errors.setdefault(part, []).append(text)


@dataclass
class PenaltyRow:
    """A penalty that is new on this sheet; `effect` is what it does to the four accounts."""

    at: int
    typed: dict[str, str]
    error: str = ""
    entry: PenaltyEntry | None = None
    effect: Four = (0, 0, 0, 0)

    @property
    def name(self) -> str:
        """Its first field."""
        return f"penalty-hand-{self.at}"


def as_recorded(hand: Hand | None) -> dict[str, str]:
    """What stands in the fields of a recorded hand; nothing where there is none."""
    if hand is None:
        return dict.fromkeys(PARTS, "")
    if hand.winner is None:
        return dict.fromkeys(PARTS, "") | {"winner": "0"}
    return {
        "winner": str(hand.winner + 1),
        "discarder": "0" if hand.discarder is None else str(hand.discarder + 1),
        "fan": str(hand.fan),
        "flowers": str(hand.flowers or ""),
    }

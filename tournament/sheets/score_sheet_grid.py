"""The grid of a score sheet: four players beside each other, and the hands under them in rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from reportlab.lib.colors import HexColor

from scoring.standard_points import MINUS

from .document import Area
from .frame import paginate
from .glyphs import BOLD, REGULAR, Weight
from .ink import BAND, BLACK, GREY, LEADING, MIDDLE, Ink
from .lines import Fitted, fit, width
from .score_sheet_table import OFFICIAL, Four, HandLine, Round, ScoreTable, Sitter
from .score_sheet_wins import won
from .score_sheet_words import ROUNDS, WORDS, deal_name, say, wind
from .words import Words

_NAME = str.maketrans("(), .", "-----")  # what the name of a form may not hold
HEADING, BAND_HEIGHT, CHAIR = 22.0, 12.5, 18.0
# Name, team and remarks: the first sizes at which all four people stand in the height for them.
PEOPLE = ((10.5, 7.5, 7.0), (8.5, 7.0, 6.5), (7.0, 6.0, 5.5), (5.5, 5.0, 4.5))
PEOPLE_HEIGHT = 96.0


@dataclass(frozen=True)
class Columns:
    """Where the columns stand: hand, winning hand, and the same columns for each of the four players."""

    left: float
    hand: float
    win: float
    own: tuple[float, ...]

    @classmethod
    def of(cls, area: Area, filled: bool, named: bool = False) -> Columns:
        """For a sheet to write on, or for a filled one that has running totals; `named`: with fan by name."""
        hand, win = 46.0, 110.0 if named else 66.0 if filled else 88.0
        each = (area.width - hand - win) / 4
        shares = (0.23, 0.24, 0.24, 0.29) if filled else (0.3, 0.35, 0.35)
        return cls(area.left, hand, win, tuple(each * share for share in shares))

    @cached_property
    def each(self) -> float:
        """The width of one player."""
        return sum(self.own)

    @cached_property
    def people(self) -> float:
        """Where the first player begins."""
        return self.left + self.hand + self.win

    @cached_property
    def right(self) -> float:
        """Where the last player ends."""
        return self.people + 4 * self.each

    def start(self, seat: int) -> float:
        """Where a player begins."""
        return self.people + seat * self.each

    def middles(self, seat: int) -> list[float]:
        """The middle of each column of a player."""
        x, found = self.start(seat), []
        for one in self.own:
            found.append(x + one / 2)
            x += one
        return found


class Lines:
    """Lines of one grid, drawn in two strokes."""

    def __init__(self) -> None:
        self.thin: list[tuple[float, float, float, float]] = []
        self.thick: list[tuple[float, float, float, float]] = []

    def draw(self, ink: Ink) -> None:
        """Draw them all."""
        for lines, thickness, colour in ((self.thin, 0.4, GREY), (self.thick, 1.0, BLACK)):
            ink.canvas.setStrokeColor(HexColor(colour))
            ink.canvas.setLineWidth(thickness)
            ink.canvas.lines(lines)


class People:
    """The heads of the four columns: chair, number, name, team, and what is to be said of a person."""

    def __init__(self, sitters: Sequence[Sitter], words: Words, room: float) -> None:
        for sizes in PEOPLE:
            self.blocks = [_block(sitter, words, room, sizes) for sitter in sitters]
            self.height = CHAIR + 6 + max(_height(block) for block in self.blocks)
            if self.height <= PEOPLE_HEIGHT:
                break
        self.height = max(self.height, 52.0)


Styled = tuple[Fitted, Weight, str]


def _block(sitter: Sitter, words: Words, room: float, sizes: tuple[float, float, float]) -> list[Styled]:
    name, team, remark = sizes
    empty = say(words, "empty_chair")
    found: list[Styled] = [(fit(sitter.name or empty, room, name, BOLD), BOLD, BLACK)]
    if sitter.team:
        found.append((fit(sitter.team, room, team), REGULAR, GREY))
    found += [(fit(said.text(words), room, remark, BOLD), BOLD, BLACK) for said in sitter.remarks]
    return found


def _height(block: Sequence[Styled]) -> float:
    return sum(len(fitted.lines) * fitted.size * LEADING for fitted, _weight, _colour in block)


@dataclass(frozen=True)
class Grid:
    """How the grid of all tables is drawn: whatever they have in common is reckoned once."""

    words: Words
    columns: Columns

    @cached_property
    def _known(self) -> dict[tuple[Round, ...], int]:
        """A number for each set of lines that is not that of the official form."""
        return {}

    @cached_property
    def headings(self) -> list[tuple[str, ...]]:
        """The headings of the columns of a player."""
        keys = ("symbol", "gain", "loss", "running")[: len(self.columns.own)]
        return [self.words.pick(WORDS[key]) for key in keys]

    def people(self, sitters: Sequence[Sitter]) -> People:
        """The heads of four columns, set into their width."""
        return People(sitters, self.words, self.columns.each - 8)

    def fixed_height(self, people: People) -> float:
        """Everything between the head and the first round."""
        return people.height + HEADING

    def bands_height(self, rounds: Sequence[Round]) -> float:
        """What tells the chairs over these rounds."""
        return bands(rounds) * BAND_HEIGHT

    def parts(
        self, rounds: Sequence[Round], row: float, rooms: tuple[float, float], tail: float
    ) -> list[tuple[Round, ...]]:
        """The rounds on pages, of which the first has its own room; the tail stands under the last hand.

        A round that goes on on a further page has its chairs there, too.
        """
        lines = [(one.number, hand, at == 0) for one in rounds for at, hand in enumerate(one.hands)]
        again = max((BAND_HEIGHT for one in rounds if one.number is not None), default=0.0)
        heights = [
            row + (BAND_HEIGHT if begins and number is not None else 0) for number, _hand, begins in lines
        ]
        ranges = paginate(heights, rooms[0], rooms[1] - again, tail)
        return [_rounds_of([lines[at][:2] for at in one]) for one in ranges]

    def draw(
        self,
        ink: Ink,
        table: ScoreTable,
        people: People,
        rounds: tuple[Round, ...],
        top: float,
        row: float,
    ) -> float:
        """Heads, headings and the hands of these rounds, each `row` high. Returns where they end."""
        self._draw_people(ink, table, people, top)
        y = top - people.height
        lines = Lines()
        self._frame(lines, top, y)
        lines.draw(ink)
        ink.canvas.saveState()
        ink.canvas.translate(0, y)
        ink.canvas.doForm(self._form(ink, table.chairs, rounds, row))
        ink.canvas.restoreState()
        places = _places(rounds)
        for hand in table.hands:
            if hand.number in places:
                over, before = places[hand.number]
                self._draw_hand(ink, hand, y - (HEADING + BAND_HEIGHT * over + row * (before + 0.5)))
        return y - HEADING - bands(rounds) * BAND_HEIGHT - len(places) * row

    def _form(self, ink: Ink, chairs: tuple[Four, ...], rounds: tuple[Round, ...], row: float) -> str:
        """What tables with the same chairs share is in the file once. Returns its name; 0 is under the heads."""
        name = f"hands-{row:.3f}-{chairs}"
        if rounds != OFFICIAL:
            name += f"-{self._known.setdefault(rounds, len(self._known))}"
        name = name.translate(_NAME)
        if not ink.canvas.hasForm(name):
            height = HEADING + bands(rounds) * BAND_HEIGHT + len(_places(rounds)) * row
            ink.canvas.beginForm(name, 0, -height - 1, self.columns.right + 1, 1)
            self._draw_empty(ink, chairs, rounds, row)
            ink.canvas.endForm()
        return name

    def _draw_empty(self, ink: Ink, chairs: tuple[Four, ...], rounds: tuple[Round, ...], row: float) -> None:
        """Headings, rounds with their chairs, the names of the hands, and all lines, under 0."""
        columns, lines = self.columns, Lines()
        y = self._draw_headings(ink, 0.0)
        self._posts(lines, 0.0, y)
        lines.thick.append((columns.left, y, columns.right, y))
        for round_ in rounds:
            if round_.number is not None:
                self._draw_band(ink, chairs, round_.number, y)
                y -= BAND_HEIGHT
                lines.thin.append((columns.left, y, columns.right, y))
            self._posts(lines, y, y - len(round_.hands) * row)
            for number, deal in round_.hands:
                self._draw_number(ink, number, self._deal_name(round_, deal), y - row / 2)
                y -= row
                heavy = lines.thick if number == round_.hands[-1][0] else lines.thin
                heavy.append((columns.left, y, columns.right, y))
        self._frame(lines, 0.0, y)
        lines.draw(ink)

    def _deal_name(self, round_: Round, deal: int | None) -> str:
        """How a deal is called; where there are no rounds it is the dealer alone."""
        if deal is None:
            return ""
        return deal_name(self.words, deal) if round_.number is not None else wind(self.words, deal % 4)

    def _posts(self, lines: Lines, top: float, bottom: float) -> None:
        """The lines between hand, winning hand and the columns of each player, over the hands of one round."""
        columns = self.columns
        lines.thin.append((columns.left + columns.hand, top, columns.left + columns.hand, bottom))
        for seat in range(4):
            x = columns.start(seat)
            for own in columns.own[:-1]:
                x += own
                lines.thin.append((x, top, x, bottom))

    def _frame(self, lines: Lines, top: float, bottom: float) -> None:
        """The lines around everything, and between the players."""
        columns = self.columns
        lines.thick.append((columns.left, top, columns.right, top))
        outer = [columns.left, columns.people, *(columns.start(seat) for seat in (1, 2, 3)), columns.right]
        lines.thick += [(x, top, x, bottom) for x in outer]

    def _draw_people(self, ink: Ink, table: ScoreTable, people: People, top: float) -> None:
        y = top - CHAIR + 4
        for key, style in (("chairs", BOLD), ("name", BOLD), ("team", REGULAR)):
            ink.text((self.columns.people - 6, y), say(self.words, key), 7, style, "right", GREY)
            y -= 15
        for seat, block in enumerate(people.blocks):
            x, y = self.columns.start(seat) + 4, top - CHAIR
            ink.fill((x, y + 1), (14, 14), BLACK)
            ink.text((x + 7, y + 4), wind(self.words, seat), 10, BOLD, "center", "#ffffff")
            if table.sitters[seat].number:
                end = x + self.columns.each - 8
                ink.text((end, y + 3.5), table.sitters[seat].number, 12, BOLD, "right")
            y -= 2
            for fitted, weight, colour in block:
                height = len(fitted.lines) * fitted.size * LEADING
                ink.block((x, y - height / 2), fitted, weight, colour=colour)
                y -= height

    def _draw_headings(self, ink: Ink, top: float) -> float:
        columns = self.columns
        ink.fill((columns.left, top - HEADING), (columns.right - columns.left, HEADING))
        self._heading(ink, self.words.pick(WORDS["hand"]), columns.left + columns.hand / 2, top)
        self._heading(ink, self.words.pick(WORDS["win"]), columns.people - columns.win / 2, top)
        for seat in range(4):
            for text, x, room in zip(self.headings, columns.middles(seat), columns.own, strict=True):
                self._heading(ink, text, x, top, room - 1.5)
        return top - HEADING

    def _heading(self, ink: Ink, texts: tuple[str, ...], x: float, top: float, room: float = 99.0) -> None:
        y = top - (9 if len(texts) > 1 else 14)
        for at, text in enumerate(texts):
            weight = (BOLD, REGULAR)[at]
            size = figure_size(text, (8.5, 7.0)[at], room, weight)
            ink.text((x, y - at * 9), text, size, weight, "center", (BLACK, GREY)[at])

    def _draw_band(self, ink: Ink, chairs: tuple[Four, ...], round_: int, top: float) -> None:
        """The round, and the chair of each player in it; who changes chairs is told from where to where."""
        columns = self.columns
        ink.fill((columns.left, top - BAND_HEIGHT), (columns.right - columns.left, BAND_HEIGHT), BAND)
        base = top - BAND_HEIGHT / 2 - MIDDLE * 7.5
        ink.text((columns.left + 4, base), " ".join(self.words.pick(ROUNDS[round_])), 7.5, BOLD)
        seat_word = say(self.words, "seat")
        for seat in range(4):
            now = chairs[round_][seat]
            before = chairs[max(round_ - 1, 0)][seat]
            text = wind(self.words, now)
            if before != now:
                text = f"{wind(self.words, before)} → {text}"
            middle = columns.start(seat) + columns.each / 2
            weight = BOLD if before != now else REGULAR
            ink.text((middle, base), f"{seat_word} {text}", 7.5, weight, "center")

    def _draw_number(self, ink: Ink, number: int, name: str, middle: float) -> None:
        x, base = self.columns.left, middle - MIDDLE * 9
        ink.text((x + 15, base), f"{number}", 9, BOLD, "right")
        if name:
            ink.text((x + 18.5, base), name, 8)

    def _draw_hand(self, ink: Ink, hand: HandLine, middle: float) -> None:
        columns = self.columns
        ink.block((columns.people - columns.win + 3, middle), won(self.words, hand, self.win_room)[0])
        for seat in range(4):
            symbol, gain, loss, total = columns.middles(seat)
            base = middle - MIDDLE * 8.5
            if hand.symbols[seat]:
                ink.text((symbol, base), hand.symbols[seat], 8.5, align="center")
            if hand.gains[seat]:
                self._draw_points(ink, gain, middle, f"+{hand.gains[seat]}")
            if hand.losses[seat]:
                self._draw_points(ink, loss, middle, f"{MINUS}{hand.losses[seat]}")
            end, text = total + columns.own[3] / 2 - 3, whole(hand.totals[seat])
            size = figure_size(text, 8.5, columns.own[3] - 5, BOLD)
            ink.text((end, middle - MIDDLE * size), text, size, BOLD, "right")

    def _draw_points(self, ink: Ink, at: float, middle: float, text: str) -> None:
        size = figure_size(text, 8.5, self.columns.own[1] - 2)
        ink.text((at, middle - MIDDLE * size), text, size, align="center")

    @property
    def win_room(self) -> float:
        """The width for what was won."""
        return self.columns.win - 6


def _rounds_of(lines: Sequence[tuple[int | None, tuple[int, int | None]]]) -> tuple[Round, ...]:
    """Lines with the numbers of their rounds, as rounds."""
    found = groupby(lines, key=lambda line: line[0])
    return tuple(Round(number, tuple(hand for _number, hand in group)) for number, group in found)


def bands(rounds: Sequence[Round]) -> int:
    """Over how many of the rounds their chairs stand."""
    return sum(round_.number is not None for round_ in rounds)


def _places(rounds: Sequence[Round]) -> dict[int, tuple[int, int]]:
    """Number of a hand → over how many rounds, itself among them, chairs stand, and how many hands come before it."""
    found: dict[int, tuple[int, int]] = {}
    for at, round_ in enumerate(rounds, 1):
        over = bands(rounds[:at])
        for number, _deal in round_.hands:
            found[number] = over, len(found)
    return found


def figure_size(text: str, size: float, room: float, weight: Weight = REGULAR) -> float:
    """The size in which figures keep to their column: house rules may pay thousands."""
    natural = width(text, size, weight)
    return size if natural <= room else size * room / natural


def whole(points: int) -> str:
    """Points with a real minus sign."""
    return f"{points:d}".replace("-", MINUS)

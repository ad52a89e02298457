"""Books of chapters, read back from the PDF."""

import io
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from typing import Any

import pypdf
import pytest

from scoring.rulebook import load
from tests.sheets.samples import CHINA, MADE_AT, NAMES, pages
from tournament.queries.bars import fan_ranges
from tournament.queries.hand_counts import CountedHand, count
from tournament.queries.statistics import Person, Statistics
from tournament.sheets import ink
from tournament.sheets.blocks import Block, heading, set_pages, table, text
from tournament.sheets.book import ROOM, Book, Edition, Part, book_document, part, utc
from tournament.sheets.book_parts import (
    EntryLine,
    OfficialLine,
    PenaltyLine,
    TeamEntry,
    entries_part,
    officials_part,
    penalties_part,
    signatures_part,
)
from tournament.sheets.document import Area, render
from tournament.sheets.lines import printable, width
from tournament.sheets.penalty_sheet import Punished
from tournament.sheets.regulation import regulation_part
from tournament.sheets.session_results import SeatLine, SessionTables, TableLine, draw_part, results_part
from tournament.sheets.statistics_sheet import decimal, percent, statistics_part
from tournament.sheets.tables import Cell, Column, Table
from tournament.sheets.words import Words

LONG = "Müller-Lüdenscheidt von und zu Hohenzollern-Sigmaringen, Maximilian Alexander"
PAGE = Area(0, 500, 100, 0)  # 100 points high


def edition(**changes: Any) -> Edition:
    values: dict[str, Any] = {
        "tournament": "成都公开赛",
        "words": Words(),
        "made_at": MADE_AT,
        "version": 128,
    }
    return Edition(**values | changes)


def book(*parts: Part, of: Edition | None = None, **changes: Any) -> bytes:
    values: dict[str, Any] = {
        "titles": ("成绩册", "Results book"),
        "edition": of or edition(),
        "parts": parts,
    }
    return render(book_document(Book(**values | changes))).content


def paragraphs(of: Edition, title: str, count: int) -> Part:
    return part(of, (title,), [text(f"{title} {n}", ROOM, 20) for n in range(count)])


def tables_of(*names: str, **result: Any) -> SessionTables:
    four = [SeatLine(name, **result) for name in names]
    seats = (four[0], four[1], four[2], four[3])
    return SessionTables(1, (TableLine(1, seats),))


# ── Blocks on pages


def stack(count: int, height: float, **changes: Any) -> tuple[Block, list[range]]:
    """A block of equal pieces, and the parts of it that are drawn."""
    drawn: list[range] = []
    return Block((height,) * count, lambda _ink, _left, _top, parts: drawn.append(parts), **changes), drawn


def drawn_parts(blocks: list[Block], drawn: list[range]) -> list[list[range]]:
    """What is drawn of one of the blocks, page by page."""
    found = []
    for page in set_pages(blocks, PAGE, PAGE):
        drawn.clear()
        page(None, PAGE)  # type: ignore[arg-type]  # the blocks of these tests need no ink
        found.append(list(drawn))
    return found


def test_a_page_ends_between_two_pieces() -> None:
    block, drawn = stack(7, 30)  # three of 30 fit into 100
    assert drawn_parts([block], drawn) == [[range(3)], [range(3, 6)], [range(6, 7)]]


def test_headings_of_a_table_are_repeated_and_take_their_room() -> None:
    block, drawn = stack(4, 30, head=30)  # 30 + 2 · 30 fit into 100, three rows do not
    assert drawn_parts([block], drawn) == [[range(2)], [range(2, 4)]]


def test_a_heading_stays_with_what_it_heads() -> None:
    above, _drawn = stack(1, 70)
    title, drawn = stack(1, 10, stays=True)
    below, _drawn = stack(1, 30)
    # 70 + 10 fit, but not the 30 under them: the heading goes along to the next page.
    assert drawn_parts([above, title, below], drawn) == [[], [range(1)]]


def test_what_is_higher_than_a_page_is_drawn_all_the_same() -> None:
    block, drawn = stack(2, 150)
    assert drawn_parts([block], drawn) == [[range(1)], [range(1, 2)]]


def test_the_white_above_a_block_is_left_out_where_a_page_begins() -> None:
    above, _drawn = stack(1, 60)
    block, drawn = stack(1, 95, gap=10)
    assert drawn_parts([above, block], drawn) == [[], [range(1)]]


# ── Cover, contents, chapters


def test_contents_that_take_two_pages_still_name_the_right_ones() -> None:
    of = edition()
    made = book(*(paragraphs(of, f"第{n}章", 60 if n % 7 == 0 else 1) for n in range(1, 61)), of=of)
    reader = pypdf.PdfReader(io.BytesIO(made))
    read = [page.extract_text().splitlines() for page in reader.pages]
    contents = read[1] + read[2]
    assert any(line == "第60章" for line in read[2])
    for n in range(1, 61):
        number = int(contents[contents.index(f"第{n}章") + 1])
        assert f"第{n}章 0" in read[number - 1]


def test_the_outline_names_cover_contents_and_every_chapter() -> None:
    of = edition()
    made = book(paragraphs(of, "甲", 1), paragraphs(of, "乙", 1), of=of)
    outline = pypdf.PdfReader(io.BytesIO(made)).outline
    titles = [one.title for one in outline if isinstance(one, pypdf.generic.Destination)]
    assert titles == ["封面 Cover", "目录 Contents", "甲", "乙"]


def test_the_cover_says_what_when_and_which_version() -> None:
    of = edition(provisional=True, rehearsal=True, state="After session 2 of 5")
    made = book(of=of, place_and_dates="成都 · 2026-11-28", organisers=("甲协会", "乙协会"))
    cover = pages(made)[0]
    for said in ("成都公开赛", "成绩册", "Results book", "成都 · 2026-11-28", "2026-11-30 14:05 UTC+08:00"):
        assert said in cover
    assert "主办单位：甲协会, 乙协会" in cover and "版本 128" in cover
    assert "暂定 PROVISIONAL" in cover and "演练 REHEARSAL" in cover


def test_a_book_in_one_language_has_no_word_of_the_other() -> None:
    of = edition(words=Words(("en",)), tournament="Open")
    parts = [regulation_part(of, load("cn2014"), 5), signatures_part(of, "Ann", "Club")]
    text = "".join(pages(book(*parts, of=of, titles=("Results book",))))
    assert not [char for char in text if "\u4e00" <= char <= "\u9fff"]


def test_the_distance_from_utc_is_told_with_its_minutes() -> None:
    assert utc(datetime(2026, 11, 30, tzinfo=CHINA)) == "UTC+08:00"
    assert utc(datetime.fromisoformat("2026-11-30T12:00-03:30")) == "UTC-03:30"


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every line of text that leaves its paper."""
    found: list[str] = []
    draw = ink.Ink.text

    def spy(self: ink.Ink, at: Any, text: str, size: float, *rest: Any, **named: Any) -> None:
        weight = rest[0] if rest else named.get("weight", ink.REGULAR)
        align = rest[1] if len(rest) > 1 else named.get("align", "left")
        across = width(printable(text), size, weight)
        left = at[0] - across * {"left": 0, "center": 0.5, "right": 1}[align]
        if across and (left < 30 or left + across > self.canvas._pagesize[0] - 30 or at[1] < 20):
            found.append(text)
        draw(self, at, text, size, *rest, **named)

    monkeypatch.setattr(ink.Ink, "text", spy)
    return found


def test_long_names_stay_on_the_paper(outside: list[str]) -> None:
    of = edition(
        tournament=f"{LONG} {LONG}", state="截至第 5 局，共 5 局  After session 5 of 5", rehearsal=True
    )
    punished = Punished("late", Fraction(10))
    made = book(
        officials_part(of, [OfficialLine(LONG, LONG, "1–9, 11, 13, 15, 17, 19, 21, 23, 25")]),
        regulation_part(of, load("cn1998"), 5),
        entries_part(of, [TeamEntry(LONG, (EntryLine(1, LONG, LONG, LONG, ("reserve", "stand_in")),), 1)]),
        draw_part(of, tables_of(LONG, LONG, LONG, LONG)),
        results_part(
            of, tables_of(LONG, LONG, LONG, LONG, match=-288, standard="2⅓", place=2, deducted="−½")
        ),
        penalties_part(of, [PenaltyLine("1 · 2 · 3", LONG, punished, LONG, LONG, True, LONG)]),
        signatures_part(of, LONG, LONG),
        of=of,
        place_and_dates=LONG,
        organisers=(LONG, LONG, LONG),
    )
    assert outside == []
    assert "".join(LONG.split()) in "".join(pages(made)[0].split())


def test_every_name_is_printed_as_it_was_written() -> None:
    of = edition()
    entries = tuple(EntryLine(at, name) for at, name in enumerate(NAMES, 1))
    shown = "".join("".join(pages(book(entries_part(of, [TeamEntry("", entries)]), of=of))).split())
    for name in NAMES:
        assert "".join(name.split()) in shown


# ── Results by table


def test_a_table_without_a_result_shows_dashes_and_an_empty_chair_says_so() -> None:
    of = edition(words=Words(("en",)))
    shown = pages(book(results_part(of, tables_of("1 甲", "2 乙", "3 丙", "")), of=of))[2].splitlines()
    at = shown.index("1 甲")
    assert shown[at : at + 10] == ["1 甲", "–", "–", "2 乙", "–", "–", "3 丙", "–", "–", "empty"]
    assert any("no result that counts yet" in line for line in shown)


def test_marks_are_explained_only_where_they_stand() -> None:
    of = edition(words=Words(("en",)))
    plain = tables_of("1 甲", "2 乙", "3 丙", "4 丁", match=0, standard="2½", place=1)
    marked = SessionTables(
        2,
        (
            TableLine(
                7,
                (
                    SeatLine("1 甲 → 9 戊", 8, "4", 1, has_changed=True),
                    SeatLine("2 乙", -8, "1", 4, deducted="−1"),
                    SeatLine("3 丙", 0, "2½", 2, is_stand_in=True),
                    SeatLine("4 丁", 0, "2½", 2),
                ),
                corrected="2026-11-28 12:00",
            ),
        ),
        byes=("8 己",),
    )
    read = pages(book(results_part(of, plain), results_part(of, marked), of=of))
    explained = ("corrected after", "took over", "what penalties take", "Bye: 8 己", "3 丙 (stand-in)", "7*")
    assert not [words for words in explained if words in read[2]]
    assert [words for words in explained if words in read[3]] == list(explained)


# ── Statistics


def won(number: int, winner: int | None, fan: int, discarder: int | None = None) -> CountedHand:
    return CountedHand(1, 1, number, winner, discarder, fan, (0, 0, 0, 0), (11, 12, 13, 14), (0, 1, 2, 3))


def test_outcomes_distribution_and_highest_hands_are_counted() -> None:
    of = edition(words=Words(("en",)))
    hands = [won(1, 0, 88, 1), won(2, 2, 9), won(3, 2, 9, 3), won(4, None, 0)]
    people = {11: Person(1, "甲"), 12: Person(2, "乙"), 13: Person(3, "丙"), 14: Person(4, "丁")}
    read = Statistics(1, count(hands), people, {})
    shown = pages(book(statistics_part(of, read), of=of))[2].splitlines()

    def beside(label: str) -> str:
        return shown[shown.index(label) + 1]

    assert beside("Won on a discard") == "2  (50.0 %)"
    assert beside("Won by self-draw") == beside("Drawn hands") == "1  (25.0 %)"
    assert beside("Average fan of a win") == "35.3"  # (88 + 9 + 9) / 3 = 35⅓
    assert (beside("8–9"), beside("88+"), beside("64–87")) == ("2  (66.7 %)", "1  (33.3 %)", "0  (0.0 %)")
    at = shown.index("1 甲") - 2
    assert shown[at : at + 5] == ["1", "88", "1 甲", "2 乙", "1 · 1 · 1"]
    assert shown[at + 5 : at + 10] == ["2=", "9", "3 丙", "self-draw", "1 · 1 · 2"]


def test_the_highest_hands_have_their_fan_by_name_where_they_are_known() -> None:
    people = {11: Person(1, "甲"), 12: Person(2, "乙"), 13: Person(3, "丙"), 14: Person(4, "丁")}
    known = replace(won(1, 0, 30, 1), fans={"碰碰和": 1, "清一色": 1})
    read = Statistics(1, count([known, won(2, 2, 9)]), people, {})
    of = edition(words=Words(("en",)))
    shown = " ".join(pages(book(statistics_part(of, read), of=of))[2].split())
    assert "1 30 Full Flush · All Pungs 1 甲 2 乙 1 · 1 · 1" in shown
    assert "2 9 3 丙 self-draw 1 · 1 · 2" in shown


def test_hands_of_house_rules_are_counted_in_points_with_their_kinds() -> None:
    """Two win on one discard, 12 and 40 points; then one of them by self-draw, 12."""
    first = replace(
        won(1, 0, 12, 1), others=((2, 40),), kinds={0: ("kind.pungs",), 2: ("kind.flush", "double")}
    )
    read = Statistics(
        1,
        count([first, replace(won(2, 0, 12), kinds={0: ("kind.pungs",)})]),
        {11: Person(1, "甲"), 12: Person(2, "乙"), 13: Person(3, "丙"), 14: Person(4, "丁")},
        {},
        in_points=True,
    )
    names = {
        "kind.pungs": ("碰碰胡", "All pungs"),
        "kind.flush": ("清一色", "Full flush"),
        "double": ("买马", "Doubled"),
    }
    of = edition(words=Words(("en",)))
    shown = " ".join(pages(book(statistics_part(of, read, names), of=of))[2].split())
    assert "Average points of a win 21.3" in shown  # (12 + 40 + 12) / 3 = 21⅓
    assert "Distribution of points won" in shown and "Average fan" not in shown
    assert "1 40 Full flush · Doubled 3 丙 2 乙 1 · 1 · 1" in shown
    assert "2= 12 All pungs 1 甲 self-draw 1 · 1 · 2" in shown
    # Of three wins two have pungs.
    assert "All pungs 2 66.7 % Full flush 1 33.3 % Doubled 1 33.3 %" in shown


def test_the_regulation_of_house_rules_tells_terms_dealer_and_worked_examples() -> None:
    of = edition(words=Words(("en",)))
    shown = " ".join(" ".join(pages(book(regulation_part(of, load("wenzhou"), 2), of=of))).split())
    for told in (
        "120 minutes, four rounds, 40 hands at most",
        "Soft: from each 1; Hard: from each 2",
        "a dealer who wins deals again",
        # Soft is 1; the dealer pays and gets twice that.
        "Soft, won by a player −2 +4 −1 −1".replace("−", "-"),
        "Soft, won by the dealer after 0 repeats −2 +6 −2 −2".replace("−", "-"),
    ):
        assert told in shown
    assert "Least fan of a win" not in shown and "base points" not in shown


def test_bars_leave_out_what_lies_below_and_above() -> None:
    assert fan_ranges({}) == []
    assert fan_ranges({8: 1, 9: 2, 13: 4}) == [("8–9", 3), ("10–11", 0), ("12–15", 4)]
    assert fan_ranges({88: 1, 120: 1}) == [("88+", 2)]


def test_fractions_are_rounded_half_away_from_zero() -> None:
    assert decimal(Fraction(1, 8), 2) == "0.13" and decimal(Fraction(-1, 8), 2) == "−0.13"
    assert decimal(Fraction(-1, 100)) == "0.0" and decimal(None) == "–"
    assert percent(Fraction(2, 3)) == "66.7 %" and percent(None) == "–"


def test_a_heading_of_a_long_table_is_on_the_page_where_the_table_begins() -> None:
    of = edition()
    rows = tuple((Cell(f"行{n}"),) for n in range(80))
    column = (Column(("名",), "left"),)
    first = [table(Table(column, rows[:38]), ROOM, (9.0,))]
    blocks = [*first, heading(("标题",), ROOM), table(Table(column, rows[38:]), ROOM, (9.0,))]
    read = pages(book(part(of, ("章",), blocks), of=of))
    page = next(page for page in read if "标题" in page)
    assert "行38" in page.splitlines()

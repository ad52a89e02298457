"""Several cards on a page: where they stand, the marks to cut along, and the cards themselves, read from the PDF."""

import io
from collections import Counter
from typing import Any

import pypdf
import pytest
import segno
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.sheets.samples import MADE_AT, NAMES, pages, paper
from tournament.sheets import cards, ink
from tournament.sheets.badges import PLAYER, PLAYERS, ROLES, STAFF, Badge, badges_document
from tournament.sheets.cards import EIGHT_A7, FOUR_A6, MM, NINE_PASSES, TWO_A5, Event, Imposition, fill
from tournament.sheets.document import Document, render
from tournament.sheets.glyphs import BOLD
from tournament.sheets.lines import printable, width
from tournament.sheets.seat_card import REPLACED, CardRow, SeatCard, seat_cards_document
from tournament.sheets.signs import TableSign, signs_document
from tournament.sheets.words import Words

ADDRESS = "https://mahjong.example.org/t/chengdu-open-2026/players/17/"
LONG = "Müller-Lüdenscheidt von und zu Hohenzollern-Sigmaringen, Maximilian Alexander"
TEXTS = st.text(alphabet="ab -,.李龙，。（）őЁレ𠮷🐷 Müller/&<>́", max_size=120)
IMPOSITIONS = (FOUR_A6, EIGHT_A7, NINE_PASSES, TWO_A5)


def event(languages: tuple[str, ...] = ("zh", "en"), **changes: Any) -> Event:
    return Event(
        **{"name": "成都公开赛", "version": 128, "made_at": MADE_AT, "words": Words(languages), **changes}
    )


def rows(count: int) -> tuple[CardRow, ...]:
    return tuple(CardRow(n, f"11-28 {n % 24:02}:00", table=100 + n, chair=n % 4) for n in range(1, count + 1))


def seat_card(name: str = "李小龙", count: int = 3, **changes: Any) -> SeatCard:
    values: dict[str, Any] = {
        "number": 17,
        "name": name,
        "team": "北京队",
        "address": ADDRESS,
        "rows": rows(count),
    }
    return SeatCard(**values | changes)


def text_of(document: Document) -> str:
    return " ".join("\n".join(pages(render(document).content)).split())


def squeezed(text: str) -> str:
    return "".join(text.split())


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, float, float, float, str]]:
    """Every line of text that is drawn: page, left, right, base line, text."""
    found: list[tuple[int, float, float, float, str]] = []
    draw = ink.Ink.text

    def spy(self: ink.Ink, at: Any, text: str, size: float, *rest: Any, **named: Any) -> None:
        weight = rest[0] if rest else named.get("weight", ink.REGULAR)
        align = rest[1] if len(rest) > 1 else named.get("align", "left")
        across = width(printable(text), size, weight)
        left = at[0] - across * {"left": 0, "center": 0.5, "right": 1}[align]
        found.append((self.canvas.getPageNumber(), left, left + across, at[1], text))
        draw(self, at, text, size, *rest, **named)

    monkeypatch.setattr(ink.Ink, "text", spy)
    return found


def test_four_a6_cards_fill_an_a4_page_and_touch_each_other() -> None:
    first, second, third, fourth = FOUR_A6.areas
    assert (first.right, first.bottom) == (second.left, third.top)
    assert (fourth.left, fourth.top) == (first.right, first.bottom)
    assert first.left == pytest.approx(0, abs=0.1)
    assert (first.width / MM, first.height / MM) == (pytest.approx(105), pytest.approx(148))


@pytest.mark.parametrize("imposition", IMPOSITIONS)
def test_cards_stand_in_the_middle_of_the_paper_and_on_it(imposition: Imposition) -> None:
    across, up = imposition.paper
    areas = imposition.areas
    assert len(areas) == imposition.across * imposition.down
    assert areas[0].left == pytest.approx(across - areas[-1].right)
    assert up - areas[0].top == pytest.approx(areas[-1].bottom)
    assert min(area.left for area in areas) > -0.2
    assert min(area.bottom for area in areas) > -0.2


@pytest.mark.parametrize("imposition", IMPOSITIONS)
def test_marks_stay_out_of_what_a_card_shows(imposition: Imposition, monkeypatch: pytest.MonkeyPatch) -> None:
    marks: list[tuple[float, float, float, float]] = []
    monkeypatch.setattr(ink.Ink, "post", lambda _ink, x, top, bottom, **_: marks.append((x, x, top, bottom)))
    monkeypatch.setattr(ink.Ink, "rule", lambda _ink, left, right, y, **_: marks.append((left, right, y, y)))
    count = len(imposition.areas)
    render(event().document(("Cards",), imposition.pages([lambda _ink, _area: None] * count)))
    assert len(marks) >= 2
    inset = 5.9 * MM
    for x1, x2, y1, y2 in marks:
        for area in imposition.areas:
            inside_x = max(min(x1, x2), area.left + inset) < min(max(x1, x2), area.right - inset)
            inside_y = max(min(y1, y2), area.bottom + inset) < min(max(y1, y2), area.top - inset)
            assert not (inside_x and area.bottom + inset < y1 < area.top - inset)
            assert not (inside_y and area.left + inset < x1 < area.right - inset)


def test_cards_that_are_pages_have_no_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any, **__: Any) -> None:
        raise AssertionError("a mark")

    monkeypatch.setattr(ink.Ink, "post", never)
    monkeypatch.setattr(ink.Ink, "rule", never)
    render(event().document(("Cards",), cards.ONE_A6.pages([lambda _ink, _area: None])))


@example("/\u0301", 20.0, 8.0)
@settings(deadline=None, max_examples=50)  # the first character of a font reads the font
@given(TEXTS, st.floats(20, 300), st.floats(8, 80))
def test_a_text_fills_its_room_without_leaving_it_or_losing_a_letter(
    text: str, across: float, down: float
) -> None:
    fitted = fill(text, (across, down), 40, BOLD)
    assert fitted.size <= 40
    assert len(fitted.lines) * fitted.size * ink.LEADING <= down + 1e-6
    assert squeezed("".join(fitted.lines)) == squeezed(printable(text))


def test_a_short_name_is_as_large_as_it_may_and_a_long_one_stands_on_several_lines() -> None:
    assert fill("李小龙", (250, 60), 25, BOLD).size == 25
    long = fill(LONG, (180, 44), 25, BOLD)
    assert len(long.lines) > 1
    assert all(width(line, long.size, BOLD) <= 180 for line in long.lines)


def test_an_address_is_broken_after_a_stroke_rather_than_set_tiny() -> None:
    fitted = fill(ADDRESS, (110, 60), 8)
    assert fitted.size == 8
    assert fitted.lines[0].endswith("/")
    assert "".join(fitted.lines) == ADDRESS


def test_a_seat_card_says_who_and_where_and_when() -> None:
    text = text_of(seat_cards_document(event(), [seat_card()], "a6"))
    for said in (
        "成都公开赛",
        "李小龙",
        "17",
        "北京队",
        "11-28 01:00",
        "101",
        "南 S",
        "102",
        "西 W",
        ADDRESS,
    ):
        assert said in text
    assert "草案" not in text


def test_a_seat_card_names_byes_and_who_plays_instead() -> None:
    two = (CardRow(1, "", is_bye=True), CardRow(2, "", 9, 0, note=REPLACED, about="{Anna}"), CardRow(3, ""))
    text = text_of(seat_cards_document(event(), [seat_card(rows=two)], "a6"))
    assert "轮空 Bye" in text
    assert "由 {Anna} 替补 {Anna} plays" in text
    assert "–" in text


@pytest.mark.parametrize("name", [*NAMES, LONG, "W" * 200, "𠮷" * 200])
@pytest.mark.parametrize("sessions", [1, 14])
def test_nothing_of_a_seat_card_leaves_it(name: str, sessions: int, drawn: list[Any]) -> None:
    card = seat_card(name, sessions, number=4096, team=name, address=ADDRESS * 2)
    content = render(seat_cards_document(event(name=name, is_rehearsal=True), [card], "a6")).content
    assert paper(content) == (298, 420)
    for _page, left, right, base, text in drawn:
        assert left >= 6.9 * MM and right <= (105 - 6.9) * MM, text
        assert 6.9 * MM <= base <= (148 - 6.9) * MM, text
    assert squeezed(name) in squeezed(pages(content)[0])


def test_more_sessions_than_a_card_holds_go_on_to_the_next_card() -> None:
    content = render(seat_cards_document(event(), [seat_card(count=30)], "a6")).content
    found = pages(content)
    assert len(found) == 2
    assert all("李小龙" in text for text in found)
    assert "124" in found[0] and "125" not in found[0]
    assert "125" in found[1] and "130" in found[1]


def test_four_cards_are_a_page_and_the_fifth_begins_the_next() -> None:
    content = render(seat_cards_document(event(), [seat_card(f"N{n}") for n in range(5)], "a4")).content
    found = pages(content)
    assert len(found) == 2
    assert "N3" in found[0] and "N4" in found[1]
    assert paper(content) == (595, 842)


def dots(pdf: bytes) -> set[tuple[int, int]]:
    """The dark dots of the only code of a page: (column, row) from the left upper corner of the first one."""
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    contents = reader.pages[0].get_contents()
    assert contents is not None
    stream = pypdf.generic.ContentStream(contents, reader)
    areas = [tuple(map(float, operands)) for operands, operator in stream.operations if operator == b"re"]
    # All of a code are as high as one dot, and a run of dots is one area.
    side = Counter(round(area[3], 3) for area in areas).most_common(1)[0][0]
    runs = [(x, y, round(across / side)) for x, y, across, up in areas if abs(up - side) < 0.01]
    left, top = min(x for x, _y, _n in runs), max(y for _x, y, _n in runs)
    return {
        (round((x - left) / side) + at, round((top - y) / side))
        for x, y, count in runs
        for at in range(count)
    }


@pytest.mark.parametrize("kind", ["card", "sign", "badge"])
def test_the_code_leads_to_the_address_in_words(kind: str) -> None:
    document = {
        "card": seat_cards_document(event(), [seat_card()], "a6"),
        "sign": signs_document(event(), [TableSign(7, ADDRESS)], "a4"),
        "badge": badges_document(event(), PLAYERS, [Badge("李小龙", PLAYER, "", "17", ADDRESS)], "a7"),
    }[kind]
    content = render(document).content
    matrix = segno.make(ADDRESS, error="m", micro=False, mask=ink.MASK).matrix
    dark = {(x, y) for y, row in enumerate(matrix) for x, dot in enumerate(row) if dot}
    assert dots(content) == dark
    assert squeezed(ADDRESS) in squeezed(pages(content)[0])


@pytest.mark.parametrize("number", [1, 88, 888, 8888])
@pytest.mark.parametrize("sheet", ["a5", "a4"])
def test_the_number_of_a_table_is_read_at_ten_metres(
    number: int, sheet: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = {}
    draw = ink.Ink.text

    def spy(self: ink.Ink, at: Any, text: str, size: float, *rest: Any, **named: Any) -> None:
        sizes[text] = size
        draw(self, at, text, size, *rest, **named)

    monkeypatch.setattr(ink.Ink, "text", spy)
    render(signs_document(event(), [TableSign(number, ADDRESS)], sheet))
    # A letter is read at 250 times its height: 40 mm at ten metres.
    assert sizes[str(number)] * 0.714 / MM >= 40


def test_all_signs_of_a_hall_have_numbers_of_one_size(drawn: list[Any]) -> None:
    render(signs_document(event(), [TableSign(1, ADDRESS), TableSign(128, ADDRESS)], "a5"))
    one, many = (next(line for line in drawn if line[4] == text) for text in ("1", "128"))
    assert width("128", 1, BOLD) * (one[2] - one[1]) == pytest.approx(
        width("1", 1, BOLD) * (many[2] - many[1])
    )


@pytest.mark.parametrize("sheet", ["a7", "pass"])
@pytest.mark.parametrize("name", [*NAMES, LONG, "W" * 200])
def test_a_badge_shows_the_whole_name_and_keeps_inside(name: str, sheet: str, drawn: list[Any]) -> None:
    badge = Badge(name, PLAYER, below=f"{name} · 中国", number="4096", address=ADDRESS)
    content = render(badges_document(event(name=name, is_rehearsal=True), PLAYERS, [badge], sheet)).content
    first = {"a7": EIGHT_A7, "pass": NINE_PASSES}[sheet].areas[0]
    for _page, left, right, base, text in drawn:
        assert left >= first.left + 5.9 * MM and right <= first.right - 5.9 * MM, text
        assert first.bottom + 5.9 * MM <= base <= first.top - 5.9 * MM, text
    assert squeezed(name) in squeezed(pages(content)[0])


def test_a_badge_of_the_staff_says_the_office() -> None:
    badges = [Badge(f"Person {key}", role) for key, role in ROLES.items()]
    text = text_of(badges_document(event(), STAFF, badges, "a7"))
    for said in ("主办 Organiser", "裁判长 Chief referee", "裁判 Referee", "记分员 Scorer"):
        assert said in text


@pytest.mark.parametrize(
    ("languages", "said", "silent"), [(("zh",), "东", "Chair"), (("en",), "Chair", "东")]
)
def test_cards_speak_the_languages_that_were_asked_for(
    languages: tuple[str, ...], said: str, silent: str
) -> None:
    row = (CardRow(1, "", 4, 0),)
    text = text_of(seat_cards_document(event(languages, name="Open"), [seat_card(team="", rows=row)], "a6"))
    assert said in text
    assert silent not in text


def test_a_rehearsal_says_so_on_every_card() -> None:
    real, made_up = event(), event(is_rehearsal=True)
    for make in (
        lambda of: seat_cards_document(of, [seat_card()], "a6"),
        lambda of: signs_document(of, [TableSign(1, ADDRESS)], "a5"),
        lambda of: badges_document(of, STAFF, [Badge("Anna", ROLES["referee"])], "a7"),
    ):
        assert "演练 REHEARSAL" in text_of(make(made_up))
        assert "REHEARSAL" not in text_of(make(real))


def test_a_hundred_cards_share_two_fonts_and_stay_small() -> None:
    content = render(seat_cards_document(event(), [seat_card(f"N{n}", 8) for n in range(100)], "a4")).content
    assert len(content) < 500_000

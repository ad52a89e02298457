"""The draw for the wall, read back from the PDF."""

import io
from typing import Any

import pypdf
import pytest

from tests.sheets.samples import MADE_AT, NAMES, pages, paper
from tournament.sheets import ink
from tournament.sheets.cards import Event
from tournament.sheets.document import Document, render
from tournament.sheets.draw_lists import (
    DrawnSession,
    DrawnTable,
    Seated,
    by_name_document,
    by_table_document,
)
from tournament.sheets.lines import printable, width
from tournament.sheets.words import Words

LONG = "Müller-Lüdenscheidt von und zu Hohenzollern-Sigmaringen, Maximilian Alexander"


def event(languages: tuple[str, ...] = ("zh", "en"), **changes: Any) -> Event:
    return Event(
        **{"name": "公开赛", "version": 128, "made_at": MADE_AT, "words": Words(languages), **changes}
    )


def person(number: int, name: str = "", **changes: Any) -> Seated:
    name = name or f"Person{number}"
    return Seated(number, name, **{"listed": name, "team": f"队{number % 9}", **changes})


def session(number: int = 1, tables: int = 4, **changes: Any) -> DrawnSession:
    """Table t seats 4t - 3 … 4t, 东 to 北."""
    four = [tuple(person(4 * at + chair) for chair in range(1, 5)) for at in range(tables)]
    drawn = tuple(DrawnTable(at, chairs) for at, chairs in enumerate(four, 1))
    return DrawnSession(number, **{"tables": drawn, **changes})


def read(document: Document) -> list[str]:
    """The text of each page with one blank between words."""
    return [" ".join(text.split()) for text in pages(render(document).content)]


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """How large each text was drawn last."""
    found: dict[str, float] = {}
    draw = ink.Ink.text

    def spy(self: ink.Ink, at: Any, text: str, size: float, *rest: Any, **named: Any) -> None:
        found[text] = size
        draw(self, at, text, size, *rest, **named)

    monkeypatch.setattr(ink.Ink, "text", spy)
    return found


def test_a_table_lists_four_names_with_chair_number_and_team() -> None:
    (text,) = read(by_table_document(event(), [session(tables=1)]))
    at = [
        text.index(said)
        for said in ("东 E", "Person1", "南 S", "Person2", "西 W", "Person3", "北 N", "Person4")
    ]
    assert at == sorted(at)
    assert "队4" in text and "第 1 局 Session 1" in text


def test_every_table_of_every_session_is_on_the_wall_once_in_order() -> None:
    found = read(by_table_document(event(), [session(1, 30), session(2, 30)]))
    names = [word for text in found for word in text.split() if word.startswith("Person")]
    assert names == [f"Person{n}" for n in range(1, 121)] * 2


def test_the_outline_leads_to_each_session() -> None:
    content = render(by_table_document(event(), [session(1, 20), session(2, 20)])).content
    outline = pypdf.PdfReader(io.BytesIO(content)).outline
    assert [entry.title for entry in outline] == ["第 1 局 Session 1", "第 2 局 Session 2"]  # type: ignore[union-attr]


def test_each_page_names_its_session_and_start() -> None:
    found = read(by_table_document(event(), [session(3, 20, starts="2026-11-28 09:30", stage="预赛")]))
    assert len(found) > 1
    for text in found:
        assert "第 3 局 Session 3" in text
        assert "预赛 · 2026-11-28 09:30" in text
        assert "version 128" in text


def test_byes_absent_players_and_empty_chairs_are_listed() -> None:
    chairs = (person(1, "李小龙"), None, person(3, "Ágnes", is_absent=True), person(4))
    one = DrawnSession(1, (DrawnTable(12, chairs),), (person(9, "王芳"), person(10, "O’Brien", team="")))
    (text,) = read(by_table_document(event(), [one]))
    assert "轮空 Bye: 9 王芳 (队0) · 10 O’Brien" in text
    assert "缺席 Absent: 3 Ágnes (12 西 W)" in text
    assert "空位 Empty chair: 12 南 S" in text


def test_a_substitute_stands_in_the_chair_and_says_for_whom() -> None:
    chairs = (person(50, "Reserve", instead_of="Anna"), *(person(n) for n in (2, 3, 4)))
    (text,) = read(by_table_document(event(), [DrawnSession(1, (DrawnTable(1, chairs),))]))
    assert "替 Anna for Anna" in text


def test_a_table_that_does_not_play_says_so() -> None:
    four = tuple(person(n) for n in range(1, 5))
    one = DrawnSession(1, (DrawnTable(1, four, is_played=False), DrawnTable(2, four)))
    (text,) = read(by_table_document(event(("en",)), [one]))
    assert text.count("not played") == 1


@pytest.mark.parametrize("tables", [1, 4, 13, 40])
def test_names_on_the_wall_are_read_at_two_metres(tables: int, sizes: dict[str, float]) -> None:
    render(by_table_document(event(), [session(tables=tables)]))
    # 20 points are letters of five millimetres.
    assert sizes["Person1"] >= (20 if tables <= 13 else 18)
    assert sizes["1"] > sizes["Person1"] * 0.9


def test_the_largest_field_is_still_large_and_its_pages_can_be_hung(sizes: dict[str, float]) -> None:
    found = read(by_table_document(event(), [session(tables=250)]))
    assert sizes["Person1"] >= 14
    assert len(found) <= 32


def test_a_draft_says_so_on_every_page_and_a_published_draw_does_not() -> None:
    draft = session(1, 30, is_draft=True)
    for make in (by_table_document, by_name_document):
        found = read(make(event(), [draft]))
        assert len(found) > 1
        assert all("草案 DRAFT" in text for text in found)
        assert not any("DRAFT" in text for text in read(make(event(), [session(1, 30)])))


def test_of_several_sessions_only_the_drafts_are_marked_by_table_and_the_list_by_name_as_a_whole() -> None:
    both = [session(1, 2), session(2, 2, is_draft=True)]
    first, second = read(by_table_document(event(), both))
    assert "DRAFT" not in first and "DRAFT" in second
    assert all("DRAFT" in text for text in read(by_name_document(event(), both)))


def test_a_rehearsal_says_so() -> None:
    for make in (by_table_document, by_name_document):
        assert all(
            "演练 REHEARSAL" in text for text in read(make(event(is_rehearsal=True), [session(1, 30)]))
        )


def test_names_are_in_order_whatever_their_accents_and_chinese_ones_by_pinyin() -> None:
    names = ("Zimmer", "Ångström", "王芳", "Anton", "李小龙", "Évard", "Ebner", "曾国强")
    four = [person(n, name) for n, name in enumerate(names, 1)]
    one = DrawnSession(1, (DrawnTable(1, tuple(four[:4])), DrawnTable(2, tuple(four[4:]))))
    (text,) = read(by_name_document(event(), [one]))
    order = ("Ångström", "Anton", "Ebner", "Évard", "李小龙", "王芳", "Zimmer", "曾国强")
    assert [text.index(name) for name in order] == sorted(text.index(name) for name in order)


def test_a_list_by_name_leads_to_table_and_chair() -> None:
    one = DrawnSession(1, (DrawnTable(37, tuple(person(n) for n in range(1, 5))),), (person(9, "王芳"),))
    (text,) = read(by_name_document(event(), [one]))
    assert "Person3 3 37 西 W" in text
    assert "王芳 9 轮空 Bye" in text


def test_a_list_of_several_sessions_has_a_row_with_all_of_them() -> None:
    first = DrawnSession(1, (DrawnTable(5, tuple(person(n, team="") for n in (1, 2, 3, 4))),))
    second = DrawnSession(
        2, (DrawnTable(8, tuple(person(n, team="") for n in (4, 3, 2, 6))),), (person(1, team=""),)
    )
    (text,) = read(by_name_document(event(), [first, second]))
    assert "Person1 1 5 东 E 轮空 Bye" in text
    assert "Person4 4 5 北 N 8 东 E" in text
    assert "Person6 6 – 8 北 N" in text


@pytest.mark.parametrize("sessions", [1, 14, 40])
def test_everybody_is_in_the_list_by_name_once(sessions: int) -> None:
    content = render(by_name_document(event(), [session(n, 60) for n in range(1, sessions + 1)])).content
    names = [word for text in pages(content) for word in text.split() if word.startswith("Person")]
    assert sorted(names) == sorted(f"Person{n}" for n in range(1, 241))
    assert sessions > 14 or sorted(paper(content)) == [595, 842]


@pytest.mark.parametrize("make", [by_table_document, by_name_document])
@pytest.mark.parametrize("count", [1, 3])
def test_no_name_is_cut_and_nothing_leaves_the_paper(
    make: Any, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[float, float, float, str]] = []
    draw = ink.Ink.text

    def spy(self: ink.Ink, at: Any, text: str, size: float, *rest: Any, **named: Any) -> None:
        weight = rest[0] if rest else named.get("weight", ink.REGULAR)
        align = rest[1] if len(rest) > 1 else named.get("align", "left")
        across = width(printable(text), size, weight)
        left = at[0] - across * {"left": 0, "center": 0.5, "right": 1}[align]
        drawn.append((left, left + across, at[1], text))
        draw(self, at, text, size, *rest, **named)

    monkeypatch.setattr(ink.Ink, "text", spy)
    names = [*NAMES, LONG, "W" * 120]
    people = [person(4000 + n, name, team=name) for n, name in enumerate(names)]
    tables = tuple(DrawnTable(246 + at // 4, tuple(people[at : at + 4])) for at in range(0, 16, 4))
    crowd = tuple(person(5000 + n, LONG) for n in range(80))
    one = DrawnSession(1, tables, crowd, stage=LONG, starts="2026-11-28 09:30")
    sessions = [DrawnSession(n, one.tables, one.byes, LONG, one.starts) for n in range(1, count + 1)]
    content = render(make(event(name="公开赛 Open " * 16), sessions)).content
    across, up = paper(content)
    text = "".join("".join(pages(content)).split())
    for name in names:
        assert "".join(name.split()) in text
    for left, right, base, said in drawn:
        assert left >= 36 - 0.6 and right <= across - 36 + 0.6, said
        assert 18 <= base <= up - 30, said


@pytest.mark.parametrize(("language", "there", "absent"), [("zh", "座位", "Chair"), ("en", "Chair", "座位")])
def test_lists_can_be_in_one_language(language: str, there: str, absent: str) -> None:
    for make in (by_table_document, by_name_document):
        text = " ".join(read(make(event((language,)), [session(tables=2)])))
        assert there in text
        assert absent not in text

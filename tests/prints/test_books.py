"""The results book and the programme, read back from the PDF. The results are those of `tests.prints.finished`."""

import io
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any, cast
from zoneinfo import ZoneInfo

import pypdf
import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from tests import making
from tests.prints.finished import RESULTS, finished
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.events import change_rules
from tournament.actions.hands import HandEntry, correct_hand
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.programme import ItemFacts, add_item, plan_starts
from tournament.actions.sessions import close_session, make_official
from tournament.actions.stages import StagePlan, add_stage, fill_stage
from tournament.actions.standings import penalise, withdraw_general_penalty
from tournament.models import Seat, Tournament
from tournament.prints import KINDS, Asked
from tournament.refusals import Refused
from tournament.sheets.document import render

pytestmark = pytest.mark.django_db

SHANGHAI = ZoneInfo("Asia/Shanghai")


def made(event: Tournament, kind: str = "results_book", **asked: Any) -> pypdf.PdfReader:
    event.refresh_from_db()
    return pypdf.PdfReader(io.BytesIO(render(KINDS[kind].make(Asked(event, **asked))).content))


def chapters(book: pypdf.PdfReader) -> dict[str, int]:
    """Where the outline leads: title → number of the page, from 1."""
    found = {}
    for entry in book.outline:
        assert isinstance(entry, pypdf.generic.Destination)
        number = book.get_destination_page_number(entry)
        assert number is not None and entry.title is not None
        found[entry.title] = number + 1
    return found


def lines(book: pypdf.PdfReader, title: str) -> list[str]:
    """The lines of the first page of a chapter. A minus is read as a hyphen."""
    return book.pages[chapters(book)[title] - 1].extract_text().splitlines()


def after(shown: list[str], first: str, count: int) -> list[str]:
    """What stands after a text, without the white around it."""
    at = shown.index(first)
    return [line.strip() for line in shown[at + 1 : at + 1 + count]]


def test_the_contents_name_the_page_on_which_each_chapter_begins() -> None:
    # 200 players fill several pages of standings and of tables, so that no number is right by chance.
    book = made(finished(1, 200, team_ranking=True))
    begins = chapters(book)
    contents = book.pages[begins["目录 Contents"] - 1].extract_text().splitlines()
    titles = [title for title in begins if title not in ("封面 Cover", "目录 Contents")]
    assert len(titles) == 7
    assert begins["第 1 局成绩 Results of session 1"] > begins["个人成绩表 Individual results"] + 1
    for title in titles:
        at = next(n for n, line in enumerate(contents) if line.replace("  ", " ") == title)
        assert int(contents[at + 1]) == begins[title]
        assert title in " ".join(book.pages[begins[title] - 1].extract_text().splitlines())
    assert list(begins.values()) == sorted(begins.values())


def test_a_line_of_the_contents_leads_to_its_page() -> None:
    book = made(finished(1))
    begins = chapters(book)
    links = [link.get_object() for link in cast(pypdf.generic.ArrayObject, book.pages[1]["/Annots"])]
    targets = [link["/Dest"][0].get_object() for link in links]
    assert targets == [book.pages[n - 1].get_object() for n in begins.values() if n > 2]


def test_pages_are_numbered_through_the_whole_book() -> None:
    book = made(finished(2), languages=("en",))
    for number, page in enumerate(book.pages, 1):
        # The cover is page 1, and says so only by page 2 being the next.
        assert (f"Page {number} of {len(book.pages)}" in page.extract_text()) == (number > 1)


def test_standings_are_the_sums_of_what_was_played() -> None:
    event = finished(1)
    shown = lines(made(event), "个人成绩表 Individual results")
    # Standard points 4 4 2½ 2½ 2 2 2 1, then match points: 112 before 54; the others are equal in everything.
    places = {112: "1", 54: "2", -24: "3=", -18: "5=", -64: "8"}
    for table, (points, _places, standard) in RESULTS.items():
        for chair, seat in enumerate(Seat.objects.filter(table__number=table).order_by("chair")):
            assert seat.player is not None
            own = after(shown, seat.player.name, 9)
            match = f"{points[chair]:+d}"
            place = str(RESULTS[table][1][chair])
            start = str(300 + points[chair])
            assert own == [
                *(str(seat.player.number), match, place, match, start),
                *(standard[chair], standard[chair], places[points[chair]], *own[8:]),
            ]


def test_every_session_says_table_by_table_who_scored_what() -> None:
    event = finished(2)
    book = made(event)
    for session in (1, 2):
        shown = lines(book, f"第 {session} 局成绩 Results of session {session}")
        for seat in Seat.objects.filter(session__number=session).select_related("table", "player"):
            assert seat.player is not None
            points, places, standard = RESULTS[seat.table.number]
            match = f"{points[seat.chair]:+d}"
            expected = [match, str(places[seat.chair]), standard[seat.chair]]
            assert after(shown, f"{seat.player.number} {seat.player.name}", 3) == expected


def test_a_corrected_table_is_marked() -> None:
    event = finished(1)
    table = making.table(event, 1, 2)
    correct_hand(table, HandEntry(1, 2, None, 11), "misread", making.stamp(table))
    shown = lines(made(event), "第 1 局成绩 Results of session 1")
    assert "2*" in shown and "1*" not in shown
    assert any("更正" in line and "2 (" in line for line in shown)
    # 11 fan self-drawn: 3 · 19 = 57 from three times 19.
    assert [one for one in shown if one in ("+57", "-19")] == [
        "-19",
        "-19",
        "+57",
        "-19",
    ]


def test_penalties_stand_in_the_book_with_those_that_were_withdrawn() -> None:
    event = finished(1)
    assert not any("Penalties" in title for title in chapters(made(event)))
    penalise(event, ("player", 3), "conduct", Fraction(1, 2), "loud", making.user())
    wrong = penalise(event, ("team", 2), "conduct", Fraction(1), "mistaken for another", making.user())
    withdraw_general_penalty(event, wrong.pk, "it was team 1", making.user())
    text = " ".join(lines(made(event, languages=("en",)), "Penalties"))
    assert "3 Player 3 · Team 1" in text and "½ standard points deducted" in text
    assert "WITHDRAWN: 1 standard points deducted (it was team 1)" in text


def test_statistics_count_the_hands() -> None:
    shown = lines(made(finished(1), languages=("en",)), "Statistics")
    # Per session 24, 8, 8 fan on a discard, 10 fan self-drawn, one drawn hand: (24 + 8 + 8 + 10) / 4 = 12.5.
    assert after(shown, "Hands played", 1) == ["5"]
    assert after(shown, "Won on a discard", 1) == ["3  (60.0 %)"]
    assert after(shown, "Won by self-draw", 1) == ["1  (20.0 %)"]
    assert after(shown, "Drawn hands", 1) == ["1  (20.0 %)"]
    assert after(shown, "Average fan of a win", 1) == ["12.5"]
    assert after(shown, "8–9", 1) == ["2  (50.0 %)"]
    assert after(shown, "24–31", 1) == ["1  (25.0 %)"]
    assert [after(shown, place, 1) for place in ("1", "2")] == [["24"], ["10"]]
    assert shown.count("3=") == 2


def test_what_shows_results_is_provisional_until_every_session_that_it_counts_is_official() -> None:
    event = making.drawn(4, 2)
    making.hand(making.table(event), 0, 8)
    making.close(making.table(event))
    close_session(event, 1, making.user())

    def stamped() -> set[bool]:
        pages = [
            page for kind in ("results_book", "results", "player_reports") for page in made(event, kind).pages
        ]
        return {"PROVISIONAL" in page.extract_text() for page in pages}

    assert stamped() == {True}
    make_official(event, 1, making.user())
    assert stamped() == {False}  # as of session 1 of 2, and they say so
    making.hand(making.table(event, 2), 0, 8)
    making.close(making.table(event, 2))
    assert stamped() == {True}


def test_no_page_of_a_rehearsal_looks_real() -> None:
    event = finished(1)
    Tournament.objects.filter(pk=event.pk).update(is_rehearsal=True)
    for kind in ("results_book", "programme_book"):
        for page in made(event, kind).pages:
            assert "演练 REHEARSAL" in page.extract_text()


def test_the_cover_and_the_last_page_name_who_answers_for_the_book() -> None:
    event = finished(1)
    event.officials = "裁判长：王建国\n主办：成都市麻将运动协会"
    event.city, event.country = "成都", "中国"
    event.starts_on, event.ends_on = datetime(2026, 11, 28).date(), datetime(2026, 11, 30).date()
    event.save()
    book = made(event)
    cover, last = book.pages[0].extract_text(), book.pages[-1].extract_text()
    assert event.name in cover and "主办单位：成都市麻将运动协会" in cover
    assert "成都, 中国 · 2026-11-28 – 2026-11-30" in cover
    assert f"版本 {event.version}" in cover and "UTC+08:00" in cover
    assert "王建国" in last and "成都市麻将运动协会" in last and "alice" not in last


def test_each_stage_has_standings_of_its_own() -> None:
    event = making.tournament(8, 2, teams=False)
    add_stage(event, StagePlan("预赛", "all", [1]), making.user())
    fill_stage(event, event.stages.get().pk, making.user())
    add_stage(event, StagePlan("决赛", "top", [2], places=(1, 4)), making.user())
    make_draw(event, [1], making.user(), seed="x")
    publish_draw(event, [1], making.user())
    for number in (1, 2):
        making.hand(making.table(event, 1, number), 0, 8)
        making.close(making.table(event, 1, number))
    titles = list(chapters(made(event)))
    assert "预赛 · 个人成绩表 Individual results" in titles
    assert not [title for title in titles if "决赛" in title or "团体" in title]


def test_a_results_book_without_results_is_refused() -> None:
    with override("en"), pytest.raises(Refused, match="No table is closed yet"):
        made(making.drawn(8, 1))


@pytest.mark.parametrize("kind", ["results_book", "programme_book"])
def test_the_number_of_queries_does_not_grow_with_players_and_sessions(kind: str) -> None:
    counts = []
    for sessions, players in ((1, 8), (3, 24)):
        event = finished(sessions, players)
        penalise(event, ("player", 1), "conduct", Fraction(1), "loud", making.user())
        cache.clear()
        event.refresh_from_db()
        with CaptureQueriesContext(connection) as queries:
            render(KINDS[kind].make(Asked(event)))
        counts.append(len(queries))
    assert counts[0] == counts[1]


# ── The programme


def test_a_programme_holds_only_what_is_there() -> None:
    event = making.tournament(8, 2)
    event.players.all().delete()
    assert list(chapters(made(event, "programme_book"))) == [
        "封面 Cover",
        "目录 Contents",
        "规程摘要 Regulation in short",
        "竞赛人员 Officials",
    ]
    enrol(event, [PersonFacts(name="Ёлкина Ольга")], making.user())
    contents = made(event, "programme_book").pages[1].extract_text()
    assert "参赛名单" in contents and "日程" not in contents and "座次" not in contents


def test_a_programme_shows_draws_only_when_they_are_published() -> None:
    event = making.drawn(8, 2)
    event.sessions.filter(number=2).update(state="draft")
    book = made(event, "programme_book", languages=("en",))
    assert "Draw of session 1" in chapters(book) and "Draw of session 2" not in chapters(book)
    shown = lines(book, "Draw of session 1")
    first = [
        seat.player for seat in making.table(event).seats.order_by("chair").select_related("player__team")
    ]
    names = [f"{one.number} {one.name} · {one.team.name}" for one in first if one and one.team]
    assert after(shown, "1", 4) == names


def test_the_timetable_has_the_sessions_in_the_zone_of_the_tournament() -> None:
    event = making.drawn(8, 2)
    start = datetime(2026, 11, 28, 9, 0, tzinfo=SHANGHAI)
    plan_starts(event, {1: start, 2: start + timedelta(days=1, minutes=30)}, making.user())
    lunch = ItemFacts("午餐", start + timedelta(hours=3), start + timedelta(hours=4), "二楼餐厅")
    add_item(event, lunch, making.user())
    shown = lines(made(event, "programme_book"), "日程 Timetable")
    assert shown.count("2026-11-28 星期六 Saturday UTC+08:00") == 2
    assert shown.count("2026-11-29 星期日 Sunday UTC+08:00") == 1
    assert after(shown, "09:00", 1) == ["第 1 局  Session 1"]
    assert after(shown, "12:00–13:00", 2) == ["午餐", "二楼餐厅"]
    assert after(shown, "09:30", 1) == ["第 2 局  Session 2"]


def test_entries_are_listed_by_team_and_say_who_is_a_reserve() -> None:
    event = making.tournament(8, 1)
    event.players.filter(number=8).update(is_reserve=True)
    shown = lines(made(event, "programme_book"), "参赛名单 Entries")
    assert any("2 队" in line and "共 8 人" in line for line in shown)
    assert [shown[shown.index(f"Player {n}") - 2] for n in range(1, 9)] == ["1 Team 1"] * 4 + ["2 Team 2"] * 4
    assert after(shown, "Player 8", 1) == ["替补 reserve"]


def test_the_regulation_tells_what_differs_from_the_rulebook_that_ships() -> None:
    event = making.tournament(8, 1)
    as_shipped = " ".join(lines(made(event, "programme_book", languages=("en",)), "Regulation in short"))
    assert "120 minutes" in as_shipped and "4-3-2-1" in as_shipped and "as in these rules" in as_shipped
    changes = {"minutes": 90, "scale": "4-2-1-0", "false_win": {"false_win_not_ready": {"amount": 30}}}
    change_rules(event, changes, making.user(), "a shorter day")
    changed = " ".join(lines(made(event, "programme_book", languages=("en",)), "Regulation in short"))
    assert "90 minutes" in changed and "4-2-1-0" in changed
    assert "not ready: pays 30 to each, dead hand" in changed and "all others as in these rules" in changed


def test_officials_are_named_once_with_their_tables() -> None:
    event = making.drawn(8, 1)
    making.referee(event, "bob", [1, 2])
    event.officials = "Chief referee: 王建国\n裁判：Bob"
    event.save()
    shown = lines(made(event, "programme_book", languages=("en",)), "Officials")
    assert shown.count("Bob") == 1
    assert after(shown, "Bob", 1) == ["1–2"]
    assert "王建国" in shown

"""The report of a player, read back from the PDF."""

from typing import Any

import pytest

from tests.sheets.samples import NAMES, pages
from tests.sheets.test_book import LONG, edition, outside
from tournament.queries.hand_counts import Tally
from tournament.sheets import player_report
from tournament.sheets.book import Edition, document
from tournament.sheets.document import render
from tournament.sheets.player_report import BestHand, HandLine, PlayerReport, SessionLine, report_chapter
from tournament.sheets.words import Words

__all__ = ["outside"]

# 16 hands of which 4 are won, one of them self-drawn; 2 dealt in.
OWN = Tally(hands=16, wins=4, self_draws=1, deal_ins=2, fan_won=50, fan_dealt=32, points=20)
FIELD = Tally(hands=128, wins=28, self_draws=7, deal_ins=21, fan_won=420, fan_dealt=315, points=0)
HANDS = {
    1: HandLine(48, 24, won=True),
    2: HandLine(54, 10, won=True, self_drawn=True),
    3: HandLine(-17, 9),
    4: HandLine(-8),
    5: HandLine(0, drawn=True),
}


def report(**changes: Any) -> PlayerReport:
    values: dict[str, Any] = {
        "number": 17,
        "name": "李小龙",
        "team": "北京队",
        "place": "2=",
        "ranked": 52,
        "sessions": (
            SessionLine(1, 3, 0, ("4 王芳", "5 陈伟", "6 李明"), 77, "4", 1, 9, HANDS),
            SessionLine(2, 12, 3, ("7 A", "8 B", "9 C"), -20, "2½", 2, 2),
        ),
        "own": OWN,
        "field": FIELD,
        "total_match": 57,
        "total_standard": "6½",
        "best": (BestHand(1, 3, 1, 24),),
    }
    return PlayerReport(**values | changes)


def read(*reports: PlayerReport, of: Edition | None = None) -> list[str]:
    of = of or edition(words=Words(("en",)))
    made = document(of, ("Players' reports",), [report_chapter(of, one) for one in reports])
    return pages(render(made).content)


def after(shown: list[str], first: str, count: int) -> list[str]:
    at = shown.index(first)
    return [line.strip() for line in shown[at + 1 : at + 1 + count]]


def test_each_session_has_table_chair_opponents_points_and_places() -> None:
    shown = read(report())[0].splitlines()
    assert after(shown, "East", 5) == ["4 王芳 · 5 陈伟 · 6 李明", "+77", "4", "1", "9"]
    assert after(shown, "North", 5) == ["7 A · 8 B · 9 C", "-20", "2½", "2", "2"]
    assert "+57" in shown and "6½" in shown and "2=" in shown
    assert "no. 17 · 北京队" in shown and "place 2= of 52" in shown


def test_rates_stand_beside_those_of_everybody() -> None:
    shown = read(report())[0].splitlines()
    # 4/16, 1/4, 2/16, 50/4 and 32/2; of everybody 28/128, 7/28, 21/128, 420/28 and 315/21.
    assert after(shown, "Hands won", 3) == ["25.0 %", "4 / 16", "21.9 %"]
    assert after(shown, "Self-draws among the wins", 3) == ["25.0 %", "1 / 4", "25.0 %"]
    assert after(shown, "Dealt in", 3) == ["12.5 %", "2 / 16", "16.4 %"]
    assert after(shown, "Average fan won", 3) == ["12.5", "50 / 4", "15.0"]
    assert after(shown, "Average fan dealt in", 3) == ["16.0", "32 / 2", "15.0"]
    assert "24 fan: session 1, table 3, hand 1" in shown


def test_the_highest_win_has_its_fan_by_name() -> None:
    best = (BestHand(1, 3, 1, 30, {"碰碰和": 1, "清一色": 1}), BestHand(2, 1, 4, 30))
    shown = read(report(best=best))[0].splitlines()
    assert "30 fan: session 1, table 3, hand 1 (Full Flush, All Pungs); session 2, table 1, hand 4" in shown
    chinese = " ".join(read(report(best=best), of=edition(words=Words(("zh",))))[0].splitlines())
    assert "（清一色、碰碰和）" in chinese


def test_all_hands_stand_in_a_line_of_their_session() -> None:
    shown = read(report())[0].splitlines()
    at = shown.index("+48")
    hands = [line.strip() for line in shown[at : at + 9]]
    # 48 + 54 − 17 − 8 + 0 = 77; the small figures are fan.
    assert hands == ["+48", "24", "+54", "10+", "-17", "9", "-8", "○", "+77"]


def test_a_penalty_in_standard_points_explains_the_total() -> None:
    shown = read(report(adjusted="−1", total_standard="5½"))[0].splitlines()
    assert after(shown, "Penalties in standard points", 1) == ["-1"]
    assert "5½" in shown


def test_what_is_not_there_is_not_spoken_of() -> None:
    session = SessionLine(1, 3, 0, ("4 王芳",))
    shown = read(report(sessions=(session,), own=Tally(), best=(), place="", total_match=None))[0]
    for words in ("Statistics", "Place after each session", "All hands", "Total", "place  of"):
        assert words not in shown


def test_a_bye_has_no_table() -> None:
    shown = read(report(sessions=(SessionLine(1, match=0, standard="3", after=4),)))[0].splitlines()
    assert after(shown, "bye", 3) == ["0", "3", "–"]


def test_every_player_has_page_numbers_of_his_own() -> None:
    many = tuple(SessionLine(n, n, 1, ("1 甲", "2 乙", "3 丙"), 8, "4", 1, 1, HANDS) for n in range(1, 26))
    found = read(report(), report(number=18, sessions=many), report(number=19))
    assert [page.splitlines()[-1] for page in found] == [
        *("Page 1 of 1", "Page 1 of 2", "Page 2 of 2"),
        "Page 1 of 1",
    ]


@pytest.mark.parametrize("sessions", [1, 11, 14])
def test_a_report_takes_two_pages_at_most(sessions: int) -> None:
    hands = {n: HandLine(-288, 88) for n in range(1, 17)}
    names = (f"100 {LONG}", f"200 {LONG}", f"300 {LONG}")
    many = tuple(SessionLine(n, n, 1, names, -288, "2⅓", 2, 300, hands) for n in range(1, sessions + 1))
    found = read(report(name=LONG, team=LONG, sessions=many), of=edition())
    assert len(found) <= 2
    # With 14 sessions of such names the hands do not fit any more.
    assert ("各盘得分" in "".join(found)) == (sessions < 14)


def test_long_names_and_many_points_stay_on_the_paper(outside: list[str]) -> None:
    hands = {n: HandLine(-1234, 388, won=True, self_drawn=True) for n in range(1, 17)}
    session = SessionLine(16, 300, 3, (LONG, LONG, LONG), -12345, "2⅓", 4, 300, hands)
    of = edition(state="截至第 5 局，共 5 局  After session 5 of 5", provisional=True)
    found = read(report(name=LONG, team=LONG, sessions=(session, session)), of=of)
    assert outside == []
    assert "".join(LONG.split()) in "".join(found[0].split())


def test_every_name_is_printed_as_it_was_written() -> None:
    for name, page in zip(NAMES, read(*(report(name=name) for name in NAMES)), strict=True):
        assert "".join(name.split()) in "".join(page.split())


def test_a_better_place_lies_higher_in_the_chart(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[list[tuple[float, float]]] = []
    monkeypatch.setattr(player_report, "_draw_line", lambda _ink, points: drawn.append(points))
    places = (52, 1, 26)
    read(report(sessions=tuple(SessionLine(n, n, 0, (), 0, "1", 1, p) for n, p in enumerate(places, 1))))
    ((last, first, middle),) = drawn
    # The first place is at the top, the 52nd at the bottom, the 26th 25/51 of the way down.
    assert first[1] > middle[1] > last[1]
    assert (first[1] - middle[1]) / (first[1] - last[1]) == pytest.approx(25 / 51)
    assert middle[0] - first[0] == pytest.approx(first[0] - last[0]) and first[0] > last[0]


def test_points_take_the_place_of_fan_where_hands_have_none() -> None:
    hands = {
        1: HandLine(40, 40, won=True),
        2: HandLine(36, 36, won=True, self_drawn=True),
        3: HandLine(-52, 52, dealt_in=True),
        4: HandLine(20, drawn=True),
    }
    best = (BestHand(1, 3, 1, 40, kinds=(("清一色", "Full flush"),)),)
    one = report(
        sessions=(SessionLine(1, 3, 0, ("4 王芳",), 44, "4", 1, 1, hands),), best=best, in_points=True
    )
    shown = " ".join(" ".join(read(one)).split())
    assert "40 points: session 1, table 3, hand 1 (Full flush)" in shown
    assert "Average points won 12.5" in shown and "fan" not in shown
    assert "1 +40 +36 + -52 — ○ +20 +44" in shown


def test_more_than_sixteen_hands_of_a_session_stand_on_several_lines() -> None:
    hands = {number: HandLine(number) for number in range(1, 35)}
    shown = " ".join(
        " ".join(read(report(sessions=(SessionLine(1, 3, 0, (), 595, "4", 1, 1, hands),)))).split()
    )
    for line in ("1 1–16 +1 +2 +3", "17–32 +17 +18", "33–48 +33 +34 +595"):
        assert line in shown

"""Registration form and team sheets, read back from the PDF."""

import io
import re
from typing import Any

import pypdf
import pytest

from tests.sheets.samples import MADE_AT, NAMES, pages, paper
from tournament.sheets.document import render
from tournament.sheets.results import Played
from tournament.sheets.team_sheets import (
    Member,
    Registration,
    Results,
    TeamSheet,
    TeamSheets,
    registration_document,
    team_document,
)

LONG = "Mahjong-Verein der Freunde des gepflegten Spiels Wien-Leopoldstadt "
COMMON: dict[str, Any] = {
    "tournament": "成都公开赛",
    "place_and_dates": "成都 Chengdu",
    "version": 128,
    "made_at": MADE_AT,
}


def results(count: int = 2, **changes: Any) -> Results:
    """So many sessions of 4 standard points and +96 match points each."""
    values: dict[str, Any] = {
        "sessions": (Played("4", 96, 1),) * count,
        "match_points": f"+{96 * count}",
        "standard_points": str(4 * count),
        "place": "2=",
    }
    return Results(**values | changes)


def team(number: int = 3, players: int = 4, sessions: int = 0, **changes: Any) -> TeamSheet:
    """A team with so many players."""
    own = results(sessions) if sessions else None
    members = tuple(
        Member(str(10 * number + at), NAMES[at % len(NAMES)], "CHN", "成都", f"0{at}07", results=own)
        for at in range(players)
    )
    values: dict[str, Any] = {"number": number, "name": f"Team {number}", "members": members}
    values["results"] = results(sessions, match_points=f"+{96 * 4 * sessions}") if sessions else None
    return TeamSheet(**values | changes)


def printed(*teams: TeamSheet, sessions: int = 0, **changes: Any) -> bytes:
    values = {"teams": teams, "sessions": tuple(range(1, sessions + 1)), "planned": 5}
    return render(team_document(TeamSheets(**COMMON | values | changes))).content


def text_of(pdf: bytes) -> str:
    return re.sub(r"\s+", " ", " ".join(pages(pdf)))


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def test_the_registration_form_keeps_the_order_of_the_official_one() -> None:
    (text,) = pages(render(registration_document(Registration(**COMMON))).content)
    at = [
        text.index(word)
        for word in ("报名表", "单位", "职务", "姓名", "年龄", "性别", "备注", "领队", "教练")
    ]
    assert at == sorted(at)
    at = [text.index(word) for word in ("Leader", "Coach", "Player 1", "Player 4", "Substitute", "signature")]
    assert at == sorted(at)


def test_the_registration_form_can_be_in_one_language() -> None:
    (text,) = pages(render(registration_document(Registration(**COMMON, languages=("en",)))).content)
    assert "Leader" in text
    assert "领队" not in text


def test_a_team_sheet_has_every_player_with_number_club_country_and_ema_number_as_text() -> None:
    text = text_of(printed(team()))
    for words in ("Team 3", "30 李小龙", "33 Ёлкина Ольга", "CHN", "成都", "0007", "0307", "EMA"):
        assert words in text


def test_a_reserve_is_called_one() -> None:
    one = team(members=(Member("5", "王芳", roles=("reserve",)), Member("6", "陈伟", roles=("stand_in",))))
    text = text_of(printed(one))
    assert "替补 reserve" in text
    assert "陪打 stand-in" in text


def test_after_sessions_the_results_and_the_total_of_the_team_are_there() -> None:
    text = text_of(printed(team(sessions=2), sessions=2))
    assert "+96 +96 +192 4 4 8 2=" in text
    assert "全队合计 Team total +96 +96 +768 4 4 8" in text
    assert "截至第 2 局，共 5 局" in text
    assert "团体名次 2=" in text


def test_who_has_no_result_has_dashes() -> None:
    one = team(members=(Member("5", "王芳"),), results=results(2))
    assert "5 王芳 – – – – – – –" in text_of(printed(one, sessions=2))


def test_penalties_of_standard_points_stand_between_the_sessions_and_the_total() -> None:
    one = Member("5", "王芳", results=results(1, adjust="−½", standard_points="3½"))
    assert "+96 +96 4 -½ 3½ 2=" in text_of(printed(team(members=(one,)), sessions=1))


def test_small_teams_stand_two_to_a_page_in_the_order_of_their_numbers() -> None:
    pdf = printed(*(team(number) for number in (1, 2, 3)))
    assert paper(pdf) == (595, 842)
    first, second = pages(pdf)
    assert first.index("Team 1") < first.index("Team 2")
    assert "Team 3" in second
    assert "第 3 页，共 3 页" in second
    entries = pypdf.PdfReader(io.BytesIO(pdf)).outline
    outline = [entry.title for entry in entries if not isinstance(entry, list)]
    assert outline == ["Team 1 · Team 2", "Team 3"]


def test_a_large_team_makes_every_team_have_pages_of_its_own() -> None:
    found = pages(printed(team(1), team(2, players=60)))
    assert len(found) >= 3
    assert "Team 2" not in found[0]
    text = squeezed(" ".join(found))
    assert all(f"{20 + at}" in text for at in range(60))


@pytest.mark.parametrize("sessions", [5, 12, 30])
def test_many_sessions_and_long_names_are_printed_whole(sessions: int) -> None:
    people = tuple(
        Member(str(at), LONG * 2, LONG, LONG, "04110021", results=results(sessions)) for at in range(4)
    )
    text = squeezed(text_of(printed(team(name=LONG * 3, members=people), sessions=sessions)))
    assert text.count(squeezed(LONG)) >= 4 * 4 + 3
    assert text.count("04110021") == 4


def test_a_team_without_players_says_so() -> None:
    assert "尚无队员 No players yet" in text_of(printed(team(players=0)))


def test_a_rehearsal_says_so_on_each_half() -> None:
    assert text_of(printed(team(1), team(2), rehearsal=True)).count("REHEARSAL") == 2

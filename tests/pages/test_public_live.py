"""Public pages refresh themselves: 204 while nothing changed, else the fragment; and the work does not grow."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tests import making
from tests.pages.public_sheet import played, row_of, sitter
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw, withdraw_draw
from tournament.models import Tournament
from tournament.sharing import forget_all

pytestmark = pytest.mark.django_db
LIVING = (
    "",
    "standings/",
    "standings/?provisional=1",
    "teams/",
    "seats/",
    "seats/?q=1",
    "seats/?by=table",
    "sessions/1/",
    "sessions/1/tables/1/",
    "players/",
    "players/1/",
)


def part(of: Tournament, page: str, version: object = "") -> Any:
    joined = "&" if "?" in page else "?"
    return Client().get(f"/t/{of.slug}/{page}{joined}part=1&v={version}")


def token(of: Tournament, page: str) -> str:
    return str(part(of, page)["X-Version"])


@pytest.mark.parametrize("path", LIVING)
def test_nothing_new_is_204_and_of_those_who_ask_in_one_second_the_first_asks_the_database(
    path: str, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    made = played()
    settings.SHARED_FOR_A_SECOND = True
    monkeypatch.setattr("tournament.sharing.time.time", lambda: 1_800_000_000.5)
    seen = token(made, path)
    assert part(made, path, seen).status_code == 204
    with CaptureQueriesContext(connection) as queries:
        answer = part(made, path, seen)
    assert answer.status_code == 204
    assert answer.content == b""
    assert len(queries) == 0
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("path", LIVING)
def test_a_page_begins_with_the_token_that_its_part_would_have(path: str) -> None:
    made = played()
    whole = Client().get(f"/t/{made.slug}/{path}").content.decode()
    assert f'data-version="{token(made, path)}"' in whole
    assert "part=1" in whole


def test_a_closed_table_brings_new_standings() -> None:
    made = played()
    seen = token(made, "standings/")
    table = making.table(made, 1, 2)
    making.hand(table, winner=2, fan=20)
    making.close(table)
    answer = part(made, "standings/", seen)
    assert answer.status_code == 200
    assert answer["X-Version"] != seen
    assert "no-store" in answer["Cache-Control"]
    html = answer.content.decode()
    assert "<html" not in html
    assert row_of(html, f"p{sitter(table, 2).number}").endswith("384 4 +84")
    made.refresh_from_db()
    assert answer["X-Version"].startswith(f"{made.version}-")


def test_a_hand_at_an_open_table_changes_only_the_pages_that_show_it() -> None:
    made = played()
    table = making.table(made, 1, 2)
    making.hand(table, winner=2, fan=20)
    seen = {
        page: token(made, page) for page in ("standings/", "standings/?provisional=1", "sessions/1/tables/2/")
    }
    making.hand(table, winner=2, fan=20)
    assert part(made, "standings/", seen["standings/"]).status_code == 204
    assert part(made, "standings/?provisional=1", seen["standings/?provisional=1"]).status_code == 200
    assert part(made, "sessions/1/tables/2/", seen["sessions/1/tables/2/"]).status_code == 200


def test_a_correction_reaches_the_page_of_the_player() -> None:
    made = played()
    table = making.table(made)
    number = sitter(table, 0).number
    seen = token(made, f"players/{number}/")
    making.penalty(table, 0, 10, reason="late", kind="late")
    html = part(made, f"players/{number}/", seen).content.decode()
    assert "+14" in row_of(html, "total")


def test_a_token_of_another_version_or_none_at_all_brings_the_fragment() -> None:
    made = played()
    for version in ("", "0", "x", "999999", "-", "%00"):
        assert part(made, "standings/", version).status_code == 200, version


def test_a_draw_that_is_taken_back_is_gone_at_the_next_question() -> None:
    made = making.tournament(16, 1)
    make_draw(made, [1], making.user(), seed="back")
    publish_draw(made, [1], making.user())
    seen = token(made, "sessions/1/")
    withdraw_draw(made, 1, "a player fell ill", making.user())
    assert part(made, "sessions/1/", seen).status_code == 404


def test_each_language_has_its_own_fragment() -> None:
    made = played()
    path = f"/t/{made.slug}/players/?part=1"

    def fragment(language: str) -> str:
        return Client().get(path, HTTP_ACCEPT_LANGUAGE=language).content.decode()

    english, chinese = fragment("en"), fragment("zh-hans")
    with translation.override("zh-hans"):
        assert translation.gettext("Team") in chinese
    assert "Team" in english
    assert fragment("en") == english


def test_fragments_are_pressed_for_the_wifi_of_a_hall() -> None:
    made = played()
    path = f"/t/{made.slug}/standings/"
    assert Client().get(path, HTTP_ACCEPT_ENCODING="gzip")["Content-Encoding"] == "gzip"


@pytest.fixture
def count_queries() -> Callable[[Tournament, str], int]:
    def count(of: Tournament, page: str) -> int:
        cache.clear()
        forget_all()
        with CaptureQueriesContext(connection) as queries:
            assert Client().get(f"/t/{of.slug}/{page}").status_code == 200
        return len(queries)

    return count


def test_a_tournament_of_300_costs_no_more_queries_than_one_of_16(
    count_queries: Callable[[Tournament, str], int],
) -> None:
    small, large = played(), making.drawn(300, 2)
    for number in (1, 2, 3):
        table = making.table(large, 1, number)
        making.hand(table, winner=0, fan=8)
        making.penalty(table, 1, 10)
        making.close(table)
    figures = {page: (count_queries(small, page), count_queries(large, page)) for page in LIVING}
    assert all(other <= one for one, other in figures.values()), figures
    # Of a player's page the figures of the whole field are the larger part; they are read once for everybody.
    assert max(other for _, other in figures.values()) <= 52, figures


def test_who_holds_the_standings_is_not_sent_the_names_again_of_those_who_moved() -> None:
    event = making.drawn(40, 1)

    def close(number: int, fan: int) -> None:
        table = making.table(event, 1, number)
        making.hand(table, 0, fan)
        making.close(table)

    def without_header(answer: Any) -> str:
        html = answer.content.decode()
        return str(html[int(answer["X-Before"]) :])

    close(1, 8)
    before = part(event, "standings/")
    held = without_header(before).split("\n")
    close(2, 88)  # its winner is the first now, its losers the last, and everybody else has another place
    told = json.loads(part(event, "standings/", f"{before['X-Version']}&held=1").content)["changes"]
    sent = "".join(one for one in told if isinstance(one, str))
    assert 'class="place' in sent
    assert "<summary>" not in sent  # which stands beside the name
    lines = [
        line for one in told for line in ([one] if isinstance(one, str) else held[one[0] : one[0] + one[1]])
    ]
    assert "\n".join(lines) == without_header(part(event, "standings/"))

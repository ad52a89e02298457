"""The standings as files for everybody: what may be seen stands in them, and nothing that may not."""

from __future__ import annotations

import csv
import io
from typing import Any

import openpyxl
import pytest
from django.test import Client

from tests import making
from tests.pages.public_sheet import read
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.events import set_public
from tournament.actions.hands import HandEntry, correct_hand
from tournament.actions.sessions import close_session
from tournament.actions.standings import show_penalties, show_standings
from tournament.exchange import workbook
from tournament.models import Player, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    """Session 1: 东 of table 1 wins 8 fan from 南, who pays 10 to each. Session 2: 24 fan by himself. 3 is a draft."""
    made = making.tournament(16, 3)
    make_draw(made, [1, 2], making.user(), seed="files")
    publish_draw(made, [1, 2], making.user())
    make_draw(made, [3], making.user(), seed="draft")
    for session, fan, discarder in ((1, 8, 1), (2, 24, None)):
        table = making.table(made, session, 1)
        making.hand(table, 0, fan, discarder)
        if session == 1:
            making.penalty(table, 1, 10, mode="pay_each", kind="false_win_below_minimum", reason="he shouted")
        for number in range(1, 5):
            making.close(making.table(made, session, number))
        close_session(made, session, making.user())
    made.refresh_from_db()
    return made


def alice() -> Client:
    client = Client()
    client.force_login(making.user())
    return client


def cells(event: Tournament, query: str = "", client: Client | None = None) -> list[Any]:
    answer = (client or Client()).get(f"/t/{event.slug}/standings.xlsx{query}")
    assert answer.status_code == 200
    book = openpyxl.load_workbook(io.BytesIO(answer.content), data_only=True)
    return [cell.value for page in book.worksheets for row in page.iter_rows() for cell in row]


def lines(event: Tournament, query: str = "", client: Client | None = None) -> list[dict[str, str]]:
    answer = (client or Client()).get(f"/t/{event.slug}/standings.csv{query}", HTTP_ACCEPT_LANGUAGE="en")
    assert answer.status_code == 200
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))


def test_both_files_say_of_which_version_they_are_and_are_kept_by_no_cache(event: Tournament) -> None:
    for address, name, kind in (
        (
            "standings.xlsx",
            "results-session-2",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ),
        ("standings.csv", "players-session-2", "text/csv; charset=utf-8"),
        ("standings.csv?teams=1", "teams-session-2", "text/csv; charset=utf-8"),
    ):
        answer = Client().get(f"/t/{event.slug}/{address}")
        file = f"{event.slug}-{name}-v{event.version}.{address[10:14].rstrip('?')}"
        assert answer["Content-Disposition"] == f'attachment; filename="{file}"'
        assert answer["Content-Type"] == kind
        assert answer["X-Version"] == str(event.version)
        assert "no-store" in answer["Cache-Control"]


def test_the_page_leads_to_the_files_of_what_it_shows(event: Tournament) -> None:
    html = read(f"/t/{event.slug}/teams/?as_of=1")
    for kind in ("pdf", "xlsx", "csv"):
        assert f'href="/t/{event.slug}/standings.{kind}?teams=1&amp;as_of=1"' in html


def test_frozen_standings_are_frozen_in_the_files(event: Tournament) -> None:
    show_standings(event, "frozen", making.user(), 1)
    for query in ("", "?as_of=2", "?teams=1", "?provisional=1"):
        assert "第1局 S1" in cells(event, query)
        assert "第2局 S2" not in cells(event, query)
        assert 96 not in cells(event, query)
        assert not any("Session 2: match points" in line for line in lines(event, query))
    assert 96 in cells(event, "", alice())
    assert "96" in [line["Session 2: match points"] for line in lines(event, "", alice())]
    # What the staff has been given is not kept for others.
    assert 96 not in cells(event)


def test_hidden_standings_have_no_files_but_for_the_staff(event: Tournament) -> None:
    show_standings(event, "hidden", making.user())
    for kind in ("xlsx", "csv"):
        address = f"/t/{event.slug}/standings.{kind}"
        assert Client().get(address).status_code == 404
        assert alice().get(address).status_code == 200


def test_a_tournament_that_is_not_public_has_no_files(event: Tournament) -> None:
    set_public(event, False, making.user())
    other = Client()
    other.force_login(making.user("olga"))
    for kind in ("xlsx", "csv"):
        assert Client().get(f"/t/{event.slug}/standings.{kind}").status_code == 404
        assert other.get(f"/t/{event.slug}/standings.{kind}").status_code == 404


def test_a_draft_stands_in_no_file(event: Tournament) -> None:
    book = openpyxl.load_workbook(
        io.BytesIO(alice().get(f"/t/{event.slug}/standings.xlsx").content), data_only=True
    )
    assert "第3局 Session 3" not in book.sheetnames


def test_nothing_of_personal_data_stands_in_the_files(event: Tournament) -> None:
    Player.objects.filter(tournament=event).update(
        ema_number="04010101", club="Secret Club", country="Ruritania", disqualified_reason="secret"
    )
    Tournament.objects.filter(pk=event.pk).update(officials="referee: Zoe Secret")
    text = repr(cells(event)) + repr(lines(event))
    for secret in ("04010101", "Secret", "Ruritania", "secret", "he shouted", "alice"):
        assert secret not in text


@pytest.mark.parametrize(("mode", "named"), [("named", True), ("unnamed", False), ("hidden", False)])
def test_what_a_penalty_was_given_for_stands_there_only_where_it_is_published(
    event: Tournament, mode: str, named: bool
) -> None:
    show_penalties(event, mode, making.user())
    assert any("pay 10 to each" in str(value) for value in cells(event)) is named
    # Points stay: 南 lost 16 and paid 30.
    assert -46 in cells(event)


def test_a_file_is_never_older_than_the_results(event: Tournament) -> None:
    before = Client().get(f"/t/{event.slug}/standings.xlsx")
    assert 144 not in cells(event)
    # 40 fan instead of 24 by himself: 3 × 48.
    table = making.table(event, 2, 1)
    correct_hand(table, HandEntry(1, 0, None, 40), "misread", making.stamp(table))
    after = Client().get(f"/t/{event.slug}/standings.xlsx")
    assert 144 in cells(event)
    assert "144" in [line["Session 2: match points"] for line in lines(event)]
    assert int(after["X-Version"]) > int(before["X-Version"])


def test_a_file_that_takes_long_rests_a_while_and_says_of_which_version_it_is(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"/t/{event.slug}/standings.xlsx"
    monkeypatch.setattr(workbook, "SLOW", 0)
    monkeypatch.setattr(workbook, "PAUSE", 1e9)
    before = Client().get(address)
    table = making.table(event, 2, 1)
    correct_hand(table, HandEntry(1, 0, None, 40), "misread", making.stamp(table))
    between = Client().get(address)
    assert between.content == before.content
    for header in ("X-Version", "Content-Disposition"):
        assert between[header] == before[header]
    # What penalties were given for is never handed out longer than it is published.
    show_penalties(event, "hidden", making.user())
    assert not any("pay 10 to each" in str(value) for value in cells(event))
    monkeypatch.setattr(workbook, "PAUSE", 0)
    assert 144 in cells(event)
    event.refresh_from_db()
    assert Client().get(address)["X-Version"] == str(event.version)

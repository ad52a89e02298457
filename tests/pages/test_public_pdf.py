"""The PDF of the standings: what it says, and that it is never older than it says."""

import datetime
import io

import pypdf
import pytest
from django.test import Client
from django.utils import timezone

from tests import making
from tests.pages.public_sheet import played, sitter
from tournament.actions.sessions import close_session, make_official
from tournament.models import Session, Tournament
from tournament.sheets.standings_sheet import Wanted, standings_sheet

pytestmark = pytest.mark.django_db


def pdf_text(content: bytes) -> str:
    return " ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages)


def test_it_is_a_pdf_named_after_tournament_session_and_version() -> None:
    made = played()
    made.refresh_from_db()
    answer = Client().get(f"/t/{made.slug}/standings.pdf")
    assert answer["Content-Type"] == "application/pdf"
    name = f"{made.slug}-players-session-1-v{made.version}.pdf"
    assert answer["Content-Disposition"] == f'inline; filename="{name}"'
    assert answer["X-Version"] == str(made.version)
    assert "no-store" in answer["Cache-Control"]
    text = pdf_text(answer.content)
    assert made.name in text
    assert sitter(making.table(made), 0).name in text
    assert f"version {made.version}" in text


def test_it_is_never_older_than_the_results() -> None:
    made = played()
    before = Client().get(f"/t/{made.slug}/standings.pdf?lang=en")
    table = making.table(made, 1, 2)
    making.hand(table, winner=0, fan=33)  # self-draw: 3 × 41 = +123
    making.close(table)
    after = Client().get(f"/t/{made.slug}/standings.pdf?lang=en")
    assert "+123" not in pdf_text(before.content)
    assert "+123" in pdf_text(after.content)
    assert int(after["X-Version"]) > int(before["X-Version"])


def test_the_sheet_holds_the_figures_of_the_standings() -> None:
    made = played(team_ranking=True)
    sheet = standings_sheet(made)
    first = sheet.rows[0]
    assert first.name == sitter(making.table(made), 0).name
    assert (first.place, first.standard_points, first.match_points, first.with_starting) == (
        "1",
        "4",
        24,
        324,
    )
    assert first.sessions == (("4", 24, 1),)
    assert first.team_place == "1"
    assert (sheet.session_count, sheet.as_of_session, sheet.sessions_closed) == (2, 1, 0)
    assert sheet.provisional
    assert sheet.scale == "4-3-2-1"


def test_it_is_provisional_until_every_session_that_it_counts_is_official() -> None:
    made = played()
    for number in (2, 3, 4):
        making.close(making.table(made, 1, number))
    close_session(made, 1, making.user())
    address = f"/t/{made.slug}/standings.pdf?lang=en"
    # Session 2 is drawn and not played: the form is as of session 1. Appeals take 30 minutes, without a new version.
    assert "PROVISIONAL" in pdf_text(Client().get(address).content)
    closed = timezone.now() - datetime.timedelta(minutes=31)
    Session.objects.filter(tournament=made, number=1).update(closed_at=closed)
    assert "PROVISIONAL" not in pdf_text(Client().get(address).content)
    making.hand(making.table(made, 2, 1), winner=0, fan=8)
    making.close(making.table(made, 2, 1))
    assert standings_sheet(made).provisional
    assert not standings_sheet(made, Wanted(as_of=1)).provisional


def test_it_is_official_once_the_chief_referee_says_so() -> None:
    made = played()
    for number in (2, 3, 4):
        making.close(making.table(made, 1, number))
    close_session(made, 1, making.user())
    assert standings_sheet(made).provisional
    make_official(made, 1, making.user())
    sheet = standings_sheet(made)
    assert (sheet.provisional, sheet.sessions_closed) == (False, 1)


def test_places_are_shared_and_thirds_are_exact() -> None:
    made = making.drawn(16, 1)
    table = making.table(made)
    making.hand(table, winner=0, fan=8)  # +48 and three times −16: 2nd to 4th share (3+2+1)/3 = 2
    making.close(table)
    rows = standings_sheet(made).rows
    assert [row.place for row in rows[:4]] == ["1", "2=", "2=", "2="]
    assert [row.standard_points for row in rows[:4]] == ["4", "2", "2", "2"]


def test_the_time_on_it_is_that_of_the_tournament() -> None:
    made = played()
    Tournament.objects.filter(pk=made.pk).update(zone="America/New_York")
    made_at = standings_sheet(made).made_at
    assert made_at.utcoffset() in (datetime.timedelta(hours=-5), datetime.timedelta(hours=-4))


@pytest.mark.parametrize(
    ("query", "inside", "outside"),
    [("lang=en", "Individual results", "个人成绩表"), ("lang=zh", "个人成绩表", "Individual results"),
     ("teams=1&lang=en", "Team results", "Individual results"), ("lang=xx", "个人成绩表", "Team results")],
)  # fmt: skip
def test_language_and_kind_can_be_chosen(query: str, inside: str, outside: str) -> None:
    text = pdf_text(Client().get(f"/t/{played().slug}/standings.pdf?{query}").content)
    assert inside in text
    assert outside not in text


def test_it_exists_before_anything_is_played() -> None:
    assert standings_sheet(making.drawn(16, 1)).rows == ()

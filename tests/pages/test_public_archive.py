"""The list of all tournaments, and what a finished one leads with."""

import re
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import making
from tests.pages.public_sheet import played, read, row_of, sitter, text_of
from tournament.actions.sessions import close_session, start_session
from tournament.actions.standings import show_standings
from tournament.models import ShownStandings, Tournament

pytestmark = pytest.mark.django_db
TODAY = date(2026, 7, 1)


@pytest.fixture(autouse=True)
def _a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "localdate", lambda *_args: TODAY)


def named(name: str, day: date | None, **more: object) -> Tournament:
    """A public tournament that nobody has begun."""
    rules = Tournament.objects.values_list("rules", flat=True).first() or making.tournament(4, 1).rules
    number = Tournament.objects.count()
    facts = {"is_public": True, "starts_on": day, "ends_on": day, "rules": rules, **more}
    return Tournament.objects.create(name=name, slug=f"old-{number}", **facts)


def over(of: Tournament) -> Tournament:
    """The same with all sessions closed; nothing is played at tables that are still open."""
    for session in of.sessions.order_by("number"):
        if session.state == "published":
            start_session(of, session.number, making.user())
        for table in session.tables.filter(closed_at__isnull=True):
            making.close(making.table(of, session.number, table.number))
        close_session(of, session.number, making.user())
    of.refresh_from_db()
    return of


def names(html: str) -> list[str]:
    return re.findall(r'class="event__name">([^<]+)<', html)


def test_what_is_on_stands_first_then_what_comes_then_the_years() -> None:
    finished, running = over(played()), played()
    Tournament.objects.filter(pk=finished.pk).update(name="Finished", starts_on=TODAY - timedelta(days=400))
    Tournament.objects.filter(pk=running.pk).update(name="Running", starts_on=TODAY, ends_on=TODAY)
    named("Next year", TODAY + timedelta(days=300))
    named("Next week", TODAY + timedelta(days=7))
    named("Never begun", TODAY - timedelta(days=100))
    html = read("/")
    assert names(html) == ["Running", "Next week", "Next year", "Never begun", "Finished"]
    headings = re.findall(r'class="events__group">([^<]+)<', html)
    assert headings == ["On now", "To come", "2026", "2025"]


def test_the_winner_is_named_as_soon_as_everybody_may_know() -> None:
    event = over(played())
    winner = sitter(making.table(event), 0).name
    assert f"1 {winner}" in text_of(read("/"))
    for mode, after in ((ShownStandings.HIDDEN, None), (ShownStandings.FROZEN, 1)):
        show_standings(event, mode, making.user(), after)
        assert winner not in read("/")
    show_standings(event, ShownStandings.LIVE, making.user())
    assert winner in read("/")


def test_rehearsals_are_in_the_list_of_their_staff_and_of_everybody_where_there_is_nothing_else() -> None:
    event = making.tournament(4, 1)
    Tournament.objects.filter(pk=event.pk).update(is_rehearsal=True)
    assert event.name in read("/")
    Tournament.objects.filter(pk=event.pk).update(is_public=False)
    assert event.name not in read("/")
    Tournament.objects.filter(pk=event.pk).update(is_public=True)
    making.tournament(4, 1, by=making.user("carol"))
    Tournament.objects.filter(pk=event.pk).update(is_rehearsal=True)
    assert event.name not in read("/")
    client = Client()
    client.force_login(making.user())
    assert event.name in read("/", client)


def test_three_hundred_tournaments_are_found_by_name_place_and_year_and_turned_over_page_by_page() -> None:
    for year in range(2014, 2024):
        for month in range(1, 13):
            for day in (1, 15):
                named(f"Open {year}-{month}-{day}", date(year, month, day), city="Győr" if month == 3 else "")
    named("北京公开赛", date(2020, 5, 5))
    first = read("/")
    assert len(names(first)) == 40
    assert names(first)[1:3] == ["Open 2023-12-15", "Open 2023-12-1"]  # what has no date is to come
    assert "Page 1 of 7" in text_of(first)  # 240, 北京公开赛, and the one that lent its rules
    assert len(names(read("/?page=7"))) == 2
    assert names(read("/?page=999")) == names(read("/?page=7"))
    assert names(read("/?page=x")) == names(first)
    assert len(names(read("/?year=2018"))) == 24
    assert len(names(read("/?q=gyor"))) == 20
    assert len(names(read("/?q=gyor&year=2019"))) == 2
    assert names(read("/?q=bjgks")) == ["北京公开赛"]
    assert "No tournament fits “&lt;b&gt;”." in read("/?q=<b>")
    assert len(names(read("/?year=99999999999999999999"))) == 40


def test_the_number_of_queries_does_not_grow_with_the_tournaments_once_their_winners_are_known() -> None:
    counts = []
    for more in (1, 4):
        for _n in range(more):
            over(making.drawn(8, 1))
        read("/")
        with CaptureQueriesContext(connection) as queries:
            read("/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_finished_tournament_leads_with_the_first_three_the_teams_and_the_prizes() -> None:
    event = played()
    assert 'id="final"' not in read(f"/t/{event.slug}/")
    over(event)
    html = read(f"/t/{event.slug}/")
    assert html.index('id="final"') < html.index('id="state"')
    final = row_of(html, "final")
    table = making.table(event)
    # 东 and 南 of table 1 have 4 and 3 standard points there, 2½ for each table without hands.
    assert final.startswith(f"Final results 1 {sitter(table, 0).name} ")
    assert f"2 {sitter(table, 1).name} " in final
    assert "6½ +24" in final
    assert "Highest hand" in final
    assert "8 fan" in final
    show_standings(event, ShownStandings.HIDDEN, making.user())
    assert 'id="final"' not in read(f"/t/{event.slug}/")
    show_standings(event, ShownStandings.FROZEN, making.user(), 1)
    assert 'id="final"' not in read(f"/t/{event.slug}/")

"""The big screens: what each shows in which state, and that they show no more than everybody may see."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import making
from tests.pages.public_sheet import played, read, text_of
from tournament.actions import prize_giving
from tournament.actions.announcements import announce
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.events import set_public
from tournament.actions.prize_giving import Seen
from tournament.actions.programme import ItemFacts, add_item, plan_starts
from tournament.actions.sessions import close_session, start_session
from tournament.actions.standings import show_standings
from tournament.models import Player, PrizeGiving, Tournament

pytestmark = pytest.mark.django_db

SCREENS = ("now", "clock", "seats", "standings", "draw", "announcements", "prizes")


def screen(of: Tournament, name: str, client: Client | None = None) -> str:
    """The HTML of a screen, as English readers get it."""
    return read(f"/t/{of.slug}/hall/{name}", client)


def slides(html: str) -> list[str]:
    """The kinds of slides in their order, each once."""
    return list(dict.fromkeys(re.findall(r'class="slide slide--(\w+)"', html)))


def organiser() -> Client:
    """The organiser's laptop."""
    client = Client()
    client.force_login(making.user())
    return client


def finished() -> Tournament:
    """Four players, one closed session: 东 Anna +24, 南 Boris +16, 北 Dmitri −16, 西 Chiara −24, places 1 to 4."""
    made = making.drawn(4, 1, teams=False)
    table = making.table(made)
    making.hand(table, winner=0, fan=8, discarder=1)
    making.hand(table, winner=1, fan=8, discarder=2)
    making.close(table)
    close_session(made, 1, making.user())
    for chair, name in enumerate(("Anna", "Boris", "Chiara", "Dmitri")):
        Player.objects.filter(seats__table=table, seats__chair=chair).update(name=name)
    return made


def call(of: Tournament) -> None:
    """The presenter presses once."""
    giving = PrizeGiving.objects.get(tournament=of)
    prize_giving.call_next(of, Seen(giving.pk, giving.called), making.user())


def test_the_screen_of_the_day_follows_the_day() -> None:
    made = making.tournament(16, 2, teams=False)
    assert slides(screen(made, "now/")) == ["poster"]
    add_item(made, ItemFacts("Opening", timezone.now() + timedelta(hours=1), place="Foyer"), making.user())
    html = screen(made, "now/")
    assert slides(html) == ["programme"]
    assert "Opening Foyer next" in text_of(html)

    make_draw(made, [1, 2], making.user(), seed="x")
    assert slides(screen(made, "now/")) == ["programme"], "a draft is seen by nobody"
    publish_draw(made, [1, 2], making.user())
    assert slides(screen(made, "now/")) == ["clock", "tables", "names"]

    start_session(made, 1, making.user())
    assert slides(screen(made, "now/")) == ["clock"]
    for number in range(1, 5):
        making.close(making.table(made, 1, number))
    html = screen(made, "now/")
    assert slides(html) == ["clock", "standings"]
    assert "4 of 4 tables closed" in text_of(html)
    close_session(made, 1, making.user())
    plan_starts(made, {2: timezone.now() + timedelta(hours=2)}, making.user())
    assert slides(screen(made, "now/")) == ["standings", "programme"], "the next session is far"
    plan_starts(made, {2: timezone.now() + timedelta(minutes=20)}, making.user())
    assert slides(screen(made, "now/")) == ["clock", "tables", "names"], "the next session is near"

    prize_giving.start(made, 3, making.user())
    assert slides(screen(made, "now/")) == ["called"]


def test_the_screen_notices_that_time_has_passed() -> None:
    made = making.drawn(16, 1, teams=False)
    begins = timezone.now() + timedelta(minutes=40)
    plan_starts(made, {1: begins}, making.user())
    html = screen(made, "now/")
    assert slides(html) == ["programme"]
    # 30 minutes before the session the seats are due, though nothing changes then.
    until = re.search(r'data-until="(\d+)"', html)
    assert until is not None
    planned = made.sessions.get(number=1).starts_at
    assert planned is not None
    assert int(until.group(1)) == int((planned - timedelta(minutes=30)).timestamp() * 1000)


def test_the_clock_says_what_is_left_what_is_closed_and_what_comes_next() -> None:
    made = making.drawn(16, 2)
    html = screen(made, "clock/")
    assert slides(html) == ["tables"]
    assert "Session 1 2:00:00 not started" in text_of(html)
    start_session(made, 1, making.user())
    making.close(making.table(made, 1, 3))
    text = text_of(screen(made, "clock/"))
    assert "1 of 4 tables closed" in text
    assert "Next Session 2" in text
    add_item(made, ItemFacts("Lunch", timezone.now() + timedelta(hours=1)), making.user())
    assert "Next Lunch" in text_of(screen(made, "clock/"))


def test_seats_are_shown_by_table_and_by_name_with_each_person_once() -> None:
    made = making.drawn(16, 1)
    html = screen(made, "seats/")
    assert slides(html) == ["tables", "names"]
    assert slides(screen(made, "seats/?by=name")) == ["names"]
    assert slides(screen(made, "seats/?by=table")) == ["tables"]
    by_name = html[html.index("slide--names") :]
    for player in made.players.all():
        seat = player.seats.get()
        pattern = rf">{player.name}</b><span[^>]*>{player.number}</span><strong>{seat.table.number}</strong>"
        assert len(re.findall(pattern, by_name)) == 1


def test_standings_come_in_pages_of_twelve_and_end_where_is_asked() -> None:
    made = making.drawn(16, 1, teams=False)
    for number in range(1, 5):
        table = making.table(made, 1, number)
        making.hand(table, winner=0, fan=7 + number)
        making.close(table)
    html = screen(made, "standings/")
    pages = html.split('class="slide slide--standings"')[1:]
    assert [page.count('data-row="p') for page in pages] == [12, 4]
    assert screen(made, "standings/?top=1").count('data-row="p') == 1  # 10 fan: +30, more than the others


def test_a_screen_is_public_even_on_the_organisers_laptop() -> None:
    made = finished()
    for mode, said in (("hidden", "hidden until the prize-giving"), ("frozen", "")):
        show_standings(made, mode, making.user(), 1 if mode == "frozen" else None)
        html = screen(made, "standings/", organiser())
        assert said in text_of(html)
        assert (">Anna<" in html) == (mode == "frozen")
    show_standings(made, "hidden", making.user())
    for name in ("now", "standings", "clock", "prizes"):
        assert "Anna" not in screen(made, f"{name}/", organiser()), name


def test_frozen_standings_stand_still_and_say_so() -> None:
    made = played()
    show_standings(made, "frozen", making.user(), 1)
    table = making.table(made, 2, 1)
    making.hand(table, winner=0, fan=88)
    making.close(table)
    text = text_of(screen(made, "standings/?of=players&provisional=1", organiser()))
    assert "what came later is shown at the prize-giving" in text
    assert "session 1: 1 of 4 tables closed" in text
    assert "+288" not in text  # self-draw of 88: 3 × 96


def test_nothing_of_who_has_not_been_called_is_in_the_page() -> None:
    made = finished()
    show_standings(made, "hidden", making.user())
    prize_giving.start(made, 3, making.user())
    everybody = {"Anna", "Boris", "Chiara", "Dmitri"}
    called = [set[str](), {"Dmitri"}, {"Dmitri", "Boris"}, {"Dmitri", "Boris", "Anna"}]
    for step, names in enumerate(called):
        if step:
            call(made)
        for path in ("prizes/", "now/", "prizes/?part=1", "now/?part=1"):
            for client in (Client(), organiser()):
                html = unescape(screen(made, path, client))
                # The special prizes, at the very end, say from whom a hand was won.
                places = html.partition("slide--special")[0]
                assert {name for name in everybody if name in places} == names, (step, path)
                assert ("Special prizes" in html) == (step == 3)
    assert slides(screen(made, "prizes/")) == ["called", "honoured", "special"]


def test_what_was_called_stays_when_the_results_change() -> None:
    made = finished()
    prize_giving.start(made, 4, making.user())
    call(made)
    making.penalty(making.table(made), 0, 400, reason="ruled afterwards")  # Anna is last now
    text = text_of(screen(made, "prizes/"))
    assert "Chiara" in text
    assert "Anna" not in text


def test_announcements_stand_on_every_screen_and_large_on_their_own() -> None:
    made = making.drawn(8, 1)
    announce(made, "Lunch at <noon>", making.user(), urgent=True)
    for name in SCREENS:
        assert "Lunch at &lt;noon&gt;" in screen(made, f"{name}/"), name
    assert slides(screen(made, "announcements/")) == ["announcements"]


def test_names_are_harmless_and_whole() -> None:
    made = making.drawn(4, 1)
    strange = "<b>𠮷</b> =1+1 " + "ő" * 45
    Player.objects.filter(tournament=made, number=1).update(name=strange)
    for by in ("table", "name"):
        html = screen(made, f"seats/?by={by}")
        assert strange not in html
        assert strange in unescape(html)


def test_a_screen_says_its_release_and_answers_nothing_while_nothing_is_new() -> None:
    made = making.drawn(8, 1)
    client = Client()
    page = client.get(f"/t/{made.slug}/hall/now/")
    token = re.search(r'data-version="([^"]+)"', page.content.decode())
    assert token is not None
    again = client.get(f"/t/{made.slug}/hall/now/?part=1&v={token.group(1)}")
    assert again.status_code == 204
    assert again["X-Release"] == page["X-Release"] != ""
    assert f'data-release="{page["X-Release"]}"' in page.content.decode()


def test_a_hidden_tournament_has_no_screens() -> None:
    made = making.drawn(8, 1)
    set_public(made, False, making.user())
    for name in ("", *(f"{one}/" for one in SCREENS)):
        assert Client().get(f"/t/{made.slug}/hall/{name}").status_code == 404, name
        assert organiser().get(f"/t/{made.slug}/hall/{name}").status_code == 200, name


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_takes_as_many_queries_for_64_players_as_for_8(name: str) -> None:
    counts = []
    for players in (8, 64):
        made = making.drawn(players, 1)
        making.close(making.table(made))
        with CaptureQueriesContext(connection) as queries:
            screen(made, f"{name}/")
        counts.append(len(queries))
    assert counts[0] == counts[1]

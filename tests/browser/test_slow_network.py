"""Public pages for whoever has little: a slow network, no JavaScript, no storage, a narrow telephone."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.db import connections
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from config.static import StaticStorage
from tests import making
from tests.browsers import PHONE
from tests.pages.public_sheet import sitter
from tournament.actions.announcements import announce
from tournament.models import Player, Seat, Session, Table, Team, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SOON = 10_000
LITTLE = 100_000
NARROW: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 640}}
NAMES = (
    "<b>x</b>",
    "Maximiliana-Wilhelmine Freifrau von Oldenburg-Sonderhausen X",
    "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenx",
    "𠮷野家𠮷子",
    "👩‍👩‍👧‍👦🀄🐷",
    "أحمد بن محمد\u200f المنصوري",
    "=1+1",
)


class Silent(WSGIRequestHandler):
    """Writes no line for each request."""

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


@pytest.fixture
def installed(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server with its static files as an installation has them: joined, named by their content, compressed."""
    settings.STATIC_ROOT = str(tmp_path)
    monkeypatch.setattr(staticfiles_storage, "_wrapped", StaticStorage())
    others = ["drf_spectacular_sidecar", "organiser*", "referee*"]
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=others)
    server = ThreadedWSGIServer(("127.0.0.1", 0), Silent)
    server.set_app(WSGIHandler())
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    connections.close_all()


def played_by_300() -> Tournament:
    """300 players who have played five sessions with others, with results as different as real ones."""
    event = making.tournament(300, 5)
    people = list(event.players.order_by("number"))
    now = timezone.now()
    for number in range(1, 6):
        session, _new = Session.objects.update_or_create(
            tournament=event, number=number, defaults={"state": Session.State.CLOSED, "closed_at": now}
        )
        tables = Table.objects.bulk_create(
            Table(session=session, number=n, closed_at=now, last_entry_at=now) for n in range(1, 76)
        )
        Seat.objects.bulk_create(
            Seat(
                session=session,
                table=table,
                chair=chair,
                player=people[75 * chair + (place + chair * number) % 75],
                match_points=(31 * place + 7919 * chair + 101 * number) % 401 - 200,
                place=(place + chair) % 4 + 1,
                standard_points=12 * (4 - (place + chair) % 4),
            )
            for place, table in enumerate(tables)
            for chair in range(4)
        )
    return event


def test_a_first_visit_with_300_players_brings_less_than_100_kilobytes(
    installed: str, open_page: Callable[..., Page]
) -> None:
    event = played_by_300()
    for path in ("", "standings/"):
        screen = open_page(**PHONE)
        wire = screen.context.new_cdp_session(screen)
        wire.send("Network.enable")
        brought: list[int] = []
        wire.on("Network.loadingFinished", lambda e, to=brought: to.append(int(e["encodedDataLength"])))
        screen.goto(f"{installed}/t/{event.slug}/{path}", timeout=60_000)
        expect(screen.get_by_role("heading", level=1)).to_be_visible()
        assert sum(brought) < LITTLE, path
        assert len(brought) < 16, path


@pytest.fixture
def event() -> Tournament:
    """Sixteen players with names of all kinds; table 1 of session 1 is closed, table 2 has played one hand."""
    made = making.drawn(16, 2)
    for number, name in enumerate(NAMES, 1):
        Player.objects.filter(tournament=made, number=number).update(name=name, club=name, country=name)
    for team in Team.objects.filter(tournament=made):
        Team.objects.filter(pk=team.pk).update(name=f"{NAMES[2]}{team.number}")
    first = making.table(made)
    making.hand(first, winner=0, fan=8)
    making.penalty(first, 1, 10)
    making.close(first)
    making.hand(making.table(made, 1, 2), winner=0, fan=30)
    return made


def pages(of: Tournament) -> list[str]:
    """Every public page, below the address of the tournament."""
    rest = [f"players/{number}/" for number in range(1, len(NAMES) + 1)]
    return [
        *("", "standings/", "standings/?provisional=1", "teams/", "seats/", "seats/?q=1", "seats/?by=table"),
        *("sessions/1/", "sessions/1/tables/1/", "draw/", "draw/1/", "penalties/", "statistics/", "players/"),
        *("follow/?n=1,2,3,4,5,6,7,999", "programme/", *rest),
    ]


def test_every_page_can_be_read_without_javascript_and_no_name_bursts_a_narrow_one(
    event: Tournament, live_server: LiveServer, open_page: Callable[..., Page]
) -> None:
    screen = open_page(locale="en-GB", java_script_enabled=False, **NARROW)
    screen.set_default_timeout(60_000)
    Tournament.objects.filter(pk=event.pk).update(name=NAMES[1])
    announce(event, "Lunch is served", making.user())
    wide = {}
    for path in pages(event):
        screen.goto(f"{live_server.url}/t/{event.slug}/{path}")
        expect(screen.get_by_role("heading", level=1)).to_be_visible()
        if path != "programme/":  # which is no tab while it is empty
            assert screen.locator(".tabs a[aria-current]").count() == 1, path
        wide[path] = screen.evaluate("document.documentElement.scrollWidth")
        hidden = screen.locator("[data-star]:visible, #followed:visible")
        assert hidden.count() == 0, path  # what only a script could answer is not offered
    assert {path: width for path, width in wide.items() if width > 320} == {}
    screen.goto(f"{live_server.url}/t/{event.slug}/")
    screen.get_by_role("link", name="Where do I sit?").click()
    screen.get_by_role("searchbox").fill("𠮷")
    screen.get_by_role("button", name="Find").click()
    expect(screen.locator(".found")).to_contain_text(NAMES[3])
    screen.locator(".found h2 a").click()
    expect(screen.locator("#now .my-seat__table")).to_be_visible()
    screen.locator(".tabs a", has_text="Standings").click()
    screen.locator("#standings summary").first.click()
    expect(screen.locator("#standings details[open] .sum").first).to_be_visible()
    screen.get_by_role("searchbox").fill("𠮷")
    screen.get_by_role("searchbox").press("Enter")
    expect(screen.locator("#standings tbody tr:visible")).to_have_count(1)


def test_whom_one_follows_is_on_the_front_page_and_marked_wherever_he_sits(
    event: Tournament, live_server: LiveServer, open_page: Callable[..., Page]
) -> None:
    table = making.table(event, 1, 2)
    who = sitter(table, 0)
    here = f"{live_server.url}/t/{event.slug}"
    screen = open_page(locale="en-GB", **PHONE)
    screen.set_default_timeout(60_000)
    screen.goto(f"{here}/")
    expect(screen.locator("#followed")).to_be_hidden()
    screen.goto(f"{here}/players/{who.number}/")
    screen.get_by_role("button", name=f"Follow {who.name}").click()
    screen.goto(f"{here}/")
    card = screen.locator(f"#f{who.number}")
    expect(card).to_contain_text("session 1, table 2")
    expect(card).to_contain_text("+114")
    making.hand(table, winner=1, fan=8, discarder=0)  # −16
    expect(card).to_contain_text("+98", timeout=SOON)
    expect(card.locator("[data-star]")).to_have_attribute("aria-pressed", "true")
    expect(screen.locator("#followed .stamp")).to_have_count(0)
    screen.goto(f"{here}/sessions/1/")
    expect(screen.locator("#t2 .is-followed")).to_have_count(1)
    screen.goto(f"{here}/seats/")
    expect(screen.locator(f"#n{who.number}.is-followed")).to_have_count(1)
    screen.locator(f"#n{who.number} [data-star]").click()
    expect(screen.locator(".is-followed")).to_have_count(0)
    screen.goto(f"{here}/")
    expect(screen.locator("#followed")).to_be_hidden()

    blocked = open_page(locale="en-GB", **PHONE)
    blocked.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError'); }})"
    )
    blocked.goto(f"{here}/players/")
    blocked.locator("#p3 [data-star]").click()
    expect(blocked.locator("#p3 [data-star]")).to_have_attribute("aria-pressed", "true")
    expect(blocked.locator("#p3.is-followed")).to_have_count(1)

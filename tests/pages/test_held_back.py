"""What is kept for the prize-giving is kept on every public channel, and shown to the staff on all of them."""

import io
from typing import Any

import pypdf
import pytest
from django.test import Client

from tests import making
from tests.pages.public_sheet import read, row_of, sitter, text_of
from tournament.actions.sessions import close_session
from tournament.actions.standings import set_places_honoured, show_standings
from tournament.models import Tournament
from tournament.queries.standings import player_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    """Two sessions of three are played: 东 of table 1 has +24 after the first and +96 more after the second."""
    made = making.drawn(16, 3)
    for session, fan, discarder in ((1, 8, 1), (2, 24, None)):
        table = making.table(made, session, 1)
        making.hand(table, 0, fan, discarder)
        for number in range(1, 5):
            making.close(making.table(made, session, number))
        close_session(made, session, making.user())
    return made


def alice() -> Client:
    client = Client()
    client.force_login(making.user())
    return client


def page(event: Tournament, path: str, client: Client | None = None) -> str:
    return text_of(read(f"/t/{event.slug}/{path}", client))


def api(event: Tournament, path: str, client: Client | None = None) -> Any:
    answer = (client or Client()).get(f"/api/tournaments/{event.slug}/{path}")
    assert answer.status_code == 200
    return answer.json()


def pdf(event: Tournament, query: str = "", client: Client | None = None) -> str:
    answer = (client or Client()).get(f"/t/{event.slug}/standings.pdf?lang=en{query}")
    assert answer.status_code == 200
    return " ".join(one.extract_text() for one in pypdf.PdfReader(io.BytesIO(answer.content)).pages)


def test_frozen_standings_stop_after_their_session_on_every_channel(event: Tournament) -> None:
    show_standings(event, "frozen", making.user(), 1)
    best = sitter(making.table(event, 2, 1), 0)
    for path in ("standings/", "teams/", "standings/?as_of=2", "standings/?provisional=1"):
        text = page(event, path)
        assert "Session 1 of 3" in text, path
        assert "stand still after session 1" in text, path
        assert "+96" not in text, path
    assert "+96" not in page(event, "")
    assert "as they were after session 1" in page(event, "")
    total = row_of(read(f"/t/{event.slug}/players/{best.number}/"), "total")
    assert "+96" not in total
    assert "up to session 1" in total
    for query in ("", "&as_of=2", "&teams=1"):
        assert "+96" not in pdf(event, query), query
        assert "After session 1 of 3" in pdf(event, query), query
    for path in ("standings/", "standings/?as_of=2", "standings/teams/", "standings/?provisional=1"):
        body = api(event, path)
        assert (body["shown"], body["as_of"]) == ("frozen", 1), path


def test_seats_and_tables_stay_as_they_are(event: Tournament) -> None:
    show_standings(event, "hidden", making.user())
    assert "+96" in page(event, "sessions/2/tables/1/")
    assert "+96" in page(event, "sessions/2/")


def test_hidden_standings_are_nowhere(event: Tournament) -> None:
    show_standings(event, "hidden", making.user())
    best = sitter(making.table(event, 2, 1), 0)
    for path in ("standings/", "teams/", "standings/?as_of=1", "standings/?q=1"):
        text = page(event, path)
        assert "Kept for the prize-giving" in text, path
        assert best.name not in text, path
    assert "kept for the prize-giving" in page(event, "")
    assert "At the top" not in page(event, "")
    assert 'id="total"' not in read(f"/t/{event.slug}/players/{best.number}/")
    assert Client().get(f"/t/{event.slug}/standings.pdf").status_code == 404
    for path in ("standings/", "standings/teams/", "standings/?as_of=1"):
        body = api(event, path)
        assert (body["shown"], body["lines"]) == ("hidden", []), path


@pytest.mark.parametrize("mode", ["frozen", "hidden"])
def test_the_staff_sees_everything_and_what_the_public_sees(event: Tournament, mode: str) -> None:
    show_standings(event, mode, making.user(), 1)
    making.referee(event, "rita", [1])
    referee = Client()
    referee.force_login(making.user("rita"))
    for client in (alice(), referee):
        text = page(event, "standings/", client)
        assert "Session 2 of 3" in text
        assert "Only the staff sees this" in text
        assert "After session 2 of 3" in pdf(event, "", client)
        assert api(event, "standings/", client)["as_of"] == 2
    # And who asks next, as a stranger, does not get what was kept for the staff.
    assert "Session 2 of 3" not in page(event, "standings/")
    assert api(event, "standings/")["as_of"] == (1 if mode == "frozen" else 0)


def test_released_standings_are_there_again_at_once(event: Tournament) -> None:
    show_standings(event, "hidden", making.user())
    token = Client().get(f"/t/{event.slug}/standings/?part=1")["X-Version"]
    show_standings(event, "live", making.user())
    answer = Client().get(f"/t/{event.slug}/standings/?part=1&v={token}", HTTP_ACCEPT_LANGUAGE="en")
    assert answer.status_code == 200
    assert "Session 2 of 3" in text_of(answer.content.decode())


def test_special_prizes_are_named_once_the_standings_are_shown_in_full(event: Tournament) -> None:
    table = making.table(event, 2, 1)
    winner = sitter(table, 0)
    text = page(event, "standings/")
    assert f"Highest hand 24 fan {winner.name}" in text
    assert "session 2, table 1, hand 1, self-draw" in text
    assert "Best session +96 match points" in text
    show_standings(event, "frozen", making.user(), 1)
    assert "Highest hand" not in page(event, "standings/")
    assert "Highest hand" in page(event, "standings/", alice())


def test_places_are_honoured_when_everything_is_played(event: Tournament) -> None:
    assert "Special prizes so far" in page(event, "standings/")
    for number in range(1, 5):
        making.close(making.table(event, 3, number))
    close_session(event, 3, making.user())
    html = read(f"/t/{event.slug}/standings/")
    assert "Special prizes so far" not in html
    last = html.index('class="prizes"')
    assert html.count("<li>", html.index('class="honours"'), last) >= 3  # all who share the third place
    set_places_honoured(event, 1, making.user())
    html = read(f"/t/{event.slug}/standings/")
    first, last = html.index('class="honours"'), html.index('class="prizes"')
    assert html.count("<li>", first, last) == 1
    assert player_standings(event).lines[0].name in html[first:last]

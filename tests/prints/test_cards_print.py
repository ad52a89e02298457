"""Seat cards, table signs and badges, as they are read from a tournament."""

import io
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pypdf
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tests import making
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.events import EventFacts, create_tournament
from tournament.actions.keepers import name_keeper
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.presence import mark_absent
from tournament.actions.programme import plan_starts
from tournament.actions.substitutes import substitute
from tournament.models import Staff, Tournament
from tournament.prints import KINDS, Asked
from tournament.refusals import Refused
from tournament.sheets import ink
from tournament.sheets.document import render

pytestmark = pytest.mark.django_db

SITE = "https://mahjong.example.org"
SCRIPT = """
Session 1
1 2 3 4
5 6 7 8
Session 2
1 5 2 6
3 7 4 8
"""


@pytest.fixture
def event() -> Tournament:
    """Eight players; two sessions are drawn as the script has it, the first is published."""
    made = making.tournament(8, 3)
    make_draw(made, [1, 2], making.user(), form="script", script=SCRIPT, keep_chairs=True)
    publish_draw(made, [1], making.user())
    return made


def nobody() -> Tournament:
    """A tournament without players."""
    return create_tournament(EventFacts(name="Open", planned_sessions=1), making.user())


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Refusals are compared in English."""
    with translation.override("en"):
        yield


def read(event: Tournament, kind: str, address: str = SITE, **options: str) -> list[str]:
    """The text of each page."""
    event.refresh_from_db()
    document = KINDS[kind].make(Asked(event, address=address, options=options))
    reader = pypdf.PdfReader(io.BytesIO(render(document).content))
    return [" ".join(page.extract_text().split()) for page in reader.pages]


@pytest.fixture
def codes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What every code that is drawn says."""
    found: list[str] = []
    draw = ink.Ink.qr

    def spy(self: ink.Ink, corner: Any, side: float, text: str) -> None:
        found.append(text)
        draw(self, corner, side, text)

    monkeypatch.setattr(ink.Ink, "qr", spy)
    return found


def test_every_player_has_a_card_with_his_published_seats_only(event: Tournament) -> None:
    found = read(event, "seat_cards", paper="a6")
    assert len(found) == 8
    assert "Player 7" in found[6] and "Team 2" in found[6]
    assert "1 2 西 W" in found[6]
    assert "南 S" not in found[6]  # his chair in session 2, which is a draft


def test_a_card_has_all_published_sessions_with_their_starts(event: Tournament) -> None:
    publish_draw(event, [2], making.user())
    utc = ZoneInfo("UTC")
    starts = {1: datetime(2026, 11, 28, 1, 30, tzinfo=utc), 2: datetime(2026, 11, 28, 17, 0, tzinfo=utc)}
    plan_starts(event, dict(starts), making.user())
    (text,) = read(event, "seat_cards", paper="a6", player="3")
    # Shanghai is eight hours ahead
    assert "1 11-28 09:30 1 西 W 2 11-29 01:00 2 东 E" in text


def test_byes_substitutes_and_absence_stand_on_the_card() -> None:
    made = making.tournament(9, 1, teams=False)
    make_draw(
        made,
        [1],
        making.user(),
        form="script",
        script="1 2 3 4\n5 6 7 8\n",
        keep_chairs=True,
        remainder="byes",
    )
    publish_draw(made, [1], making.user())
    enrol(made, [PersonFacts(name="Reserve", number=50, is_reserve=True)], making.user())
    substitute(made, 2, 50, (1, 1), 1, "ill", making.user())
    mark_absent(making.table(made, 1, 2), 3, "did not come", making.stamp(making.table(made, 1, 2)))
    found = read(made, "seat_cards", paper="a6")
    assert len(found) == 10
    assert "轮空 Bye" in found[8]
    assert "由 Reserve 替补 Reserve plays" in found[1]
    assert "替 Player 2 for Player 2" in found[9] and "1 1 南 S" in found[9]
    assert "缺席 Absent" in found[7]


def test_the_code_of_a_card_and_of_a_badge_leads_to_the_public_page_of_the_player(
    event: Tournament, codes: list[str], client: Client
) -> None:
    (card,) = read(event, "seat_cards", player="7")
    badges = read(event, "badges")
    assert codes == [f"{SITE}/t/{event.slug}/players/7/"] + [
        f"{SITE}/t/{event.slug}/players/{n}/" for n in range(1, 9)
    ]
    assert f"{SITE}/t/{event.slug}/players/7/" in card
    assert f"{SITE}/t/{event.slug}/players/8/" in badges[0]
    assert "Player 7" in client.get(codes[0].removeprefix(SITE)).content.decode()


def test_the_code_of_a_sign_leads_to_the_table(event: Tournament, codes: list[str], client: Client) -> None:
    (text,) = read(event, "signs")
    assert codes == [f"{SITE}/t/{event.slug}/tables/1/", f"{SITE}/t/{event.slug}/tables/2/"]
    assert codes[1] in text.replace(" ", "")
    assert client.get(codes[1].removeprefix(SITE)).headers["Location"].endswith("/sessions/1/tables/2/")


@pytest.mark.parametrize("kind", ["seat_cards", "signs", "badges"])
@pytest.mark.parametrize("address", ["http://127.0.0.1:8000", "http://localhost", ""])
def test_an_address_that_only_the_machine_knows_is_printed_all_the_same(
    event: Tournament, kind: str, address: str, codes: list[str]
) -> None:
    read(event, kind, address)
    assert codes and all(code.startswith(f"{address}/t/{event.slug}/") for code in codes)


def test_seat_cards_are_refused_while_nothing_is_published() -> None:
    made = making.tournament(8, 1)
    make_draw(made, [1], making.user(), seed="x")
    with pytest.raises(Refused, match="Publish the draw first"):
        read(made, "seat_cards")


def test_a_number_without_a_seat_is_refused_and_named(event: Tournament) -> None:
    with pytest.raises(Refused, match="number 77 has a seat") as refused:
        read(event, "seat_cards", player="77")
    assert refused.value.field == "player"


def test_one_sign_can_be_printed_and_one_that_there_is_not_is_refused(event: Tournament) -> None:
    (text,) = read(event, "signs", table="2", paper="a4")
    assert "/tables/2/" in text and "/tables/1/" not in text
    for number in ("0", "3"):
        with pytest.raises(Refused, match=f"no table {number}: they have the numbers 1 to 2") as refused:
            read(event, "signs", table=number)
        assert refused.value.field == "table"


def test_signs_are_there_before_the_draw_but_not_before_the_players() -> None:
    (text,) = read(making.tournament(8, 1), "signs")
    assert "/tables/2/" in text.replace(" ", "")
    with pytest.raises(Refused, match="Enrol the players first"):
        read(nobody(), "signs")


def test_players_badges_say_number_team_country_and_what_they_are() -> None:
    made = nobody()
    enrol(
        made,
        [
            PersonFacts(name="Ágnes Kővári", team="北京队", country="Hungary", number=12),
            PersonFacts(name="李小龙", number=90, is_stand_in=True),
            PersonFacts(name="王芳", team="北京队", number=91, is_reserve=True),
        ],
        making.user(),
    )
    (text,) = read(made, "badges")
    assert "北京队 · Hungary" in text and "12 选手 Player" in " ".join(text.split())
    assert "陪打 Stand-in" in text and "替补 Reserve" in text


def test_badges_of_the_staff_say_the_office_and_keepers_have_none(
    event: Tournament, codes: list[str]
) -> None:
    making.referee(event, "bob")
    making.referee(event, "carol", role=Staff.Role.CHIEF_REFEREE)
    name_keeper(event, 1, 1, 3, making.user())
    (text,) = read(event, "badges", of="staff")
    offices = ("主办 Organiser", "裁判长 Chief referee", "裁判 Referee")
    assert [text.index(office) for office in offices] == sorted(text.index(office) for office in offices)
    assert "Bob" in text and "Carol" in text and "Player 3" not in text
    assert codes == []


def test_badges_of_nobody_are_refused() -> None:
    with pytest.raises(Refused, match="Nobody is enrolled yet"):
        read(nobody(), "badges")


@pytest.mark.parametrize(
    ("kind", "options"), [("seat_cards", {}), ("signs", {}), ("badges", {}), ("badges", {"of": "staff"})]
)
def test_many_cards_take_as_many_queries_as_few(kind: str, options: dict[str, str]) -> None:
    def queries(players: int) -> int:
        made = making.drawn(players, 2)
        with CaptureQueriesContext(connection) as found:
            KINDS[kind].make(Asked(made, address=SITE, options=options))
        return len(found)

    assert queries(16) == queries(64) <= 12

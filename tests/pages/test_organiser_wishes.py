"""Wishes for draws on the page: noted, told with what is possible, taken back, fulfilled, and missed after a swap."""

from typing import Any

import pytest
from django.test import Client

from tests import making
from tests.actions.test_forms_of_draws import seats_of, together
from tests.pages.public_sheet import text_of
from tournament.actions.drawing import make_draw
from tournament.actions.wishes import WishFacts, add_wish
from tournament.models import Player, Seat, Tournament, Wish

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return making.tournament(16, 3, teams=False)


@pytest.fixture
def alice(client: Client) -> Client:
    client.force_login(making.user())
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def url(event: Tournament) -> str:
    return f"/organiser/{event.slug}/draw/"


def wish(alice: Client, event: Tournament, status: int = 302, **form: Any) -> str:
    """Send the form of a wish; the text of the page that follows."""
    answer = alice.post(url(event), {"act": "wish"} | form)
    assert answer.status_code == status
    if status == 302:
        answer = alice.get(answer["Location"])
    return text_of(answer.content.decode())


def club(event: Tournament, name: str, numbers: range) -> None:
    Player.objects.filter(tournament=event, number__in=numbers).update(club=name)


def swap(alice: Client, event: Tournament, one: int, other: int) -> str:
    """Let two players of session 1 change seats; the text of the page that follows."""
    seats = {
        s.player.number: s
        for s in Seat.objects.filter(session__tournament=event, session__number=1).select_related("player")
        if s.player
    }
    first, second = seats[one], seats[other]
    form = {"first": f"{first.pk}-{first.player_id}", "second": f"{second.pk}-{second.player_id}"}
    answer = alice.post(url(event), {"act": "swap", "session": "1"} | form, follow=True)
    return text_of(answer.content.decode())


# ── Noted, told, taken back


def test_a_club_larger_than_the_tables_is_named_with_the_least_that_must_meet(
    alice: Client, event: Tournament
) -> None:
    club(event, "Host Club", range(1, 8))
    text = wish(alice, event, kind="clubs")
    assert "people of one club apart; where possible" in text
    # Seven at four tables: two at each of three, one at the fourth.
    assert "Host Club: 7 players at 4 tables. At least 3 pairs of them meet in every session." in text


def test_clubs_that_fit_are_told_by_number_and_size(alice: Client, event: Tournament) -> None:
    club(event, "North", range(1, 5))
    club(event, " north ", range(5, 6))
    club(event, "South", range(6, 9))
    text = wish(alice, event, kind="clubs", must="must")
    assert "people of one club apart; before everything else" in text
    assert "North: 5 players at 4 tables. At least 1 pair of them meets in every session." in text
    club(event, "", range(5, 6))
    text = text_of(alice.get(url(event)).content.decode())
    assert "2 groups of at most 4: with 4 tables that can be done." in text


def test_nobody_has_a_country_so_the_wish_is_about_nobody(alice: Client, event: Tournament) -> None:
    text = wish(alice, event, kind="countries")
    assert "In the next draw this concerns no two people." in text


def test_people_who_must_stay_apart_lessen_the_sessions_that_are_possible(
    alice: Client, event: Tournament
) -> None:
    text = wish(alice, event, kind="apart", name="Heads", players=["1", "2", "3", "4"], must="must")
    assert "Heads: apart: 1 Player 1, 2 Player 2, 3 Player 3, 4 Player 4; before everything else" in text
    # Each of the four has twelve others to meet, three a session.
    assert "With everybody kept apart who must be by your wishes: 4 sessions." in text


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"kind": "table", "players": "3", "table": "2"}, "3 Player 3 always at table 2"),
        (
            {"kind": "table", "players": "3", "table": "2", "wish_sessions": ["1", "3"]},
            "3 Player 3 at table 2 in session 1, 3",
        ),
        ({"kind": "stream", "table": "4"}, "the leaders sit at table 4, the streamed one"),
    ],
)
def test_tables_are_wished_for(alice: Client, event: Tournament, form: dict[str, Any], words: str) -> None:
    assert words in wish(alice, event, **form)


@pytest.mark.parametrize("kind", ["table", "stream"])
def test_a_table_that_the_next_draw_does_not_have_is_told_at_once(
    alice: Client, event: Tournament, kind: str
) -> None:
    text = wish(alice, event, kind=kind, players="3", table="5")
    assert "The next draw has 4 tables only." in text


def test_a_wish_is_taken_back_and_only_once(alice: Client, event: Tournament) -> None:
    wish(alice, event, kind="clubs")
    key = str(Wish.objects.get().pk)
    text = text_of(alice.post(url(event), {"act": "unwish", "wish": key}, follow=True).content.decode())
    assert "The wish is taken back." in text
    assert not Wish.objects.exists()
    again = alice.post(url(event), {"act": "unwish", "wish": key})
    assert (again.status_code, "taken back already" in again.content.decode()) == (422, True)


def test_a_wish_of_another_tournament_is_not_taken_back(alice: Client, event: Tournament) -> None:
    foreign = making.tournament(8, 1, by=making.user("mallory"))
    theirs = add_wish(foreign, WishFacts("clubs"), making.user("mallory"))
    assert alice.post(url(event), {"act": "unwish", "wish": str(theirs.pk)}).status_code == 422
    assert alice.post(url(foreign), {"act": "unwish", "wish": str(theirs.pk)}).status_code == 404
    assert Wish.objects.get() == theirs


# ── What is wrong stands in the form, and what was typed stays


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"kind": ""}, "Choose what you wish."),
        ({"kind": "peace"}, "Choose what you wish."),
        ({"kind": "apart", "players": ["1"]}, "Name at least two players to keep apart."),
        ({"kind": "apart", "players": ["1", "1"]}, "Name at least two players to keep apart."),
        ({"kind": "apart", "players": ["1", "99"]}, "No player has number 99."),
        (
            {"kind": "table", "players": ["1", "2"], "table": "1"},
            "Name the one player who sits at this table.",
        ),
        ({"kind": "table", "players": ["1"], "table": ""}, "Which table? Type its number."),
        ({"kind": "table", "players": ["1"], "table": "-3"}, "Which table? Type its number."),
        ({"kind": "stream", "table": "9999999999"}, "Which table? Type its number."),
        ({"kind": "table", "players": ["1"], "table": "1", "wish_sessions": "7"}, "There is no session 7."),
        ({"kind": "apart", "players": ["1", "2"], "name": "x" * 101}, "At most 100 characters, please."),
    ],
)
def test_a_wish_that_makes_no_sense_is_refused(
    alice: Client, event: Tournament, form: dict[str, Any], sentence: str
) -> None:
    assert sentence in wish(alice, event, 422, **form)
    assert not Wish.objects.exists()


def test_what_was_typed_stays_in_the_form(alice: Client, event: Tournament) -> None:
    form = {"act": "wish", "kind": "table", "players": ["7", "9"], "table": "3", "name": "<b>Knee</b>"}
    html = alice.post(url(event), form | {"wish_sessions": "2"}).content.decode()
    for number in (7, 9):
        assert f'name="players" value="{number}" checked' in html
    assert 'name="wish_sessions" value="2" checked' in html
    assert 'name="kind" value="table" checked' in html
    assert 'value="&lt;b&gt;Knee&lt;/b&gt;"' in html
    assert "<b>Knee" not in html
    who = html.split('id="wish-players"')[1].split("</fieldset>")[0]
    assert "Name the one player who sits at this table." in text_of(who)


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [
        ({"kind": "clubs"}, {"kind": "clubs", "must": "must"}, "This wish is there already."),
        (
            {"kind": "table", "players": "1", "table": "2"},
            {"kind": "table", "players": "1", "table": "3"},
            "Player 1 has a fixed table already: 2.",
        ),
        (
            {"kind": "table", "players": "1", "table": "2"},
            {"kind": "table", "players": "5", "table": "2"},
            "Table 2 is fixed for Player 1: the two would meet.",
        ),
    ],
)
def test_wishes_that_contradict_one_another_are_refused(
    alice: Client, event: Tournament, first: dict[str, Any], second: dict[str, Any], sentence: str
) -> None:
    wish(alice, event, **first)
    assert sentence in wish(alice, event, 422, **second)
    assert Wish.objects.count() == 1


# ── The draw follows, the report tells


def test_the_draw_follows_and_the_report_says_so(alice: Client, event: Tournament) -> None:
    wish(alice, event, kind="apart", players=["1", "2"], must="must")
    wish(alice, event, kind="table", players="3", table="2")
    make_draw(event, [1, 2, 3], making.user(), seed="a")
    for session in (1, 2, 3):
        assert not any({1, 2} <= four for four in together(event, session))
        assert 3 in seats_of(event, session)[2]
    assert "All wishes are fulfilled." in text_of(alice.get(url(event)).content.decode())


def test_without_wishes_the_report_is_silent_about_them(alice: Client, event: Tournament) -> None:
    make_draw(event, [1], making.user(), seed="a")
    assert "wishes are fulfilled" not in text_of(alice.get(url(event)).content.decode())


def test_a_swap_that_breaks_a_wish_shows_at_once_and_is_mended_by_swapping_back(
    alice: Client, event: Tournament
) -> None:
    add_wish(event, WishFacts("apart", name="Twins", must=True, players=[1, 2]), making.user())
    make_draw(event, [1], making.user(), seed="a")
    mate = next(p for four in together(event, 1) if 1 in four for p in four if p and p != 1)
    text = swap(alice, event, 2, mate)
    assert "A wish is not fulfilled once. (0 before the swap, 1 now)" in text
    assert "1 Player 1 – 2 Player 2; Twins session 1" in text
    assert "apart from Player 2, by a wish" in text
    text = swap(alice, event, 2, mate)
    assert "All wishes are fulfilled. (1 before the swap, 0 now)" in text


def test_a_swap_away_from_a_fixed_table_is_told(alice: Client, event: Tournament) -> None:
    add_wish(event, WishFacts("table", players=[3], table=2), making.user())
    make_draw(event, [1], making.user(), seed="a")
    elsewhere = next(p for p in seats_of(event, 1)[1] if p)
    text = swap(alice, event, 3, elsewhere)
    assert "A wish is not fulfilled once. (0 before the swap, 1 now)" in text
    assert "wished at table 2" in text


def test_what_cannot_be_fulfilled_is_told_with_its_reason_and_the_names(
    alice: Client, event: Tournament
) -> None:
    club(event, "Host Club", range(1, 6))
    add_wish(event, WishFacts("clubs", must=True), making.user())
    make_draw(event, [1], making.user(), seed="a")
    text = text_of(alice.get(url(event)).content.decode())
    # Five at four tables: one pair has to meet, and no draw has less.
    assert "missed once: there are more of them than tables, so at least 1 is necessary." in text
    met = [sorted(p for p in four if p and p <= 5) for four in together(event, 1)]
    [[one, other]] = [four for four in met if len(four) > 1]
    assert f"{one} Player {one} – {other} Player {other}" in text


def test_the_wishes_of_a_published_draw_are_judged_too(alice: Client) -> None:
    event = making.drawn(16, 1)
    four = seats_of(event, 1)[1]
    add_wish(event, WishFacts("apart", name="Late", players=[int(p) for p in four[:2] if p]), making.user())
    text = text_of(alice.get(url(event)).content.decode())
    assert "A wish is not fulfilled once." in text


def test_names_and_clubs_of_any_kind_are_shown_as_they_are(alice: Client, event: Tournament) -> None:
    strange = "O'Neill & <i>Söhne</i> 100% %(n)s 雀友会"
    Player.objects.filter(tournament=event, number__lte=5).update(club=strange, name=strange)
    html = alice.post(url(event), {"act": "wish", "kind": "clubs"}, follow=True).content.decode()
    assert "<i>Söhne" not in html
    assert f"{strange}: 5 players at 4 tables." in text_of(html)

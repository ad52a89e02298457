"""The page of substitutes and withdrawals: who plays for whom, who has left, who is back."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import making
from tests.pages.public_sheet import row_of, text_of
from tournament.actions.people import PersonFacts, enrol
from tournament.models import Seat, Sitting, Staff, Substitution, Tournament, Withdrawal

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    event = making.drawn(8, 3)
    enrol(event, [PersonFacts("Reserve", number=50, is_reserve=True)], making.user())
    return event


@pytest.fixture
def chief(event: Tournament, client: Client) -> Client:
    client.force_login(making.referee(event, "carol", role=Staff.Role.CHIEF_REFEREE))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def url(event: Tournament) -> str:
    return f"/organiser/{event.slug}/changes/"


SUBSTITUTE = {
    "act": "substitute",
    "player": "1",
    "substitute": "50",
    "from_session": "2",
    "from_hand": "5",
    "until": "rest",
    "reason": "ill",
}


def test_a_substitute_plays_from_a_hand_of_a_session_for_the_rest(chief: Client, event: Tournament) -> None:
    answer = chief.post(url(event), SUBSTITUTE, follow=True)
    html = answer.content.decode()
    assert "Reserve plays for Player 1." in text_of(html)
    made = Substitution.objects.get()
    line = row_of(html, f"substitution-{made.pk}")
    assert line.startswith("50 Reserve for 1 Player 1 from session 2, hand 5, for the rest · ill")
    sat = Sitting.objects.order_by("seat__session__number").values_list("seat__session__number", "from_hand")
    assert list(sat) == [(2, 5), (3, 1)]


@pytest.mark.parametrize(("until", "last"), [("only", 2), ("3", 3), ("rest", None)])
def test_a_substitute_plays_one_session_several_or_the_rest(
    chief: Client, event: Tournament, until: str, last: int | None
) -> None:
    chief.post(url(event), SUBSTITUTE | {"until": until})
    assert Substitution.objects.get().to_session == last


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"reason": " "}, "reason"),
        ({"player": ""}, "player"),
        ({"substitute": ""}, "substitute"),
        ({"from_hand": "17"}, "from_hand"),
        ({"from_session": "3", "until": "2"}, "until"),
    ],
)
def test_a_refusal_stands_at_its_field_and_keeps_what_was_typed(
    chief: Client, event: Tournament, change: dict[str, str], field: str
) -> None:
    answer = chief.post(url(event), SUBSTITUTE | {"reason": "fell ill"} | change)
    assert answer.status_code == 422
    form = answer.context["substitute_form"]
    assert list(form.errors) == [field]
    assert ('value="fell ill"' in answer.content.decode()) == ("reason" not in change)
    assert not Substitution.objects.exists()


def test_a_substitution_ends_when_the_player_is_back(chief: Client, event: Tournament) -> None:
    chief.post(url(event), SUBSTITUTE)
    made = Substitution.objects.get()
    answer = chief.post(url(event), {"act": "end", "substitution": made.pk, "last": "2"}, follow=True)
    assert "Player 1 plays again after session 2." in text_of(answer.content.decode())
    assert [s.seat.session.number for s in Sitting.objects.all()] == [2]


def test_a_substitution_by_mistake_is_taken_back(chief: Client, event: Tournament) -> None:
    chief.post(url(event), SUBSTITUTE)
    made = Substitution.objects.get()
    answer = chief.post(url(event), {"act": "end", "substitution": made.pk, "last": "1"}, follow=True)
    html = answer.content.decode()
    assert "The substitute for Player 1 is taken back." in text_of(html)
    assert "taken back" in row_of(html, f"substitution-{made.pk}")
    assert not Sitting.objects.exists()


def test_a_substitution_cannot_end_before_hands_that_were_played(chief: Client, event: Tournament) -> None:
    chief.post(url(event), SUBSTITUTE | {"from_session": "1", "from_hand": "1"})
    table = Seat.objects.get(player__number=1, session__number=1).table
    making.hand(making.table(event, 1, table.number), 0, 8, 1)
    made = Substitution.objects.get()
    answer = chief.post(url(event), {"act": "end", "substitution": made.pk, "last": "0"})
    assert answer.status_code == 422
    assert "has played hands in session 1" in text_of(answer.content.decode())
    for last in ("x", "99", ""):
        assert (
            chief.post(url(event), {"act": "end", "substitution": made.pk, "last": last}).status_code == 422
        )


def test_who_withdraws_is_listed_with_the_tables_where_he_still_sits(
    chief: Client, event: Tournament
) -> None:
    form = {"act": "withdraw", "player": "2", "from_session": "2", "reason": "work"}
    html = chief.post(url(event), form, follow=True).content.decode()
    line = row_of(html, f"withdrawal-{Withdrawal.objects.get().pk}")
    assert "2 Player 2 has withdrawn before session 2 work" in line
    for number in (2, 3):
        table = Seat.objects.get(player__number=2, session__number=number).table.number
        assert f"Is drawn in session {number} at table {table}" in line
    assert "session 1 at" not in line


def test_a_player_who_withdrew_comes_back(chief: Client, event: Tournament) -> None:
    chief.post(url(event), {"act": "withdraw", "player": "2", "from_session": "2", "reason": "work"})
    html = chief.post(url(event), {"act": "back", "player": "2", "session": "3"}, follow=True)
    text = text_of(html.content.decode())
    assert "Player 2 is drawn again from session 3 on." in text
    assert "had withdrawn before session 2 and is back from session 3" in text
    again = chief.post(url(event), {"act": "back", "player": "2", "session": "3"})
    assert (again.status_code, "has not withdrawn before" in again.content.decode()) == (422, True)


def test_another_tournaments_substitution_is_not_ended_here(chief: Client, event: Tournament) -> None:
    chief.post(url(event), SUBSTITUTE)
    made = Substitution.objects.get()
    foreign = making.tournament(8, 1, by=making.user("olga"))
    Substitution.objects.filter(pk=made.pk).update(tournament=foreign)
    answer = chief.post(url(event), {"act": "end", "substitution": made.pk, "last": "2"})
    assert answer.status_code == 422
    assert Substitution.objects.get().to_session is None


def test_the_history_tells_of_substitutes_and_withdrawals_in_sentences(
    chief: Client, event: Tournament
) -> None:
    chief.post(url(event), SUBSTITUTE)
    chief.post(url(event), {"act": "end", "substitution": Substitution.objects.get().pk, "last": "2"})
    chief.post(url(event), {"act": "withdraw", "player": "2", "from_session": "2", "reason": "work"})
    chief.post(url(event), {"act": "back", "player": "2", "session": "3"})
    text = text_of(chief.get(f"/organiser/{event.slug}/history/").content.decode())
    for sentence in (
        "let 50 Reserve play for 1 Player 1 from session 2, hand 5, for the rest",
        "ended after session 2 that 50 Reserve plays for 1 Player 1",
        "noted that 2 Player 2 withdraws from this session on",
        "noted that 2 Player 2 is back from this session on",
    ):
        assert sentence in text


def test_the_number_of_queries_does_not_grow_with_the_players(client: Client) -> None:
    client.force_login(making.user())
    counts = []
    for players in (16, 64):
        event = making.drawn(players, 2)
        enrol(event, [PersonFacts("Reserve", number=500, is_reserve=True)], making.user())
        for number in range(1, players // 8 + 1):
            client.post(
                url(event), {"act": "withdraw", "player": number, "from_session": "2", "reason": "work"}
            )
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url(event)).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]

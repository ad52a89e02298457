"""A list of players read in once more: whom its lines mean, what it changes, and what it must not do."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from tests import making
from tournament.actions.events import EventFacts, create_tournament
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.people_again import Merged, check_again, meant, merge_people
from tournament.models import LogEntry, Player, Tournament
from tournament.queries.history import history
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db
ALL = ("number", "name", "team", "country", "club", "ema_number")


@pytest.fixture
def event() -> Tournament:
    """1 李四 of 北京, 2 Anna Müller of Wien with an EMA number, 3 and 4 two players called Li Wei."""
    made = create_tournament(EventFacts("Open", planned_sessions=1), making.user())
    enrol(
        made,
        [
            PersonFacts("李四", team="北京", number=1),
            PersonFacts("Anna Müller", team="Wien", number=2, ema_number="07000123", country="AUT"),
            PersonFacts("Li Wei", team="北京", number=3),
            PersonFacts("Li Wei", team="Wien", number=4),
        ],
        making.user(),
    )
    return made


def merge(event: Tournament, *people: PersonFacts, said: tuple[str, ...] = ALL) -> Merged:
    return merge_people(event, people, said, making.user())


def who(event: Tournament, number: int) -> tuple[str, str, str, str]:
    player = event.players.select_related("team").get(number=number)
    return player.name, player.team.name if player.team else "", player.country, player.ema_number


def test_the_same_list_again_changes_nothing_and_adds_nobody(event: Tournament) -> None:
    people = [
        PersonFacts("李四", team="北京"),
        PersonFacts("Anna Müller", team="Wien", ema_number="07000123"),
        PersonFacts("Li Wei", team="北京"),
        PersonFacts("Li Wei", team="Wien"),
    ]
    logged = LogEntry.objects.count()
    assert merge(event, *people) == Merged(0, 0, 4)
    assert event.players.count() == 4
    assert LogEntry.objects.count() == logged


def test_a_corrected_list_changes_who_is_there_and_adds_who_is_new(event: Tournament) -> None:
    done = merge(
        event,
        PersonFacts("Anna Mueller", team="Graz", ema_number="07000123", country="AUT"),
        PersonFacts("王五", team="北京"),
        PersonFacts("李四", team="北京", country="CHN"),
    )
    assert done == Merged(1, 2, 0)
    assert who(event, 2) == ("Anna Mueller", "Graz", "AUT", "07000123")
    assert who(event, 1) == ("李四", "北京", "CHN", "")
    assert who(event, 5) == ("王五", "北京", "", "")
    assert event.teams.filter(name="Wien").exists()  # the other Li Wei is still in it
    with override("en"):
        assert history(event)[0][0].what == "changed 2 players by a list"


def test_who_is_not_in_the_list_stays(event: Tournament) -> None:
    merge(event, PersonFacts("李四", team="北京"))
    assert event.players.count() == 4


def test_an_empty_cell_changes_nothing_and_so_does_a_column_that_is_not_there(event: Tournament) -> None:
    merge(event, PersonFacts("Anna Müller", team="", country="", ema_number="07000123"))
    assert who(event, 2) == ("Anna Müller", "Wien", "AUT", "07000123")
    merge(
        event, PersonFacts("Anna Müller", country="GER", ema_number="07000123"), said=("name", "ema_number")
    )
    assert who(event, 2)[2] == "AUT"


def test_a_number_means_its_player_and_a_new_name_is_asked_about(event: Tournament) -> None:
    lines = meant(event, [PersonFacts("李思", number=1)], ("number", "name"))
    assert lines[0].changes == {"name": ("李四", "李思")}
    with override("en"):
        problems = check_again(event, lines)
    assert [(p.severity, p.field) for p in problems] == [("warning", "name")]
    assert "李四 becomes 李思" in problems[0].message


def test_namesakes_are_told_apart_by_their_teams_and_else_nobody_is_meant(event: Tournament) -> None:
    lines = meant(event, [PersonFacts("Li Wei", team="Wien"), PersonFacts("Li Wei")], ("name", "team"))
    assert [line.player.number if line.player else None for line in lines] == [4, None]


def test_players_exchange_their_numbers(event: Tournament) -> None:
    done = merge(
        event, PersonFacts("李四", team="北京", number=2), PersonFacts("Anna Müller", team="Wien", number=1)
    )
    assert done == Merged(0, 2, 0)
    assert (who(event, 2)[0], who(event, 1)[0]) == ("李四", "Anna Müller")


def test_a_number_of_somebody_who_keeps_it_is_refused_and_nothing_is_stored(event: Tournament) -> None:
    before = list(Player.objects.order_by("pk").values())
    with pytest.raises(Refused) as refusal:
        merge(event, PersonFacts("李四", team="北京", number=3), PersonFacts("Li Wei", team="北京"))
    assert refusal.value.field == "number"
    with pytest.raises(Refused):
        merge(event, PersonFacts("李四", team="北京", number=4))
    assert list(Player.objects.order_by("pk").values()) == before


def test_players_who_have_played_keep_their_results_under_a_new_name() -> None:
    event = making.drawn(4, 1, teams=False)
    making.hand(making.table(event), 0, 8, 1)
    player = making.table(event).seats.get(chair=0).player
    assert player is not None
    merge(event, PersonFacts("New Name", number=player.number))
    seat = making.table(event).seats.get(chair=0)
    assert seat.player is not None
    assert (seat.player.name, seat.match_points) == ("New Name", 32)


def test_an_empty_list_is_refused_when_it_is_read_again(event: Tournament) -> None:
    with pytest.raises(Refused):
        merge(event)

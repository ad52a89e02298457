"""Players, teams and staff: all of a list or nothing, in words."""

import pytest
from django.contrib.auth.models import User

from tests import making
from tests.refusing import refused
from tournament.actions.events import EventFacts, create_tournament, describe_tournament, remove_rehearsal
from tournament.actions.people import (
    PersonFacts,
    check_people,
    enrol,
    remove_player,
    rename_team,
    save_player,
)
from tournament.actions.staff import give_tables, name_staff, parse_tables, remove_staff, reset_password
from tournament.models import Duty, Player, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return create_tournament(EventFacts(name="Club evening"), making.user())


STRANGE = [
    "D'ANGELO, Christiane",
    "O’Brien",
    "Müller/Wang",
    "𠮷田",
    "=1+1",
    "<b>x</b>",
    "🐷",
    "足立レイ",
    "Ёлкина (jr)",
]


def test_names_are_kept_as_written(event: Tournament) -> None:
    enrol(event, [PersonFacts(name=name) for name in STRANGE], making.user())
    assert list(event.players.order_by("number").values_list("name", flat=True)) == STRANGE


def test_numbers_are_given_in_order_around_those_that_are_taken(event: Tournament) -> None:
    enrol(
        event,
        [PersonFacts("A"), PersonFacts("B", number=1), PersonFacts("C", number=3), PersonFacts("D")],
        making.user(),
    )
    assert dict(event.players.values_list("name", "number")) == {"A": 2, "B": 1, "C": 3, "D": 4}


def test_teams_are_made_once_each_in_order_of_appearance(event: Tournament) -> None:
    enrol(
        event,
        [PersonFacts("A", team="松江"), PersonFacts("B", team=" 东湖 "), PersonFacts("C", team="松江")],
        making.user(),
    )
    assert list(event.teams.values_list("number", "name")) == [(1, "松江"), (2, "东湖")]


def test_a_list_with_one_error_stores_nobody_and_tells_the_line(event: Tournament) -> None:
    people = [
        PersonFacts("A"),
        PersonFacts(" "),
        PersonFacts("C" * 201),
        PersonFacts("D", number=0),
        PersonFacts("E\x00"),
    ]
    refusal = refused(enrol, event, people, making.user())
    assert [p["index"] for p in refusal.current["problems"]] == [1, 2, 3, 4]
    assert Player.objects.count() == 0


def test_an_empty_list_is_refused(event: Tournament) -> None:
    assert refused(enrol, event, [], making.user()).code == "nobody"


def test_two_people_of_one_name_are_a_warning_and_can_both_play(event: Tournament) -> None:
    people = [PersonFacts("王芳", team="a"), PersonFacts("王芳", team="a")]
    assert [(p.severity, p.index) for p in check_people(event, people)] == [("warning", 1)]
    enrol(event, people, making.user())
    assert event.players.count() == 2


def test_a_number_given_twice_is_an_error(event: Tournament) -> None:
    problems = check_people(event, [PersonFacts("A", number=5), PersonFacts("B", number=5)])
    assert [(p.severity, p.field, p.index) for p in problems] == [("error", "number", 1)]


def test_an_ema_number_of_seven_digits_is_pointed_out_and_kept_as_text(event: Tournament) -> None:
    people = [PersonFacts("A", ema_number="1234567"), PersonFacts("B", ema_number="01234567")]
    assert [p.index for p in check_people(event, people)] == [0]
    enrol(event, people, making.user())
    assert list(event.players.values_list("ema_number", flat=True)) == ["1234567", "01234567"]


def test_a_player_changes_number_and_team_unless_the_number_is_taken(event: Tournament) -> None:
    first, second = enrol(event, [PersonFacts("A", team="x"), PersonFacts("B", team="x")], making.user())
    assert (
        refused(save_player, event, first.pk, PersonFacts("A", number=2), making.user()).code
        == "number_taken"
    )
    changed = save_player(event, second.pk, PersonFacts("Bea", number=9, team="y"), making.user())
    assert (changed.name, changed.number, str(changed.team)) == ("Bea", 9, "y")


def test_a_seated_player_is_not_removed() -> None:
    event = making.drawn(4, 1)
    player = event.players.first()
    assert player is not None
    assert refused(remove_player, event, player.pk, making.user()).code == "player_seated"


def test_the_last_player_takes_his_team_with_him(event: Tournament) -> None:
    (player,) = enrol(event, [PersonFacts("A", team="x")], making.user())
    remove_player(event, player.pk, making.user())
    assert (event.players.count(), event.teams.count()) == (0, 0)


def test_a_player_of_another_tournament_cannot_be_changed_or_removed(event: Tournament) -> None:
    foreign = making.tournament(4, 1).players.first()
    assert foreign is not None
    assert refused(save_player, event, foreign.pk, PersonFacts("X"), making.user()).code == "no_such_player"
    assert refused(remove_player, event, foreign.pk, making.user()).code == "no_such_player"


def test_two_teams_never_share_a_name(event: Tournament) -> None:
    enrol(event, [PersonFacts("A", team="x"), PersonFacts("B", team="y")], making.user())
    team = event.teams.get(name="x")
    assert refused(rename_team, event, team.pk, "y", making.user()).code == "name_taken"
    assert rename_team(event, team.pk, "z", making.user()).name == "z"


def test_a_referee_gets_an_account_with_a_password_told_once(event: Tournament) -> None:
    staff, password = name_staff(event, "郎平安", "lang", "referee", making.user())
    assert staff.user.check_password(password)
    assert refused(name_staff, event, "Again", "lang", "referee", making.user()).code == "already_staff"


def test_an_existing_account_keeps_its_password(event: Tournament) -> None:
    bob = making.user("bob")
    staff, password = name_staff(event, "Bob", "bob", "chief_referee", making.user())
    assert (staff.user, password) == (bob, "")
    assert User.objects.get(username="bob").check_password("secret")


def test_a_lost_password_is_replaced_and_the_old_one_ends(event: Tournament) -> None:
    staff, old = name_staff(event, "A", "a", "referee", making.user())
    _staff, new = reset_password(event, staff.pk, making.user())
    account = User.objects.get(username="a")
    assert account.check_password(new)
    assert not account.check_password(old)


def test_nobody_takes_over_the_account_of_somebody_who_serves_elsewhere_or_organises(
    event: Tournament,
) -> None:
    bob, carol = making.user("bob"), making.user("carol")
    foreign = making.tournament(4, 1, by=carol)
    making.referee(foreign, "bob")
    for name in ("bob", "carol"):
        staff, _secret = name_staff(event, name, name, "referee", making.user())
        assert refused(reset_password, event, staff.pk, making.user()).code == "not_yours"
    mine = event.staff.get(user=making.user())
    assert refused(reset_password, event, mine.pk, making.user()).code == "not_yours"
    bob.refresh_from_db()
    assert bob.check_password("secret")


@pytest.mark.parametrize(
    ("name", "username", "role", "field"),
    [
        ("", "x", "referee", "name"),
        ("X", "a b", "referee", "username"),
        ("X", "", "referee", "username"),
        ("X", "x", "king", "role"),
    ],
)
def test_staff_without_name_or_role_is_refused(
    event: Tournament, name: str, username: str, role: str, field: str
) -> None:
    assert refused(name_staff, event, name, username, role, making.user()).field == field


def test_the_last_organiser_stays(event: Tournament) -> None:
    only = event.staff.get()
    assert refused(remove_staff, event, only.pk, making.user()).code == "last_organiser"


def test_a_table_has_one_referee(event: Tournament) -> None:
    first, _secret = name_staff(event, "A", "a", "referee", making.user())
    second, _secret = name_staff(event, "B", "b", "referee", making.user())
    give_tables(event, first.pk, [1, 2, 3], making.user())
    give_tables(event, second.pk, [3, 4], making.user())
    assert list(Duty.objects.order_by("table_number").values_list("table_number", "staff__name")) == [
        (1, "A"), (2, "A"), (3, "B"), (4, "B"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("1-4, 7", [1, 2, 3, 4, 7]), ("1～3、5", [1, 2, 3, 5]), ("", []), ("2 2 2", [2]), ("10", [10])],
)
def test_table_numbers_are_read_as_people_write_them(text: str, numbers: list[int]) -> None:
    assert parse_tables(text) == numbers


@pytest.mark.parametrize("text", ["x", "4-1", "1-", "1.5", "99999"])
def test_what_is_no_table_number_is_refused(text: str) -> None:
    assert refused(parse_tables, text).field == "tables"


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        (EventFacts(name=" "), "name"),
        (EventFacts(name="x" * 201), "name"),
        (EventFacts(name="x", zone="Moon"), "zone"),
        (EventFacts(name="x", planned_sessions=0), "planned_sessions"),
        (EventFacts(name="x", planned_sessions=101), "planned_sessions"),
    ],
)
def test_a_tournament_that_makes_no_sense_is_refused(facts: EventFacts, field: str) -> None:
    assert refused(create_tournament, facts, making.user()).field == field
    assert Tournament.objects.count() == 0


def test_tournaments_of_one_name_get_addresses_of_their_own() -> None:
    slugs = {
        create_tournament(EventFacts(name=name), making.user()).slug
        for name in ["Open", "Open", "国标", "国标"]
    }
    assert len(slugs) == 4
    assert all(slug.isascii() for slug in slugs)


def test_sessions_are_added_and_removed_until_they_are_drawn() -> None:
    event = making.drawn(8, 2)
    describe_tournament(event, EventFacts(name="x", planned_sessions=4), making.user())
    assert event.sessions.count() == 4
    describe_tournament(event, EventFacts(name="x", planned_sessions=3), making.user())
    assert event.sessions.count() == 3
    assert (
        refused(describe_tournament, event, EventFacts(name="x", planned_sessions=1), making.user()).code
        == "sessions_drawn"
    )


def test_a_real_tournament_is_never_removed_as_a_rehearsal(event: Tournament) -> None:
    assert refused(remove_rehearsal, event, making.user()).code == "not_a_rehearsal"

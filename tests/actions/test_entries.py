"""Entries before a tournament: who takes the last place, what becomes of entries, and the end of personal data."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone, translation

from tests import making
from tournament.actions.drawing import make_draw
from tournament.actions.entries import Taking, correct_entry, submit_entry, take_entries, withdraw_entry
from tournament.actions.entry_decisions import (
    accept_entries,
    erase_personal_data,
    let_wait,
    mark_entries_seen,
    refuse_entries,
)
from tournament.actions.entry_facts import EntrantFacts, EntryFacts, PersonalFacts
from tournament.actions.people import PersonFacts, enrol, rename_team
from tournament.models import Entrant, EntrantData, Entry, LogEntry, Player, Tournament
from tournament.queries.entries import entry_lines, new_entries, standing_of, twice_of
from tournament.queries.history import history
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db
_ids = itertools.count(1)


@pytest.fixture
def event() -> Tournament:
    """Four players without teams are enrolled, nothing is drawn."""
    return making.tournament(4, 1, teams=False)


def opened(event: Tournament, **taking: Any) -> None:
    take_entries(event, Taking(is_open=True, **taking), making.user())


def player(name: str, ema: str = "", **personal: Any) -> EntryFacts:
    return EntryFacts({1: EntrantFacts(name, ema, PersonalFacts(**personal))})


def team(name: str = "红中", substitute: str = "", **personal: Any) -> EntryFacts:
    people = {n: EntrantFacts(f"{name}{n}") for n in (1, 2, 3, 4)}
    people[0] = EntrantFacts("领队", "", PersonalFacts(**personal))
    if substitute:
        people[5] = EntrantFacts(substitute)
    return EntryFacts(people, team=name)


def send(event: Tournament, facts: EntryFacts, client_id: str = "") -> tuple[Entry, str]:
    """Enter with a form of its own; returns the entry and the secret."""
    entry, secret, _is_new = submit_entry(
        event, facts, client_id or f"{next(_ids):032x}", is_team=bool(facts.team)
    )
    return entry, secret


def states(event: Tournament) -> list[str]:
    return list(event.entries.order_by("number").values_list("state", flat=True))


def names(event: Tournament) -> list[str]:
    return list(event.players.order_by("number").values_list("name", flat=True))


def _the(moment: datetime) -> datetime:
    return moment


def code(call: Callable[[], Any]) -> str:
    with pytest.raises(Refused) as refusal:
        call()
    return refusal.value.code


def test_nobody_can_enter_before_the_organiser_opens_entries(event: Tournament) -> None:
    assert code(lambda: send(event, player("王芳"))) == "closed"


def test_entries_are_taken_from_the_first_moment_until_just_before_the_last(
    event: Tournament, monkeypatch: Any
) -> None:
    noon = datetime(2026, 5, 1, 4, 0, tzinfo=UTC)
    opened(event, opens_at=noon, closes_at=noon + timedelta(hours=1))
    for seconds, refused in ((-1, "early"), (0, ""), (3599, ""), (3600, "over")):
        at = noon + timedelta(seconds=seconds)
        monkeypatch.setattr(timezone, "now", partial(_the, at))
        name = f"at {seconds}"
        if refused:
            assert code(partial(send, event, player(name))) == refused
        else:
            send(event, player(name))
    assert len(states(event)) == 2


@pytest.mark.parametrize(
    ("taking", "field"),
    [
        ({"places": 0}, "places"),
        ({"places": 4097}, "places"),
        ({"conditions": "x" * 4001}, "conditions"),
        ({"asks_birth": "perhaps"}, "asks_birth"),
        (
            {"opens_at": datetime(2026, 5, 1, tzinfo=UTC), "closes_at": datetime(2026, 5, 1, tzinfo=UTC)},
            "closes_at",
        ),
    ],
)
def test_settings_that_make_no_sense_are_refused(
    event: Tournament, taking: dict[str, Any], field: str
) -> None:
    with pytest.raises(Refused) as refusal:
        opened(event, **taking)
    assert refusal.value.field == field
    assert not LogEntry.objects.filter(action__startswith="registration").exists()


def test_players_do_not_become_teams_while_there_are_entries(event: Tournament) -> None:
    opened(event)
    send(event, player("王芳"))
    assert code(lambda: opened(event, for_teams=True)) == "has_entries"
    refuse_entries(event, [1], "teams only", making.user())
    opened(event, for_teams=True)
    send(event, team())
    assert states(event) == ["refused", "received"]


def test_received_and_accepted_entries_hold_a_place_and_the_next_one_waits(event: Tournament) -> None:
    opened(event, places=2)
    for name in ("a", "b", "c", "d"):
        send(event, player(name))
    assert states(event) == ["received", "received", "waiting", "waiting"]
    accept_entries(event, [1], making.user())
    assert states(event) == ["accepted", "received", "waiting", "waiting"]
    assert [line.waits_as for line in entry_lines(event)] == [None, None, 1, 2]


def test_nobody_overtakes_the_waiting_list(event: Tournament) -> None:
    opened(event, places=1)
    _first, secret = send(event, player("a"))
    send(event, player("b"))
    withdraw_entry(event, secret)
    assert standing_of(event).left == 1
    send(event, player("c"))
    assert states(event) == ["withdrawn", "waiting", "waiting"]
    accept_entries(event, [2], making.user())
    assert names(event)[4:] == ["b"]
    assert code(lambda: accept_entries(event, [3], making.user())) == "no_place"


def test_entries_that_need_no_approval_are_players_at_once(event: Tournament) -> None:
    opened(event, places=1, needs_approval=False)
    send(event, EntryFacts({1: EntrantFacts("=1+1", "08010001")}, country="中国", club="北京"))
    send(event, player("second"))
    assert states(event) == ["accepted", "waiting"]
    made = event.players.get(number=5)
    assert (made.name, made.ema_number, made.country, made.club) == ("=1+1", "08010001", "中国", "北京")


@pytest.mark.parametrize(
    "facts", [player("Player 1"), player("somebody", "08010001")], ids=["name", "EMA number"]
)
def test_who_may_be_enrolled_already_waits_for_the_organiser(event: Tournament, facts: EntryFacts) -> None:
    enrol(event, [PersonFacts("Known", ema_number="08010001")], making.user())
    opened(event, needs_approval=False)
    entry, _secret = send(event, facts)
    assert states(event) == ["received"]
    assert len(twice_of(event, entry)) == 1
    accept_entries(event, [1], making.user())
    assert event.players.count() == 6


def test_the_same_name_in_another_team_is_another_person() -> None:
    event = making.tournament(4, 1)
    opened(event, for_teams=True)
    people = {n: EntrantFacts(f"Player {n}") for n in (1, 2, 3, 4)} | {0: EntrantFacts("x")}
    entry, _secret = send(event, EntryFacts(people, team="Team 9"))
    assert twice_of(event, entry) == []
    other, _secret = send(event, EntryFacts(people, team="Team 1"))
    # The team, and each of its four players.
    assert len(twice_of(event, other)) == 5


def test_an_entry_that_is_accepted_is_not_its_own_double(event: Tournament) -> None:
    opened(event, for_teams=True)
    send(event, team("红中", "替补"))
    send(event, team("发财"))
    accept_entries(event, [1, 2], making.user())
    assert [line.twice for line in entry_lines(event)] == [(), ()]
    send(event, team("红中"))
    first, _second, third = entry_lines(event)
    assert first.twice == ()
    assert len(third.twice) == 1 + 4  # the team, and each of its players


def test_a_team_is_made_with_its_players_and_the_substitute_as_a_reserve(event: Tournament) -> None:
    opened(event, for_teams=True)
    send(event, team("红中", "替补"))
    accept_entries(event, [1], making.user())
    made = event.teams.get()
    assert made.name == "红中"
    assert [(p.number, p.name, p.is_reserve) for p in made.players.order_by("number")] == [
        (5, "红中1", False),
        (6, "红中2", False),
        (7, "红中3", False),
        (8, "红中4", False),
        (9, "替补", True),
    ]
    assert not event.players.filter(name="领队").exists()


def test_a_team_never_joins_another_one_of_its_name(event: Tournament) -> None:
    opened(event, for_teams=True)
    send(event, team("红中"))
    send(event, team("红中"))
    assert code(lambda: accept_entries(event, [1, 2], making.user())) == "team_taken"
    assert states(event) == ["received", "received"]
    assert event.teams.count() == 0 and event.players.count() == 4


def test_accepting_twice_enrols_once(event: Tournament) -> None:
    opened(event)
    send(event, player("王芳"))
    for _again in range(2):
        accept_entries(event, [1], making.user())
    assert names(event).count("王芳") == 1


def test_a_withdrawn_entry_takes_its_players_with_it_before_the_draw(event: Tournament) -> None:
    opened(event, for_teams=True, needs_approval=False)
    _entry, secret = send(event, team("红中", "替补"))
    assert event.players.count() == 9
    withdraw_entry(event, secret)
    withdraw_entry(event, secret)
    assert event.players.count() == 4 and not event.teams.exists()
    assert LogEntry.objects.filter(action="entry_withdrawn").count() == 1
    assert code(lambda: accept_entries(event, [1], making.user())) == "settled"
    assert code(lambda: correct_entry(event, secret, team("红中"))) == "settled"


def test_players_who_sit_in_a_draw_stay_when_their_entry_is_withdrawn(event: Tournament) -> None:
    opened(event, for_teams=True, needs_approval=False)
    _entry, secret = send(event, team("红中"))
    make_draw(event, [1], making.user(), seed="x")
    assert code(lambda: refuse_entries(event, [1], "no", making.user())) == "drawn"
    withdraw_entry(event, secret)
    assert states(event) == ["withdrawn"]
    assert event.players.count() == 8
    assert entry_lines(event)[0].enrolled == 4


def test_refusing_an_accepted_entry_removes_its_players_and_needs_a_reason(event: Tournament) -> None:
    opened(event)
    send(event, player("王芳"))
    accept_entries(event, [1], making.user())
    assert code(lambda: refuse_entries(event, [1], "  ", making.user())) == "reason"
    assert code(lambda: refuse_entries(event, [1], "x" * 501, making.user())) == "reason"
    refuse_entries(event, [1], "did not pay", making.user())
    assert "王芳" not in names(event)
    assert event.entries.get().reason == "did not pay"
    assert not LogEntry.objects.filter(reason="did not pay").exists()


def test_who_is_put_on_the_waiting_list_comes_last_and_keeps_his_place(event: Tournament) -> None:
    opened(event, places=2)
    for name in ("a", "b", "c"):
        send(event, player(name))
    let_wait(event, [1], making.user())
    let_wait(event, [1, 3], making.user())
    assert {line.entry.number: line.waits_as for line in entry_lines(event)} == {1: 2, 2: None, 3: 1}


def test_several_are_decided_together_or_not_at_all(event: Tournament) -> None:
    opened(event, places=1)
    for name in ("a", "b"):
        send(event, player(name))
    assert code(lambda: accept_entries(event, [1, 2], making.user())) == "no_place"
    assert code(lambda: accept_entries(event, [1, 99], making.user())) == "no_such_entry"
    assert code(lambda: accept_entries(event, [], making.user())) == "nothing_chosen"
    assert states(event) == ["received", "waiting"]
    assert event.players.count() == 4


def test_a_corrected_entry_corrects_its_players_and_keeps_what_the_organiser_changed(
    event: Tournament,
) -> None:
    opened(event, for_teams=True, needs_approval=False)
    _entry, secret = send(event, team("红中"))
    made = event.teams.get()
    rename_team(event, made.pk, "红中队", making.user())
    facts = team("红中", "替补")
    people = dict(facts.people) | {2: EntrantFacts("赵云", "08010002")}
    correct_entry(event, secret, EntryFacts(people, team="红中"))
    assert [(p.number, p.name, p.ema_number) for p in event.players.filter(number__in=(5, 6))] == [
        (5, "红中1", ""),
        (6, "赵云", "08010002"),
    ]
    assert event.players.get(number=6).team == made
    correct_entry(event, secret, team("红中"))
    assert not event.players.filter(name="替补").exists()


def test_after_the_draw_names_stay_and_a_telephone_can_still_be_corrected(event: Tournament) -> None:
    opened(event, for_teams=True, needs_approval=False, asks_telephone="required")
    _entry, secret = send(event, team("红中", telephone="1"))
    make_draw(event, [1], making.user(), seed="x")
    assert code(lambda: correct_entry(event, secret, team("白板"))) == "drawn"
    assert code(lambda: correct_entry(event, secret, team("红中", "替补"))) == "drawn"
    correct_entry(event, secret, team("红中", telephone="2"))
    assert EntrantData.objects.get().telephone == "2"
    assert Entrant.objects.filter(player__isnull=False).count() == 4


def test_what_was_sent_or_changed_is_new_until_the_organiser_has_looked(event: Tournament) -> None:
    opened(event)
    _entry, secret = send(event, player("a"))
    send(event, player("b"))
    assert new_entries(event) == 2
    accept_entries(event, [1], making.user())
    assert new_entries(event) == 1
    assert mark_entries_seen(event, making.user()) == 1
    assert new_entries(event) == 0
    correct_entry(event, secret, player("c"))
    assert new_entries(event) == 1


def test_personal_data_is_erased_of_one_or_of_all_and_everything_else_stays(event: Tournament) -> None:
    opened(event, needs_approval=False, asks_birth="required", asks_email="optional")
    for name in ("a", "b", "c"):
        send(event, player(name, birth=date(1990, 1, 1), email=f"{name}@example.cn"))
    assert erase_personal_data(event, making.user(), 2) == 1
    assert [line.has_data for line in entry_lines(event)] == [True, False, True]
    assert erase_personal_data(event, making.user()) == 2
    assert erase_personal_data(event, making.user()) == 0
    assert not EntrantData.objects.exists()
    assert names(event)[4:] == ["a", "b", "c"]
    assert code(lambda: erase_personal_data(event, making.user(), 99)) == "no_such_entry"
    logged = LogEntry.objects.filter(action="entry_data_erased").order_by("id")
    assert [line.data for line in logged] == [{"entries": [2]}, {"entries": [1, 3]}]
    with translation.override("en"):
        said = [line.what for line in history(event)[0]]
    assert "erased the personal data of entries 1, 3" in said


def test_every_act_on_entries_has_a_sentence_without_personal_data(event: Tournament) -> None:
    opened(event, places=1, needs_approval=False, asks_telephone="required")
    _entry, secret = send(event, player("a", telephone="13800138000"))
    send(event, player("b", telephone="13800138001"))
    correct_entry(event, secret, player("a2", telephone="13800138000"))
    withdraw_entry(event, secret)
    refuse_entries(event, [2], "13800138001", making.user())
    opened(event)
    take_entries(event, Taking(is_open=False), making.user())
    with translation.override("en"):
        said = [line.what for line in history(event)[0]]
    assert not [what for what in said if "1380013800" in what or what.startswith(("entry_", "registration"))]
    assert {"entry 1 came in", "accepted entry 1: players 5", "refused entry 2", "closed entries"} <= set(
        said
    )


def test_reading_the_list_takes_the_same_queries_for_few_and_many(
    event: Tournament, django_assert_num_queries: Any
) -> None:
    opened(event, asks_email="optional")
    for n in range(2):
        send(event, player(f"few {n}", email="a@example.cn"))
    with django_assert_num_queries(5):
        entry_lines(event)
    for n in range(20):
        send(event, player(f"many {n}", email="a@example.cn"))
    with django_assert_num_queries(5):
        entry_lines(event)


def test_entries_leave_the_standings_until_they_become_players(event: Tournament) -> None:
    opened(event)
    before = Tournament.objects.get(pk=event.pk)
    send(event, player("a"))
    after = Tournament.objects.get(pk=event.pk)
    assert after.version > before.version
    assert after.standings_version == before.standings_version
    accept_entries(event, [1], making.user())
    last = Tournament.objects.get(pk=event.pk)
    assert last.standings_version == last.version


def at_once(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run the calls in threads of their own."""

    def run(call: Callable[[], Any]) -> Any:
        try:
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("needs_approval", [True, False])
def test_of_those_who_take_the_last_place_at_once_one_gets_it_and_the_others_wait(
    needs_approval: bool,
) -> None:
    event = making.tournament(4, 1, teams=False)
    opened(event, places=2, needs_approval=needs_approval)
    send(event, player("first"))
    calls = [
        partial(send, Tournament.objects.get(pk=event.pk), player(f"racer {n}"), f"{n:032x}")
        for n in range(1000, 1006)
    ]
    at_once(calls)
    held = "received" if needs_approval else "accepted"
    assert sorted(states(event)) == sorted([held, held] + ["waiting"] * 5)
    assert sorted(line.waits_as for line in entry_lines(event) if line.waits_as) == [1, 2, 3, 4, 5]
    assert list(event.entries.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6, 7]
    assert Player.objects.count() == 4 + (0 if needs_approval else 2)


@pytest.mark.django_db(transaction=True)
def test_one_form_sent_by_many_at_once_is_one_entry() -> None:
    event = making.tournament(4, 1, teams=False)
    opened(event, needs_approval=False)
    sent = at_once([lambda: send(Tournament.objects.get(pk=event.pk), player("王芳"), "e" * 32)] * 6)
    assert len({secret for _entry, secret in sent}) == 1
    assert event.entries.count() == 1
    assert names(event).count("王芳") == 1

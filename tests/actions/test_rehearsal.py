"""Rehearsals: a copy filled with plausible results, the same for the same seed, removed without a trace."""

import random

import pytest
from django.apps import apps

from scoring.fan import evaluate, hand_of, rules_of
from scoring.rulebook import SHIPPED, load
from tests import making
from tournament.actions import rehearsal_hands
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.events import EventFacts, describe_tournament, remove_rehearsal
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.rehearsal import FAN_SEEN, Filling, fill_rehearsal, rehearsal_of
from tournament.actions.stages import StagePlan, add_stage, fill_stage
from tournament.actions.standings import record_lots
from tournament.actions.substitutes import substitute, withdraw_player
from tournament.actions.wishes import WishFacts, add_wish
from tournament.models import Bye, Hand, Seat, Sitting, StageEntry, Table, Tournament, Withdrawal
from tournament.queries.standings import player_standings
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    event = making.drawn(8, 3)
    making.referee(event, "bob", [1, 2])
    return event


def test_a_rehearsal_copies_people_draw_and_referees_but_no_result(event: Tournament) -> None:
    making.hand(making.table(event), winner=0, fan=8)
    copy = rehearsal_of(event, making.user())
    assert (copy.is_rehearsal, copy.is_public) == (True, False)
    assert copy.staff.count() == event.staff.count()
    assert copy.duties.count() == 2
    assert Hand.objects.filter(table__session__tournament=copy).count() == 0

    def seats(of: Tournament) -> list[tuple[int, int, int, str]]:
        found = Seat.objects.filter(session__tournament=of)
        return sorted(found.values_list("session__number", "table__number", "chair", "player__name"))

    assert seats(copy) == seats(event)


def test_a_real_tournament_is_never_filled(event: Tournament) -> None:
    with pytest.raises(Refused):
        fill_rehearsal(event, Filling(3), making.user())
    assert Hand.objects.count() == 0


def test_filled_sessions_are_closed_and_the_half_one_is_in_the_middle(event: Tournament) -> None:
    copy = rehearsal_of(event, making.user())
    seen: list[tuple[int, int]] = []
    fill_rehearsal(
        copy, Filling(2, half=True, seed="s"), making.user(), lambda done, of: seen.append((done, of))
    )
    assert list(copy.sessions.values_list("state", flat=True)) == ["closed", "closed", "running"]
    assert seen[-1] == (6, 6)
    for table in Table.objects.filter(session__tournament=copy, session__number__lte=2):
        assert table.is_closed
        assert 12 <= table.hands_played <= 16
        assert sum(making.standard(table)) == 10


def test_the_same_seed_gives_the_same_results(event: Tournament) -> None:
    results = []
    for _again in range(2):
        copy = rehearsal_of(event, making.user())
        fill_rehearsal(copy, Filling(1, seed="same"), making.user())
        results.append([(x.number, x.standard, x.match) for x in player_standings(copy).lines])
    assert results[0] == results[1]


@pytest.mark.parametrize("key", SHIPPED)
def test_every_hand_of_the_rehearsals_counts_what_it_stands_for_whoever_wins(key: str) -> None:
    book = load(key)
    rules = rules_of(book.fan, book.minimum)
    for known, self_drawn in ((rehearsal_hands.ON_DISCARD, False), (rehearsal_hands.SELF_DRAWN, True)):
        assert known.keys() == FAN_SEEN.keys()
        for fan, hands in known.items():
            for text in hands:
                hand, *melds, win = text.split()
                for wind in "ES":
                    flags = {"self_drawn": self_drawn, "seat": wind, "round": wind}
                    assert evaluate(hand_of(hand, melds, win, flags), rules).total == fan, text


@pytest.mark.parametrize("self_drawn", [True, False])
def test_a_hand_of_the_rehearsals_may_be_of_other_suits(self_drawn: bool) -> None:
    """In each of six ways, melds and their kinds apart: the suits are equal but for fan that no such hand has."""
    book, found = load("mil2025"), set()
    for seed in range(40):
        tiles = rehearsal_hands.some_hand(22, self_drawn, random.Random(seed))
        assert tiles is not None
        hand = hand_of(tiles.hand, [*tiles.melds], tiles.win, {"self_drawn": self_drawn})
        assert evaluate(hand, rules_of(book.fan, book.minimum)).total == 22
        found.add(tiles.hand)
    assert len(found) > 4
    assert rehearsal_hands.some_hand(7, self_drawn, random.Random()) is None


def test_many_wins_of_a_rehearsal_have_tiles_that_count_as_much_and_none_where_fan_are_not_counted(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def filled() -> tuple[list[tuple[object, ...]], int]:
        copy = rehearsal_of(event, making.user())
        fill_rehearsal(copy, Filling(1, seed="same"), making.user())
        hands = Hand.objects.filter(table__session__tournament=copy).order_by("table__number", "number")
        assert not hands.exclude(fan_reason="").exists()
        return [*hands.values_list("winner", "discarder", "fan")], hands.exclude(tiles={}).count()

    played, with_tiles = filled()
    wins = sum(winner is not None for winner, *_ in played)
    assert wins / 3 < with_tiles < wins
    monkeypatch.setattr("tournament.actions.rehearsal.counts_fan", lambda book: False)
    assert filled() == (played, 0)


def test_a_tournament_with_stages_and_byes_is_rehearsed_to_its_end() -> None:
    event = making.tournament(18, 3, teams=False)
    add_stage(event, StagePlan("Preliminary", "all", [1, 2]), making.user())
    add_stage(event, StagePlan("Final", "top", [3], carry="1/2", places=(1, 8)), making.user())
    copy = rehearsal_of(event, making.user())
    assert fill_rehearsal(copy, Filling(3, seed="s"), making.user()) == 4 + 4 + 2
    assert set(copy.sessions.values_list("state", flat=True)) == {"closed"}
    assert copy.stages.get(number=2).entries.count() == 8
    assert Bye.objects.filter(session__tournament=copy).count() == 4


def test_a_removed_rehearsal_leaves_no_row_behind(event: Tournament) -> None:
    def rows() -> dict[str, int]:
        return {
            model.__name__: model._default_manager.count()
            for model in apps.get_app_config("tournament").get_models()
        }

    before = rows()
    copy = rehearsal_of(event, making.user())
    fill_rehearsal(copy, Filling(2, half=True, seed="s"), making.user())
    assert rows() != before
    enrol(copy, [PersonFacts("Reserve", number=50)], making.user())
    substitute(copy, 1, 50, (3, 1), None, "ill", making.user())
    withdraw_player(copy, 2, 3, "ill", making.user())
    record_lots(copy, [3, 4], "from a hat", making.user())
    describe_tournament(copy, EventFacts(name="x", planned_sessions=4), making.user())
    final = add_stage(copy, StagePlan("Final", "all", [4]), making.user())
    fill_stage(copy, final.pk, making.user())
    remove_rehearsal(copy, making.user())
    assert rows() == before


def test_a_rehearsal_knows_the_wishes_byes_and_who_left_or_plays_for_somebody() -> None:
    event = making.tournament(10, 3, teams=False)
    by = making.user()
    enrol(event, [PersonFacts(name="Reserve", is_reserve=True)], by)
    add_wish(event, WishFacts("apart", "couple", must=True, players=[3, 4]), by)
    add_wish(event, WishFacts("table", players=[5], table=2, sessions=[1, 2]), by)
    make_draw(event, [1, 2], by, seed="b", remainder="byes")
    publish_draw(event, [1, 2], by)
    seated = event.players.get(seats__session__number=2, seats__table__number=1, seats__chair=0)
    substitute(event, seated.number, 11, (2, 1), None, "flu", by)
    gone = event.players.filter(seats__session__number=1).exclude(pk=seated.pk)[0]
    withdraw_player(event, gone.number, 3, "tired", by)

    copy = rehearsal_of(event, by)

    def told(of: Tournament) -> list[object]:
        wishes = [
            (w.kind, w.name, w.must, w.table_number, w.sessions, *w.players.values_list("number", flat=True))
            for w in of.wishes.all()
        ]
        byes = sorted(
            Bye.objects.filter(session__tournament=of).values_list("session__number", "player__number")
        )
        sittings = list(Sitting.objects.filter(seat__session__tournament=of).values_list("player__number"))
        left = list(
            Withdrawal.objects.filter(player__tournament=of).values_list("player__number", "from_session")
        )
        return [wishes, byes, sittings, left]

    assert told(copy) == told(event)
    assert [len(part) for part in told(copy)] == [2, 4, 1, 1]  # type: ignore[arg-type]
    fill_rehearsal(copy, Filling(3, seed="x"), by)
    assert copy.sessions.filter(state="closed").count() == 3


def test_a_tournament_in_the_middle_of_its_stages_is_rehearsed_with_their_players() -> None:
    event = making.tournament(16, 2, teams=False)
    by = making.user()
    add_stage(event, StagePlan("Groups", "groups", [1], group_size=8, advance=2), by)
    add_stage(event, StagePlan("Final", "top", [2], places=(1, 4)), by)
    fill_stage(event, event.stages.get(number=1).pk, by, "lots")
    make_draw(event, [1], by, seed="x")
    publish_draw(event, [1], by)

    copy = rehearsal_of(event, by)

    def groups(of: Tournament) -> list[tuple[int, int | None]]:
        found = StageEntry.objects.filter(stage__tournament=of)
        return list(found.order_by("player__number").values_list("player__number", "group"))

    assert len(groups(copy)) == 16
    assert groups(copy) == groups(event)
    assert copy.stages.get(number=2).filled_at is None
    fill_rehearsal(copy, Filling(2, seed="x"), by)
    assert list(copy.sessions.values_list("state", flat=True)) == ["closed", "closed"]

"""Hands at a table: recorded once, refused in words, corrected with a reason, taken back."""

from fractions import Fraction

import pytest

from tests import making
from tests.refusing import refused
from tournament.actions.hands import HandEntry, correct_hand, record_hand, replay_hand
from tournament.actions.penalties import PenaltyEntry, record_penalty, withdraw_penalty
from tournament.actions.tables import call_time, close_table, confirm_round, reopen_table, undo_last
from tournament.models import Act, Hand, LogEntry, Penalty, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return making.drawn()


@pytest.fixture
def table(event: Tournament) -> Table:
    return making.table(event)


def test_a_win_on_a_discard_pays_24_more_than_the_fan(table: Table) -> None:
    making.hand(table, winner=0, fan=24, discarder=1)
    assert making.totals(table) == [48, -32, -8, -8]


def test_a_self_draw_is_paid_by_all_three(table: Table) -> None:
    making.hand(table, winner=2, fan=8)
    assert making.totals(table) == [-16, -16, 48, -16]


def test_a_drawn_hand_moves_nothing_and_counts_as_played(table: Table) -> None:
    making.hand(table)
    table.refresh_from_db()
    assert (making.totals(table), table.hands_played) == ([0, 0, 0, 0], 1)


def test_the_same_entry_sent_three_times_is_recorded_once(table: Table) -> None:
    stamp = making.stamp(table, client_id="phone-1")
    answers = [record_hand(table, HandEntry(1, winner=0, fan=8), stamp) for _again in range(3)]
    assert Hand.objects.filter(table=table).count() == 1
    assert [a["repeated"] for a in answers] == [False, True, True]
    assert {a["version"] for a in answers} == {2}


def test_the_same_id_with_another_body_is_refused_and_shows_what_is_stored(table: Table) -> None:
    stamp = making.stamp(table, client_id="phone-1")
    record_hand(table, HandEntry(1, winner=0, fan=8), stamp)
    refusal = refused(record_hand, table, HandEntry(1, winner=0, fan=88), stamp)
    assert refusal.code == "id_reused"
    assert "8" in refusal.message
    assert making.totals(table) == [48, -16, -16, -16]


def test_a_stale_entry_is_refused_and_says_what_the_other_entered(table: Table) -> None:
    old = making.stamp(table)
    making.hand(table, winner=3, fan=12, discarder=0)
    winner = table.seats.get(chair=3).player
    refusal = refused(record_hand, table, HandEntry(1, winner=1, fan=8), old)
    assert refusal.code == "stale"
    assert str(winner) in refusal.message
    assert "12" in refusal.message
    assert refusal.current["version"] == 2
    assert Hand.objects.filter(table=table).count() == 1


def test_a_penalty_makes_an_older_expectation_stale(table: Table) -> None:
    old = making.stamp(table)
    making.penalty(table, 2)
    assert refused(record_hand, table, HandEntry(1, winner=1, fan=8), old).code == "stale"


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (HandEntry(1, winner=0, fan=7), "fan_below_minimum"),
        (HandEntry(1, winner=0, fan=9, flowers=2), "fan_below_minimum"),
        (HandEntry(1, winner=0, fan=401), "fan_too_high"),
        (HandEntry(1, winner=0, fan=101), "confirm_fan"),
        (HandEntry(1, winner=0, discarder=0, fan=8), "winner_is_discarder"),
        (HandEntry(1, winner=4, fan=8), "no_such_seat"),
        (HandEntry(1, winner=0), "fan_missing"),
        (HandEntry(1, winner=0, fan=20, flowers=9), "flowers_out_of_range"),
        (HandEntry(1, winner=0, fan=8, robbed_kong=True), "robbed_kong_needs_discarder"),
        (HandEntry(1, fan=8), "drawn_hand_with_win"),
        (HandEntry(2, winner=0, fan=8), "wrong_hand"),
        (HandEntry(0, winner=0, fan=8), "wrong_hand"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_and_nothing_is_stored(
    table: Table, entry: HandEntry, code: str
) -> None:
    assert refused(record_hand, table, entry, making.stamp(table)).code == code
    table.refresh_from_db()
    assert (Hand.objects.count(), Act.objects.count(), table.version) == (0, 0, 1)


def test_a_rare_fan_is_recorded_once_it_is_confirmed(table: Table) -> None:
    record_hand(table, HandEntry(1, winner=0, fan=140, confirmed=True), making.stamp(table))
    assert making.totals(table) == [444, -148, -148, -148]


def test_a_dead_hand_cannot_win_until_it_is_lifted_with_a_reason(table: Table) -> None:
    making.penalty(table, 2, 10, kind="false_win_wrong_tile", mode="pay_each", dead_hand=True, hand_number=1)
    assert making.totals(table) == [10, 10, -30, 10]
    refusal = refused(record_hand, table, HandEntry(1, winner=2, fan=8), making.stamp(table))
    assert refusal.code == "dead_hand"
    assert str(table.seats.get(chair=2).player) in refusal.message
    record_hand(table, HandEntry(1, winner=2, fan=8, lift_dead_hand="misheard"), making.stamp(table))
    assert making.totals(table) == [-6, -6, 18, -6]


def test_a_false_win_and_a_real_win_stand_in_one_hand(table: Table) -> None:
    making.penalty(
        table, 1, 10, kind="false_win_below_minimum", mode="pay_each", dead_hand=True, hand_number=1
    )
    making.hand(table, winner=0, fan=24, discarder=1)
    # 48 + 10, -32 - 30, -8 + 10, -8 + 10: the false winner still pays the real winner.
    assert making.totals(table) == [58, -62, 2, 2]


def test_a_dead_hand_ends_with_its_hand(table: Table) -> None:
    making.penalty(table, 2, 0, kind="wrong_tile_count", dead_hand=True, hand_number=1)
    making.hand(table, winner=0, fan=8)
    making.hand(table, winner=2, fan=8)
    assert making.totals(table) == [32, -32, 32, -32]


def test_a_replayed_hand_keeps_its_number_and_its_penalties(table: Table) -> None:
    making.penalty(table, 1, 20, dead_hand=True, hand_number=1)
    replay_hand(table, 1, "the wall fell", making.stamp(table))
    making.hand(table, winner=1, fan=8)
    table.refresh_from_db()
    # Dealt anew, the offender's hand lives again; what he paid stays paid.
    assert (making.totals(table), table.hands_played) == ([-16, 28, -16, -16], 1)
    assert [h.outcome for h in table.hands.order_by("revision")] == ["replay", "win"]


def test_a_replay_needs_a_reason(table: Table) -> None:
    assert refused(replay_hand, table, 1, " ", making.stamp(table)).code == "reason_missing"


def test_undo_takes_back_the_last_act_whatever_it_was(table: Table) -> None:
    making.hand(table, winner=0, fan=8)
    making.penalty(table, 3, 30)
    undo_last(table, making.stamp(table))
    assert making.totals(table) == [48, -16, -16, -16]
    undo_last(table, making.stamp(table))
    assert making.totals(table) == [0, 0, 0, 0]
    assert refused(undo_last, table, making.stamp(table)).code == "nothing_to_undo"
    assert Penalty.objects.get().withdrawn_at is not None
    assert LogEntry.objects.filter(action="undone").count() == 2


def test_undoing_a_correction_brings_the_earlier_revision_back(table: Table) -> None:
    making.hand(table, winner=0, fan=8)
    correct_hand(table, HandEntry(1, winner=1, fan=10, discarder=2), "wrong winner", making.stamp(table))
    assert making.totals(table) == [-8, 34, -18, -8]
    undo_last(table, making.stamp(table))
    assert making.totals(table) == [48, -16, -16, -16]
    assert Hand.objects.filter(table=table).count() == 3


def test_an_undo_sent_twice_takes_back_one_act(table: Table) -> None:
    making.hand(table, winner=0, fan=8)
    making.hand(table, winner=0, fan=8)
    stamp = making.stamp(table)
    undo_last(table, stamp)
    undo_last(table, stamp)
    assert making.totals(table) == [48, -16, -16, -16]


def test_a_referee_cannot_take_back_what_the_chief_referee_did(event: Tournament, table: Table) -> None:
    referee = making.referee(event, "bob", [1])
    making.hand(table, winner=0, fan=8)  # by the organiser
    assert refused(undo_last, table, making.stamp(table, referee)).code == "chief_only"


def test_a_correction_needs_a_reason_and_keeps_the_old_revision(table: Table) -> None:
    making.hand(table, winner=0, fan=8)
    entry = HandEntry(1, winner=0, fan=9)
    assert refused(correct_hand, table, entry, "", making.stamp(table)).code == "reason_missing"
    correct_hand(table, entry, "misread", making.stamp(table))
    assert making.totals(table) == [51, -17, -17, -17]
    assert list(table.hands.values_list("fan", "is_current", "reason")) == [
        (8, False, ""),
        (9, True, "misread"),
    ]


def test_a_hand_that_was_not_played_cannot_be_corrected(table: Table) -> None:
    entry = HandEntry(3, winner=0, fan=9)
    assert refused(correct_hand, table, entry, "why", making.stamp(table)).code == "no_such_hand"


def play(table: Table, hands: int) -> None:
    for _hand in range(hands):
        making.hand(table, winner=0, fan=8)


def test_the_chairs_must_be_confirmed_before_the_fourth_round(table: Table) -> None:
    play(table, 12)
    assert refused(record_hand, table, HandEntry(13, winner=0, fan=8), making.stamp(table)).code == (
        "chairs_not_confirmed"
    )
    confirm_round(table, 4, False, making.stamp(table))
    record_hand(table, HandEntry(13, winner=0, fan=8), making.stamp(table))
    table.refresh_from_db()
    assert table.chairs == {"4": [0, 1, 2, 3]}


def test_a_round_that_does_not_start_now_cannot_be_confirmed(table: Table) -> None:
    assert refused(confirm_round, table, 4, True, making.stamp(table)).code == "wrong_round"


def test_undoing_a_confirmation_asks_again(table: Table) -> None:
    play(table, 12)
    confirm_round(table, 4, False, making.stamp(table))
    undo_last(table, making.stamp(table))
    table.refresh_from_db()
    assert (table.confirmed_round, table.chairs) == (1, {})


def test_the_seventeenth_hand_is_refused(table: Table) -> None:
    play(table, 16)
    assert (
        refused(record_hand, table, HandEntry(17, winner=0, fan=8), making.stamp(table)).code == "all_played"
    )


def test_a_referee_closes_after_the_last_hand_with_four_agreements(event: Tournament, table: Table) -> None:
    referee = making.referee(event, "bob", [1])
    play(table, 15)
    early = refused(close_table, table, ["agreed"] * 4, making.stamp(table, referee))
    assert early.code == "not_ended"
    play(table, 1)
    missing = refused(close_table, table, ["agreed", "agreed", "", "agreed"], making.stamp(table, referee))
    assert (missing.code, missing.field) == ("agreement_missing", "agreement_2")
    close_table(table, ["agreed", "paper", "agreed", "agreed"], making.stamp(table, referee))
    table.refresh_from_db()
    assert table.is_closed
    # 16 self-draws of 8 fan: 16 × 48 and 16 × -16; three share places 2 to 4: (3 + 2 + 1) / 3.
    assert making.totals(table) == [768, -256, -256, -256]
    assert making.standard(table) == [4, 2, 2, 2]


def test_a_player_who_refuses_to_sign_needs_a_reason(table: Table) -> None:
    play(table, 16)
    agreements = ["agreed", "refused", "agreed", "agreed"]
    assert refused(close_table, table, agreements, making.stamp(table)).code == "reason_missing"
    close_table(table, agreements, making.stamp(table), "disputes hand 5")


def test_a_closed_table_takes_nothing_from_its_referee(event: Tournament, table: Table) -> None:
    referee = making.referee(event, "bob", [1])
    play(table, 16)
    making.close(table)
    entry = HandEntry(16, winner=0, fan=9)
    assert refused(correct_hand, table, entry, "x", making.stamp(table, referee)).code == "waits"
    late = PenaltyEntry(0, "conduct", Fraction(10))
    assert refused(record_penalty, table, late, making.stamp(table, referee)).code == "waits"
    assert making.totals(table) == [768, -256, -256, -256]
    correct_hand(table, entry, "sheet says 9", making.stamp(table))
    table.refresh_from_db()
    assert table.is_closed
    assert making.totals(table) == [771, -257, -257, -257]


def test_a_referee_takes_his_own_closing_back_while_the_session_is_open(
    event: Tournament, table: Table
) -> None:
    referee = making.referee(event, "bob", [1])
    play(table, 16)
    close_table(table, ["agreed"] * 4, making.stamp(table, referee))
    undo_last(table, making.stamp(table, referee))
    table.refresh_from_db()
    assert not table.is_closed
    assert set(table.seats.values_list("agreement", flat=True)) == {""}


def test_only_the_chief_referee_opens_a_closed_table(event: Tournament, table: Table) -> None:
    referee = making.referee(event, "bob", [1])
    play(table, 16)
    making.close(table)
    assert refused(reopen_table, table, "why", making.stamp(table, referee)).code == "chief_only"
    reopen_table(table, "hand 3 was wrong", making.stamp(table))
    table.refresh_from_db()
    assert not table.is_closed


def test_after_time_only_a_hand_that_ended_before_counts(table: Table) -> None:
    play(table, 3)
    call_time(table, making.stamp(table))
    assert (
        refused(record_hand, table, HandEntry(4, winner=0, fan=8), making.stamp(table)).code == "time_called"
    )
    record_hand(table, HandEntry(4, winner=0, fan=8, before_time=True), making.stamp(table))
    close_table(table, ["agreed"] * 4, making.stamp(table))


def test_under_finish_current_the_running_hand_is_played_out_and_no_other() -> None:
    table = making.table(making.drawn(at_time="finish_current"))
    play(table, 3)
    call_time(table, making.stamp(table))
    record_hand(table, HandEntry(4, winner=0, fan=8), making.stamp(table))
    assert (
        refused(record_hand, table, HandEntry(5, winner=0, fan=8), making.stamp(table)).code == "time_called"
    )


def test_a_withdrawn_penalty_stays_in_the_record_and_stops_counting(table: Table) -> None:
    making.penalty(table, 0, 40)
    penalty = Penalty.objects.get()
    assert refused(withdraw_penalty, table, penalty.pk, "", making.stamp(table)).code == "reason_missing"
    withdraw_penalty(table, penalty.pk, "wrong player", making.stamp(table))
    assert making.totals(table) == [0, 0, 0, 0]
    assert Penalty.objects.get().withdrawn_reason == "wrong player"
    assert refused(withdraw_penalty, table, penalty.pk, "x", making.stamp(table)).code == "already_withdrawn"


def test_a_deliberate_false_win_disqualifies_and_only_the_chief_referee_records_it(
    event: Tournament, table: Table
) -> None:
    referee = making.referee(event, "bob", [1])
    entry = PenaltyEntry(1, "false_win_deliberate", Fraction(0), reason="two tiles short", hand_number=1)
    assert refused(record_penalty, table, entry, making.stamp(table, referee)).code == "chief_only"
    record_penalty(table, entry, making.stamp(table))
    player = table.seats.get(chair=1).player
    assert player is not None
    assert player.disqualified_reason == "two tiles short"
    undo_last(table, making.stamp(table))
    player.refresh_from_db()
    assert player.disqualified_at is None


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (PenaltyEntry(0, "singing", Fraction(5)), "unknown_kind"),
        (PenaltyEntry(0, "conduct", Fraction(-5)), "amount_negative"),
        (PenaltyEntry(0, "conduct", Fraction(1, 2)), "amount_not_whole"),
        (PenaltyEntry(0, "conduct", Fraction(1, 3), currency="standard_points"), "amount_not_half"),
        (PenaltyEntry(0, "conduct", Fraction(10**9)), "amount_too_high"),
        (PenaltyEntry(0, "exposed_tiles", Fraction(5), "pay_one"), "victim_missing"),
        (PenaltyEntry(0, "exposed_tiles", Fraction(5), "pay_one", victim=0), "victim_is_offender"),
        (PenaltyEntry(7, "conduct", Fraction(5)), "no_such_seat"),
        (PenaltyEntry(0, "conduct", Fraction(5), hand_number=17), "no_such_hand"),
        (PenaltyEntry(0, "conduct", Fraction(5), reason="x" * 501), "reason_too_long"),
    ],
)
def test_a_penalty_that_makes_no_sense_is_refused(table: Table, entry: PenaltyEntry, code: str) -> None:
    assert refused(record_penalty, table, entry, making.stamp(table)).code == code
    assert Penalty.objects.count() == 0


def test_the_first_entry_starts_the_session(table: Table) -> None:
    making.hand(table, winner=0, fan=8)
    table.session.refresh_from_db()
    assert table.session.state == "running"
    assert table.session.started_at is not None


def test_an_entry_without_an_id_is_refused(table: Table) -> None:
    from tournament.actions.acts import Stamp

    entry = HandEntry(1, winner=0, fan=8)
    assert refused(record_hand, table, entry, Stamp(making.user(), "", 1)).code == "client_id"
    assert refused(record_hand, table, entry, Stamp(making.user(), "x" * 65, 1)).code == "client_id"

"""A whole tournament day by dice: ordinary hands, and one of each situation, in random order.

After every step an independent count over the ledger's rows, written for this purpose, must explain every total.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

from tests import making
from tournament.actions.clock import extend_clock, pause_clock, resume_clock
from tournament.actions.disputes import open_dispute, rule_dispute
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.events import change_rules
from tournament.actions.hands import HandEntry, correct_hand, replay_hand
from tournament.actions.penalties import withdraw_penalty
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.presence import arrive, mark_absent, no_play
from tournament.actions.remap import remap_seats
from tournament.actions.sessions import call_time_everywhere, close_session, make_official, reopen_session
from tournament.actions.standings import penalise, record_lots, show_standings
from tournament.actions.substitutes import substitute, withdraw_player
from tournament.actions.tables import reopen_table, undo_last
from tournament.actions.totals import decide_totals, enter_totals
from tournament.models import Bye, Dispute, Hand, Penalty, Seat, Session, Table, Tournament
from tournament.queries.standings import computed_standings, places_after, player_standings
from tournament.queries.table_state import next_hand
from tournament.refusals import Refused

Step = Callable[[], object]


class Day:
    """One tournament of 17 players (one has a bye each session), two stand-ins and a reserve, over three sessions."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.organiser = making.user()
        self.event = making.tournament(17, 3, teams=False, scale=self.dice.choice(["4-3-2-1", "4-2-1-0"]))
        extra = [PersonFacts("Reserve", number=50)]
        extra += [PersonFacts(f"Stand-in {n}", number=n, is_stand_in=True) for n in (91, 92, 93)]
        enrol(self.event, extra, self.organiser)
        self.event.players.filter(number=50).update(is_reserve=True)
        self.event.players.filter(number__gt=90).update(is_stand_in=True)
        self.refused: list[str] = []
        self.done: set[str] = set()
        # Penalty → player → whether he was at the table when it was given.
        self.there: dict[int, dict[int, bool]] = {}
        self.official = self.official_standings()
        self.left = 0

    def play(self) -> None:
        """All three sessions, each with situations between its hands; checks after every step."""
        situations = self.situations()
        self.dice.shuffle(situations)
        third = len(situations) // 3 + 1
        for number in (1, 2, 3):
            self.number = number
            self.draw()
            self.official = self.official_standings()
            steps = [self.hand] * 20 + situations[third * (number - 1) : third * number]
            self.dice.shuffle(steps)
            for step in steps:
                self.attempt(step)
            self.finish()
        self.check()

    def draw(self) -> None:
        """Stand-ins wait beside the tables: they are no part of the draw."""
        stand_ins = self.event.players.filter(number__gt=90)
        stand_ins.update(is_reserve=True)
        make_draw(self.event, [self.number], self.organiser, seed=str(self.dice.random()), remainder="byes")
        publish_draw(self.event, [self.number], self.organiser)
        stand_ins.update(is_reserve=False)

    def attempt(self, step: Step) -> None:
        """Carry out a step; what cannot be done in this state is refused and changes nothing."""
        seen = self.versions()
        try:
            step()
        except Refused as refusal:
            self.refused.append(refusal.code)
        else:
            self.done.add(getattr(step, "__name__", "step"))
        self.check()
        self.check_standings(step, seen)

    def versions(self) -> tuple[int, int]:
        return Tournament.objects.values_list("version", "standings_version").get(pk=self.event.pk)

    def official_standings(self) -> list[object]:
        """The standings of closed tables as the database has them: players, teams, the places after each session."""
        both = [computed_standings(self.event), computed_standings(self.event, teams=True)]
        return [*((one.as_of, one.running, one.lines) for one in both), places_after(self.event)]

    def check_standings(self, step: Step, seen: tuple[int, int]) -> None:
        """A step that says that it leaves the standings of closed tables alone does so; `left` counts these."""
        before, self.official = self.official, self.official_standings()
        version, standings = self.versions()
        if standings == seen[1]:
            assert self.official == before, step
            self.left += version > seen[0]

    # ── Steps

    def table(self) -> Table:
        numbers = list(
            Table.objects.filter(session__tournament=self.event, session__number=self.number).values_list(
                "number", flat=True
            )
        )
        return making.table(self.event, self.number, self.dice.choice(numbers))

    def result(self) -> tuple[int | None, int | None, int | None]:
        winner = self.dice.choice([None, 0, 1, 2, 3])
        if winner is None:
            return None, None, None
        return (
            winner,
            self.dice.randrange(8, 60),
            self.dice.choice([None, *[c for c in range(4) if c != winner]]),
        )

    def hand(self) -> None:
        making.hand(self.table(), *self.result())

    def situations(self) -> list[Step]:
        """One of each kind."""
        return [
            self.correction, self.undone, self.replayed, self.false_win, self.deduction, self.penalty_withdrawn,
            self.standard_points, self.absent_empty_chair, self.absent_stand_in, self.arrived, self.without_play,
            self.substituted, self.withdrew, self.wrong_chairs, self.paper, self.paper_decides, self.disputed,
            self.ruled, self.clock_paused, self.clock_extended, self.closed, self.reopened, self.penalised, self.lots,
            self.frozen, self.scale_changed, self.warned,
        ]  # fmt: skip

    def correction(self) -> None:
        at = self.table()
        winner, fan, discarder = self.result()
        correct_hand(
            at, HandEntry(max(next_hand(at) - 1, 1), winner, discarder, fan), "seen again", making.stamp(at)
        )

    def undone(self) -> None:
        at = self.table()
        undo_last(at, making.stamp(at))

    def replayed(self) -> None:
        at = self.table()
        replay_hand(at, next_hand(at), "the wall fell", making.stamp(at))

    def false_win(self) -> None:
        at = self.table()
        making.penalty(
            at, 1, 10, kind="false_win_wrong_tile", mode="pay_each", dead_hand=True, hand_number=next_hand(at)
        )

    def deduction(self) -> None:
        making.penalty(self.table(), 2, 40)

    def warned(self) -> None:
        making.penalty(self.table(), 2, 0, kind="empty_call")

    def penalty_withdrawn(self) -> None:
        at = self.table()
        making.penalty(at, 3, 20)
        withdraw_penalty(
            at, Penalty.objects.filter(table=at).latest("id").pk, "wrong player", making.stamp(at)
        )

    def standard_points(self) -> None:
        making.penalty(self.table(), 0, Fraction(1, 2), currency="standard_points")

    def absent_empty_chair(self) -> None:
        at = self.table()
        mark_absent(at, 3, "did not come", making.stamp(at))

    def absent_stand_in(self) -> None:
        at = self.table()
        mark_absent(at, 2, "did not come", making.stamp(at), 91)

    def arrived(self) -> None:
        at = self.table()
        mark_absent(at, 1, "late", making.stamp(at))
        arrive(at, 1, "traffic", making.stamp(at))

    def without_play(self) -> None:
        at = self.table()
        for chair in (0, 1, 2):
            mark_absent(at, chair, "storm", making.stamp(at))
        no_play(at, "storm", making.stamp(at))

    def substituted(self) -> None:
        substitute(
            self.event, self.dice.randrange(1, 18), 50, (self.number, 5), self.number, "ill", self.organiser
        )

    def withdrew(self) -> None:
        withdraw_player(
            self.event, self.dice.randrange(1, 18), min(self.number + 1, 3), "ill", self.organiser
        )

    def wrong_chairs(self) -> None:
        first, second = self.table(), self.table()
        a, b = first.seats.get(chair=0), second.seats.get(chair=1)
        remap_seats(
            self.event, self.number, {a.pk: b.player_id, b.pk: a.player_id}, "name plates", self.organiser
        )

    def paper(self) -> None:
        at = self.table()
        enter_totals(at, [100, -40, -30, -30], making.stamp(at), "as signed")

    def paper_decides(self) -> None:
        at = self.table()
        enter_totals(at, [9, -3, -3, -3], making.stamp(at), "as signed")
        decide_totals(at, self.dice.random() < 0.5, "compared", making.stamp(at))

    def disputed(self) -> None:
        at = self.table()
        open_dispute(at, 1, "the fan", making.stamp(at))

    def ruled(self) -> None:
        at = self.table()
        open_dispute(at, None, "the clock", making.stamp(at))
        rule_dispute(at, Dispute.objects.filter(table=at).latest("id").pk, "it stands", making.stamp(at))

    def clock_paused(self) -> None:
        pause_clock(self.event, self.number, self.organiser)
        resume_clock(self.event, self.number, self.organiser)

    def clock_extended(self) -> None:
        extend_clock(self.event, self.number, 5, self.organiser, self.table().number)

    def closed(self) -> None:
        making.close(self.table())

    def reopened(self) -> None:
        at = self.table()
        making.close(at)
        reopen_table(at, "too early", making.stamp(at))

    def penalised(self) -> None:
        penalise(
            self.event,
            ("player", self.dice.randrange(1, 18)),
            "conduct",
            Fraction(3, 2),
            "telephone",
            self.organiser,
        )

    def lots(self) -> None:
        record_lots(self.event, self.dice.sample(range(1, 18), 3), "from a hat", self.organiser)

    def frozen(self) -> None:
        show_standings(self.event, "frozen", self.organiser, 1)

    def scale_changed(self) -> None:
        change_rules(self.event, {"scale": "4-3-2-1"}, self.organiser, "as announced")

    def finish(self) -> None:
        """Time is called, every table closes, disputes are ruled, the session closes and becomes official."""
        self.attempt(lambda: call_time_everywhere(self.event, self.number, self.organiser))
        for at in Table.objects.filter(
            session__tournament=self.event, session__number=self.number, closed_at__isnull=True
        ):
            making.close(making.table(self.event, self.number, at.number))
        for dispute in Dispute.objects.filter(table__session__number=self.number, ruled_at__isnull=True):
            at = making.table(self.event, self.number, dispute.table.number)
            rule_dispute(at, dispute.pk, "it stands", making.stamp(at))
        close_session(self.event, self.number, self.organiser)
        if self.dice.random() < 0.3:
            reopen_session(self.event, self.number, "appeal", self.organiser)
            close_session(self.event, self.number, self.organiser)
        make_official(self.event, self.number, self.organiser)

    # ── The independent count

    def check(self) -> None:
        """Every account from the rows of the ledger, every result from the accounts, every total from the results."""
        self._note_who_is_there()
        book = Tournament.objects.get(pk=self.event.pk).rulebook
        standard: dict[int, Fraction] = {}
        match: dict[int, int] = {}
        for at in Table.objects.filter(session__tournament=self.event).prefetch_related(
            "seats", "hands", "penalties"
        ):
            accounts = self._accounts(at)
            stored = {seat.chair: seat for seat in at.seats.all()}
            for chair, seat in stored.items():
                expected = (
                    seat.paper_points if at.totals_only and seat.paper_points is not None else accounts[chair]
                )
                assert seat.account == expected, (at, chair)
                if at.no_play:
                    continue
                assert seat.match_points == (book.forfeit_match_points if seat.is_forfeit else expected)
            if not at.totals_only:
                deducted = sum(
                    p.amount
                    for p in at.penalties.all()
                    if p.mode == "deduct" and p.currency == "match_points" and not p.withdrawn_at
                )
                assert sum(seat.account for seat in stored.values()) == -deducted
            if at.closed_at is not None:
                for seat in stored.values():
                    if seat.player_id is not None:
                        standard[seat.player_id] = standard.get(seat.player_id, Fraction(0)) + Fraction(
                            seat.standard_points - seat.standard_deducted, 12
                        )
                        match[seat.player_id] = match.get(seat.player_id, 0) + seat.match_points
        for bye in Bye.objects.filter(session__tournament=self.event, session__state=Session.State.CLOSED):
            standard[bye.player_id] = standard.get(bye.player_id, Fraction(0)) + 3
        for penalty in Penalty.objects.filter(
            tournament=self.event, table__isnull=True, withdrawn_at__isnull=True
        ):
            standard[penalty.player_id or 0] = standard.get(penalty.player_id or 0, Fraction(0)) - Fraction(
                penalty.amount, 12
            )
        for line in player_standings(self.event).lines:
            assert line.standard == standard.get(line.id, 0), line
            assert line.match == match.get(line.id, 0), line

    def _note_who_is_there(self) -> None:
        """Who was at the table when a penalty was given receives it, whoever arrives or goes later."""
        for penalty in Penalty.objects.filter(table__session__tournament=self.event):
            now = {
                seat.player_id: not seat.is_vacant
                for seat in Seat.objects.filter(table=penalty.table_id)
                if seat.player_id
            }
            before = self.there.get(penalty.pk, {})
            # Whoever was put down as sitting here later has always sat here.
            self.there[penalty.pk] = {player: before.get(player, here) for player, here in now.items()}

    def _accounts(self, at: Table) -> list[int]:
        accounts = [0, 0, 0, 0]
        for hand in at.hands.all():
            if (
                not hand.is_current
                or hand.outcome != Hand.Outcome.WIN
                or hand.winner is None
                or hand.fan is None
            ):
                continue
            for chair in range(4):
                if chair == hand.winner:
                    accounts[chair] += 3 * (8 + hand.fan) if hand.discarder is None else 24 + hand.fan
                elif hand.discarder is None or chair == hand.discarder:
                    accounts[chair] -= 8 + hand.fan
                else:
                    accounts[chair] -= 8
        for penalty in at.penalties.all():
            if penalty.withdrawn_at or penalty.currency != "match_points" or penalty.seat is None:
                continue
            there = self.there[penalty.pk]
            present = [s.chair for s in at.seats.all() if there.get(s.player_id or 0)]
            others = (
                [chair for chair in present if chair != penalty.seat] if penalty.mode == "pay_each" else []
            )
            for chair in others:
                accounts[chair] += penalty.amount
            accounts[penalty.seat] -= penalty.amount * (len(others) if penalty.mode == "pay_each" else 1)
        return accounts

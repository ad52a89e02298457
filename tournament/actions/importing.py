"""Storing a whole event from a checked file."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.penalties import deduction
from scoring.rulebook import Rulebook, load
from scoring.standard_points import TWELFTHS
from tournament.exchange.event_data import EventData, PenaltyData, SessionData, TableData
from tournament.models import (
    Bye,
    Hand,
    Lot,
    Penalty,
    Player,
    ProgrammeItem,
    Seat,
    Session,
    Sitting,
    Staff,
    Stage,
    StageEntry,
    Substitution,
    Table,
    Team,
    Tournament,
    Withdrawal,
)
from tournament.queries.deals import round_of
from tournament.queries.effects import as_rule

from .base import log_action
from .events import free_slug
from .ledger import Ledger
from .recompute import hand_accounts, recompute_table

REASON = "imported"


@dataclass
class ImportReport:
    """What was stored, and where the file contradicts itself. Points are match points.

    `mismatches`: players whose hands and official totals differ. `unbalanced`: tables whose official totals do not
    sum to minus their deductions (`explained`); importing counts as confirmation.
    """

    slug: str
    players: int
    teams: int
    sessions: int
    tables: int = 0
    hands: int = 0
    mismatches: list[dict[str, Any]] = field(default_factory=list)
    unbalanced: list[dict[str, Any]] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def store_event(data: EventData, by: User | None) -> ImportReport:
    """Store a checked event file as a new tournament with a slug of its own. All of it or nothing.

    `by` becomes its organiser. Tables of the file are closed unless it says otherwise.
    """
    with transaction.atomic():
        tournament = Tournament.objects.create(
            slug=free_slug(data.name),
            name=data.name,
            city=data.city,
            country=data.country,
            zone=data.zone,
            starts_on=data.starts_on,
            ends_on=data.ends_on,
            officials=data.officials,
            created_by=by,
            planned_sessions=data.planned_sessions,
            rules=load(data.rulebook).replace(data.rules).to_mapping(),
        )
        if by is not None:
            Staff.objects.create(
                tournament=tournament,
                user=by,
                role=Staff.Role.ORGANISER,
                name=by.get_full_name() or by.get_username(),
            )
        people = _store_people(tournament, data)
        report = ImportReport(tournament.slug, len(data.players), len(data.teams), len(data.sessions))
        stored = {session.number: session for session in data.sessions}
        starts = {line.session: line.starts_at for line in data.programme}
        for number in range(1, data.planned_sessions + 1):
            session = Session.objects.create(
                tournament=tournament, number=number, starts_at=starts.get(number)
            )
            if number in stored:
                _store_session(session, stored[number], people, by, report)
        _store_stages(tournament, data, people, by)
        _store_penalties(tournament, data, people, by)
        _store_changes(tournament, data, people, by)
        _store_programme(tournament, data)
        log_action(tournament, "imported", by, tables=report.tables, hands=report.hands)
    return report


def _store_programme(tournament: Tournament, data: EventData) -> None:
    items = (line for line in data.programme if line.session is None)
    ProgrammeItem.objects.bulk_create(
        ProgrammeItem(
            tournament=tournament,
            title=line.title,
            place=line.place,
            starts_at=line.starts_at,
            ends_at=line.ends_at,
        )
        for line in items
    )


def _store_people(tournament: Tournament, data: EventData) -> dict[str, Player]:
    teams = {
        t.id: Team(tournament=tournament, number=t.number, name=t.name, file_id=t.id) for t in data.teams
    }
    Team.objects.bulk_create(teams.values())
    players = {
        p.id: Player(
            tournament=tournament,
            number=p.number,
            file_id=p.id,
            name=p.name,
            country=p.country,
            club=p.club,
            ema_number=p.ema,
            family_name=p.family_name,
            given_name=p.given_name,
            team=teams[p.team] if p.team is not None else None,
            is_stand_in=p.stand_in,
            is_reserve=p.reserve,
            disqualified_at=timezone.now() if p.disqualified else None,
            disqualified_reason=p.disqualified,
        )
        for p in data.players
    }
    Player.objects.bulk_create(players.values())
    return players


def _store_session(
    session: Session, data: SessionData, people: dict[str, Player], by: User | None, report: ImportReport
) -> None:
    if not data.tables:
        return
    now = timezone.now()
    all_closed = all(table.closed for table in data.tables)
    started = any(table.closed or table.hands or table.penalties for table in data.tables)
    session.state = Session.State.PUBLISHED
    session.published_at = now
    if started:
        session.state, session.started_at = Session.State.RUNNING, now
    if all_closed:
        session.state, session.closed_at = Session.State.CLOSED, now
        session.official_at = now if data.official else None
    session.save()
    Bye.objects.bulk_create([Bye(session=session, player=people[player]) for player in data.byes])
    for table in data.tables:
        _store_table(session, table, people, by, report)


def _store_table(
    session: Session, data: TableData, people: dict[str, Player], by: User | None, report: ImportReport
) -> None:
    now = timezone.now()
    at_time = data.hands_at_time is not None
    started = bool(data.hands or data.penalties or at_time or data.closed)
    table = Table.objects.create(
        session=session,
        number=data.number,
        totals_only=data.totals_only,
        chairs=data.chairs,
        closed_at=now if data.closed else None,
        closed_by=by if data.closed else None,
        last_entry_at=now if started else None,
        time_called_at=now if at_time else None,
        hands_at_time=data.hands_at_time,
        no_play=data.no_play,
    )
    _store_seats(table, data, people)
    Hand.objects.bulk_create(
        [
            Hand(
                table=table,
                number=h.number,
                winner=h.winner,
                discarder=h.discarder,
                fan=h.fan,
                flowers=h.flowers,
                robbed_kong=h.robbed_kong,
                tiles=dict(h.tiles),
                fans=dict(h.fans),
                fan_reason=h.fan_reason,
                play=dict(h.play),
                deal=h.deal,
                scores=list(h.scores),
                reason=h.reason,
                by=by,
                outcome=Hand.Outcome.DRAWN if h.winner is None else Hand.Outcome.WIN,
            )
            for h in data.hands
        ]
    )
    Penalty.objects.bulk_create(
        [
            _penalty(session.tournament, p, by, table=table, seat=p.seat, victim=p.victim, hand_number=p.hand)
            for p in data.penalties
        ]
    )
    _compute(table, data, session.tournament.rulebook)
    report.tables += 1
    report.hands += len(data.hands)
    _compare(table, data, report)


def _compute(table: Table, data: TableData, book: Rulebook) -> None:
    """The results, and the round whose chairs the players have taken: that of the last hand."""
    recompute_table(table, book, Ledger(table))
    table.confirmed_round = max((round_of(table, hand.number) for hand in data.hands), default=1)
    table.save(update_fields=["hands_played", "deals", "confirmed_round"])


def _store_seats(table: Table, data: TableData, people: dict[str, Player]) -> None:
    totals = data.totals or (None,) * 4
    seats = Seat.objects.bulk_create(
        [
            Seat(
                table=table,
                session=table.session,
                chair=chair,
                paper_points=totals[chair],
                player=people[player] if player is not None else None,
                is_forfeit=chair in data.forfeits,
                is_vacant=chair in data.vacant,
                credited=people[data.credited[chair]] if chair in data.credited else None,
            )
            for chair, player in enumerate(data.seats)
        ]
    )
    Sitting.objects.bulk_create(
        [
            Sitting(seat=seats[s.seat], player=people[s.player], from_hand=s.from_hand, reason=s.reason)
            for s in data.sittings
        ]
    )


def _compare(table: Table, data: TableData, report: ImportReport) -> None:
    """Note where the totals of the file contradict its hands, or do not sum up."""
    if data.totals is None:
        return
    where = {"session": table.session.number, "table": table.number}
    if data.hands:
        accounts = hand_accounts(table, table.session.tournament.rulebook)
        for chair, (ours, theirs) in enumerate(zip(accounts, data.totals, strict=True)):
            if ours != theirs:
                report.mismatches.append(
                    {**where, "player": data.seats[chair], "from_hands": ours, "official": theirs}
                )
    explained = -sum(deduction(as_rule(p)) for p in table.penalties.all())
    if sum(data.totals) != explained:
        report.unbalanced.append({**where, "sum": sum(data.totals), "explained": explained})
        table.imbalance_reason = REASON
        table.save(update_fields=["imbalance_reason"])


def _store_penalties(
    tournament: Tournament, data: EventData, people: dict[str, Player], by: User | None
) -> None:
    teams = {team.file_id: team for team in tournament.teams.all()}
    Penalty.objects.bulk_create(
        [
            _penalty(
                tournament,
                p,
                by,
                player=people[p.player] if p.player is not None else None,
                team=teams[p.team] if p.team is not None else None,
            )
            for p in data.penalties
        ]
    )


def _store_stages(
    tournament: Tournament, data: EventData, people: dict[str, Player], by: User | None
) -> None:
    stages = [
        Stage.objects.create(
            tournament=tournament,
            number=number,
            name=s.name,
            form=s.form,
            carry=s.carry,
            first_place=s.first_place,
            places=s.places,
            group_size=s.group_size,
            advance=s.advance,
            left_over=s.left_over,
            filled_at=timezone.now() if s.entries else None,
        )
        for number, s in enumerate(data.stages, 1)
    ]
    for stage, said in zip(stages, data.stages, strict=True):
        tournament.sessions.filter(number__in=said.sessions).update(stage=stage)
        StageEntry.objects.bulk_create(
            [
                StageEntry(
                    stage=stage,
                    player=people[e.player],
                    group=e.group,
                    seed=seed,
                    carried_standard=str(e.standard_points),
                    carried_match=str(e.match_points),
                )
                for seed, e in enumerate(said.entries, 1)
            ]
        )
    Lot.objects.bulk_create(
        [
            Lot(
                tournament=tournament,
                stage=stages[lot.stage - 1] if lot.stage else None,
                player=people[lot.player],
                lot=lot.lot,
                reason=lot.reason,
                by=by,
            )
            for lot in data.lots
        ]
    )


def _store_changes(
    tournament: Tournament, data: EventData, people: dict[str, Player], by: User | None
) -> None:
    Withdrawal.objects.bulk_create(
        [
            Withdrawal(
                player=people[w.player],
                from_session=w.from_session,
                back_in_session=w.back_in_session,
                reason=w.reason,
            )
            for w in data.withdrawals
        ]
    )
    Substitution.objects.bulk_create(
        [
            Substitution(
                tournament=tournament,
                player=people[s.player],
                substitute=people[s.substitute],
                from_session=s.from_session,
                from_hand=s.from_hand,
                to_session=s.to_session,
                reason=s.reason,
                by=by,
            )
            for s in data.substitutions
        ]
    )


def _penalty(tournament: Tournament, data: PenaltyData, by: User | None, **where: Any) -> Penalty:
    standard = data.currency == Penalty.Currency.STANDARD
    return Penalty(
        tournament=tournament,
        kind=data.kind,
        mode=data.mode,
        currency=data.currency,
        amount=int(data.amount * TWELFTHS) if standard else int(data.amount),
        dead_hand=data.dead_hand,
        reason=data.reason,
        by=by,
        **where,
    )

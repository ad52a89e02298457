"""Draws 抽签: made as a draft, changed by hand, published, taken back."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from typing import Literal

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Bye, Player, Seat, Session, Stage, StageEntry, Table, Tournament
from tournament.queries.changes import may_be_drawn
from tournament.queries.draws import played_sessions
from tournament.refusals import Refused
from tournament.seating import DrawError, draw
from tournament.seating.stream import Stream

from .acts import require_reason
from .base import log_action, writing
from .reseating import reseat
from .sessions import get_session
from .substitutes import seat_substitutes


def make_draw(
    tournament: Tournament,
    numbers: Sequence[int],
    by: User,
    *,
    seed: str = "",
    only_checked_in: bool = False,
    remainder: Literal["refuse", "byes", "empty_chairs"] = "refuse",
) -> str:
    """Draw sessions as a draft, replacing their drafts. Returns the seed, from which the same draw can be made again.

    Everybody plays who is not disqualified, withdrawn or a reserve (of a stage: its entries), or with
    `only_checked_in` whoever is checked in for the first of these sessions. `remainder` says what becomes of players
    who do not fill tables of four. Sessions already published count for repeats and chairs and are never touched. All
    sessions or none.
    """
    numbers = sorted(set(numbers))
    if not numbers:
        raise Refused("no_session", _("Choose at least one session to draw."))
    seed = seed.strip()[:80] or secrets.token_hex(8)
    with writing(tournament) as locked:
        sessions = [get_session(locked, n) for n in numbers]
        for session in sessions:
            if session.state not in (Session.State.PLANNED, Session.State.DRAFT):
                raise Refused(
                    "published",
                    _("The draw of session %(n)s is published. Take it back before you draw again.")
                    % {"n": session.number},
                )
            session.tables.all().delete()
            session.byes.all().delete()
        for batch in _by_stage(sessions):
            _draw_together(locked, batch, by, seed, remainder, only_checked_in)
    return seed


def _by_stage(sessions: Sequence[Session]) -> list[list[Session]]:
    """Sessions with the same players: each stage has its own. A stage that has none yet is refused by its name."""
    batches: dict[int | None, list[Session]] = {}
    for session in sessions:
        if session.stage is not None and session.stage.filled_at is None:
            raise Refused(
                "stage_not_filled",
                _("The stage “%(name)s” has no players yet: fill it before session %(n)s is drawn.")
                % {"name": session.stage.name, "n": session.number},
            )
        batches.setdefault(session.stage_id, []).append(session)
    return list(batches.values())


def _draw_together(
    tournament: Tournament,
    sessions: Sequence[Session],
    by: User,
    seed: str,
    remainder: str,
    only_checked_in: bool,
) -> None:
    """Draw sessions that have the same players."""
    stage = sessions[0].stage
    players = _players(tournament, sessions[0], only_checked_in)
    plan = _seat_with_byes if remainder == "byes" and len(players) % 4 else _seat_everybody
    if stage is not None and stage.form == Stage.Form.GROUPS:
        plan = _seat_groups
    try:
        algorithm = plan(tournament, sessions, players, seed, remainder == "empty_chairs")
    except DrawError as error:
        raise Refused(error.code, _draw_sentence(error, len(players))) from error
    for session in sessions:
        session.state, session.draw_seed, session.draw_algorithm = Session.State.DRAFT, seed, algorithm
        session.save(update_fields=["state", "draw_seed", "draw_algorithm"])
        seat_substitutes(session)
    numbers = [session.number for session in sessions]
    log_action(
        tournament, "drawn", by, sessions=numbers, seed=seed, algorithm=algorithm, players=len(players)
    )


def _seat_everybody(
    tournament: Tournament,
    sessions: Sequence[Session],
    players: Sequence[Player],
    seed: str,
    empty_chairs: bool,
) -> str:
    """Everybody plays in every session. Empty chairs are nobodies of one team: never two at a table."""
    seated = _with_empty_chairs(players) if empty_chairs else list(players)
    index = {player.pk: i for i, player in enumerate(players, 1)}
    played = played_sessions(tournament, index, except_numbers=[s.number for s in sessions])
    teams: list[int | None] = [0 if player is None else player.team_id for player in seated]
    seating = draw(
        len(seated),
        len(sessions),
        teams=teams if any(t is not None for t in teams) else None,
        seed=seed,
        played=played,
    )
    for session, tables in zip(sessions, seating.sessions, strict=True):
        seat_session(session, [[seated[p - 1] for p in table] for table in tables])
    return seating.algorithm


def _seat_with_byes(
    tournament: Tournament, sessions: Sequence[Session], players: Sequence[Player], seed: str, _empty: bool
) -> str:
    """Whoever had the fewest byes so far has one, by lot: nobody has a second before everybody had one."""
    had = Counter(Bye.objects.filter(session__tournament=tournament).values_list("player_id", flat=True))
    algorithm = ""
    for session in sessions:
        order = Stream(seed, f"byes {session.number}").permutation(len(players))
        by_lot = sorted(range(len(players)), key=lambda i: (had[players[i].pk], order[i]))
        free = {players[i].pk for i in by_lot[: len(players) % 4]}
        had.update(free)
        Bye.objects.bulk_create([Bye(session=session, player_id=pk) for pk in sorted(free)])
        at_tables = [player for player in players if player.pk not in free]
        algorithm = _seat_everybody(tournament, [session], at_tables, f"{seed} {session.number}", False)
    return algorithm


def _seat_groups(
    tournament: Tournament,
    sessions: Sequence[Session],
    players: Sequence[Player],
    seed: str,
    empty_chairs: bool,
) -> str:
    """Each group plays among itself, at tables of its own; a stand-in fills the table that lacks one."""
    stage = sessions[0].stage
    group_of = dict(StageEntry.objects.filter(stage=stage).values_list("player_id", "group"))
    groups: dict[int, list[Player | None]] = {}
    stand_ins = [player for player in players if player.pk not in group_of]
    for player in players:
        if player.pk in group_of:
            groups.setdefault(group_of[player.pk] or 0, []).append(player)
    for members in groups.values():
        while stand_ins and len(members) % 4:
            members.append(stand_ins.pop(0))
    tables: list[list[list[Player | None]]] = [[] for _session in sessions]
    algorithm = ""
    for number, members in sorted(groups.items()):
        four = _with_empty_chairs(members) if empty_chairs else members
        seating = draw(len(four), len(sessions), seed=f"{seed} {number}")
        algorithm = seating.algorithm
        for at, played in enumerate(seating.sessions):
            tables[at] += [[four[p - 1] for p in table] for table in played]
    for session, made in zip(sessions, tables, strict=True):
        seat_session(session, made)
    return algorithm


def seat_session(session: Session, tables: Sequence[Sequence[Player | None]]) -> list[Table]:
    """Make the tables of a session, numbered from 1, with four seats each. Call it inside a transaction."""
    made = Table.objects.bulk_create([Table(session=session, number=n) for n in range(1, len(tables) + 1)])
    Seat.objects.bulk_create(
        [
            Seat(table=table, session=session, chair=chair, player=player)
            for table, four in zip(made, tables, strict=True)
            for chair, player in enumerate(four)
        ]
    )
    return made


def swap_seats(
    tournament: Tournament,
    number: int,
    first_id: int,
    second_id: int,
    by: User,
    *,
    seen: tuple[int | None, int | None] | None = None,
) -> None:
    """Let two players of a draft change seats.

    `seen` are the players (keys, None for an empty chair) whom the page showed there: if others sit there by
    now, nothing is swapped.
    """
    with writing(tournament) as locked:
        session = get_session(locked, number)
        if session.state != Session.State.DRAFT:
            raise Refused(
                "not_a_draft",
                _("Seats can be swapped in a draft only. Session %(n)s is %(state)s.")
                % {"n": number, "state": session.get_state_display()},
            )
        found = {
            s.pk: s
            for s in Seat.objects.select_related("player", "table").filter(
                session=session, pk__in=(first_id, second_id)
            )
        }
        if len(found) != 2:
            raise Refused("no_such_seat", _("Choose two different seats of this session."))
        first, second = found[first_id], found[second_id]
        if seen is not None and seen != (first.player_id, second.player_id):
            raise Refused(
                "seats_changed", _("These seats were changed in the meantime. Look again, then swap.")
            )
        reseat((first, second), {first.pk: second.player_id, second.pk: first.player_id})
        log_action(
            locked,
            "seats_swapped",
            by,
            session=session,
            seats=[
                {"table": s.table.number, "chair": s.chair, "player": s.player.number if s.player else None}
                for s in (first, second)
            ],
        )


def publish_draw(tournament: Tournament, numbers: Sequence[int], by: User) -> None:
    """Show the draw of these sessions to everybody."""
    with writing(tournament) as locked:
        sessions = [get_session(locked, n) for n in sorted(set(numbers))]
        for session in sessions:
            if session.state != Session.State.DRAFT:
                raise Refused(
                    "not_a_draft", _("Session %(n)s has no draft to publish.") % {"n": session.number}
                )
        if not sessions:
            raise Refused("no_session", _("There is no draft to publish."))
        now = timezone.now()
        for session in sessions:
            session.state, session.published_at = Session.State.PUBLISHED, now
            session.save(update_fields=["state", "published_at"])
        log_action(locked, "draw_published", by, sessions=[s.number for s in sessions])


def withdraw_draw(tournament: Tournament, number: int, reason: str, by: User) -> None:
    """Turn a published draw back into a draft, while nothing is recorded at its tables; with a reason."""
    with writing(tournament) as locked:
        session = get_session(locked, number)
        if session.state not in (Session.State.PUBLISHED, Session.State.RUNNING):
            raise Refused("not_published", _("The draw of session %(n)s is not published.") % {"n": number})
        if session.tables.filter(acts__isnull=False).exists():
            raise Refused(
                "has_entries",
                _("Something is recorded in session %(n)s already: its draw cannot be taken back.")
                % {"n": number},
            )
        require_reason(reason, _("Say why the published draw is taken back."))
        session.state = Session.State.DRAFT
        session.published_at = session.started_at = session.time_called_at = None
        session.ends_at = session.paused_at = None
        session.save(
            update_fields=["state", "published_at", "started_at", "time_called_at", "ends_at", "paused_at"]
        )
        session.tables.update(time_called_at=None, hands_at_time=None)
        log_action(locked, "draw_withdrawn", by, session=session, reason=reason)


def discard_draft(tournament: Tournament, numbers: Sequence[int], by: User) -> None:
    """Throw drafts away."""
    with writing(tournament) as locked:
        for number in sorted(set(numbers)):
            session = get_session(locked, number)
            if session.state != Session.State.DRAFT:
                raise Refused("not_a_draft", _("Session %(n)s has no draft.") % {"n": number})
            session.tables.all().delete()
            session.byes.all().delete()
            session.state, session.draw_seed = Session.State.PLANNED, ""
            session.save(update_fields=["state", "draw_seed"])
        log_action(locked, "draft_discarded", by, sessions=sorted(set(numbers)))


def _players(tournament: Tournament, session: Session, only_checked_in: bool) -> list[Player]:
    """Who is drawn: everybody who may be; in a stage its players, and as many stand-ins as fill their tables."""
    players = may_be_drawn(tournament, session.number)
    if only_checked_in:
        players = players.filter(check_ins__session=session)
    players = players.order_by("number")
    if session.stage is None:
        return list(players)
    group_of = dict(StageEntry.objects.filter(stage=session.stage).values_list("player_id", "group"))
    own = [player for player in players if player.pk in group_of]
    missing = sum(-size % 4 for size in Counter(group_of[player.pk] for player in own).values())
    stand_ins = [player for player in players if player.is_stand_in and player.pk not in group_of]
    return own + stand_ins[:missing]


def _with_empty_chairs(players: Sequence[Player | None]) -> list[Player | None]:
    """The players and as many empty chairs as fill the last table, at most one at a table."""
    empty = -len(players) % 4
    if empty > (len(players) + empty) // 4:
        raise Refused(
            "too_few_for_empty_chairs",
            _("With %(n)s players two chairs of a table would be empty. Choose byes, or add stand-ins.")
            % {"n": len(players)},
            field="remainder",
        )
    return [*players, *([None] * empty)]


def _draw_sentence(error: DrawError, players: int) -> str:
    if error.code == "players_not_multiple_of_four":
        missing = -players % 4
        return _(
            "%(players)s players do not fill tables of four. Add %(missing)s stand-ins, or check in only "
            "as many as play."
        ) % {"players": players, "missing": missing}
    if error.code == "too_few_players":
        return _(
            "A draw needs at least 4 players, and there are %(players)s. Enrol more players, or check more in."
        ) % {"players": players}
    if error.code == "too_many_players":
        return _("A draw takes at most %(most)s players, and there are %(players)s.") % error.params
    if error.code == "too_many_sessions":
        return _("A draw takes at most %(most)s sessions.") % error.params
    return str(error)

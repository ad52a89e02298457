"""What makes no draw: arguments that contradict one another, each refused with a sentence of its own."""

from __future__ import annotations

from collections.abc import Sequence

from .errors import DrawError
from .wishes import Wishes

Sessions = Sequence[Sequence[Sequence[int | None]]]
LEAST_PLAYERS, MOST_PLAYERS, MOST_SESSIONS = 4, 4096, 100


def check_draw(players: int, sessions: int, teams: Sequence[int | None] | None, played: Sessions) -> None:
    """Numbers of players and sessions, teams and sessions held that a draw can be made of; DrawError if not."""
    check_roster(players, teams)
    if players % 4:
        raise DrawError(
            "players_not_multiple_of_four", players=players, missing=-players % 4, over=players % 4
        )
    if sessions < 1:
        raise DrawError("no_sessions", sessions=sessions)
    if sessions + len(played) > MOST_SESSIONS:
        raise DrawError("too_many_sessions", sessions=sessions + len(played), most=MOST_SESSIONS)
    check_seats(players, played)


def check_roster(players: int, teams: Sequence[int | None] | None) -> None:
    """The number of players, and a team for each."""
    if players < LEAST_PLAYERS:
        raise DrawError("too_few_players", players=players, least=LEAST_PLAYERS)
    if players > MOST_PLAYERS:
        raise DrawError("too_many_players", players=players, most=MOST_PLAYERS)
    if teams is not None and len(teams) != players:
        raise DrawError("teams_wrong_length", given=len(teams), players=players)


def check_seats(players: int, sessions: Sessions) -> None:
    """Tables of four with known people, nobody twice in a session; None is an empty chair."""
    for number, session in enumerate(sessions, 1):
        seen: set[int] = set()
        for table, seats in enumerate(session, 1):
            if len(seats) != 4:
                raise DrawError("table_not_of_four", session=number, table=table, chairs=len(seats))
            for player in seats:
                if player is None:
                    continue
                if not 1 <= player <= players:
                    raise DrawError("unknown_player", session=number, player=player, players=players)
                if player in seen:
                    raise DrawError("player_twice", session=number, player=player)
                seen.add(player)


def check_wishes(players: int, sessions: int, wishes: Wishes) -> None:
    """Wishes about known people, tables and sessions that do not contradict one another."""
    for number, wish in enumerate(wishes.apart, 1):
        seen: set[int] = set()
        for player in wish.people:
            if not 1 <= player <= players:
                raise DrawError("apart_unknown_player", wish=number, player=player, players=players)
            if player in seen:
                raise DrawError("apart_player_twice", wish=number, player=player)
            seen.add(player)
    _check_tables(players, sessions, wishes)


def _check_tables(players: int, sessions: int, wishes: Wishes) -> None:
    tables = players // 4
    at: dict[tuple[int, int], int] = {}
    sits: dict[tuple[int, int], int] = {}
    for wish in wishes.tables:
        player, table = wish.player, wish.table
        if not 1 <= player <= players:
            raise DrawError("fixed_unknown_player", player=player, players=players)
        if not 1 <= table <= tables:
            raise DrawError("fixed_table_unknown", player=player, table=table, tables=tables)
        for session in wish.sessions or range(1, sessions + 1):
            if not 1 <= session <= sessions:
                raise DrawError("fixed_session_unknown", player=player, session=session, sessions=sessions)
            other = at.setdefault((session, table), player)
            if other != player:
                raise DrawError("fixed_table_taken", player=player, other=other, table=table, session=session)
            before = sits.setdefault((session, player), table)
            if before != table:
                raise DrawError("fixed_twice", player=player, other=before, table=table, session=session)


def check_lots(players: int, positions: Sequence[int]) -> None:
    """positions[i] is the player who drew number i + 1: everybody exactly one number."""
    if len(positions) != players:
        raise DrawError("lots_wrong_length", given=len(positions), players=players)
    number_of: dict[int, int] = {}
    for number, player in enumerate(positions, 1):
        if not 1 <= player <= players:
            raise DrawError("lot_unknown_player", number=number, player=player, players=players)
        if player in number_of:
            raise DrawError("lot_twice", player=player, number=number, other=number_of[player])
        number_of[player] = number

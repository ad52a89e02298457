"""What is wrong with the arguments of a draw, in plain words."""

from __future__ import annotations

_SENTENCES = {
    "too_few_players": "A draw needs at least {least} players, there are {players}.",
    "too_many_players": "A draw takes at most {most} players, there are {players}.",
    "players_not_multiple_of_four": "{players} players do not fill tables of four: add {missing} or leave out {over}.",
    "no_sessions": "A draw needs at least one session, {sessions} were asked for.",
    "too_many_sessions": "A draw takes at most {most} sessions, {sessions} were asked for.",
    "teams_wrong_length": "The team list names {given} players, but there are {players}.",
    "table_not_of_four": "Session {session}, table {table}: a table has four chairs, this one has {chairs}.",
    "unknown_player": "Session {session}: player {player} is not one of 1 to {players}.",
    "player_twice": "Session {session}: player {player} sits there twice.",
    "apart_unknown_player": "Wish {wish} to keep people apart names player {player}, not one of 1 to {players}.",
    "apart_player_twice": "Wish {wish} to keep people apart names player {player} twice.",
    "fixed_unknown_player": "A table is wished for player {player}, who is not one of 1 to {players}.",
    "fixed_table_unknown": "Player {player} is wished at table {table}, but the tables are 1 to {tables}.",
    "fixed_session_unknown": "Player {player} is wished at a table in session {session} of {sessions} to be drawn.",
    "fixed_table_taken": (
        "Players {other} and {player} are both wished at table {table} in session {session}: they would have to meet."
    ),
    "fixed_twice": "Player {player} is wished at tables {other} and {table} in session {session}, choose one.",
    "chart_too_short": "This chart has {most} sessions, {sessions} were asked for.",
    "lots_wrong_length": "{given} lots are given, but there are {players} players.",
    "lot_unknown_player": "Number {number} was drawn by player {player}, who is not one of 1 to {players}.",
    "lot_twice": "Player {player} has drawn two numbers, {other} and {number}.",
    "order_unknown_player": "Place {place} of the order is player {player}, who is not one of 1 to {players}.",
    "order_twice": "Player {player} has two places in the order, {other} and {place}.",
    "leaders_table_unknown": "The leaders cannot sit at table {table}: the tables are 1 to {tables}.",
    "repeat_price_negative": "A repeat cannot be worth {price} places: take 0 or more.",
    "not_an_id": "People are numbered from 1, there is no {player}.",
    "named_twice": "Player {player} is named twice among those who leave, join or stand in.",
    "leaver_not_seated": "Player {player} cannot leave: he sits in none of these sessions.",
    "joiner_seated": "Player {player} cannot join: he sits in these sessions already.",
    "stand_ins_missing": "Stand-ins are needed for the chairs that nobody takes: {missing} more.",
    "nobody_left": "Everybody leaves: nobody would be left to play.",
}


class DrawError(ValueError):
    """The draw cannot be made as asked.

    `code` is a stable word, `params` fill its sentence; str() is that sentence.
    """

    def __init__(self, code: str, **params: int) -> None:
        self.code = code
        self.params = params
        super().__init__(_SENTENCES[code].format(**params))

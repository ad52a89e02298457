"""`manage.py draw_seating --players N --sessions R`: print a draw as a seating file, without any database."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.seating import DrawError, draw


class Command(BaseCommand):
    help = "Draw a tournament and print it as a seating file (mcr-seating/1). Touches no database."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        # As text: a number that is none is answered by one sentence, not by the usage of the command.
        parser.add_argument("--players", metavar="N", help="how many players, a multiple of four")
        parser.add_argument("--sessions", metavar="R", help="how many sessions")
        parser.add_argument(
            "--team-size", metavar="K", help="players 1 to K are a team, K + 1 to 2K the next, ..."
        )
        parser.add_argument("--teams", metavar="FILE", help='a JSON object {"player": "team"}')
        parser.add_argument(
            "--seed", metavar="TEXT", help="the same seed gives the same draw; chosen by chance if absent"
        )
        parser.add_argument("--format", choices=("json",), default="json")

    def handle(self, *args: Any, **options: Any) -> None:
        players = _number("--players", options["players"])
        sessions = _number("--sessions", options["sessions"])
        seed = secrets.token_hex(16) if options["seed"] is None else options["seed"]
        if options["teams"] and options["team_size"]:
            raise CommandError("Give --team-size or --teams, not both.")
        teams: list[int | None] | None = None
        if options["teams"]:
            teams = _teams(Path(options["teams"]), players)
        elif options["team_size"]:
            size = _number("--team-size", options["team_size"])
            teams = [player // size for player in range(players)]
        try:
            seating = draw(players, sessions, teams=teams, seed=seed)
        except DrawError as error:
            raise CommandError(str(error)) from error
        file = {"format": "mcr-seating/1", "seed": seed, "players": players, "sessions": seating.sessions}
        self.stdout.write(json.dumps(file, separators=(",", ":")))


def _number(option: str, text: str | int | None) -> int:
    if text is None:
        raise CommandError(f"{option} is missing.")
    try:
        number = int(text)
    except ValueError:
        raise CommandError(f"{option} must be a whole number, not “{text}”.") from None
    if number < 1:
        raise CommandError(f"{option} must be 1 or more, not {number}.")
    return number


def _teams(path: Path, players: int) -> list[int | None]:
    """The team of every player as a number, in the order in which the teams' first players come."""
    try:
        named = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise CommandError(f"{path} is not JSON: {error}.") from error
    if not isinstance(named, dict):
        raise CommandError(f'{path} must hold an object {{"player": "team"}}.')
    known = {str(player) for player in range(1, players + 1)}
    for player, team in named.items():
        if player not in known:
            raise CommandError(f"{path} names player “{player}”, who is not one of 1 to {players}.")
        if not isinstance(team, str | int | None):
            raise CommandError(f"{path}: the team of player {player} must be a text or a number.")
    of_player = [named.get(str(player)) for player in range(1, players + 1)]
    order = {
        team: number
        for number, team in enumerate(dict.fromkeys(team for team in of_player if team is not None))
    }
    return [None if team is None else order[team] for team in of_player]

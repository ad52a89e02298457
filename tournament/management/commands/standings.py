"""`manage.py standings SLUG`: print the standings of players or teams."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.exchange.standings_table import standings_csv, standings_json, standings_text
from tournament.management.terminal import terminal_language, tournament_or_error
from tournament.queries.stages import stage_numbered, stage_standings
from tournament.queries.standings import team_standings


class Command(BaseCommand):
    help = "Print the standings of a tournament: closed tables only, exact fractions."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--teams", action="store_true", help="teams instead of players")
        parser.add_argument("--as-of", type=int, metavar="N", help="as of session N")
        parser.add_argument("--stage", type=int, metavar="N", help="only stage N, with what was carried over")
        parser.add_argument("--format", choices=("table", "csv", "json"), default="table")

    def handle(self, *args: Any, **options: Any) -> None:
        as_of = options["as_of"]
        with override(terminal_language()):
            tournament = tournament_or_error(options["slug"])
            if as_of is not None and not 1 <= as_of <= tournament.planned_sessions:
                raise CommandError(_("--as-of is from 1 to %(n)s.") % {"n": tournament.planned_sessions})
            stage = stage_numbered(tournament, options["stage"])
            if options["stage"] is not None and stage is None:
                text = _("“%(name)s” has no stage %(n)s.")
                raise CommandError(text % {"name": tournament.name, "n": options["stage"]})
        if options["teams"]:
            standings, who = team_standings(tournament, as_of, stage=stage), "team"
        else:
            standings, who = stage_standings(tournament, stage, as_of), "player"
        if options["format"] == "csv":
            self.stdout.write(standings_csv(standings, who), ending="")
        elif options["format"] == "json":
            self.stdout.write(standings_json(standings, who))
        else:
            self.stdout.write(standings_text(standings))

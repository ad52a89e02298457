"""`manage.py save_tournament SLUG [FILE]`: one tournament, with everything in it, as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.exchange.saved_tournament_writing import save_tournament
from tournament.management.terminal import terminal_language, tournament_or_error
from tournament.refusals import Refused


class Command(BaseCommand):
    help = "Save one tournament with everything in it as a file that restore_tournament reads."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "file", nargs="?", default="", help="where to; SLUG-vVERSION.quesai.zip if absent"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with override(terminal_language()):
            tournament = tournament_or_error(options["slug"])
            try:
                made = save_tournament(tournament)
                path = Path(options["file"] or made.filename)
                with path.open("xb") as file:  # nothing is overwritten
                    file.write(made.content)
            except Refused as refused:
                raise CommandError(refused.message) from refused
            except OSError as error:
                text = _("Nothing was saved: %(file)s: %(error)s")
                raise CommandError(text % {"file": error.filename, "error": error.strerror}) from error
            text = _("“%(name)s”, version %(version)s, is saved in %(file)s.")
            words = {"name": tournament.name, "version": made.version, "file": path}
            self.stdout.write(text % words)

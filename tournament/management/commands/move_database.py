"""`manage.py move_database`: everything from SQLite into PostgreSQL, or back, without loss."""

from __future__ import annotations

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connections
from django.utils.translation import gettext as _
from django.utils.translation import override

from config import options as variables
from tournament.management import moving
from tournament.management.server_lock import no_server
from tournament.management.terminal import terminal_language
from tournament.refusals import Refused


class Command(BaseCommand):
    help = (
        "Move everything from one database into another, empty one. What is not given is the database of "
        "DATABASE_URL. Stop the server first."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--from", dest="source", default="", metavar="URL", help="sqlite:////absolute/path"
        )
        parser.add_argument(
            "--to", dest="target", default="", metavar="URL", help="postgres://user@host/name"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with override(terminal_language()):
            ours = variables.text("DATABASE_URL") or f"sqlite:///{variables.var_dir() / 'quesai.sqlite3'}"
            source, target = options["source"] or ours, options["target"] or ours
            if source == target:
                text = _("Say from where (--from) or to where (--to); the other one is that of DATABASE_URL.")
                raise CommandError(text)
            try:
                with no_server():
                    self._move(source, target)
            except Refused as refused:
                raise CommandError(refused.message) from refused
            except (DatabaseError, OSError) as error:
                text = _("Nothing was moved: %(error)s")
                raise CommandError(text % {"error": str(error).strip()}) from error
            finally:
                moving.forget()
            if target != ours:
                self.stdout.write(_("Set DATABASE_URL to the new database before you start the server."))

    def _move(self, source: str, target: str) -> None:
        moving.connect(moving.SOURCE, source, read_only=True)
        moving.connect(moving.TARGET, target, read_only=False)
        if not connections[moving.TARGET].introspection.table_names():
            self.stdout.write(_("Making the tables …"))
            call_command("migrate", database=moving.TARGET, interactive=False, verbosity=0)
        moving.refuse_different_versions()
        moving.refuse_filled()
        counts = moving.move(lambda table, rows: self.stdout.write(f"  {table}: {rows:,}") if rows else None)
        text = _(
            "%(tables)s tables with %(rows)s rows were moved. Every row and the standings of every tournament are "
            "the same in both databases. The old one is as it was."
        )
        self.stdout.write(text % {"tables": len(counts), "rows": f"{sum(counts.values()):,}"})

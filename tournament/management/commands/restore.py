"""`manage.py restore FILE`: go back to a backup, and see that everything is there."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import psycopg
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from tournament.actions.checking import tables_unlike_their_ledger
from tournament.management import restoring
from tournament.management.backups import BackupFailed, make_backup, set_aside
from tournament.management.manifests import Manifest
from tournament.management.postgres_tools import ToolFailed
from tournament.management.server_lock import no_server
from tournament.management.terminal import terminal_language
from tournament.management.versions import lacks_migrations
from tournament.models import Table, Tournament
from tournament.refusals import Refused

FAULTS = (OSError, sqlite3.Error, psycopg.Error, DatabaseError, ToolFailed)


class Command(BaseCommand):
    help = "Put a backup in the place of the database, and check that everything is there. Stop the server first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace",
            action="store_true",
            help="back up what is there now, and put the backup in its place",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with override(terminal_language()):
            try:
                with no_server():
                    self._restore(options["file"], replace=options["replace"])
            except Refused as refused:
                raise CommandError(refused.message) from refused
            except BackupFailed as error:
                text = _("What is there could not be backed up, so it was not replaced either: %(error)s")
                raise CommandError(text % {"error": error}) from error
            except FAULTS as error:
                raise CommandError(
                    _("The backup was not restored: %(error)s") % {"error": str(error).strip()}
                ) from error

    def _restore(self, path: Path, *, replace: bool) -> None:
        manifest = restoring.check_backup(path)
        if manifest is None:
            self.stdout.write(
                _("This backup has no manifest: it was made by an older version of the program.")
            )
        restoring.refuse_company()
        if not restoring.is_empty():
            if not replace:
                text = _(
                    "There is something in the database already. With --replace it is backed up, and the backup is "
                    "put in its place."
                )
                raise CommandError(text)
            self._keep()
        files = restoring.put_back(path, manifest)
        if manifest is not None:
            self._compare(manifest, files)
        if lacks_migrations():
            self.stdout.write(_("Bringing the database up to date …"))
            call_command("migrate", interactive=False, verbosity=0)
        self._check_results()
        self.stdout.write(_("The backup %(path)s is restored.") % {"path": path})

    def _keep(self) -> None:
        """Back up what is there; of a broken database its file is kept as it is."""
        try:
            path = make_backup()
        except BackupFailed:
            if not restoring.is_broken():
                raise
            path = set_aside()
        self.stdout.write(_("What was there is backed up to %(path)s") % {"path": path})

    def _compare(self, manifest: Manifest, files: int) -> None:
        """Every table has as many rows as the manifest says."""
        found = restoring.tables_now()
        wrong = sorted(
            name for name in manifest.tables | found if manifest.tables.get(name) != found.get(name)
        )
        if wrong:
            text = _("These tables have not as many rows as the manifest says: %(names)s")
            raise CommandError(text % {"names": ", ".join(wrong)})
        values = {"at": manifest.made_at, "tables": len(found), "rows": f"{sum(found.values()):,}"}
        self.stdout.write(
            _("Made at %(at)s. %(tables)s tables with %(rows)s rows are there, as the manifest says.")
            % values
        )
        if files:
            text = ngettext("%(n)s file is there.", "%(n)s files are there.", files)
            self.stdout.write(text % {"n": files})

    def _check_results(self) -> None:
        """What is stored of every table follows from its hands and penalties."""
        wrong = [
            _("%(slug)s: session %(session)s, table %(table)s")
            % {"slug": tournament.slug, "session": table.session.number, "table": table.number}
            for tournament in Tournament.objects.order_by("pk")
            for table in tables_unlike_their_ledger(tournament)
        ]
        if wrong:
            text = _(
                "Restored, but the results of these tables do not follow from their hands and penalties:"
            )
            raise CommandError("\n".join([text, *wrong]))
        count = Table.objects.count()
        text = ngettext(
            "The results of %(n)s table were computed anew from its hands and penalties: all are equal.",
            "The results of %(n)s tables were computed anew from their hands and penalties: all are equal.",
            count,
        )
        self.stdout.write(text % {"n": count})

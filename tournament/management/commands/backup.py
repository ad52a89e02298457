"""`manage.py backup`: copy the SQLite database now, also while the server runs."""

import sqlite3
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.management.backups import back_up, backup_folder, sqlite_file
from tournament.management.terminal import terminal_language


class Command(BaseCommand):
    """Write a checked copy of the database into VAR_DIR/backups."""

    help = "Copy the SQLite database into VAR_DIR/backups; works while the server runs."

    def handle(self, *args: Any, **options: Any) -> None:
        """Copy, or say what to do instead."""
        with override(terminal_language()):
            source = sqlite_file()
            if source is None:
                raise CommandError(
                    _("The database is not SQLite. Back it up with its own tools, such as pg_dump.")
                )
            if not source.exists():
                raise CommandError(_("There is no database yet at %(path)s.") % {"path": source})
            try:
                copy = back_up(source, backup_folder())
            except (OSError, sqlite3.Error) as error:
                raise CommandError(
                    _("The database was not backed up: %(error)s") % {"error": error}
                ) from error
            self.stdout.write(_("The database was backed up to %(path)s") % {"path": copy})

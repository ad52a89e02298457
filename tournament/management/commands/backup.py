"""`manage.py backup`: copy the database and the files of long work now, also while the server runs."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.management.backups import BackupFailed, make_backup, sqlite_file
from tournament.management.terminal import terminal_language
from tournament.refusals import Refused


class Command(BaseCommand):
    """Write a checked copy of the database into VAR_DIR/backups."""

    help = (
        "Copy the database into VAR_DIR/backups; works while the server runs. `restore` goes back to a copy."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Copy, or say what to do instead."""
        with override(terminal_language()):
            source = sqlite_file()
            if source is not None and not source.exists():
                raise CommandError(_("There is no database yet at %(path)s.") % {"path": source})
            try:
                copy = make_backup()
            except Refused as refused:
                raise CommandError(refused.message) from refused
            except BackupFailed as error:
                text = _("The database was not backed up: %(error)s")
                raise CommandError(text % {"error": error}) from error
            self.stdout.write(_("The database was backed up to %(path)s") % {"path": copy})

"""`manage.py restore_tournament FILE --organiser NAME`: a tournament from a file, as a new one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.actions.restoring import restore_tournament
from tournament.management.terminal import terminal_language
from tournament.refusals import Refused


class Command(BaseCommand):
    help = "Restore a tournament from a file of save_tournament, as a new one that only its staff can see."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument(
            "--organiser", metavar="USERNAME", required=True, help="who organises the tournament from now on"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with override(terminal_language()):
            self._restore(options["file"], options["organiser"])

    def _restore(self, name: str, username: str) -> None:
        by = User.objects.filter(username=username, is_active=True).first()
        if by is None:
            raise CommandError(_("There is no account “%(user)s”.") % {"user": username})
        try:
            with Path(name).open("rb") as file:
                restored = restore_tournament(file, by)
        except Refused as refused:
            raise CommandError(refused.message) from refused
        except OSError as error:
            raise CommandError(f"{name}: {error.strerror}") from error
        made = restored.tournament
        text = _("“%(name)s” is restored as %(slug)s. Only its staff can see it until it is published.")
        self.stdout.write(text % {"name": made.name, "slug": made.slug})
        if restored.warning:
            self.stdout.write(restored.warning)

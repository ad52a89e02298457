"""`manage.py import_event FILE`: store an event file as a new tournament."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.actions.importing import store_event
from tournament.exchange.event_file import read_event
from tournament.exchange.reading import LARGEST_FILE, EventFileError, FileProblem
from tournament.management.terminal import terminal_language
from tournament.refusals import Refused


class Command(BaseCommand):
    help = "Import an event file (mcr-event/1) as a new tournament; prints what was stored as JSON."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the event file, or - for standard input")
        parser.add_argument(
            "--organiser", metavar="USERNAME", help="who organises the tournament from now on"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with override(terminal_language()):
            self._import(options)

    def _import(self, options: dict[str, Any]) -> None:
        try:
            organiser = self._organiser(options["organiser"])
            data = read_event(self._bytes(options["file"]))
            report = store_event(data, organiser)
        except EventFileError as error:
            self._fail(error.problems)
        except Refused as refused:
            self._fail([FileProblem("", refused.message)])
        else:
            self.stdout.write(json.dumps(report.as_dict(), ensure_ascii=False))

    def _organiser(self, username: str | None) -> User | None:
        if username is None:
            return None
        user = User.objects.filter(username=username).first()
        if user is None:
            raise EventFileError(
                [FileProblem("--organiser", _("There is no account “%(user)s”.") % {"user": username})]
            )
        return user

    def _bytes(self, name: str) -> bytes:
        try:
            if name == "-":
                return sys.stdin.buffer.read(LARGEST_FILE + 1)
            with Path(name).open("rb") as file:
                return file.read(LARGEST_FILE + 1)
        except OSError as error:
            raise EventFileError([FileProblem("", f"{name}: {error.strerror}")]) from error

    def _fail(self, problems: list[FileProblem]) -> None:
        errors = [{"place": p.place, "message": p.message} for p in problems]
        self.stderr.write(json.dumps({"errors": errors}, ensure_ascii=False))
        sys.exit(1)

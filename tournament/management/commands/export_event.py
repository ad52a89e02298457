"""`manage.py export_event SLUG`: print a tournament as an event file."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import override

from tournament.exchange.event_export import export_event
from tournament.management.terminal import terminal_language, tournament_or_error


class Command(BaseCommand):
    help = "Print a tournament as an event file (mcr-event/1)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")

    def handle(self, *args: Any, **options: Any) -> None:
        with override(terminal_language()):
            tournament = tournament_or_error(options["slug"])
        self.stdout.write(json.dumps(export_event(tournament), ensure_ascii=False))

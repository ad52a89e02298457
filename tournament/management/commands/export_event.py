"""`manage.py export_event SLUG`: print a tournament as an event file."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.exchange.event_export import export_event
from tournament.models import Tournament


class Command(BaseCommand):
    help = "Print a tournament as an event file (mcr-event/1)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(f"There is no tournament “{options['slug']}”.")
        self.stdout.write(json.dumps(export_event(tournament), ensure_ascii=False))

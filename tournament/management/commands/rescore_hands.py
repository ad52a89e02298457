"""`manage.py rescore_hands SLUG`: count recorded hands anew and list those that differ. It changes nothing."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import override

from scoring.rulebook import GUOBIAO
from tournament.management.terminal import terminal_language, tournament_or_error
from tournament.queries.fan_questions import shipped_rules
from tournament.queries.recounting import Differing, recount


class Command(BaseCommand):
    help = (
        "Count every hand that was recorded with its tiles anew, and list those whose number of fan is another one, "
        "with tabs between: session, table, hand, recorded, counted, reason. Nothing is changed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--rulebook", metavar="KEY", help=f"instead of the tournament's: {', '.join(GUOBIAO)}"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with override(terminal_language()):
            tournament = tournament_or_error(options["slug"])
            key = options["rulebook"]
            if key is not None and key not in GUOBIAO:
                text = _("There is no rulebook “%(key)s”. There are: %(keys)s.")
                raise CommandError(text % {"key": key, "keys": ", ".join(GUOBIAO)})
            found = recount(tournament, shipped_rules(key) if key else None)
            self.stdout.write("\t".join(("session", "table", "hand", "recorded", "counted", "reason")))
            for one in found.differing:
                self.stdout.write("\t".join(_columns(one)))
            text = _("%(counted)s hands counted, %(differ)s differ; %(without)s wins have no tiles.")
            self.stderr.write(
                text
                % {
                    "counted": found.counted,
                    "differ": len(found.differing),
                    "without": found.without_tiles,
                }
            )


def _columns(one: Differing) -> list[str]:
    counted = "" if one.counted is None else one.counted
    reason = " ".join(f"{one.reason} {one.refused}".split())
    return [str(value) for value in (one.session, one.table, one.hand.number, one.hand.fan, counted, reason)]

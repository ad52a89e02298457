"""`manage.py verify_draw SLUG`, or `--file FILE`: make every draw again and compare."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.models import Drawing, Session, Tournament
from tournament.queries.drawings import NOT_A_DRAW, checked, current, differences, drawing_file


class Command(BaseCommand):
    help = (
        "Check every draw of a tournament: hashes, commitment, seed, and the tables, which are drawn again. "
        "With --file one draw, downloaded from its page; that needs no database."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="?", help="the tournament, as in its address")
        parser.add_argument("--file", help="a file of one draw instead")

    def handle(self, *args: Any, **options: Any) -> None:
        if bool(options["slug"]) == bool(options["file"]):
            raise CommandError("Name a tournament, or a file with --file.")
        wrong = self._file(options["file"]) if options["file"] else self._tournament(options["slug"])
        if wrong:
            raise CommandError(f"{wrong} of the checks failed.")

    def _file(self, name: str) -> int:
        try:
            file = json.loads(Path(name).read_text(encoding="utf-8"))
        except OSError as error:
            raise CommandError(f"{name} cannot be read: {error.strerror}.") from error
        except ValueError as error:
            raise CommandError(f"{name} is not JSON: {error}.") from error
        return self._checks(file)

    def _tournament(self, slug: str) -> int:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(f"There is no tournament “{slug}”.")
        drawings = list(tournament.drawings.all())
        if not drawings:
            self.stdout.write("Nothing has been drawn.")
        latest = current(drawings)
        wrong = 0
        for drawing in drawings:
            sessions = ", ".join(map(str, drawing.sessions))
            kind = "announced before" if drawing.is_verifiable else "not announced before"
            self.stdout.write(f"Draw {drawing.number}: session {sessions}, {kind}")
            if drawing.state == Drawing.State.MADE:
                wrong += self._made(tournament, drawing, latest)
            elif drawing.state == Drawing.State.ABANDONED:
                self.stdout.write(f"  given up: {drawing.reason}")
            else:
                self.stdout.write("  not made yet")
        return wrong

    def _made(self, tournament: Tournament, drawing: Drawing, latest: dict[int, Drawing]) -> int:
        """Check one draw of a tournament and who sits there now; how many checks failed."""
        try:
            return self._checks(drawing_file(drawing)) + self._changes(tournament, drawing, latest)
        except (*NOT_A_DRAW, CommandError):
            self.stdout.write("  WRONG: what is stored of this draw cannot be read")
            return 1

    def _checks(self, file: dict[str, Any]) -> int:
        """Print what was checked of one draw; how many checks failed."""
        try:
            found = checked(file)
        except NOT_A_DRAW as error:
            raise CommandError(f"This is not a file of a draw: {error}.") from error
        for check in found:
            word = {True: "right", False: "WRONG", None: "not checked"}[check.ok]
            self.stdout.write(f"  {word}: {check.text}")
        return sum(check.ok is False for check in found)

    def _changes(self, tournament: Tournament, drawing: Drawing, latest: dict[int, Drawing]) -> int:
        """Print who sits elsewhere, in the sessions that this draw was the last for; 1 where nobody can say why."""
        drawn = tournament.sessions.exclude(state=Session.State.PLANNED).filter(number__in=drawing.sessions)
        numbers = [n for n in drawn.values_list("number", flat=True) if latest[n] == drawing]
        if not numbers:
            self.stdout.write("  thrown away, or replaced by a later draw")
            return 0
        changed = [one for one in differences(tournament, drawing) if one.session in numbers]
        unknown = sum(not one.is_known for one in changed)
        self.stdout.write(f"  {len(changed) - unknown} chairs were changed since, as the history tells")
        for one in changed:
            was, now = (f"{p.number} {p.name}" if p else "nobody" for p in (one.drawn, one.sits))
            how = "" if one.is_known else " (not in the history)"
            place = f"session {one.session}, table {one.table}, {'东南西北'[one.chair]}"
            self.stdout.write(f"    {place}: {was} → {now}{how}")
        if unknown:
            self.stdout.write(f"  WRONG: {unknown} chairs were changed past the program")
        return int(unknown > 0)

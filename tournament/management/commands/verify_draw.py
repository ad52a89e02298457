"""`manage.py verify_draw SLUG`, or `--file FILE`: make every draw again and compare."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from tournament.management.terminal import terminal_language, tournament_or_error
from tournament.models import Drawing, Session, Tournament
from tournament.queries.drawings import NOT_A_DRAW, Difference, checked, current, differences, drawing_file
from tournament.wording import listed


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
        with override(terminal_language()):
            if bool(options["slug"]) == bool(options["file"]):
                raise CommandError(_("Name a tournament, or a file with --file."))
            wrong = self._file(options["file"]) if options["file"] else self._tournament(options["slug"])
            if wrong:
                text = ngettext("%(n)s check failed.", "%(n)s checks failed.", wrong)
                raise CommandError(text % {"n": wrong})

    def _file(self, name: str) -> int:
        try:
            file = json.loads(Path(name).read_text(encoding="utf-8"))
        except OSError as error:
            text = _("%(file)s cannot be read: %(error)s.")
            raise CommandError(text % {"file": name, "error": error.strerror}) from error
        except ValueError as error:
            raise CommandError(
                _("%(file)s is not JSON: %(error)s.") % {"file": name, "error": error}
            ) from error
        return self._checks(file)

    def _tournament(self, slug: str) -> int:
        tournament = tournament_or_error(slug)
        drawings = list(tournament.drawings.all())
        if not drawings:
            self.stdout.write(_("Nothing has been drawn."))
        latest = current(drawings)
        wrong = 0
        for drawing in drawings:
            words = {"n": drawing.number, "sessions": listed(drawing.sessions)}
            if drawing.is_verifiable:
                self.stdout.write(_("Draw %(n)s: session %(sessions)s, announced before") % words)
            else:
                self.stdout.write(_("Draw %(n)s: session %(sessions)s, not announced before") % words)
            if drawing.state == Drawing.State.MADE:
                wrong += self._made(tournament, drawing, latest)
            elif drawing.state == Drawing.State.ABANDONED:
                self._line(_("given up: %(reason)s") % {"reason": drawing.reason})
            else:
                self._line(_("not made yet"))
        return wrong

    def _line(self, text: str) -> None:
        self.stdout.write(f"  {text}")

    def _wrong(self, text: str) -> None:
        self._line(_("WRONG: %(what)s") % {"what": text})

    def _made(self, tournament: Tournament, drawing: Drawing, latest: dict[int, Drawing]) -> int:
        """Check one draw of a tournament and who sits there now; how many checks failed."""
        try:
            return self._checks(drawing_file(drawing)) + self._changes(tournament, drawing, latest)
        except (*NOT_A_DRAW, CommandError):
            self._wrong(_("what is stored of this draw cannot be read"))
            return 1

    def _checks(self, file: dict[str, Any]) -> int:
        """Print what was checked of one draw; how many checks failed."""
        try:
            found = checked(file)
        except NOT_A_DRAW as error:
            raise CommandError(_("This is not a file of a draw: %(error)s.") % {"error": error}) from error
        words = {True: _("right: %(what)s"), False: _("WRONG: %(what)s"), None: _("not checked: %(what)s")}
        for check in found:
            self._line(words[check.ok] % {"what": check.text})
        return sum(check.ok is False for check in found)

    def _changes(self, tournament: Tournament, drawing: Drawing, latest: dict[int, Drawing]) -> int:
        """Print who sits elsewhere, in the sessions that this draw was the last for; 1 where nobody can say why."""
        drawn = tournament.sessions.exclude(state=Session.State.PLANNED).filter(number__in=drawing.sessions)
        numbers = [n for n in drawn.values_list("number", flat=True) if latest[n] == drawing]
        if not numbers:
            self._line(_("thrown away, or replaced by a later draw"))
            return 0
        changed = [one for one in differences(tournament, drawing) if one.session in numbers]
        unknown = sum(not one.is_known for one in changed)
        known = len(changed) - unknown
        text = ngettext(
            "%(n)s chair was changed since, as the history tells",
            "%(n)s chairs were changed since, as the history tells",
            known,
        )
        self._line(text % {"n": known})
        for one in changed:
            self._line(f"  {_difference(one)}")
        if unknown:
            text = ngettext(
                "%(n)s chair was changed past the program",
                "%(n)s chairs were changed past the program",
                unknown,
            )
            self._wrong(text % {"n": unknown})
        return int(unknown > 0)


def _difference(one: Difference) -> str:
    """Who sits in a chair in the place of whom it was drawn for."""
    was, now = (f"{p.number} {p.name}" if p else _("nobody") for p in (one.drawn, one.sits))
    words = {
        "session": one.session,
        "table": one.table,
        "chair": "东南西北"[one.chair],
        "was": was,
        "now": now,
    }
    if one.is_known:
        return _("session %(session)s, table %(table)s, %(chair)s: %(was)s → %(now)s") % words
    return (
        _("session %(session)s, table %(table)s, %(chair)s: %(was)s → %(now)s (not in the history)") % words
    )

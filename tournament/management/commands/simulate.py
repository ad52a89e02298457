"""`manage.py simulate SLUG`: rehearse a tournament with plausible results."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.actions.events import remove_rehearsal
from tournament.actions.rehearsal import Filling, fill_rehearsal, rehearsal_of
from tournament.management.terminal import terminal_language, tournament_or_error
from tournament.models import Staff, Tournament
from tournament.refusals import Refused


class Command(BaseCommand):
    help = (
        "Rehearse a tournament: makes a copy marked as a rehearsal (a rehearsal itself is filled "
        "further), enters plausible "
        "results, and prints its slug. The tournament itself is never touched. --remove removes a rehearsal."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--sessions", type=int, metavar="N", help="sessions to play to the end (default: all)"
        )
        parser.add_argument("--half", action="store_true", help="play half of the session after these, too")
        parser.add_argument("--seed", help="the same seed gives the same results (default: a random one)")
        parser.add_argument(
            "--remove", action="store_true", help="remove the rehearsal SLUG with everything in it"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with override(terminal_language()):
            self._simulate(options)

    def _simulate(self, options: dict[str, Any]) -> None:
        tournament = tournament_or_error(options["slug"])
        organiser = User.objects.filter(
            quesai_roles__tournament=tournament, quesai_roles__role=Staff.Role.ORGANISER
        ).first()
        if organiser is None:
            raise CommandError(
                _("Nobody organises this tournament yet. Import it with --organiser USERNAME.")
            )
        whole = tournament.planned_sessions if options["sessions"] is None else options["sessions"]
        if not 0 <= whole <= tournament.planned_sessions:
            raise CommandError(_("--sessions is from 0 to %(n)s.") % {"n": tournament.planned_sessions})
        try:
            if options["remove"]:
                remove_rehearsal(tournament, organiser)
                return
            filling = Filling(whole, options["half"], options["seed"] or secrets.token_hex(8))
            rehearsal = _rehearsed(tournament, filling, organiser)
        except Refused as refused:
            raise CommandError(refused.message) from refused
        self.stdout.write(rehearsal.slug)


def _rehearsed(tournament: Tournament, filling: Filling, organiser: User) -> Tournament:
    """The rehearsal, filled. A copy that cannot be filled is removed again: nobody would know its slug."""
    if tournament.is_rehearsal:
        fill_rehearsal(tournament, filling, organiser)
        return tournament
    copy = rehearsal_of(tournament, organiser)
    try:
        fill_rehearsal(copy, filling, organiser)
    except Refused:
        remove_rehearsal(copy, organiser)
        raise
    return copy

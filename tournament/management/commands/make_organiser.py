"""`manage.py make_organiser USERNAME`: somebody may create tournaments."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.actions.accounts import make_organiser
from tournament.management.terminal import terminal_language
from tournament.refusals import Refused


class Command(BaseCommand):
    """Create an account that may create tournaments, or let an existing account do so."""

    help = "Create an account that may create tournaments and print its password; an existing account keeps its own."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The user name."""
        parser.add_argument("username")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create or allow, and say what was done."""
        with override(terminal_language()):
            try:
                user, password = make_organiser(options["username"])
            except Refused as refused:
                raise CommandError(refused.message) from refused
            values = {"user": user.get_username(), "password": password}
            if password:
                text = _("“%(user)s” may create tournaments. Password, shown only now: %(password)s")
            else:
                text = _("“%(user)s” may create tournaments. The account keeps its password.")
            self.stdout.write(text % values)

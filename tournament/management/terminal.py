"""How a command speaks: in the language of the terminal, not that of the visitors."""

import os

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tournament.models import Tournament


def terminal_language() -> str:
    """zh-hans for a Chinese terminal, en for any other; the installation's own where nothing is said."""
    said = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    if not said:
        return str(settings.LANGUAGE_CODE)
    return "zh-hans" if said.lower().startswith("zh") else "en"


def tournament_or_error(slug: str) -> Tournament:
    """The tournament with this slug; a CommandError says where slugs are found."""
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        text = _("There is no tournament “%(slug)s”. Give the part of its address after /t/.")
        raise CommandError(text % {"slug": slug})
    return tournament

"""The Django application that holds tournaments."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentConfig(AppConfig):
    """One application for everything that is stored: tournaments, people, tables, hands."""

    name = "tournament"
    label = "tournament"
    verbose_name = _("Tournaments")
    default_auto_field = "django.db.models.BigAutoField"

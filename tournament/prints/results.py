"""The results form 成绩表 of the players or the teams, as the standings are now."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from tournament.sheets.document import Document
from tournament.sheets.results import results_document
from tournament.sheets.standings_sheet import Wanted, standings_sheet

from .catalogue import Asked, Choice, printed

OF = Choice("of", _("Of"), (("players", _("players")), ("teams", _("teams"))))


@printed(
    "results",
    _("Results form"),
    _("Standings with match points and standard points of each session, to sign and to post."),
    when="after",
    fields=(OF,),
)
def results(asked: Asked) -> Document:
    """The newest standings. They claim no newer version than the file does."""
    wanted = Wanted(teams=asked.options.get("of") == "teams", languages=asked.languages)
    sheet = standings_sheet(asked.tournament, wanted)
    return results_document(replace(sheet, version=asked.tournament.version))

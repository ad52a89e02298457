"""Table signs: the numbers that stand on the tables, with the code that leads to the table."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.queries.progress import progress_of
from tournament.refusals import Refused
from tournament.sheets.document import Document
from tournament.sheets.signs import TableSign, signs_document

from .catalogue import Asked, Choice, Number, printed
from .draw_lists import event

PAPER = Choice(
    "paper",
    gettext_lazy("Paper"),
    (("a5", gettext_lazy("A5, two signs on A4 to cut")), ("a4", gettext_lazy("A4, one sign a page"))),
)
TABLE = Number("table", gettext_lazy("Number of the table"))


@printed(
    "signs",
    gettext_lazy("Table signs"),
    gettext_lazy("The number of each table, to be read across the hall, and a code that leads to the table."),
    when="before",
    fields=(PAPER, TABLE),
)
def signs(asked: Asked) -> Document:
    """A sign for each table. Refuses while nobody knows how many there are, and for a table that there is not."""
    tournament = asked.tournament
    last = progress_of([tournament])[tournament.pk].last_table
    if not last:
        text = _("Enrol the players first: nobody knows yet how many tables there are.")
        raise Refused("tables", text)
    number = asked.number("table")
    if number is not None and not 1 <= number <= last:
        text = _("There is no table %(n)s: they have the numbers 1 to %(last)s.")
        raise Refused("table", text % {"n": number, "last": last}, field="table")
    numbers = range(1, last + 1) if number is None else [number]
    wanted = [TableSign(n, asked.address + reverse("table_code", args=[tournament.slug, n])) for n in numbers]
    return signs_document(event(asked), wanted, asked.options.get("paper") or "a5")

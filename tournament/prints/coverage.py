"""What no font can print, before it is printed: every text that some kind of sheet shows, and where it stands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.models import CertificateTemplate, Dispute, Hand, Table, Tournament
from tournament.sheets.fonts import uncovered
from tournament.sheets.lines import printable
from tournament.wording import labelled

# Where a text stands, in words, and the text.
Placed = tuple[str, str]


@dataclass(frozen=True)
class NotCovered:
    """A text with characters that will be boxes on paper, and their code points.

    `where` is the first place where it stands; `elsewhere` counts the others.
    """

    where: str
    elsewhere: int
    text: str
    codes: str


def not_covered(tournament: Tournament) -> list[NotCovered]:
    """The texts that paper cannot show whole, each once, in a fixed number of queries."""
    places: dict[str, list[str]] = defaultdict(list)
    for where, text in printed_texts(tournament):
        if not text.isascii():
            places[text].append(where)
    found = []
    for text, standing in places.items():
        boxes = uncovered(printable(text))
        if boxes:
            codes = " ".join(f"U+{ord(char):04X}" for char in boxes)
            found.append(NotCovered(standing[0], len(standing) - 1, text, codes))
    return found


def printed_texts(tournament: Tournament) -> Iterator[Placed]:
    """All that people have written and a sheet may print. A sheet that prints another text has it added here.

    A test prints every kind with a character of its own in every text, and fails on one that is not among these.
    """
    yield from _of_tournament(tournament)
    yield from _of_people(tournament)
    yield from _of_certificates(tournament)
    yield from _of_tables(tournament)
    yield from _of_penalties(tournament)


def _of_tournament(tournament: Tournament) -> Iterator[Placed]:
    book = tournament.rulebook
    yield pgettext("of a tournament", "Name"), tournament.name
    yield _("City"), tournament.city
    yield _("Country"), tournament.country
    yield _("Officials"), tournament.officials
    for name in dict.fromkeys((book.name_zh, book.name, *_texts_in(book.terms))):
        yield _("Rulebook"), name
    for name in tournament.stages.order_by("number").values_list("name", flat=True):
        yield _("Stage"), name
    for title, place in tournament.programme.order_by("starts_at", "id").values_list("title", "place"):
        yield labelled(_("Programme"), _("What")), title
        yield labelled(_("Programme"), _("Where")), place


def _texts_in(terms: object) -> Iterator[str]:
    """The names in the terms of house rules: kinds of hands, what raises them, payments."""
    if isinstance(terms, str):
        yield terms
    elif isinstance(terms, (list, tuple, Mapping)):
        for part in terms.values() if isinstance(terms, Mapping) else terms:
            yield from _texts_in(part)


def _of_people(tournament: Tournament) -> Iterator[Placed]:
    for number, name in tournament.teams.order_by("number").values_list("number", "name"):
        yield _("Team %(n)s") % {"n": number}, name
    fields = {
        "name": _("Name"),
        "family_name": _("Family name"),
        "given_name": _("Given name"),
        "club": _("Club"),
        "country": _("Country"),
        "ema_number": _("EMA number"),
    }
    for number, *texts in tournament.players.order_by("number").values_list("number", *fields):
        where = _("Player %(n)s") % {"n": number}
        for field, text in zip(fields.values(), texts, strict=True):
            yield labelled(where, field), text
    for name, account in tournament.staff.values_list("name", "user__username"):
        yield _("Staff"), name or account


def _of_certificates(tournament: Tournament) -> Iterator[Placed]:
    template = CertificateTemplate.objects.filter(tournament=tournament).defer("logo", "seal").first()
    if template is not None:
        yield labelled(_("Certificates"), _("Title")), template.title
        yield labelled(_("Certificates"), _("Text")), template.body
        yield labelled(_("Certificates"), _("Who signs")), template.signatures


def _of_tables(tournament: Tournament) -> Iterator[Placed]:
    hands = Hand.objects.filter(table__session__tournament=tournament, is_current=True).exclude(reason="")
    found = hands.order_by("table__session__number", "table__number", "number")
    for session, table, number, reason in found.values_list(
        "table__session__number", "table__number", "number", "reason"
    ):
        hand = _("Hand %(n)s") % {"n": number}
        yield labelled(_table(session, table), labelled(hand, _("Reason"))), reason
    tables = Table.objects.filter(session__tournament=tournament)
    decided = tables.exclude(paper_reason="", imbalance_reason="").order_by("session__number", "number")
    for session, table, *texts in decided.values_list(
        "session__number", "number", "paper_reason", "imbalance_reason"
    ):
        for text in texts:
            yield labelled(_table(session, table), _("Reason")), text
    disputes = Dispute.objects.filter(table__session__tournament=tournament, ruled_at__isnull=True)
    for session, table, text in disputes.values_list("table__session__number", "table__number", "text"):
        yield labelled(_table(session, table), _("in dispute")), text


def _of_penalties(tournament: Tournament) -> Iterator[Placed]:
    noted = tournament.penalties.exclude(Q(reason="") & Q(withdrawn_reason=""))
    columns = ("table__session__number", "table__number", "player__number", "team__number")
    for session, table, player, team, note, withdrawn in noted.values_list(
        *columns, "reason", "withdrawn_reason"
    ):
        if table is not None:
            where = _table(session, table)
        elif player is not None:
            where = _("Player %(n)s") % {"n": player}
        else:
            where = _("Team %(n)s") % {"n": team}
        yield labelled(where, _("Note of a penalty")), note
        yield labelled(where, _("Why a penalty was withdrawn")), withdrawn


def _table(session: int, table: int) -> str:
    return _("Session %(session)s, table %(table)s") % {"session": session, "table": table}

"""Certificates for whoever is honoured, or for everybody."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.standard_points import show
from tournament.models import CertificateTemplate
from tournament.queries.standings import Line, player_standings, team_standings
from tournament.refusals import Refused
from tournament.sheets.certificate import Certificate, Design, certificates_document, prize_text, usual
from tournament.sheets.document import Document
from tournament.sheets.results import signed
from tournament.sheets.words import WORDS, office_key

from .catalogue import Asked, Choice, printed

FOR = Choice(
    "for",
    gettext_lazy("For"),
    (
        ("players", gettext_lazy("players honoured")),
        ("teams", gettext_lazy("teams honoured")),
        ("everybody", gettext_lazy("everybody who took part")),
    ),
)
SIGNERS = ("chief_referee", "organiser")


@printed(
    "certificates",
    gettext_lazy("Certificates"),
    gettext_lazy("A page for each who is honoured, with your words, logo and seal."),
    when="after",
    fields=(FOR,),
)
def certificates(asked: Asked) -> Document:
    """Certificates by the newest standings. Refuses where nobody has a place yet."""
    found = [Certificate(values) for values in _values(asked)]
    if not found:
        raise Refused(
            "nobody", _("Nobody has a place yet. Certificates follow the standings of closed tables.")
        )
    return certificates_document(design(asked), found, asked.words, asked.made_at, asked.tournament.name)


def design(asked: Asked) -> Design:
    """What the organiser has set, and what is usual where he has set nothing."""
    template = CertificateTemplate.objects.filter(tournament=asked.tournament).first()
    title, body = usual(asked.words)
    if template is None:
        template = CertificateTemplate(tournament=asked.tournament)
    stamp = asked.words.line("rehearsal") if asked.tournament.is_rehearsal else ""
    return Design(
        title=template.title or title,
        body=template.body or body,
        signatures=_signatures(asked, template.signatures),
        logo=bytes(template.logo),
        seal=bytes(template.seal),
        stamp=stamp,
    )


def _signatures(asked: Asked, typed: str) -> tuple[tuple[str, str], ...]:
    """Who signs, as typed, or the chief referee and the organiser with their names among the officials."""
    pairs = [line.replace("：", ":").partition(":") for line in typed.splitlines() if line.strip()]
    if pairs:
        return tuple((office.strip(), name.strip()) for office, _colon, name in pairs)
    officials = asked.tournament.official_list
    return tuple(
        (
            " ".join(asked.words.pick(WORDS[key])),
            ", ".join(name for role, name in officials if office_key(role) == key),
        )
        for key in SIGNERS
    )


def _values(asked: Asked) -> Iterator[dict[str, str]]:
    whom = asked.options.get("for") or "players"
    event = asked.tournament
    standings = team_standings(event) if whom == "teams" else player_standings(event)
    if not standings.as_of:
        return
    for line in standings.lines:
        if line.place is None and whom != "everybody":
            continue
        if whom != "everybody" and (line.place or 0) > event.places_honoured:
            continue
        yield _of(asked, line, whom)


def _of(asked: Asked, line: Line, whom: str) -> dict[str, str]:
    event, teams = asked.tournament, whom == "teams"
    place = line.place if whom != "everybody" else None
    day = event.ends_on or event.starts_on
    return {
        "name": line.name,
        "team": "" if teams else line.team,
        "event": event.name,
        "prize": prize_text(asked.words, place, teams=teams),
        "place": str(line.place or ""),
        "standard": show(line.standard),
        "match": signed(line.match),
        "date": day.isoformat() if day else "",
    }

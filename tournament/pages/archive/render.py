"""The public pages as files: made by the real views for a visitor who has not logged in, and rewritten."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urljoin, urlsplit

from django.template.loader import render_to_string
from django.urls import resolve
from django.utils import timezone, translation
from django.utils.html import format_html
from django.utils.translation import gettext as _

from tournament.exchange.web_archive import steady
from tournament.exchange.web_page import Around, Sprite, Without, rewritten
from tournament.exchange.workbook import fresh_workbook, moment
from tournament.models import Tournament
from tournament.pages.public.frame import made_apart
from tournament.sheets.results import render_results
from tournament.sheets.standings_sheet import Wanted, standings_sheet

from .places import Leaf, Site
from .visitor import canonical, visit

# By the code of each language: its name, and the folder of its pages is the code itself.
LANGUAGES = {"zh-hans": "中文", "en": "English"}
STYLE, ICON, FRONT = "style.css", "favicon.svg", "index.html"


@dataclass(frozen=True)
class Edition:
    """What all pages of an archive share. `folders`: the languages in it; `at`: the moment of its version."""

    site: Site
    folders: tuple[str, ...]
    at: datetime
    sprites: Mapping[str, Sprite]

    @property
    def tournament(self) -> Tournament:
        """The tournament as it was read when the work began."""
        return self.site.tournament

    def paths(self) -> list[tuple[str, str, Leaf]]:
        """Everything to be made, as (path, language, leaf); what is shared is made for the first language."""
        found: dict[str, tuple[str, str, Leaf]] = {}
        for folder in self.folders:
            for leaf in self.site.leaves:
                path = leaf.path(folder)
                found.setdefault(path, (path, folder, leaf))
        return [found[path] for path in sorted(found)]


def moment_of(tournament: Tournament) -> datetime:
    """When the tournament became what it is: the moment of its last change, so that a version has one moment only."""
    last = tournament.log.filter(version__lte=tournament.version).first()
    return last.at if last is not None else tournament.created_at


def content_of(edition: Edition, folder: str, leaf: Leaf) -> bytes:
    """A page or a file of the archive, in the language of the folder."""
    with translation.override(folder):
        if leaf.kind == "page":
            return _page(edition, folder, leaf).encode()
        if leaf.kind == "pdf":
            return _results_form(edition, leaf)
        if leaf.kind == "xlsx" and leaf.choice is not None:
            choice = leaf.choice
            made = fresh_workbook(edition.tournament, choice.as_of, choice.stage, public=True, at=edition.at)
            return steady(made.content, edition.at)
        found = resolve(urlsplit(leaf.address).path)
        response = found.func(visit(leaf.address), **found.kwargs)
        return bytes(response.content)


def front_page(edition: Edition) -> bytes:
    """The page on top of the archive: what it is, and the way to its languages."""
    editions = []
    for folder in edition.folders:
        with translation.override(folder):
            where = render_to_string("public/place_and_days.html", {"tournament": edition.tournament})
            editions.append(
                {
                    "folder": folder,
                    "lang": _lang(folder),
                    "name": LANGUAGES[folder],
                    "where": where if where.strip() else "",
                    "foot": _foot(edition),
                }
            )
    context = {"tournament": edition.tournament, "editions": editions}
    return render_to_string("archive/index.html", context).encode()


def _page(edition: Edition, folder: str, leaf: Leaf) -> str:
    found = resolve(urlsplit(leaf.address).path)
    where = {name: value for name, value in found.kwargs.items() if name != "slug"}
    response = made_apart(found.func, visit(leaf.address), edition.tournament, **where)
    return rewritten(
        response.content.decode(),
        lambda href: _leads(edition, folder, leaf, href),
        _around(edition, folder, leaf),
    )


def _results_form(edition: Edition, leaf: Leaf) -> bytes:
    choice = leaf.choice
    if choice is None:
        raise ValueError(f"{leaf.name} is of no standings")
    wanted = Wanted(choice.teams, choice.as_of, choice.stage)
    return render_results(standings_sheet(edition.tournament, wanted, edition.at))


def _leads(edition: Edition, folder: str, leaf: Leaf, href: str) -> str | Without:
    """Where a link leads from a page: to another file of the archive, or nowhere."""
    asked = urlsplit(urljoin(leaf.address, href))
    if asked.scheme or asked.netloc:
        return Without.WORDS
    there = edition.site.at.get(canonical(asked.path, asked.query))
    if there is not None:
        relative = _relative(leaf.path(folder), there.path(folder))
        return f"{relative}#{asked.fragment}" if asked.fragment else relative
    # The sign on top leads to all tournaments of the site: it stays as a sign. What else leads nowhere is an offer that
    # an archive cannot keep: to log in, to follow somebody, to count what is still being played.
    return Without.WORDS if asked.path == "/" and not asked.query else Without.NOTHING


def _relative(here: str, there: str) -> str:
    return posixpath.relpath(there, posixpath.dirname(here) or ".")


def _around(edition: Edition, folder: str, leaf: Leaf) -> Around:
    here = leaf.path(folder)
    head = format_html(
        '<link rel="icon" type="image/svg+xml" href="{}"><link rel="stylesheet" href="{}">',
        _relative(here, ICON),
        _relative(here, STYLE),
    )
    return Around(
        head=head,
        tools=_other_languages(edition.folders, folder, leaf),
        foot=format_html("<span>{}</span>", _foot(edition)),
        sprites=edition.sprites,
    )


def _other_languages(folders: Sequence[str], folder: str, leaf: Leaf) -> str:
    """The same page in the other languages of the archive, where the site has its tools."""
    links = [
        format_html(
            '<a class="tool" lang="{}" href="{}">{}</a>',
            _lang(other),
            _relative(leaf.path(folder), leaf.path(other)),
            LANGUAGES[other],
        )
        for other in folders
        if other != folder
    ]
    return f'<div class="top__tools">{"".join(links)}</div>' if links else ""


def _foot(edition: Edition) -> str:
    tournament = edition.tournament
    at = moment(timezone.localtime(edition.at, tournament.tz), tournament.zone)
    return _("Archive · version %(version)s · as of %(moment)s") % {
        "version": tournament.version,
        "moment": at,
    }


def _lang(folder: str) -> str:
    return "zh-Hans" if folder == "zh-hans" else folder

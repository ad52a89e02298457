"""Web archives are made as long work: what is asked for, and the job that makes the zip."""

from __future__ import annotations

import tempfile
from typing import IO

from django.contrib.auth.models import AnonymousUser, User
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.access import public_tournament
from tournament.actions.jobs import Progress, job, start_job
from tournament.actions.printing import keep_file
from tournament.exchange.web_archive import CONTENT_TYPE, WebArchive
from tournament.models import Job, Tournament
from tournament.refusals import Refused

from .look import favicon, sprites, style_sheet
from .places import site_of
from .render import FRONT, ICON, STYLE, Edition, content_of, front_page, moment_of

KIND = "web_archive"
LANGUAGE_CHOICES = {"both": ("zh-hans", "en"), "zh": ("zh-hans",), "en": ("en",)}
# Where something is changed while an archive is made, it is begun again.
MOST_TIMES = 3
# So many pages are made before the version is looked at again.
A_STRETCH = 50


def ask_for_archive(tournament: Tournament, languages: str, by: User) -> Job:
    """Have a web archive made. Refused while the tournament is not public: there is nothing that everybody may see."""
    if languages not in LANGUAGE_CHOICES:
        raise Refused("languages", _("Choose the languages of the archive."), field="languages")
    _refuse_hidden(tournament)
    return start_job(KIND, {"languages": languages}, by, tournament)


@job(KIND)
def make_archive(job: Job, progress: Progress) -> str:
    """Make the archive that a job asks for, and keep it."""
    folders = LANGUAGE_CHOICES[job.arguments["languages"]]
    for _time in range(MOST_TIMES):
        with tempfile.TemporaryFile() as file:
            made = _write(file, job.tournament_id, folders, progress)
            if made is not None:
                file.seek(0)
                return _keep(job, made, file.read())
    raise Refused(
        "changes",
        _("The tournament was changed again and again meanwhile. Try again when nobody enters anything."),
    )


def _write(
    file: IO[bytes], tournament_id: int, folders: tuple[str, ...], progress: Progress
) -> Edition | None:
    """Write the whole archive; None where the tournament was changed meanwhile, and pages would not fit together."""
    tournament = Tournament.objects.get(pk=tournament_id)
    _refuse_hidden(tournament)
    site = site_of(public_tournament(AnonymousUser(), tournament.slug))
    edition = Edition(site, folders, moment_of(site.tournament), sprites())
    own = {FRONT: front_page(edition), ICON: favicon(), STYLE: style_sheet()}
    paths = {path: (folder, leaf) for path, folder, leaf in edition.paths()}
    with WebArchive(file) as archive:
        for number, path in enumerate(sorted([*paths, *own])):
            progress(number, len(paths) + len(own))
            if number % A_STRETCH == 0 and not _is_current(edition):
                return None
            try:
                content = own[path] if path in own else content_of(edition, *paths[path])
            except Http404:
                if _is_current(edition):
                    raise
                return None  # taken back meanwhile
            archive.add(path, content)
    return edition if _is_current(edition) else None


def _is_current(edition: Edition) -> bool:
    versions = Tournament.objects.filter(pk=edition.tournament.pk).values_list("version", flat=True)
    return versions.first() == edition.tournament.version


def _keep(job: Job, edition: Edition, content: bytes) -> str:
    """Keep the zip for the desk; returns how many pages are in it, in words."""
    tournament = edition.tournament
    pages = sum(leaf.kind == "page" for _path, _folder, leaf in edition.paths())
    keep_file(
        job,
        kind=KIND,
        name=f"{tournament.slug}-archive-v{tournament.version}.zip",
        content=content,
        content_type=CONTENT_TYPE,
        pages=pages,
        version=tournament.version,
    )
    return ngettext("%(n)s page.", "%(n)s pages.", pages) % {"n": pages}


def _refuse_hidden(tournament: Tournament) -> None:
    if not tournament.is_public:
        raise Refused(
            "not_public",
            _(
                "The archive has what everybody may see, and this tournament is not public. Make it public first."
            ),
        )

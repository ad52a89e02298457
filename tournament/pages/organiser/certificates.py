"""What the certificates say and show; they are made on the page of sheets."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions.certificates import MOST_BYTES, PICTURES, save_certificate
from tournament.live import never_stored
from tournament.models import CertificateTemplate, Tournament
from tournament.models.certificate import FIELDS
from tournament.refusals import Refused
from tournament.sheets.certificate import usual
from tournament.sheets.words import LANGUAGES, Words

from .desk import desk, me
from .frame import page

MEANINGS: dict[str, Promise] = {
    "name": gettext_lazy("name of the player or team"),
    "team": gettext_lazy("the player's team"),
    "event": gettext_lazy("name of the tournament"),
    "prize": gettext_lazy("what was won, in words"),
    "place": gettext_lazy("the place as a number"),
    "standard": gettext_lazy("standard points"),
    "match": gettext_lazy("match points"),
    "date": gettext_lazy("the last day"),
}
NAMES: dict[str, Promise] = {"logo": gettext_lazy("Logo"), "seal": gettext_lazy("Seal")}


@desk("manage")
def certificates(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The form of the template; a POST stores it."""
    if request.method != "POST":
        return _page(request, tournament)
    texts = {key: request.POST.get(key, "") for key in ("title", "body", "signatures")}
    try:
        save_certificate(tournament, texts, {key: _picture(request, key) for key in PICTURES}, me(request))
    except Refused as refused:
        return _page(request, tournament, texts, refused)
    messages.success(request, _("The certificates are stored."))
    return redirect("organiser:certificates", tournament.slug)


@desk("manage")
def picture(request: HttpRequest, tournament: Tournament, which: str) -> HttpResponse:
    """The logo or the seal as it is printed."""
    template = CertificateTemplate.objects.filter(tournament=tournament).first()
    content = bytes(getattr(template, which)) if template is not None and which in PICTURES else b""
    if not content:
        raise Http404
    return never_stored(HttpResponse(content, content_type="image/png"))


def _picture(request: HttpRequest, key: str) -> bytes | None:
    """What was uploaded; b"" to take the picture away, None to leave it."""
    if request.POST.get(f"{key}-remove") == "1":
        return b""
    file = request.FILES.get(key)
    if not isinstance(file, UploadedFile) or not file.size:
        return None
    # One byte more than is allowed is refused, however much more there is.
    return file.read(MOST_BYTES + 1)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    texts: dict[str, str] | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    template = CertificateTemplate.objects.filter(tournament=tournament).first()
    template = template or CertificateTemplate(tournament=tournament)
    context: dict[str, Any] = {
        "texts": texts or {key: getattr(template, key) for key in ("title", "body", "signatures")},
        "refused": refused,
        "pictures": [(key, NAMES[key], bool(getattr(template, key))) for key in PICTURES],
        "fields": [(f"{{{field}}}", MEANINGS[field]) for field in FIELDS],
        "usual": [usual(Words((language,))) for language in LANGUAGES],
    }
    return page(
        request,
        tournament,
        "organiser/certificates.html",
        context,
        current="prints",
        status=422 if refused else 200,
    )

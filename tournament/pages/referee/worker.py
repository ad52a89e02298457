"""The service worker of the referee's pages, served so that a browser looks at it anew with every release."""

from __future__ import annotations

import json
from pathlib import Path

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

SOURCE = "js/referee/worker.js"


@never_cache
@require_GET
def script(request: HttpRequest) -> HttpResponse:
    """The worker, with the mark of this release. It may watch every address, since people log out on any page."""
    path = finders.find(SOURCE)
    if path is None:
        raise Http404
    source = Path(path).read_text(encoding="utf-8")
    release = getattr(staticfiles_storage, "manifest_hash", "")
    response = HttpResponse(
        f"const RELEASE = {json.dumps(release)};\n{source}", content_type="text/javascript; charset=utf-8"
    )
    response["Service-Worker-Allowed"] = "/"
    return response

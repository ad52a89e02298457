"""A whole tournament as a file: saved on the page of files, restored as a new tournament."""

from __future__ import annotations

from typing import IO

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from tournament.access import may_create
from tournament.actions.restoring import restore_tournament
from tournament.actions.restoring_work import ask_to_restore, is_large
from tournament.exchange.saved_tournament import CONTENT_TYPE, ENDING
from tournament.exchange.saved_tournament_reading import SavedFile
from tournament.exchange.saved_tournament_writing import save_tournament
from tournament.models import Tournament
from tournament.pages.public.standings_files import attached
from tournament.refusals import Refused

from .desk import desk, me

# As much as the program takes by a form (deploy/nginx); a larger file is restored by the command.
MOST_MEGABYTES = 10


class RestoreForm(forms.Form):
    """The file of a saved tournament."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        max_length=255,
        error_messages={
            "required": gettext_lazy("Choose the file of a saved tournament."),
            "empty": gettext_lazy("The file is empty. Copy it again from where it was saved."),
        },
        help_text=gettext_lazy(
            "Its name ends in .quesai.zip. At most 10 MB; larger ones are restored on the server."
        ),
        widget=forms.FileInput({"accept": f"{ENDING},.zip,{CONTENT_TYPE}"}),
    )

    def clean_file(self) -> UploadedFile:
        """Refuse what is too large for a page."""
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > MOST_MEGABYTES * 1024 * 1024:
            text = _(
                "The file is larger than %(n)s MB. Whoever runs the server can restore it with restore_tournament."
            )
            raise forms.ValidationError(text % {"n": MOST_MEGABYTES})
        return file


@desk("manage")
def save(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The tournament with everything in it, to be restored here or elsewhere."""
    try:
        return attached(save_tournament(tournament))
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("organiser:files", tournament.slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def restore(request: HttpRequest) -> HttpResponse:
    """Upload a saved tournament: it becomes a new one, or the page says what is wrong with the file."""
    if not may_create(request.user):
        return render(request, "organiser/ask.html", status=403)
    form = RestoreForm(request.POST, request.FILES) if request.method == "POST" else RestoreForm()
    if request.method == "POST" and form.is_valid():
        try:
            return redirect(_restore(request, form.cleaned_data["file"].file))
        except Refused as refused:
            form.add_error("file", refused.message)
    return render(request, "organiser/restore.html", {"form": form}, status=422 if form.errors else 200)


def _restore(request: HttpRequest, file: IO[bytes]) -> str:
    """Restore a file, or have it restored where that takes long; returns where to go on."""
    if is_large(SavedFile(file)):
        file.seek(0)
        started = ask_to_restore(file.read(), me(request))
        return reverse("organiser:jobs", args=[started.tournament.slug])
    restored = restore_tournament(file, me(request))
    text = _("“%(name)s” is restored. Nobody but its staff can see it yet.")
    messages.success(request, text % {"name": restored.tournament.name})
    if restored.warning:
        messages.warning(request, restored.warning)
    return reverse("organiser:tournament", args=[restored.tournament.slug])

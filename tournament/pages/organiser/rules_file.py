"""The rules of a tournament as a file: downloaded, and taken from one that another tournament gave.

Before rules of a file are taken, the page says what they change. It carries them along as text, and they are checked
again when they are taken.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rulebook import Rulebook
from tournament.actions.events import change_rules, has_hands
from tournament.actions.rule_preview import preview_rules
from tournament.exchange.reading import EventFileError
from tournament.exchange.rules_file import MOST_BYTES, read_rules, told, write_rules
from tournament.models import Tournament
from tournament.pages.words.rule_words import book_name, compared
from tournament.pages.words.term_words import settlement_name
from tournament.pages.words.worked_hands import worked_hands
from tournament.refusals import Refused

from .desk import desk, me
from .frame import page
from .rule_moves import Moved, fingerprint, places_moved


def rules_field(*, required: bool) -> forms.FileField:
    """Where a file of rules is chosen."""
    return forms.FileField(
        label=gettext_lazy("File of rules"),
        max_length=255,
        required=required,
        error_messages={
            "required": gettext_lazy("Choose the file of rules."),
            "empty": gettext_lazy("The file is empty. Download the rules again."),
        },
        widget=forms.FileInput({"accept": ".json,application/json"}),
    )


def rules_of(file: UploadedFile | None, text: str) -> Rulebook:
    """The rulebook of a file, or of the text of one that was read before. Raises `forms.ValidationError`."""
    raw = text.encode("utf-8", "replace") if file is None else file.read(MOST_BYTES + 1)
    try:
        return read_rules(raw)
    except EventFileError as error:
        raise forms.ValidationError(told(error)) from error


class RulesFileForm(forms.Form):
    """A file of rules, or its text when it was read already, and why they change once hands are recorded."""

    file = rules_field(required=False)
    text = forms.CharField(required=False, widget=forms.HiddenInput)
    reason = forms.CharField(label=gettext_lazy("Why do the rules change?"), max_length=500, required=False)
    book: Rulebook | None = None

    def clean(self) -> dict[str, Any]:
        """Read the rules; what is wrong with them stands at the file."""
        data = super().clean() or {}
        if "file" in self.errors:
            return data
        file, text = data.get("file"), data.get("text", "")
        try:
            if file is None and not text:
                raise forms.ValidationError(_("Choose the file of rules."))
            self.book = rules_of(file, text)
        except forms.ValidationError as error:
            self.add_error("file", error)
        return data


@desk("manage")
def download(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The rules of this tournament, whole."""
    response = HttpResponse(write_rules(tournament.rulebook), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-rules.json"'
    return response


@desk("manage")
def take(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All rules of a file instead of those of the tournament: what they change, then they are taken, or refused."""
    form = RulesFileForm(request.POST, request.FILES) if request.method == "POST" else RulesFileForm()
    moved: Moved | None = None
    if request.method == "POST" and form.is_valid() and form.book is not None:
        try:
            if has_hands(tournament):
                moved = places_moved(preview_rules(tournament, form.book), tournament)
            if request.POST.get("act") == "take" and _was_shown(request, tournament, form.book):
                change_rules(tournament, form.book, me(request), form.cleaned_data["reason"])
                messages.success(
                    request, _("The rules are those of the file: %(name)s.") % {"name": book_name(form.book)}
                )
                return redirect("organiser:rules", tournament.slug)
        except Refused as refused:
            field = refused.field if refused.field == "reason" else "file"
            form.add_error(field, refused.message)
    context = {"form": form, "has_hands": has_hands(tournament), "moved": moved}
    if form.book is not None and "file" not in form.errors:
        context |= _about(tournament, form.book)
    return page(
        request,
        tournament,
        "organiser/rules_take.html",
        context,
        current="rules",
        status=422 if form.errors else 200,
    )


def _was_shown(request: HttpRequest, tournament: Tournament, book: Rulebook) -> bool:
    """Whether what changes is what the page has shown; before hands are recorded nothing moves."""
    seen = request.POST.get("previewed")
    return not has_hands(tournament) or seen == fingerprint(tournament, book.to_mapping())


def _about(tournament: Tournament, book: Rulebook) -> dict[str, Any]:
    return {
        "name": book_name(book),
        "settlement": settlement_name(book),
        "differences": compared(tournament.rulebook, book),
        "worked": worked_hands(book, tournament.rulebook),
        "text": write_rules(book).decode(),
        "previewed": fingerprint(tournament, book.to_mapping()),
    }

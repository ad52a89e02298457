"""The rules of a tournament as a file: downloaded, and taken from one that another tournament gave."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions.events import change_rules, has_hands
from tournament.exchange.reading import EventFileError
from tournament.exchange.rules_file import MOST_BYTES, read_rules, write_rules
from tournament.models import Tournament
from tournament.pages.words.rule_words import book_name, setting_name
from tournament.refusals import Refused
from tournament.wording import labelled

from .desk import desk, me

# As many problems are told at once.
TOLD = 12


class RulesFileForm(forms.Form):
    """A file of rules, and why they change once hands are recorded."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        max_length=255,
        error_messages={"required": gettext_lazy("Choose the file of rules.")},
        widget=forms.FileInput({"accept": ".json,application/json"}),
    )
    reason = forms.CharField(label=gettext_lazy("Why do the rules change?"), max_length=500, required=False)


@desk("manage")
def download(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The rules of this tournament, whole."""
    response = HttpResponse(write_rules(tournament.rulebook), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-rules.json"'
    return response


@desk("manage")
def take(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take all rules of a file instead of those of the tournament, or say what is wrong with it."""
    if request.method != "POST":
        return redirect("organiser:rules", tournament.slug)
    form = RulesFileForm(request.POST, request.FILES)
    if not form.is_valid():
        for errors in form.errors.values():
            messages.error(request, str(errors[0]))
        return redirect("organiser:rules", tournament.slug)
    file: UploadedFile = form.cleaned_data["file"]
    try:
        book = read_rules(file.read(MOST_BYTES + 1))
        change_rules(tournament, book, me(request), form.cleaned_data["reason"])
    except EventFileError as error:
        for problem in error.problems[:TOLD]:
            place = setting_name(tournament.rulebook, problem.place) if problem.place else ""
            messages.error(request, labelled(place, problem.message) if place else problem.message)
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        text = _("The rules are those of the file: %(name)s.") % {"name": book_name(book)}
        if has_hands(tournament):
            text = _("The rules are those of the file: %(name)s. Everything is computed anew.") % {
                "name": book_name(book)
            }
        messages.success(request, text)
    return redirect("organiser:rules", tournament.slug)

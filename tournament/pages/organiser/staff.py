"""Referees and other staff at the organiser's desk: named, given roles and tables, logged out, removed.

The password of a new account is shown once, in the answer to the form that made it. An account that works for other
organisers too is not this organiser's to manage: `actions.staff.is_mine_to_manage` says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache

from tournament.actions.staff import (
    GIVEN_ROLES,
    change_role,
    give_tables,
    log_out_staff,
    name_staff,
    parse_tables,
    remove_staff,
    reset_password,
    share_tables,
    unlock_staff,
)
from tournament.locks import locked_names
from tournament.models import Staff, Tournament
from tournament.pages.pairing import only_here, qr
from tournament.queries.devices import devices_of, keepers_of
from tournament.queries.progress import progress_of
from tournament.refusals import Refused

from .desk import desk, me, whole
from .frame import page
from .path import numbers

ROLES = [(role.value, role.label) for role in GIVEN_ROLES]
PLAIN = {"autocomplete": "off", "spellcheck": "false", "autocapitalize": "off"}


class StaffForm(forms.Form):
    """Somebody who gets a role in this tournament."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=100,
        help_text=gettext_lazy("As it stands on sheets and in the history."),
    )
    username = forms.CharField(
        label=gettext_lazy("User name"),
        max_length=150,
        help_text=gettext_lazy(
            "To log in. A new one makes an account; an existing account keeps its password."
        ),
        widget=forms.TextInput(PLAIN),
    )
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=ROLES, initial=Staff.Role.REFEREE)

    def refuse(self, refused: Refused) -> None:
        """Put the sentence of a refusal at its field, or above the form."""
        self.add_error(refused.field if refused.field in self.fields else None, refused.message)


@dataclass(frozen=True)
class StaffRow:
    """One member of the staff: the tables as typed, and what is wrong with them. `locked`: after wrong passwords."""

    staff: Staff
    tables: str
    error: str
    locked: bool


@desk("manage")
@never_cache
def staff(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everybody with a role, the tables of the referees, and a form to name one more."""
    if request.method != "POST":
        return _page(request, tournament, StaffForm())
    acts = {
        "tables": _give,
        "password": _reset,
        "share": _share,
        "role": _change,
        "logout": _log_out,
        "unlock": _unlock,
    }
    return acts.get(request.POST.get("act", ""), _name)(request, tournament)


@desk("manage")
def remove(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Ask, then take somebody's role away."""
    found = tournament.staff.select_related("user").filter(pk=pk, role__in=GIVEN_ROLES).first()
    if found is None:
        raise Http404
    error = ""
    if request.method == "POST":
        try:
            remove_staff(tournament, found.pk, me(request))
        except Refused as refused:
            error = refused.message
        else:
            messages.success(
                request, _("%(name)s has no role in this tournament any more.") % {"name": found.name}
            )
            return redirect("organiser:home" if found.user_id == me(request).pk else _address(tournament))
    context = {"member": found, "error": error}
    return page(
        request,
        tournament,
        "organiser/staff_remove.html",
        context,
        current="staff",
        status=422 if error else 200,
    )


def _name(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = StaffForm(request.POST)
    if not form.is_valid():
        return _page(request, tournament, form)
    data = form.cleaned_data
    try:
        named, password = name_staff(tournament, data["name"], data["username"], data["role"], me(request))
    except Refused as refused:
        form.refuse(refused)
        return _page(request, tournament, form)
    if not password:
        messages.success(
            request,
            _("%(name)s is named. The account “%(user)s” keeps its password.")
            % {"name": named.name, "user": named.user.get_username()},
        )
        return redirect(_address(tournament))
    return _slip(request, tournament, named, password)


def _reset(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    try:
        member, password = reset_password(tournament, whole(request.POST.get("staff")) or 0, me(request))
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect(_address(tournament))
    return _slip(request, tournament, member, password)


def _change(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    try:
        member = change_role(
            tournament, whole(request.POST.get("staff")) or 0, request.POST.get("role", ""), me(request)
        )
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect(_address(tournament))
    words = {"name": member.name, "role": member.get_role_display()}
    messages.success(request, _("%(name)s is now %(role)s.") % words)
    return redirect("organiser:home" if member.user_id == me(request).pk else _address(tournament))


def _log_out(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    try:
        member, everywhere = log_out_staff(tournament, whole(request.POST.get("staff")) or 0, me(request))
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect(_address(tournament))
    words = {"name": member.name}
    if everywhere:
        messages.success(request, _("%(name)s is logged out everywhere.") % words)
    else:
        messages.warning(
            request,
            _(
                "The telephones of %(name)s are logged out. The account works for others too and stays logged in."
            )
            % words,
        )
    return redirect(_address(tournament))


def _unlock(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    try:
        member = unlock_staff(tournament, whole(request.POST.get("staff")) or 0, me(request))
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("%(name)s can log in again.") % {"name": member.name})
    return redirect(_address(tournament))


def _slip(request: HttpRequest, tournament: Tournament, named: Staff, password: str) -> HttpResponse:
    """The new password, shown this once, to print or to write down."""
    login = request.build_absolute_uri(reverse("login"))
    context = {
        "member": named,
        "password": password,
        "login": login,
        "only_here": only_here(login),
        "qr": qr(login),
    }
    return page(request, tournament, "organiser/staff_slip.html", context, current="staff")


def _give(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    member = tournament.staff.filter(pk=whole(request.POST.get("staff")) or 0).first()
    typed = request.POST.get("tables", "")
    try:
        wanted = parse_tables(typed)
        before = (
            tournament.duties.filter(table_number__in=wanted).exclude(staff=member).select_related("staff")
        )
        lost = [(duty.staff.name, duty.table_number) for duty in before]
        give_tables(tournament, member.pk if member else 0, wanted, me(request))
    except Refused as refused:
        return _page(
            request, tournament, StaffForm(), wrong=(member.pk if member else 0, typed, refused.message)
        )
    words = {"name": member.name if member else "", "tables": numbers(wanted)}
    messages.success(
        request,
        _("%(name)s has the tables %(tables)s.") % words if wanted else _("%(name)s has no tables.") % words,
    )
    for name in dict.fromkeys(name for name, _table in lost):
        tables = numbers([table for other, table in lost if other == name])
        messages.warning(
            request, _("%(name)s no longer has the tables %(tables)s.") % {"name": name, "tables": tables}
        )
    return redirect(_address(tournament))


def _share(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    count = whole(request.POST.get("count")) or 0
    try:
        referees = share_tables(tournament, count, me(request))
    except Refused as refused:
        return _page(request, tournament, StaffForm(), share_error=refused.message)
    text = ngettext(
        "%(tables)s tables are given to %(n)s referee.",
        "%(tables)s tables are given to %(n)s referees.",
        referees,
    )
    messages.success(request, text % {"tables": count, "n": referees})
    return redirect(_address(tournament))


def _page(
    request: HttpRequest,
    tournament: Tournament,
    form: StaffForm,
    *,
    wrong: tuple[int, str, str] | None = None,
    share_error: str = "",
) -> HttpResponse:
    found = tournament.staff.filter(role__in=GIVEN_ROLES).select_related("user").prefetch_related("duties")
    people = list(found)
    locked = locked_names(member.user.get_username() for member in people)
    order = list(GIVEN_ROLES)
    people.sort(key=lambda member: (order.index(Staff.Role(member.role)), member.name, member.pk))
    rows = []
    for member in people:
        mine = wrong is not None and wrong[0] == member.pk
        tables = numbers([duty.table_number for duty in member.duties.all()])
        typed, error = (wrong[1], wrong[2]) if wrong and mine else (tables, "")
        rows.append(StaffRow(member, typed, error, member.user.get_username() in locked))
    progress = progress_of([tournament])[tournament.pk]
    context: dict[str, Any] = {
        "form": form,
        "rows": rows,
        "roles": ROLES,
        "phones": devices_of(tournament),
        "keepers": keepers_of(tournament).count(),
        "error": wrong[2] if wrong and not any(row.error for row in rows) else "",
        "share_error": share_error,
        "count": request.POST.get("count", progress.last_table or ""),
        "uncovered": numbers(progress.uncovered) if progress.referees else "",
    }
    status = 422 if form.errors or wrong or share_error else 200
    return page(request, tournament, "organiser/staff.html", context, current="staff", status=status)


def _address(tournament: Tournament) -> str:
    return reverse("organiser:staff", args=[tournament.slug])

"""Who may do what in which tournament. Another organiser's tournament does not exist for you: 404, never 403.

Three capabilities: `manage` (rules, people, draws, staff) for the organiser; `direct` (the running day: board,
corrections, sessions, check-in) for organiser and chief referee; `enter` for whoever records at a table.
"""

from __future__ import annotations

from typing import Literal

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404

from .models import Duty, Session, Staff, Table, Tournament
from .models.event import PUBLIC_STATES

Capability = Literal["manage", "direct", "enter"]
Visitor = User | AnonymousUser

ROLES: dict[Capability, tuple[str, ...]] = {
    "manage": (Staff.Role.ORGANISER,),
    "direct": (Staff.Role.ORGANISER, Staff.Role.CHIEF_REFEREE),
    "enter": (Staff.Role.ORGANISER, Staff.Role.CHIEF_REFEREE, Staff.Role.REFEREE),
}


def tournaments_of(user: Visitor, capability: Capability) -> QuerySet[Tournament]:
    """The tournaments in which the user has the capability."""
    if not user.is_authenticated:
        return Tournament.objects.none()
    return Tournament.objects.filter(staff__user=user, staff__role__in=ROLES[capability])


def staff_tournament(user: Visitor, slug: str, capability: Capability) -> Tournament:
    """The user's tournament with this slug, or 404."""
    found = tournaments_of(user, capability).filter(slug=slug).first()
    if found is None:
        raise Http404
    return found


def public_tournament(user: Visitor, slug: str) -> Tournament:
    """A tournament that this visitor may look at: a public one, or one of his own. Else 404."""
    found = Tournament.objects.filter(slug=slug).first()
    if found is None or not (found.is_public or has_role(user, found, "enter")):
        raise Http404
    return found


def visible_tournaments(user: Visitor) -> QuerySet[Tournament]:
    """What the list of tournaments shows to this visitor."""
    if not user.is_authenticated:
        return Tournament.objects.filter(is_public=True)
    return Tournament.objects.filter(Q(is_public=True) | Q(staff__user=user)).distinct()


def has_role(user: Visitor, tournament: Tournament, capability: Capability) -> bool:
    """Whether the user has the capability in this tournament."""
    if not user.is_authenticated:
        return False
    return Staff.objects.filter(tournament=tournament, user=user, role__in=ROLES[capability]).exists()


def may_create(user: Visitor) -> bool:
    """Whether the user may create tournaments: with the permission `tournament.add_tournament`, which
    `manage.py make_organiser` gives, as staff of the installation, or as organiser of any tournament."""
    if not user.is_authenticated:
        return False
    if user.is_staff or user.has_perm("tournament.add_tournament"):
        return True
    return Staff.objects.filter(user=user, role=Staff.Role.ORGANISER).exists()


def workplaces(user: Visitor) -> tuple[str, ...]:
    """Which of the pages `organiser` and `referee` have something for this user, the most likely first."""
    desk = may_create(user) or tournaments_of(user, "direct").exists()
    tables = tournaments_of(user, "enter").exists()
    return ("organiser",) * desk + ("referee",) * tables


def public_session(tournament: Tournament, number: int) -> Session:
    """A session whose draw is published, or 404: guessing the address of a draft shows nothing."""
    found = tournament.sessions.filter(number=number, state__in=PUBLIC_STATES).first()
    if found is None:
        raise Http404
    return found


def tables_to_enter(user: Visitor, tournament: Tournament) -> QuerySet[Table]:
    """The tables of published sessions at which the user may record: his own, or all for those who direct."""
    tables = Table.objects.filter(session__tournament=tournament, session__state__in=PUBLIC_STATES)
    if has_role(user, tournament, "direct"):
        return tables
    if not user.is_authenticated or not has_role(user, tournament, "enter"):
        return tables.none()
    mine = Duty.objects.filter(tournament=tournament, staff__user=user).values("table_number")
    return tables.filter(number__in=mine)


def all_tables_to_enter(user: Visitor) -> QuerySet[Table]:
    """The same over all tournaments of the user."""
    if not user.is_authenticated:
        return Table.objects.none()
    mine = Duty.objects.filter(
        tournament=OuterRef("session__tournament"), table_number=OuterRef("number"), staff__user=user
    )
    return Table.objects.filter(
        Q(session__tournament__in=tournaments_of(user, "direct"))
        | Q(Exists(mine), session__tournament__in=tournaments_of(user, "enter")),
        session__state__in=PUBLIC_STATES,
    )


def table_to_enter(user: Visitor, slug: str, session: int, number: int) -> Table:
    """One table at which the user may record, or 404."""
    tournament = staff_tournament(user, slug, "enter")
    found = tables_to_enter(user, tournament).filter(session__number=session, number=number).first()
    if found is None:
        raise Http404
    return found

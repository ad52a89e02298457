"""Who may do what in which tournament. Another organiser's tournament does not exist for you: 404, never 403.

`ROLES` is the one table of capabilities, `ACTS` says which of them an act at a table takes. A paired telephone works in
one tournament only, whatever else its owner may do elsewhere: the middleware `tournament.phones` says so with
`limit_to_phone`, and nothing but this module asks.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache
from typing import Literal

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import CharField, DateTimeField, Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.utils import timezone

from .models import Device, Duty, Session, Staff, Table, TableKeeper, Tournament
from .models.event import PUBLIC_STATES
from .prepared import Given, Prepared

# manage: rules, people, draws, staff. direct: the running day, with corrections at closed tables. everywhere: all
# tables, and the totals of paper sheets. penalise: penalties, and what lifts them. record: whatever else a referee does
# at a table. inside: sees what the public does not see yet. enter: records hands at some table.
Capability = Literal["manage", "direct", "everywhere", "penalise", "record", "inside", "enter"]
Visitor = User | AnonymousUser
Role = Staff.Role

_DIRECTING = (Role.ORGANISER, Role.CHIEF_REFEREE)
_OFFICE = (*_DIRECTING, Role.REFEREE, Role.SCORER)
ROLES: dict[Capability, tuple[Role, ...]] = {
    "manage": (Role.ORGANISER,),
    "direct": _DIRECTING,
    "everywhere": (*_DIRECTING, Role.SCORER),
    "penalise": (*_DIRECTING, Role.REFEREE),
    "record": _OFFICE,
    "inside": _OFFICE,
    "enter": (*_OFFICE, Role.KEEPER),
}
# What an act at a table takes. Every other one asks itself whether who sends it directs.
ACTS: dict[str, Capability] = {
    "hand": "enter",
    "round": "enter",
    "close": "enter",
    "undo": "enter",
    "call": "enter",
    "check": "record",
    "correction": "record",
    "replay": "record",
    "time": "record",
    "counting": "record",
    "dispute": "record",
    "totals": "everywhere",
    "penalty": "penalise",
    "withdrawal": "penalise",
}
# Where entries are taken, and a player can be named to keep a table.
KEPT_STATES = (Session.State.PUBLISHED, Session.State.RUNNING)
# So long after the end of a session his telephone may still send what it could not send before: it waits for the chief
# referee like every entry at a closed table.
LATE_ENTRIES = timedelta(hours=1)
# What a column of numbers holds; an address can name more.
LARGEST_NUMBER = 2**31 - 1


def kept(session: str, since: datetime | Given | None = None) -> Q:
    """Where a player keeps his table; `session` leads to the session, such as "table__session__".

    `since`: a session that closed then is not too old (default: by `LATE_ENTRIES`).
    """
    late = {
        f"{session}state": Session.State.CLOSED,
        f"{session}closed_at__gte": timezone.now() - LATE_ENTRIES if since is None else since,
    }
    return Q(**{f"{session}state__in": KEPT_STATES}) | Q(**late)


def limit_to_phone(user: User, device: Device) -> None:
    """From here on this user is the owner of a paired telephone, and nobody outside its tournament."""
    user.quesai_phone = device  # type: ignore[attr-defined]


def phone_of(user: Visitor) -> Device | None:
    """The paired telephone with which this user has come; None for one who logged in by name and password."""
    found: Device | None = getattr(user, "quesai_phone", None)
    return found


def _roles(user: Visitor, capability: Capability) -> QuerySet[Staff]:
    """The roles by which the user has the capability: of a telephone, the one that it was paired with."""
    if not user.is_authenticated:
        return Staff.objects.none()
    phone = phone_of(user)
    return _roles_of(user.pk, None if phone is None else phone.staff_id, capability)


def _roles_of(user: int | Given, staff: int | Given | None, capability: Capability) -> QuerySet[Staff]:
    found = Staff.objects.filter(user=user, role__in=ROLES[capability])
    return found if staff is None else found.filter(pk=staff)


def tournaments_of(user: Visitor, capability: Capability) -> QuerySet[Tournament]:
    """The tournaments in which the user has the capability."""
    return Tournament.objects.filter(pk__in=_roles(user, capability).order_by().values("tournament"))


def staff_tournament(user: Visitor, slug: str, capability: Capability) -> Tournament:
    """The user's tournament with this slug, or 404."""
    found = tournaments_of(user, capability).filter(slug=slug).first()
    if found is None:
        raise Http404
    return found


def public_tournament(user: Visitor, slug: str) -> Tournament:
    """A tournament that this visitor may look at: a public one, or one of his own. Else 404."""
    found = Tournament.objects.filter(slug=slug).first()
    if found is None or not (found.is_public or has_role(user, found, "inside")):
        raise Http404
    return found


def visible_tournaments(user: Visitor) -> QuerySet[Tournament]:
    """What the list of tournaments shows to this visitor."""
    if not user.is_authenticated:
        return Tournament.objects.filter(is_public=True)
    own = _roles(user, "inside").order_by().values("tournament")
    return Tournament.objects.filter(Q(is_public=True) | Q(pk__in=own))


def has_role(user: Visitor, tournament: Tournament, capability: Capability) -> bool:
    """Whether the user has the capability in this tournament."""
    return _roles(user, capability).filter(tournament=tournament).exists()


def may_create(user: Visitor) -> bool:
    """Whether the user may create tournaments: with the permission `tournament.add_tournament`, which
    `manage.py make_organiser` gives, as staff of the installation, or as organiser of any tournament.
    A paired telephone creates none."""
    if not isinstance(user, User) or phone_of(user) is not None:
        return False
    if user.is_staff or user.has_perm("tournament.add_tournament"):
        return True
    return _roles(user, "manage").exists()


def workplaces(user: Visitor) -> tuple[str, ...]:
    """Which of the pages `organiser` and `referee` have something for this user, the most likely first."""
    desk = may_create(user) or _roles(user, "direct").exists()
    tables = _roles(user, "enter").exists()
    return ("organiser",) * desk + ("referee",) * tables


def public_session(tournament: Tournament, number: int) -> Session:
    """A session whose draw is published, or 404: guessing the address of a draft shows nothing."""
    found = tournament.sessions.filter(number=number, state__in=PUBLIC_STATES).first()
    if found is None:
        raise Http404
    return found


def tables_to_enter(user: Visitor, tournament: Tournament) -> QuerySet[Table]:
    """The tables of published sessions at which the user may record: his own, or all for who records everywhere."""
    return all_tables_to_enter(user).filter(session__tournament=tournament)


def all_tables_to_enter(user: Visitor) -> QuerySet[Table]:
    """The same over all tournaments of the user."""
    return _tables_by(_roles(user, "everywhere"), _roles(user, "enter"))


def _tables_by(
    everywhere: QuerySet[Staff], enter: QuerySet[Staff], since: Given | None = None
) -> QuerySet[Table]:
    """The tables at which somebody may record by his roles that let him record everywhere, and at some table."""
    mine = enter.order_by().values("pk")
    duty = Duty.objects.filter(
        tournament=OuterRef("session__tournament"), table_number=OuterRef("number"), staff__in=mine
    )
    keeper = TableKeeper.objects.filter(kept("table__session__", since), table=OuterRef("pk"), staff__in=mine)
    return Table.objects.filter(
        Q(session__tournament__in=everywhere.order_by().values("tournament"))
        | Q(Exists(duty))
        | Q(Exists(keeper)),
        session__state__in=PUBLIC_STATES,
    )


def table_to_enter(user: Visitor, slug: str, session: int, number: int) -> Table:
    """One table at which the user may record, with its session and tournament, or 404. One query."""
    found = None
    if isinstance(user, User) and max(session, number) <= LARGEST_NUMBER:
        found = _table_to_enter(phone_of(user) is not None).first(
            **_who(user), slug=slug, session=session, number=number, since=timezone.now() - LATE_ENTRIES
        )
    if found is None:
        raise Http404
    return found


def _who(user: User) -> dict[str, int | None]:
    """The user, and the role of his telephone, for the queries that are prepared."""
    phone = phone_of(user)
    return {"user": user.pk, "staff": None if phone is None else phone.staff_id}


@cache
def _table_to_enter(by_phone: bool) -> Prepared[Table]:
    def build() -> QuerySet[Table]:
        staff = Given("staff") if by_phone else None
        everywhere, enter = (_roles_of(Given("user"), staff, one) for one in ("everywhere", "enter"))
        return (
            _tables_by(everywhere, enter, Given("since", DateTimeField()))
            .filter(
                session__tournament__slug=Given("slug", CharField()),
                session__number=Given("session"),
                number=Given("number"),
            )
            .select_related("session__tournament")
            .order_by("pk")[:1]
        )

    return Prepared(build)


def role_in(user: Visitor, tournament: Tournament) -> Role | None:
    """What the user is in this tournament; None where he is nobody."""
    if not isinstance(user, User):
        return None
    found = _role_in(phone_of(user) is not None).first(**_who(user), tournament=tournament.pk)
    return None if found is None else Role(found[0])


@cache
def _role_in(by_phone: bool) -> Prepared[tuple[str]]:
    def build() -> QuerySet[Staff, tuple[str]]:
        found = _roles_of(Given("user"), Given("staff") if by_phone else None, "enter")
        return found.filter(tournament=Given("tournament")).values_list("role")[:1]

    return Prepared(build)


def may_act(role: Role, kind: str) -> bool:
    """Whether a role may do this kind of act at a table. What only those who direct do is refused by the act itself."""
    return role in ROLES[ACTS.get(kind, "record")]

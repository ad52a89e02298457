"""Referees and other staff: named, given tables, removed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tournament.models import Duty, Staff, Tournament
from tournament.refusals import Refused

from .accounts import forget_wrong_passwords, log_out_everywhere, new_password
from .base import log_action, writing
from .devices import end_devices_of
from .people import tidy

# The roles that people are given; a keeper is named at his table.
GIVEN_ROLES = (Staff.Role.ORGANISER, Staff.Role.CHIEF_REFEREE, Staff.Role.REFEREE, Staff.Role.SCORER)
MOST_TABLES = 1024


def name_staff(tournament: Tournament, name: str, username: str, role: str, by: User) -> tuple[Staff, str]:
    """Give somebody a role in this tournament. Returns the password of a new account, "" for an existing one."""
    name, username = tidy(name), tidy(username)
    given = _given_role(role)
    if not name or len(name) > 100:
        raise Refused("name", _("A name of at most 100 characters is needed."), field="name")
    if not re.fullmatch(r"[\w.@+-]{1,150}", username):
        raise Refused(
            "username", _("A user name has letters, digits and . @ + - _ only, no blanks."), field="username"
        )
    with writing(tournament) as locked:
        user = User.objects.filter(username=username).first()
        password = ""
        if user is None:
            password = new_password()
            user = User.objects.create_user(username=username, password=password)
        if Staff.objects.filter(tournament=locked, user=user).exists():
            raise Refused(
                "already_staff",
                _("“%(user)s” has a role in this tournament already.") % {"user": username},
                field="username",
            )
        staff = Staff.objects.create(tournament=locked, user=user, role=given, name=name)
        log_action(locked, "staff_named", by, name=name, role=given)
        return staff, password


def change_role(tournament: Tournament, staff_id: int, role: str, by: User) -> Staff:
    """Give somebody of the staff another role. The last organiser stays; only a referee has tables of his own."""
    given = _given_role(role)
    with writing(tournament) as locked:
        staff = _get_staff(locked, staff_id)
        if staff.role == given:
            return staff
        _refuse_last_organiser(locked, staff)
        log_action(locked, "role_changed", by, name=staff.name, role=given, before=staff.role)
        staff.role = given
        staff.save(update_fields=["role"])
        if given != Staff.Role.REFEREE:
            staff.duties.all().delete()
    return staff


def remove_staff(tournament: Tournament, staff_id: int, by: User) -> None:
    """Take somebody's role in this tournament away, and with it his telephones. The last organiser stays."""
    with writing(tournament) as locked:
        staff = _get_staff(locked, staff_id)
        _refuse_last_organiser(locked, staff)
        log_action(locked, "staff_removed", by, name=staff.name, role=staff.role)
        staff.delete()


def is_mine_to_manage(account: User, by: User) -> bool:
    """Whether an organiser may set the password of an account, or log it out everywhere.

    Only accounts that serve nowhere but in tournaments of this organiser, and organise nothing themselves: nobody
    takes over an account that is not his to manage, or throws it out of another tournament.
    """
    mine = Staff.objects.filter(user=by, role=Staff.Role.ORGANISER).values("tournament")
    elsewhere = Staff.objects.filter(user=account).exclude(tournament__in=mine)
    organises = Staff.objects.filter(user=account, role=Staff.Role.ORGANISER)
    powerful = account.is_staff or account.is_superuser or account.has_perm("tournament.add_tournament")
    return not (powerful or elsewhere.exists() or organises.exists())


def reset_password(tournament: Tournament, staff_id: int, by: User) -> tuple[Staff, str]:
    """A new password for somebody who lost his; he is logged out everywhere. Returns it, to be shown once."""
    with writing(tournament) as locked:
        staff = _get_staff(locked, staff_id)
        account = staff.user
        if not is_mine_to_manage(account, by):
            raise Refused(
                "not_yours",
                _(
                    "“%(user)s” works for others too, or organises. Only whoever runs the server can set that password."
                )
                % {"user": account.get_username()},
            )
        password = new_password()
        account.set_password(password)
        account.save(update_fields=["password"])
        log_out_everywhere(account)
        forget_wrong_passwords(account.get_username())
        log_action(locked, "password_reset", by, name=staff.name)
    return staff, password


def log_out_staff(tournament: Tournament, staff_id: int, by: User) -> tuple[Staff, bool]:
    """Log somebody out. Returns whether everywhere: of an account that serves others too, his telephones here only."""
    with writing(tournament) as locked:
        staff = _get_staff(locked, staff_id)
        everywhere = is_mine_to_manage(staff.user, by)
        if everywhere:
            log_out_everywhere(staff.user)
        else:
            end_devices_of(staff.user, locked)
        log_action(locked, "staff_logged_out", by, name=staff.name)
    return staff, everywhere


def unlock_staff(tournament: Tournament, staff_id: int, by: User) -> Staff:
    """Let somebody try his password again at once who was locked out after wrong ones."""
    with writing(tournament) as locked:
        staff = _get_staff(locked, staff_id)
        if not is_mine_to_manage(staff.user, by):
            raise Refused(
                "not_yours",
                _(
                    "“%(user)s” works for others too, or organises: the lock opens by itself. Until then pair "
                    "the telephone."
                )
                % {"user": staff.user.get_username()},
            )
        forget_wrong_passwords(staff.user.get_username())
        log_action(locked, "staff_unlocked", by, name=staff.name)
    return staff


def give_tables(tournament: Tournament, staff_id: int, numbers: Sequence[int], by: User) -> None:
    """Give a referee exactly these tables, in every session; a table has one referee, so others lose them."""
    if any(not 1 <= n <= MOST_TABLES for n in numbers):
        raise Refused(
            "table_number", _("Tables are numbered 1 to %(n)s.") % {"n": MOST_TABLES}, field="tables"
        )
    with writing(tournament) as locked:
        staff = _get_staff(locked, staff_id)
        if staff.role != Staff.Role.REFEREE and numbers:
            raise Refused("not_a_referee", _("Only a referee has tables of his own."), field="tables")
        staff.duties.all().delete()
        Duty.objects.filter(tournament=locked, table_number__in=numbers).delete()
        Duty.objects.bulk_create(
            [Duty(tournament=locked, staff=staff, table_number=n) for n in sorted(set(numbers))]
        )
        log_action(locked, "tables_given", by, name=staff.name, tables=sorted(set(numbers)))


def share_tables(tournament: Tournament, tables: int, by: User) -> int:
    """Give tables 1 … `tables` to all referees in equal runs, the first ones one more: 13 to three are 5, 4 and 4.

    Whoever had tables keeps none but these. Returns how many referees there are.
    """
    if not 1 <= tables <= MOST_TABLES:
        raise Refused(
            "table_number", _("Tables are numbered 1 to %(n)s.") % {"n": MOST_TABLES}, field="count"
        )
    with writing(tournament) as locked:
        referees = list(locked.staff.filter(role=Staff.Role.REFEREE).order_by("name", "id"))
        if not referees:
            raise Refused(
                "no_referee", _("There is no referee to whom tables could be given. Name one first.")
            )
        each, more = divmod(tables, len(referees))
        locked.duties.all().delete()
        duties, first = [], 1
        for index, staff in enumerate(referees):
            run = range(first, first + each + (index < more))
            duties += [Duty(tournament=locked, staff=staff, table_number=n) for n in run]
            first = run.stop
        Duty.objects.bulk_create(duties)
        log_action(locked, "tables_shared", by, tables=tables, referees=len(referees))
    return len(referees)


def parse_tables(text: str) -> list[int]:
    """Table numbers as people write them: "1-4, 7" or "1～4、7"."""
    numbers: set[int] = set()
    for part in re.split(r"[\s,;，、；]+", text.strip()):
        if not part:
            continue
        match = re.fullmatch(r"(\d{1,4})(?:\s*[-–—~～至]\s*(\d{1,4}))?", part)
        if match is None:
            raise Refused(
                "tables",
                _("“%(part)s” is no table number. Write for example 1-4, 7.") % {"part": part[:30]},
                field="tables",
            )
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            raise Refused(
                "tables",
                _("“%(part)s” runs backwards. Write the smaller number first.") % {"part": part[:30]},
                field="tables",
            )
        numbers.update(range(first, last + 1))
    return sorted(numbers)


def _given_role(role: str) -> Staff.Role:
    if role not in GIVEN_ROLES:
        raise Refused("role", _("Choose a role: organiser, chief referee, referee or scorer."), field="role")
    return Staff.Role(role)


def _refuse_last_organiser(tournament: Tournament, staff: Staff) -> None:
    organisers = tournament.staff.filter(role=Staff.Role.ORGANISER)
    if staff.role == Staff.Role.ORGANISER and organisers.count() == 1:
        raise Refused("last_organiser", _("The last organiser cannot be removed. Name another one first."))


def _get_staff(tournament: Tournament, staff_id: int) -> Staff:
    """Somebody of the staff; a player who keeps his table is none of them."""
    staff = tournament.staff.filter(pk=staff_id).exclude(role=Staff.Role.KEEPER).first()
    if staff is None:
        raise Refused("no_such_staff", _("There is no such person among the staff. Reload the page."))
    return staff

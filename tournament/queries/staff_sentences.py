"""What the history says about the staff and their telephones."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

STAFF_SENTENCES: dict[str, Promise] = {
    "staff_named": gettext_lazy("named %(name)s as %(role)s"),
    "role_changed": gettext_lazy("made %(name)s %(role)s"),
    "password_reset": gettext_lazy("set a new password for %(name)s"),
    "staff_logged_out": gettext_lazy("logged %(name)s out"),
    "staff_unlocked": gettext_lazy("unlocked the password of %(name)s"),
    "staff_removed": gettext_lazy("removed %(name)s from the staff"),
    "tables_given": gettext_lazy("gave %(name)s the tables %(tables)s"),
    "tables_taken": gettext_lazy("took all tables from %(name)s"),
    "tables_shared": gettext_lazy("divided tables 1 to %(tables)s among %(referees)s referees"),
    "code_offered": gettext_lazy("made a code that pairs a telephone with %(name)s"),
    "phone_paired": gettext_lazy("paired a telephone with %(name)s: %(phone)s"),
    "phone_ended": gettext_lazy("logged out the telephone of %(name)s: %(phone)s"),
    "keeper_named": gettext_lazy("named %(name)s as keeper of the table"),
    "keeper_ended": gettext_lazy("ended that %(name)s keeps the table"),
}

"""Whom the names in a saved tournament mean here, so that nobody gains access to anything by a file.

A file says nothing about accounts but their names, and a name proves nothing: on another installation it is somebody
else's, and whoever made the file may have written any. Therefore

- only names of accounts that work for the restoring organiser already are taken for these accounts: his own, and those
  with a role in a tournament that he organises. To them he could give any role by hand, so the file gives nothing more;
- roles, tables and the keeping of a table come back for these accounts only. All others are named to the organiser,
  who names them anew if he wants them;
- any other name that did something stands in the history as an account of its own, made for this: it is inactive, has
  no password, no role and no right, and its name has blanks and brackets, which no form takes. An existing account of
  the same name has nothing to do with it. Leaving the name out was no choice: the history has no other place for it.
"""

from __future__ import annotations

import re
import secrets

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tournament.access import tournaments_of
from tournament.refusals import Refused

# More people than any hall has; a file must not fill the list of accounts.
MOST_MADE = 500
LONGEST_NAME = 150
_RESTORED = re.compile(r" \(restored [0-9a-f]{8}\)$")


class Accounts:
    """The accounts behind the names of one file. `made` are those that were made for the history."""

    def __init__(self, by: User) -> None:
        """`by` restores the tournament."""
        mine = tournaments_of(by, "manage")
        found = User.objects.filter(quesai_roles__tournament__in=mine).distinct()
        self._known = {user.get_username(): user for user in found} | {by.get_username(): by}
        self.made: dict[str, User] = {}
        self._mark = secrets.token_hex(4)

    def with_role(self, name: str) -> User | None:
        """Whose role comes back; None for everybody who does not work for the restoring organiser already."""
        return self._known.get(name)

    def in_history(self, name: str) -> User:
        """Who stands in the history for a name. Refused where a file names more people than there can be."""
        known = self._known.get(name) or self.made.get(name)
        if known is not None:
            return known
        if len(self.made) >= MOST_MADE:
            text = _("The file names more than %(n)s people who have no account here: that is no tournament.")
            raise Refused("too_many_people", text % {"n": MOST_MADE})
        mark = f" (restored {self._mark})"
        stem = _RESTORED.sub("", name)[: LONGEST_NAME - len(mark) - 4]
        username, n = f"{stem}{mark}", 2
        while User.objects.filter(username=username).exists():
            username, n = f"{stem} {n}{mark}", n + 1
        account = User(username=username, is_active=False)
        account.set_unusable_password()
        account.save()
        self.made[name] = account
        return account

    def remove_made(self) -> None:
        """Take away the accounts that were made, where nothing was restored."""
        for account in self.made.values():
            account.delete()
        self.made.clear()

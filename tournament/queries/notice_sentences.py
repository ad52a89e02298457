"""What the history says about announcements and the programme."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

NOTICE_SENTENCES: dict[str, Promise] = {
    "announced": gettext_lazy("announced to everybody: “%(text)s”"),
    "announcement_taken_down": gettext_lazy("took down the announcement “%(text)s”"),
    "programme_item_added": gettext_lazy("put “%(title)s” into the programme, %(starts_at)s"),
    "programme_item_changed": gettext_lazy("changed “%(title)s” in the programme, %(starts_at)s"),
    "programme_item_removed": gettext_lazy("took “%(title)s” out of the programme"),
    "session_starts_planned": gettext_lazy("planned when sessions start: %(starts)s"),
}

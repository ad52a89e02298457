"""What the history says about entries before the tournament: numbers of entries, never what stands in them."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

REGISTRATION_SENTENCES: dict[str, Promise] = {
    "registration_opened": gettext_lazy("opened entries"),
    "registration_closed": gettext_lazy("closed entries"),
    "registration_changed": gettext_lazy("changed how entries are taken"),
    "entry_received": gettext_lazy("entry %(entry)s came in"),
    "entry_waits": gettext_lazy("entry %(entry)s came to the waiting list"),
    "entry_held": gettext_lazy(
        "entry %(entry)s could not be accepted as it came and waits for the organiser"
    ),
    "entry_accepted": gettext_lazy("accepted entry %(entry)s: players %(players)s"),
    "entry_refused": gettext_lazy("refused entry %(entry)s"),
    "entry_corrected": gettext_lazy("entry %(entry)s was corrected by whoever sent it"),
    "entry_withdrawn": gettext_lazy("entry %(entry)s was withdrawn by whoever sent it"),
    "entries_seen": gettext_lazy("marked the new entries as seen"),
    "entry_data_erased": gettext_lazy("erased the personal data of entries %(entries)s"),
}

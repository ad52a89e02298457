"""In which language a command speaks: that of the terminal, not that of the visitors."""

import os

from django.conf import settings


def terminal_language() -> str:
    """zh-hans for a Chinese terminal, en for any other; the installation's own where nothing is said."""
    said = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    if not said:
        return str(settings.LANGUAGE_CODE)
    return "zh-hans" if said.lower().startswith("zh") else "en"

#!/usr/bin/env python3
"""The door to every command of the program: `python manage.py help`."""

import os
import sys


def main() -> None:
    """Run the command named on the command line; a wrong setting ends it with a sentence."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Error: {error}")


if __name__ == "__main__":
    main()

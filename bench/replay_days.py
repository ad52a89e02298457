"""Replay whole tournament days with one of each situation in random order; the ledger must explain every total.

usage: python bench/replay_days.py [DAYS]     (100 unless said otherwise; a database in memory)
"""

import os
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["DATABASE_URL"] = "sqlite://:memory:"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.core.management import call_command  # noqa: E402

from tests.days import Day  # noqa: E402
from tournament.models import Act, Hand, Tournament  # noqa: E402


def main() -> None:
    days = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    call_command("migrate", verbosity=0)
    done: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    began = time.monotonic()
    for seed in range(days):
        day = Day(seed)
        day.play()
        done.update(day.done)
        refused.update(day.refused)
    print(
        f"{days} days, {Tournament.objects.count()} tournaments, {Act.objects.count()} acts, "
        f"{Hand.objects.count()} revisions of hands, {time.monotonic() - began:.0f} s: every total explained"
    )
    print("carried out in so many days:", dict(done.most_common()))
    print("refused, changing nothing:", dict(refused.most_common()))


if __name__ == "__main__":
    main()

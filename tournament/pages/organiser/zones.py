"""Time zones as a list that can be searched: those of many tournaments first, with their distance from UTC."""

from __future__ import annotations

import zoneinfo
from datetime import UTC, datetime
from functools import lru_cache

REGIONS = (
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)
FIRST = (
    "Asia/Shanghai",
    "Asia/Hong_Kong",
    "Asia/Macau",
    "Asia/Taipei",
    "Asia/Tokyo",
    "Asia/Seoul",
    "Asia/Singapore",
    "Europe/Paris",
    "Europe/Berlin",
    "Europe/London",
    "Europe/Moscow",
    "America/New_York",
    "America/Los_Angeles",
)


@lru_cache(maxsize=2)
def _zones_at(day: str) -> list[tuple[str, str]]:
    now = datetime.fromisoformat(day).replace(tzinfo=UTC)
    names = sorted(n for n in zoneinfo.available_timezones() if n.partition("/")[0] in REGIONS)
    first = [name for name in FIRST if name in names]
    rest = [name for name in names if name not in FIRST]
    return [(name, _offset(name, now)) for name in [*first, *rest, "UTC"]]


def zones() -> list[tuple[str, str]]:
    """All zones as (name, "UTC+08:00"), today."""
    return _zones_at(f"{datetime.now(UTC):%Y-%m-%d}")


def _offset(name: str, now: datetime) -> str:
    text = f"{now.astimezone(zoneinfo.ZoneInfo(name)):%z}"
    return f"UTC{text[:3]}:{text[3:]}"

"""The example of the page on event files: every command shown there prints what the page says."""

from __future__ import annotations

import io
import json
import re
import shlex
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils.translation import override

from tests.machine import ROOT
from tournament.actions.importing import store_event
from tournament.exchange.event_changes import SITTING_KEYS, SUBSTITUTION_KEYS, WITHDRAWAL_KEYS
from tournament.exchange.event_export import export_event
from tournament.exchange.event_file import EVENT_KEYS, PLAYER_KEYS, SESSION_KEYS, TEAM_KEYS, read_event
from tournament.exchange.event_stages import ENTRY_KEYS, LOT_KEYS, STAGE_KEYS
from tournament.exchange.event_tables import HAND_KEYS, PENALTY_KEYS, TABLE_KEYS
from tournament.exchange.standings_table import standings_csv
from tournament.models import Tournament
from tournament.queries.standings import player_standings

PAGE = (ROOT / "docs" / "event-files.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "docs" / "example-event.json"
BLOCKS = re.findall(r"^```\n([^\n]*manage\.py [^\n]*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def run(command: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a command line of the page prints, on either stream; what is echoed into it is its input."""
    words = shlex.split(command)
    if words[0] == "echo":
        given, words = words[1].encode(), words[3:]
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(given)))
    assert words[:2] == [".venv/bin/python", "manage.py"]
    out = io.StringIO()
    try:
        call_command(*words[2:], stdout=out, stderr=out)
    except SystemExit as ended:
        assert ended.code == 1
    return out.getvalue().rstrip("\n")


@pytest.mark.django_db
def test_every_command_of_the_page_prints_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    User.objects.create_user("organiser")
    # Left out: output of other programs, and the demo, which takes long and has tests of its own.
    shown = [(c, p) for c, p in BLOCKS if " | head" not in c and "manage.py demo" not in c]
    assert len(shown) >= 7
    with override("en"):
        for command, printed in shown:
            assert run(command, monkeypatch) == printed.rstrip("\n"), command


@pytest.mark.django_db
def test_the_example_comes_back_with_the_same_standings() -> None:
    slugs = [store_event(read_event(EXAMPLE.read_bytes()), None).slug]
    again = json.dumps(export_event(Tournament.objects.get(slug=slugs[0]))).encode()
    slugs.append(store_event(read_event(again), None).slug)
    first, second = (
        standings_csv(player_standings(Tournament.objects.get(slug=slug)), "player") for slug in slugs
    )
    assert first == second
    assert "4,4,7/2,-34" in first


def test_the_page_explains_every_key() -> None:
    explained = set(re.findall(r"`(\w+)`", PAGE))
    keys: set[Any] = (
        EVENT_KEYS | TEAM_KEYS | PLAYER_KEYS | SESSION_KEYS | TABLE_KEYS | HAND_KEYS | PENALTY_KEYS
    )
    keys |= SITTING_KEYS | WITHDRAWAL_KEYS | SUBSTITUTION_KEYS | STAGE_KEYS | ENTRY_KEYS | LOT_KEYS
    assert keys - explained == set()

"""A rehearsed disaster: a day is backed up, destroyed and restored, and is the same to the last byte."""

from __future__ import annotations

import gc
import json
import shutil
import sqlite3
import zipfile
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection

from tests import making
from tournament.actions.hands import HandEntry, correct_hand
from tournament.management import restoring
from tournament.management.manifests import MANIFEST, read_manifest
from tournament.models import Hand, Seat, Table, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _installation(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.VAR_DIR = tmp_path / "var"
    settings.MEDIA_ROOT = tmp_path / "var" / "files"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    gc.collect()  # a connection of a thread that has ended is open until it is looked for


def told(*command: str, **options: Any) -> str:
    said = StringIO()
    call_command(*command, stdout=said, **options)
    return said.getvalue()


def refused(*command: str) -> str:
    with pytest.raises(CommandError) as error:
        told(*command)
    return str(error.value)


def backed_up() -> Path:
    return Path(told("backup").strip().removeprefix("The database was backed up to "))


def a_day() -> Tournament:
    """Two tables with hands, a penalty and a correction, names of all kinds, drawings and a log."""
    event = making.drawn(8, 2)
    event.players.filter(number=1).update(name="𠮷田 <b>=1+1 Ő足立レイ")
    first, second = making.table(event), making.table(event, number=2)
    making.hand(first, 0, 24, 1)
    making.hand(first, 2, 8)
    making.hand(first)
    making.penalty(first, 3, 20)
    entry = HandEntry(1, 0, 1, 48)
    correct_hand(first, entry, "misread", making.stamp(first))
    making.hand(second, 1, 88)
    making.close(second)
    return event


def everything(event: Tournament) -> dict[str, Any]:
    """All rows of all tables, and what the commands print."""
    found: dict[str, Any] = {}
    with connection.cursor() as cursor:
        for name in sorted(connection.introspection.table_names(cursor)):
            cursor.execute(f'SELECT * FROM "{name}"')
            found[name] = sorted(map(repr, cursor.fetchall()))
    found["standings"] = told("standings", event.slug, format="json")
    found["event"] = told("export_event", event.slug)
    return found


def test_a_day_is_restored_to_the_last_byte(settings: Any) -> None:
    event = a_day()
    photo = Path(settings.MEDIA_ROOT) / "results" / "表.csv"
    photo.parent.mkdir(parents=True)
    photo.write_bytes(b"\0\xff results")
    before = everything(event)
    assert len(before["tournament_hand"]) == 5
    backup = backed_up()
    assert backup.stat().st_mode & 0o777 == 0o600
    assert refused("restore", str(backup)).startswith("There is something in the database already.")

    Hand.objects.all().delete()
    Seat.objects.update(match_points=0)
    Tournament.objects.update(name="destroyed")
    shutil.rmtree(settings.MEDIA_ROOT)
    said = told("restore", str(backup), replace=True)

    assert everything(event) == before
    assert photo.read_bytes() == b"\0\xff results"
    rows = sum(len(lines) for name, lines in before.items() if name not in ("standings", "event"))
    assert f"{rows:,} rows are there, as the manifest says." in said
    assert "The results of 4 tables were computed anew from their hands and penalties: all are equal." in said
    kept = Path(said.partition("backed up to ")[2].splitlines()[0])
    manifest = read_manifest(kept)
    assert manifest is not None
    assert manifest.tables["tournament_hand"] == 0  # what was destroyed was kept, too

    # Entries go on after a restore, with numbers that nobody has.
    making.hand(making.table(event), 1, 10, 0)
    assert Hand.objects.count() == 6


def test_a_damaged_a_foreign_and_a_newer_file_are_refused_and_change_nothing(tmp_path: Path) -> None:
    event = making.tournament(4, 1)
    backup = backed_up()
    whole = backup.read_bytes()
    manifest = read_manifest(backup)
    assert manifest is not None
    broken = tmp_path / f"broken{backup.suffix}"
    for damage in (
        whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:],  # in the database
        whole[:-400],  # cut short
        whole[: manifest.size - 100],
        whole[:-30] + bytes([whole[-30] ^ 1]) + whole[-29:],  # behind the database
    ):
        broken.write_bytes(damage)
        assert "is damaged" in refused("restore", str(broken), "--replace")
    broken.write_text("place,player\n1,Li\n")
    assert "is no backup of this program" in refused("restore", str(broken), "--replace")
    assert "There is no file" in refused("restore", str(tmp_path / "none"))

    changed = [*manifest.migrations, ["tournament", "9999_future"]]
    broken.write_bytes(whole[: manifest.size])
    with zipfile.ZipFile(broken, "a") as archive:
        archive.writestr(MANIFEST, json.dumps(vars(manifest) | {"migrations": changed}))
    assert "made by a newer version of the program (it has 9999_future)" in refused("restore", str(broken))
    assert Tournament.objects.get() == event
    assert not list((tmp_path / "var" / "backups").glob("unfinished*"))


def test_a_result_that_does_not_follow_from_its_ledger_is_named_after_restoring() -> None:
    event = making.drawn(4, 1)
    making.hand(making.table(event), 0, 24, 1)
    Seat.objects.filter(table=making.table(event), chair=0).update(match_points=7)
    backup = backed_up()
    said = refused("restore", str(backup), "--replace")
    assert said.splitlines() == [
        "Restored, but the results of these tables do not follow from their hands and penalties:",
        f"{event.slug}: session 1, table 1",
    ]
    assert Seat.objects.get(table=making.table(event), chair=0).match_points == 7  # looked at, not mended


def test_a_database_that_somebody_has_open_is_not_exchanged() -> None:
    making.user()
    backup = backed_up()
    if connection.vendor == "sqlite":
        other: Any = sqlite3.connect(str(connection.settings_dict["NAME"]))
        other.execute("SELECT COUNT(*) FROM auth_user").fetchall()
    else:
        other = restoring.postgres_connection()
    try:
        assert "Another program has the database open." in refused("restore", str(backup), "--replace")
    finally:
        other.close()


def test_every_table_of_the_program_is_in_the_manifest() -> None:
    manifest = read_manifest(backed_up())
    assert manifest is not None
    models = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    assert models - set(manifest.tables) == set()
    assert ["tournament", "0001_initial"] in manifest.migrations
    assert Table._meta.db_table in manifest.tables

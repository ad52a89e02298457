"""Everything from SQLite into a real PostgreSQL and back: every row, every key, and what is refused."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from psycopg import sql

from tests import making
from tests.machine import POSTGRES_URL
from tournament.actions.accounts import new_password
from tournament.management import moving
from tournament.models import Hand, Job, LogEntry, Player, Tournament

pytestmark = pytest.mark.postgres


@pytest.fixture(scope="module")
def empty() -> Iterator[str]:
    """The address of a new PostgreSQL database, which is gone in the end; what is refused leaves no row in it."""
    name = f"quesai_move_{new_password().lower()}"
    server = psycopg.connect(POSTGRES_URL, autocommit=True)
    server.execute(
        sql.SQL("CREATE DATABASE {} ENCODING 'UTF8' TEMPLATE template0").format(sql.Identifier(name))
    )
    yield urlsplit(POSTGRES_URL)._replace(path=f"/{name}").geturl()
    server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
    server.close()


@pytest.fixture(autouse=True)
def _installation(
    transactional_db: None,
    django_db_blocker: Any,
    settings: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[None]:
    settings.VAR_DIR = tmp_path / "var"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("DATABASE_URL", here())
    with django_db_blocker.unblock():  # also for databases that come and go within a test
        yield


def here() -> str:
    """The address of the database of the tests."""
    about = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{about['NAME']}"
    return f"postgres://{about['USER']}:{about['PASSWORD']}@{about['HOST']}:{about['PORT']}/{about['NAME']}"


def moved(**options: str) -> str:
    said = StringIO()
    call_command("move_database", stdout=said, **options)
    return said.getvalue()


def refused(**options: str) -> str:
    with pytest.raises(CommandError) as error:
        moved(**options)
    return str(error.value)


def a_day() -> Tournament:
    event = making.drawn(8, 1)
    at = making.table(event)
    making.hand(at, 0, 24, 1)
    making.hand(at, 2, 8)
    making.penalty(at, 3, 20)
    making.close(making.table(event, number=2))
    Player.objects.filter(tournament=event, number=1).update(name="𠮷田 <b>=1+1 Ő足立レイ")
    LogEntry.objects.filter(tournament=event).update(at=datetime(2026, 5, 1, 9, 30, 0, 123457, UTC))
    # A key far from what a sequence would give, a large number and null within JSON.
    Job.objects.create(
        pk=7_000_000_001,
        tournament=event,
        owner=making.user(),
        kind="rehearse",
        arguments={"seed": 2**63 - 1, "nothing": None, "名": ["𠮷", 0.1]},
        state="done",
    )
    return event


def test_what_cannot_be_moved_is_refused_with_its_row_and_changes_nothing(
    empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = a_day()
    assert "Say from where (--from) or to where (--to)" in refused()
    assert "begins with sqlite:/// or postgres://" in refused(target="mysql://somewhere/else")
    assert refused(source=f"sqlite:///{tmp_path}/none.sqlite3", target=empty).startswith("Nothing was moved:")

    first = event.players.get(number=1)
    if connection.vendor == "sqlite":
        Player.objects.filter(pk=first.pk).update(club="a\0b")
        said = refused(target=empty)
        assert f"column club of row {first.pk} of table tournament_player contains a zero character" in said
        Player.objects.filter(pk=first.pk).update(club="x" * 500)  # SQLite does not count
        assert f"does not take row {first.pk} of table tournament_player" in refused(target=empty)
        Player.objects.filter(pk=first.pk).update(club="")

    copy = moving._copy

    def while_somebody_enters(model: Any) -> int:
        if model is Hand:
            other = connections.create_connection("default")
            with other.cursor() as cursor:
                cursor.execute("UPDATE tournament_tournament SET version = version + 1")
            other.close()
        return copy(model)

    monkeypatch.setattr(moving, "_copy", while_somebody_enters)
    assert "Somebody wrote to the old database meanwhile." in refused(target=empty)
    with psycopg.connect(empty) as database:
        assert database.execute("SELECT COUNT(*) FROM tournament_player").fetchone() == (0,)

    monkeypatch.setattr(moving, "_copy", lambda model: 0 if model is Hand else copy(model))
    assert "The rows of tournament_hand are not the same in both databases." in refused(target=empty)
    with psycopg.connect(empty) as database:
        assert database.execute("SELECT COUNT(*) FROM tournament_player").fetchone() == (0,)


def test_everything_is_moved_and_a_hand_can_be_recorded_there(empty: str, tmp_path: Path) -> None:
    event = a_day()
    said = moved(target=empty)
    assert "Every row and the standings of every tournament are the same in both databases." in said
    assert "Set DATABASE_URL to the new database" in said

    with psycopg.connect(empty) as database:
        found = database.execute("SELECT name FROM tournament_player WHERE number = 1").fetchone()
        assert found == ("𠮷田 <b>=1+1 Ő足立レイ",)
        found = database.execute("SELECT DISTINCT at FROM tournament_logentry").fetchone()
        assert found == (datetime(2026, 5, 1, 9, 30, 0, 123457, UTC),)
        found = database.execute("SELECT id, arguments FROM tournament_job").fetchone()
        assert found == (7_000_000_001, {"seed": 2**63 - 1, "nothing": None, "名": ["𠮷", 0.1]})
        # The sequences go on behind the keys that were moved.
        for table, last in (
            ("tournament_hand", Hand.objects.order_by("-pk")[0].pk),
            ("tournament_job", 7_000_000_001),
        ):
            after = database.execute("SELECT nextval(pg_get_serial_sequence(%s, 'id'))", [table]).fetchone()
            assert after == (last + 1,)

    assert "The new database is not empty: there are rows in" in refused(target=empty)

    # And back, into a new file.
    file = tmp_path / "back.sqlite3"
    moved(source=empty, target=f"sqlite:///{file}")
    back = sqlite3.connect(file)
    assert (
        back.execute("SELECT name FROM tournament_player WHERE number = 1").fetchone()[0].startswith("𠮷田")
    )
    count = Hand.objects.filter(table__session__tournament=event).count()
    assert back.execute("SELECT COUNT(*) FROM tournament_hand").fetchone() == (count,) == (2,)
    back.close()

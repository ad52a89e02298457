"""What watchers are told, and who may read the figures."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from config import health, metric_files
from tests import making
from tests.machine import REDIS_URL
from tournament.actions.acts import Stamp
from tournament.actions.hands import HandEntry, record_hand
from tournament.models import Table
from tournament.queries.standings import player_standings
from tournament.refusals import Refused


@pytest.fixture(autouse=True)
def _migrations_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_migrated", set())


def figure(client: Client, name: str) -> float:
    """The value of one line of the figures; 0 where it was not counted yet."""
    text = client.get("/metrics").content.decode()
    return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith(f"{name} "))


@pytest.mark.django_db
def test_a_living_process_says_so_without_the_database_and_by_any_name(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, settings: Settings
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    with django_assert_num_queries(0):
        answer = client.get("/health/live", HTTP_HOST="10.1.2.3:8000")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_ready_says_which_component_fails_and_nothing_else_of_it(client: Client, settings: Settings) -> None:
    assert client.get("/health/ready", HTTP_HOST="web:8000").json() == {"database": "ok", "migrations": "ok"}
    settings.REDIS_URL = "redis://:sesame@127.0.0.1:1/0"
    answer = client.get("/health/ready")
    assert answer.status_code == 503
    assert answer.json() == {"database": "ok", "migrations": "ok", "redis": "does not answer"}
    assert b"sesame" not in answer.content


@pytest.mark.redis
@pytest.mark.django_db
def test_ready_with_redis(client: Client, settings: Settings) -> None:
    settings.REDIS_URL = REDIS_URL
    assert client.get("/health/ready").json()["redis"] == "ok"
    assert 'quesai_job_queue{state="waiting"}' in client.get("/metrics").content.decode()


@pytest.mark.django_db
def test_not_ready_before_the_migrations_are_applied(client: Client) -> None:
    recorder = MigrationRecorder(connection)
    recorder.migration_qs.filter(app="tournament").order_by("-id")[:1].get().delete()
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()["migrations"]) == (503, "not applied")


def test_not_ready_without_a_database(client: Client) -> None:
    # Without the mark that lets a test use the database nothing answers.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(health, "_database", _refused)
        answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()) == (503, {"database": "does not answer"})


def _refused() -> str:
    raise ConnectionRefusedError


@pytest.mark.parametrize(
    ("proxies", "source", "more", "status"),
    [
        (0, "127.0.0.1", {}, 200),
        (0, "::1", {}, 200),
        (0, "192.168.1.20", {}, 404),  # a phone in the hall
        (1, "172.18.0.5", {}, 200),  # a container beside it
        (1, "::ffff:10.0.0.9", {}, 200),
        (1, "8.8.4.4", {}, 404),
        (1, "::ffff:8.8.8.8", {}, 404),
        (1, "127.0.0.1", {"X-Forwarded-For": "203.0.113.9"}, 404),
        (1, "127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, 404),
        (0, "127.0.0.1", {"Forwarded": "for=203.0.113.9"}, 404),
        (1, "8.8.8.8", {"Authorization": "Bearer open"}, 404),
        (1, "8.8.8.8", {"Authorization": "Bearer sesame"}, 200),
        (1, "", {}, 404),
    ],
)
@pytest.mark.django_db
def test_the_figures_are_for_neighbours_and_for_who_has_the_token(
    client: Client,
    settings: Settings,
    proxies: int,
    source: str,
    more: dict[str, str],
    status: int,
) -> None:
    settings.PROXIES, settings.METRICS_TOKEN = proxies, "sesame"
    assert client.get("/metrics", REMOTE_ADDR=source, headers=more).status_code == status


@pytest.mark.django_db
def test_without_a_token_none_fits(client: Client) -> None:
    for given in ("Bearer ", "Bearer", "bearer None"):
        answer = client.get("/metrics", REMOTE_ADDR="8.8.8.8", headers={"Authorization": given})
        assert answer.status_code == 404


@pytest.mark.django_db
def test_requests_polls_and_acts_are_counted_without_what_was_typed(client: Client) -> None:
    event = making.drawn(4, 1)
    names = {
        "page": 'quesai_requests_total{method="GET",status="2xx",view="public:standings"}',
        "unchanged": 'quesai_live_polls_total{answer="unchanged"}',
        "stored": 'quesai_acts_total{kind="hand",outcome="stored"}',
        "repeated": 'quesai_acts_total{kind="hand",outcome="repeated"}',
        "stale": 'quesai_acts_total{kind="hand",outcome="stale"}',
        "odd": 'quesai_requests_total{method="other",status="4xx",view="public:home"}',
    }
    before = {key: figure(client, name) for key, name in names.items()}
    at = making.table(event)
    stamp = making.stamp(at)
    for _twice in range(2):
        record_hand(at, HandEntry(1, None, None, None), stamp)
    with pytest.raises(Refused):
        record_hand(Table.objects.get(pk=at.pk), HandEntry(2, None, None, None), stamp_of_old(at))
    address = f"/t/{event.slug}/standings/"
    assert client.get(address).status_code == 200
    part = client.get(address, {"part": "1"})
    assert client.get(address, {"part": "1", "v": str(part["X-Version"])}).status_code == 204
    client.generic("BREW", "/")
    after = {key: figure(client, name) for key, name in names.items()}
    changed = {key: after[key] - before[key] for key in names}
    assert changed == {
        "page": 3,
        "unchanged": 1,
        "stored": 1,
        "repeated": 1,
        "stale": 1,
        "odd": 1,
    }
    text = client.get("/metrics").content.decode()
    assert event.slug not in text
    assert 'quesai_jobs{state="queued"} 0.0' in text


@pytest.mark.django_db
def test_standings_that_are_kept_are_asked_for_and_not_computed(client: Client) -> None:
    event = making.tournament(4, 1)
    names = [f'quesai_standings_{what}_total{{of="players"}}' for what in ("asked", "computed")]
    before = [figure(client, name) for name in names]
    for _time in range(3):
        player_standings(event)
    assert [figure(client, name) - was for name, was in zip(names, before, strict=True)] == [3, 1]


def stamp_of_old(at: Table) -> Stamp:
    """What a phone sends that has not seen the last entry."""
    made = making.stamp(at)
    return Stamp(made.by, made.client_id, made.expected_version - 1)


def test_what_dead_servers_counted_is_cleared_away_and_what_living_ones_count_is_not(tmp_path: Path) -> None:
    dead, living = tmp_path / "dead", tmp_path / "living"
    for folder in (dead, living):
        folder.mkdir()
        (folder / "counter_1.db").touch()
    lock = os.open(living / metric_files.LOCK, os.O_RDWR | os.O_CREAT)
    fcntl.flock(lock, fcntl.LOCK_EX)
    try:
        own = metric_files.prepare(tmp_path)
    finally:
        os.close(lock)
    assert {path for path in tmp_path.iterdir() if path.is_dir()} == {living, own}


def test_all_processes_of_a_server_count_into_one_sum(tmp_path: Path) -> None:
    count = "from tournament.figures import ERRORS; ERRORS.labels('cache').inc()"
    ask = (
        "from prometheus_client import CollectorRegistry, generate_latest, multiprocess as m; "
        "r = CollectorRegistry(); m.MultiProcessCollector(r); print(generate_latest(r).decode())"
    )
    variables = {**os.environ, metric_files.VARIABLE: str(tmp_path)}
    for _process in range(2):
        subprocess.run([sys.executable, "-c", count], env=variables, check=True)
    told = subprocess.run([sys.executable, "-c", ask], env=variables, check=True, capture_output=True)
    assert b'quesai_component_errors_total{component="cache"} 2.0' in told.stdout

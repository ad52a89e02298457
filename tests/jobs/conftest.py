"""A tournament with an owner, and waiting for what happens in other threads and processes."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from scoring.rulebook import load
from tests.jobs import kinds  # noqa: F401 - registers them
from tournament.actions import jobs
from tournament.models import Job, Tournament


@pytest.fixture(autouse=True)
def _var_dir(settings: Any, tmp_path: Path) -> Iterator[None]:
    """Locks of a test in a folder of the test, and no thread left when it ends."""
    settings.VAR_DIR = tmp_path / "var"
    yield
    jobs.stop()


@pytest.fixture
def alice(transactional_db: None) -> User:
    return User.objects.create_user("alice")


@pytest.fixture
def cup(alice: User) -> Tournament:
    return Tournament.objects.create(
        slug="cup", name="Cup", rules=load("cn2014").to_mapping(), created_by=alice
    )


@pytest.fixture
def until() -> Callable[..., Job]:
    """`until(job, state)` waits for the job to come into a state, and returns it."""

    def wait(job: Job, *states: str, seconds: float = 30) -> Job:
        deadline = time.monotonic() + seconds
        while True:
            job.refresh_from_db()
            if job.state in states:
                return job
            assert time.monotonic() < deadline, f"the job is {job.state} after {seconds} s: {job.error}"
            time.sleep(0.05)

    return wait

"""The web server's own settings."""

import runpy
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from tests.machine import ROOT
from tournament.actions import jobs


@pytest.fixture
def conf(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """The configuration as gunicorn reads it; signals are as before when the test ends."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGQUIT)}
    monkeypatch.setenv("HOST", "::1")
    monkeypatch.setenv("PORT", "8123")
    yield runpy.run_path(str(ROOT / "config" / "gunicorn.conf.py"))
    for number, handler in before.items():
        signal.signal(number, handler)


class Worker:
    """As much of gunicorn's worker as the hooks use."""

    def handle_exit(self, number: int, frame: Any) -> None:
        """End in good order."""


def test_it_listens_where_it_is_told_with_two_processes_of_threads(conf: dict[str, Any]) -> None:
    assert (conf["bind"], conf["worker_class"], conf["workers"]) == ("[::1]:8123", "gthread", 2)
    assert conf["threads"] > 1


def test_ctrl_c_ends_a_worker_in_good_order(conf: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "mark_interrupted", lambda: 0)
    worker = Worker()
    conf["post_worker_init"](worker)
    assert signal.getsignal(signal.SIGINT) == worker.handle_exit
    assert signal.getsignal(signal.SIGQUIT) == worker.handle_exit


def test_a_worker_imports_all_pages_before_its_first_request(
    conf: dict[str, Any], monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr(jobs, "mark_interrupted", lambda: 0)
    settings.ROOT_URLCONF = "pages_of_nobody"
    with pytest.raises(ModuleNotFoundError, match="pages_of_nobody"):
        conf["post_worker_init"](Worker())


def test_a_worker_that_comes_and_goes_settles_long_work(
    conf: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[str] = []
    monkeypatch.setattr(jobs, "mark_interrupted", lambda: called.append("settled"))
    monkeypatch.setattr(jobs, "stop", lambda: called.append("stopped"))
    conf["post_worker_init"](Worker())
    conf["worker_exit"](None, Worker())
    assert called == ["settled", "stopped"]

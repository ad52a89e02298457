"""What is written down: one event with what helps, and never what somebody typed."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import IntegrityError, OperationalError
from django.test import Client
from pytest_django import Settings

from config import logs
from tests import making
from tournament import tasks
from tournament.actions import jobs
from tournament.models import Job
from tournament.refusals import Refused

NAME = "张三丰"


class Written:
    """Everything that was written, in both forms."""

    def __init__(self) -> None:
        self.json, self.text = io.StringIO(), io.StringIO()
        self.handlers = []
        for stream, form in ((self.json, "json"), (self.text, "text")):
            handler = logging.StreamHandler(stream)
            handler.setFormatter(logs.formatter(form))
            self.handlers.append(handler)

    def events(self, logger: str) -> list[dict[str, Any]]:
        lines = [json.loads(line) for line in self.json.getvalue().splitlines()]
        return [line for line in lines if line["logger"] == logger]

    @property
    def all(self) -> str:
        return self.json.getvalue() + self.text.getvalue()


@pytest.fixture
def written() -> Iterator[Written]:
    """What a server with LOG_FORMAT=json and LOG_LEVEL=DEBUG writes."""
    loggers = {"": "DEBUG"} | {
        name: about["level"]
        for name, about in logs.configuration("json", "DEBUG")["loggers"].items()
        if "level" in about
    }
    before = {name: logging.getLogger(name).level for name in loggers}
    made = Written()
    for name, level in loggers.items():
        logging.getLogger(name or None).setLevel(level)
    for handler in made.handlers:
        logging.getLogger().addHandler(handler)
    yield made
    for handler in made.handlers:
        logging.getLogger().removeHandler(handler)
    for name, level in before.items():
        logging.getLogger(name or None).setLevel(level)


@pytest.mark.django_db
def test_a_request_is_one_line_that_says_what_was_asked_by_whom_and_how_it_went(
    written: Written, client: Client
) -> None:
    event = making.tournament(4, 1)
    client.force_login(making.user())
    answer = client.get(f"/organiser/{event.slug}/players/?q={NAME}")
    (line,) = written.events("quesai.request")
    assert (line["view"], line["method"], line["status"]) == ("organiser:players", "GET", 200)
    assert (line["tournament"], line["user_id"]) == (event.slug, making.user().pk)
    assert line["duration_ms"] > 0
    assert line["request_id"] == answer["X-Request-ID"]


@pytest.mark.django_db
def test_the_id_of_a_request_is_taken_over_from_a_proxy_only(settings: Settings, client: Client) -> None:
    asked = {"X-Request-ID": "0123456789abcdef"}
    assert client.get("/", headers=asked)["X-Request-ID"] != "0123456789abcdef"
    settings.PROXIES = 1
    assert client.get("/", headers=asked)["X-Request-ID"] == "0123456789abcdef"
    forged = client.get("/", headers={"X-Request-ID": 'x"}\n{"forged": 1}'})["X-Request-ID"]
    assert forged.isalnum()


@pytest.mark.django_db
def test_no_name_is_written_wherever_it_is_typed(
    written: Written, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = making.drawn(4, 1)
    client.raise_request_exception = False
    for address in ("seats/", "players/", "standings/"):
        assert client.get(f"/t/{event.slug}/{address}", {"q": NAME}).status_code == 200
    assert client.get(f"/t/{event.slug}/players/{NAME}/").status_code == 404
    assert client.post("/accounts/login/", {"username": NAME, "password": NAME}).status_code in (200, 403)
    client.force_login(making.user())
    players = f"/organiser/{event.slug}/players/"
    assert client.post(players, {"name": NAME}).status_code == 302
    assert client.post(players, {"name": NAME, "number": NAME}).status_code == 422  # a wrong number

    def fails(*_given: object) -> None:
        try:
            raise IntegrityError(f"Key (name)=({NAME}) already exists.")
        except IntegrityError as error:
            raise Refused("taken", f"{NAME} is there already") from error

    monkeypatch.setattr("tournament.pages.organiser.players.save_player", fails)
    monkeypatch.setattr("tournament.pages.organiser.players.enrol", lambda *_: int(f"1{NAME}"))
    assert client.post(players, {"name": NAME}).status_code == 500
    assert "ValueError" in "".join(written.events("django.request")[-1]["traceback"])
    logging.getLogger("quesai.try").warning("failed at %s", f"/t/x/?q={NAME}")
    try:
        fails()
    except Refused:
        logging.getLogger("quesai.try").exception("refused")
    frames = "\n".join(written.events("quesai.try")[-1]["traceback"])
    assert "IntegrityError" in frames
    assert "tournament.refusals.Refused" in frames
    assert "test_logs.py" in frames
    assert NAME not in written.all
    assert "%E5%BC%A0" not in written.all  # as an address writes it


@pytest.mark.django_db
def test_no_name_is_written_by_long_work_that_fails(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = making.tournament(4, 1)

    def work(*_given: object) -> str:
        raise LookupError(NAME)

    monkeypatch.setitem(jobs._kinds, "test_failing", work)
    made = Job.objects.create(
        tournament=event, owner=making.user(), kind="test_failing", arguments={"name": NAME}
    )
    tasks.run.apply([made.pk])
    made.refresh_from_db()
    assert made.state == Job.State.FAILED
    assert "LookupError" in "".join(written.events("tournament.actions.jobs")[-1]["traceback"])
    monkeypatch.setattr("tournament.actions.jobs.run_job", work)
    tasks.run.apply([made.pk])
    assert "tournament.tasks.run" in written.events("celery.app.trace")[-1]["message"]
    assert NAME not in written.all


def test_what_an_error_says_of_servers_and_code_is_written() -> None:
    try:
        raise OperationalError("connection to server at 10.0.0.5 failed")
    except OperationalError as error:
        lines = logs.frames_of((type(error), error, error.__traceback__))
    assert lines[-1] == "django.db.utils.OperationalError: connection to server at 10.0.0.5 failed"


def test_a_message_with_wrong_arguments_is_written_without_them() -> None:
    record = logging.LogRecord("x", logging.INFO, "", 0, "%d tables", (NAME,), None)
    assert logs.described(record)["message"] == "%d tables"


def test_an_unknown_form_is_refused_by_name() -> None:
    with pytest.raises(ImproperlyConfigured, match="LOG_FORMAT='xml'"):
        logs.configuration("xml", "INFO")


@pytest.mark.django_db
def test_at_a_terminal_only_requests_that_went_wrong_are_told() -> None:
    assert logs.configuration("text", "INFO")["loggers"]["quesai.request"] == {"level": "WARNING"}
    assert logs.configuration("json", "INFO")["loggers"]["quesai.request"] == {"level": "INFO"}

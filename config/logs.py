"""How events are written down: lines for people, or one JSON object each. No data of players stands in either.

Whatever others put into a message or an exception may hold what somebody typed: query strings are cut out of
messages, addresses out of Django's own, and of an exception its type and its frames are written, but the message only
where its type never speaks of data.
"""

from __future__ import annotations

import json
import logging
import re
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

from celery.signals import setup_logging
from django.core.exceptions import ImproperlyConfigured
from django.db import InterfaceError, OperationalError
from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

request_id: ContextVar[str] = ContextVar("request_id", default="")
# Their messages name attributes, modules, settings and addresses of servers.
SPEAKING = (
    AttributeError,
    ImportError,
    NameError,
    ImproperlyConfigured,
    OperationalError,
    InterfaceError,
    BrokerError,
    RedisConnectionError,
    RedisTimeoutError,
)
_QUERY = re.compile(r"\?[^\s'\"]*")
_Error = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class TextFormatter(logging.Formatter):
    """Time, level, logger, what happened, and what else is known of it."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, and the frames of an error below it."""
        event = described(record)
        frames = event.pop("traceback", [])
        head = " ".join(str(event.pop(name)) for name in ("time", "level", "logger", "message"))
        rest = "".join(f" {name}={value}" for name, value in event.items())
        return "\n".join([head + rest, *frames])


class JsonFormatter(logging.Formatter):
    """The same as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        return json.dumps(described(record), ensure_ascii=False, default=str)


FORMATS: dict[str, type[logging.Formatter]] = {"text": TextFormatter, "json": JsonFormatter}


def formatter(form: str) -> logging.Formatter:
    """The one that LOG_FORMAT names; raises ImproperlyConfigured where there is none of that name."""
    if form not in FORMATS:
        raise ImproperlyConfigured(f"LOG_FORMAT={form!r} is neither text nor json.")
    return FORMATS[form]()


def described(record: logging.LogRecord) -> dict[str, Any]:
    """What is written of an event. `record.fields` holds what its author adds."""
    event: dict[str, Any] = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname,
        "logger": record.name,
        "message": _message(record),
    }
    asked = request_id.get()
    if asked:
        event["request_id"] = asked
    event.update(getattr(record, "fields", {}))
    if record.exc_info:
        event["traceback"] = frames_of(record.exc_info)
    return event


def frames_of(error: _Error) -> list[str]:
    """The frames and types of an error and of those that led to it, without what their messages say of data."""
    lines: list[str] = []
    current: BaseException | None = error[1]
    seen: set[int] = set()
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        frames = traceback.format_list(traceback.extract_tb(current.__traceback__))
        lines[:0] = [*"".join(frames).splitlines(), _name(current)]
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return lines


def _name(error: BaseException) -> str:
    kind = type(error)
    name = f"{kind.__module__}.{kind.__qualname__}".removeprefix("builtins.")
    if isinstance(error, SPEAKING):
        return f"{name}: {error}"
    if isinstance(error, OSError):
        return f"{name}: {error.strerror}"  # without the name of the file
    return name


def _message(record: logging.LogRecord) -> str:
    if record.name.startswith("django.") and hasattr(record, "request"):
        # Behind the reason stands an address, or whatever a suspicious request held.
        return str(record.args[0]) if isinstance(record.args, tuple) and record.args else record.name
    if record.name == "celery.app.trace":
        # Behind the description stand the error as it writes itself, and a traceback as text.
        about = getattr(record, "data", {})
        return f"{about.get('name', 'a task')} [{about.get('id', '')}] {about.get('description', record.msg)}"
    try:
        message = record.getMessage()
        return _QUERY.sub("?…", message) if "?" in message else message
    except Exception:  # a wrong message must not print its arguments
        return record.msg if isinstance(record.msg, str) else record.name


def configuration(form: str, level: str) -> dict[str, Any]:
    """Django's LOGGING. Requests are told one by one in JSON; at a terminal only those that went wrong."""
    formatter(form)
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": formatter, "form": form}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "quesai.request": {"level": level if form == "json" else "WARNING"},
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            # Refused and missing pages are told by quesai.request.
            "django.request": {"level": "ERROR"},
            # The server for development writes whole addresses.
            "django.server": {"handlers": [], "level": "CRITICAL", "propagate": True},
            # Every scanner of the internet would fill pages with tracebacks.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            # It names whom it locks out.
            "axes": {"level": "ERROR"},
            "fontTools": {"level": "WARNING"},
        },
    }


@setup_logging.connect
def _as_django_does(**_said: Any) -> None:
    """A Celery worker writes like the web server: where somebody listens here, it makes no loggers of its own."""

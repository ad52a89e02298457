"""Figures in the format of Prometheus: what was counted by every process of this web server, and what is so now."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import redis
from celery import current_app
from django.conf import settings
from django.core.signals import got_request_exception
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from config import metric_files
from tournament.figures import ERRORS
from tournament.queries.upkeep import jobs_by_state

METHODS = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE")
REQUESTS = Counter("quesai_requests", "Requests that were answered.", ["view", "method", "status"])
DURATION = Histogram(
    "quesai_request_duration_seconds",
    "From the first middleware to the answer.",
    ["view"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
IN_PROGRESS = Gauge(
    "quesai_requests_in_progress", "Requests at work: threads that are busy.", multiprocess_mode="livesum"
)
POLLS = Counter("quesai_live_polls", "Pages that asked whether there is anything new.", ["answer"])


def is_live(request: HttpRequest) -> bool:
    """Whether an open page asks for what is new in it."""
    return "part=1" in request.META.get("QUERY_STRING", "") and request.GET.get("part") == "1"


def view_of(request: HttpRequest) -> str:
    """The name of the address that was asked for, without anything of it that was typed."""
    match = request.resolver_match
    return (match.view_name or "unnamed") if match else "none"


def method_of(request: HttpRequest) -> str:
    """The method, as long as it is one: anybody can send any word."""
    return request.method if request.method in METHODS else "other"


def count(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    """Count an answered request."""
    view = view_of(request)
    REQUESTS.labels(view, method_of(request), f"{response.status_code // 100}xx").inc()
    DURATION.labels(view).observe(seconds)
    if is_live(request):
        POLLS.labels({204: "unchanged", 200: "changed"}.get(response.status_code, "other")).inc()


def _count_database_error(**_said: Any) -> None:
    if isinstance(sys.exception(), OperationalError | InterfaceError):
        ERRORS.labels("database").inc()


got_request_exception.connect(_count_database_error, dispatch_uid="config.metrics")


def page() -> HttpResponse:
    """Everything that was counted, by all processes, and what is so now."""
    counted: CollectorRegistry = REGISTRY
    if metric_files.VARIABLE in os.environ:
        counted = CollectorRegistry()
        multiprocess.MultiProcessCollector(counted)
    now = CollectorRegistry()
    now.register(_Now())
    return HttpResponse(generate_latest(counted) + generate_latest(now), content_type=CONTENT_TYPE_LATEST)


class _Now(Collector):
    """What is looked up when somebody asks. What does not answer is left out; `/health/ready` says why."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Jobs by state, and what waits for the workers."""
        try:
            states = jobs_by_state()
        except DatabaseError:
            ERRORS.labels("database").inc()
        else:
            jobs = GaugeMetricFamily("quesai_jobs", "Pieces of long work by state.", labels=["state"])
            for state, number in states.items():
                jobs.add_metric([state], number)
            yield jobs
        if settings.REDIS_URL:
            try:
                waiting, taken = queue_length()
            except redis.RedisError:
                ERRORS.labels("redis").inc()
            else:
                queue = GaugeMetricFamily(
                    "quesai_job_queue", "Long work in the queue of the workers.", labels=["state"]
                )
                queue.add_metric(["waiting"], waiting)
                queue.add_metric(["taken"], taken)
                yield queue


def queue_length() -> tuple[int, int]:
    """How much waits for the workers, and how much they have taken and not finished."""
    with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=3, socket_connect_timeout=3) as client:
        waiting: Any = client.llen(current_app.conf.task_default_queue)
        taken: Any = client.hlen("unacked")
    return int(waiting), int(taken)

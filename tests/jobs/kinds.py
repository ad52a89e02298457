"""Kinds of long work for tests: they take steps until a file says that it is enough."""

import os
import time
from pathlib import Path

from django.db import OperationalError

from tournament.actions.jobs import Progress, job
from tournament.models import Job, Tournament
from tournament.refusals import Refused


@job("test_rename")
def rename(job: Job, progress: Progress) -> str:
    """Write something that a test can see, in ten steps."""
    for step in range(10):
        progress(step, 10)
    Tournament.objects.filter(pk=job.tournament_id).update(name=job.arguments["name"])
    return f"renamed to {job.arguments['name']}"


@job("test_wait")
def wait(job: Job, progress: Progress) -> str:
    """Write a line into `folder`/starts, then take steps until the file `folder`/enough is there."""
    folder = Path(job.arguments["folder"])
    with (folder / "starts").open("a") as file:
        file.write(f"{os.getpid()}\n")
    deadline = time.monotonic() + 60
    while not (folder / "enough").exists():
        progress(1, 4)
        time.sleep(0.05)
        if time.monotonic() > deadline:
            raise TimeoutError
    return "waited"


@job("test_refuse")
def refuse(job: Job, progress: Progress) -> str:
    """Meet something that people are told about."""
    raise Refused("nothing_to_do", "There is nothing to fill. Draw a session first.")


@job("test_crash")
def crash(job: Job, progress: Progress) -> str:
    """Meet a mistake of the program."""
    raise ZeroDivisionError("secret detail")


@job("test_again")
def again(job: Job, progress: Progress) -> str:
    """Come to an end, then see that more is to be done; the message is what everybody saw after each step."""
    seen = []
    for done, total in ((1, 4), (7, 7), (7, 70)):
        progress(done, total)
        seen.append(Job.objects.get(pk=job.pk).progress)
    return " ".join(map(str, seen))


@job("test_outage")
def outage(job: Job, progress: Progress) -> str:
    """Meet a database that does not answer, as often as `arguments` say; each attempt is a line in `folder`/starts."""
    with (Path(job.arguments["folder"]) / "starts").open("a") as file:
        file.write(f"{os.getpid()}\n")
    if job.attempts <= job.arguments["outages"]:
        raise OperationalError("secret address of the server")
    return f"done at attempt {job.attempts}"

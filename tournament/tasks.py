"""What Celery workers run. Start one with `celery -A config worker`."""

import importlib
import pkgutil

from celery import Task, shared_task

from tournament import actions, exchange, prints
from tournament.actions import jobs
from tournament.pages import archive

# A kind of long work is known once its module is imported, and a worker imports no addresses that would do it.
for _package in (actions, exchange, prints, archive):
    for _module in pkgutil.walk_packages(_package.__path__, f"{_package.__name__}."):
        importlib.import_module(_module.name)


@shared_task(name=jobs.TASK, bind=True, acks_late=True, max_retries=None)
def run(self: Task, job_id: int) -> None:
    """Run a job. Where another process is at it, or the database does not answer, look again later."""
    try:
        ended = jobs.run_job(job_id)
    except jobs.TRANSIENT as error:
        raise self.retry(exc=error, countdown=jobs.SECONDS_UNTIL_NEXT_LOOK) from error
    if not ended:  # that process may die
        raise self.retry(countdown=jobs.SECONDS_UNTIL_NEXT_LOOK)

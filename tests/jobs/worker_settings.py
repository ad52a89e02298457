"""Settings of the Celery worker of the tests: its own queue, and the dead are missed after two seconds."""

import os

from config.settings import *  # noqa: F403
from config.settings import CELERY_BROKER_TRANSPORT_OPTIONS

CELERY_TASK_DEFAULT_QUEUE = os.environ["TEST_QUEUE"]
CELERY_BROKER_TRANSPORT_OPTIONS = CELERY_BROKER_TRANSPORT_OPTIONS | {
    "visibility_timeout": 2,
    "unacked_restore_interval": 1,
}

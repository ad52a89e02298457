"""The Celery application: `celery -A config worker` does the long work where REDIS_URL names a broker."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
app = Celery("quesai")
app.set_default()  # in every thread of the web server, not only in the one that imports this
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

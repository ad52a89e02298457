"""The wiring: settings, urls, the WSGI entrance, the Celery application. No rule of the game lives here."""

from .celery import app as celery_app

__all__ = ["celery_app"]

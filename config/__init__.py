"""The wiring: settings, urls, the WSGI entrance, the Celery application. No rule of the game lives here."""

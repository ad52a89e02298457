"""The program's settings with one page more, compressed by Django's own middleware."""

from config.settings import *  # noqa: F403
from config.settings import BASE_DIR, MIDDLEWARE, TEMPLATES

ROOT_URLCONF = "load.plain.urls"
MIDDLEWARE = [MIDDLEWARE[0], "django.middleware.gzip.GZipMiddleware", *MIDDLEWARE[1:]]
TEMPLATES = [TEMPLATES[0] | {"DIRS": [BASE_DIR / "templates", BASE_DIR / "bench/load/plain/templates"]}]

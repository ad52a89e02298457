"""Django's settings. What an operator can choose is listed in `config.options`, with default and meaning."""

import zoneinfo
from datetime import timedelta

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config import logs, options
from config.options import BASE_DIR

VAR_DIR = options.var_dir()
SECRET_KEY = options.secret_key()
DEBUG = options.switch("DEBUG")
ALLOWED_HOSTS = options.words("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = options.words("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "config.static.StaticFiles",
    "rest_framework",
    "rest_framework.authtoken",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "csp",
    "axes",
    "tournament",
]
MIDDLEWARE = [
    "config.health.answer_watchers",
    "config.requests.observe",
    "tournament.sharing.share",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tournament.phones.phones",
    "axes.middleware.AxesMiddleware",
    "config.origins.remember_origin",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.template.context_processors.tz",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# ── What is stored, and where
DATABASES = {"default": options.database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# A form of a thousand players has more fields than Django's thousand, and an event file more than its 2.5 MB.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000
DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024
MEDIA_ROOT = VAR_DIR / "files"
STATIC_ROOT = VAR_DIR / "static"
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static.StaticStorage"},
}
REDIS_URL = options.text("REDIS_URL")
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "config.cache.ForgivingRedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "quesai",
            "OPTIONS": {"socket_timeout": 3, "socket_connect_timeout": 3},
        }
    }
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
# Public answers may be as old as the second in which they are asked for (tournament/sharing.py).
SHARED_FOR_A_SECOND = True

# ── Language and time
LANGUAGES = [("zh-hans", "简体中文"), ("en", "English")]
LANGUAGE_CODE = options.text("LANGUAGE_CODE")
if LANGUAGE_CODE not in dict(LANGUAGES):
    raise ImproperlyConfigured(f"LANGUAGE_CODE={LANGUAGE_CODE!r} is neither zh-hans nor en.")
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = options.text("TIME_ZONE")
if TIME_ZONE not in zoneinfo.available_timezones():
    raise ImproperlyConfigured(
        f"TIME_ZONE={TIME_ZONE!r} is not the name of a time zone, such as Asia/Shanghai."
    )

# ── Who may come in
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
# By name and address together: all referees of a venue come from one address, and one who mistypes his
# password must not lock the others out. The handler also counts a name over all addresses.
AXES_HANDLER = "tournament.locks.NameAndAddress"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=5)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_CALLABLE = "tournament.pages.door.locked"
AXES_CLIENT_IP_CALLABLE = "config.visitors.address"
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False

PROXIES = options.number("PROXIES")
HTTPS = options.switch("HTTPS")
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXIES else None
SECURE_REFERRER_POLICY = "same-origin"
# Browsers ignore this header over plain http and say so in their console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# ── Programs that speak to us
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Quesai",
    "DESCRIPTION": "Tournaments of Guobiao (MCR) mahjong: tables, hands, standings.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "tournament.api.docs.finish_schema",
    ],
    "PATH_CONVERTER_OVERRIDES": {"number": int},
    "ENUM_NAME_OVERRIDES": {
        "TournamentStateEnum": "tournament.api.events.STATES",
        "SessionStateEnum": "tournament.api.people.SESSION_STATES",
        "WindEnum": "tournament.api.fan.WINDS",
    },
}

# ── Long work
CELERY_BROKER_URL = REDIS_URL or None
CELERY_RESULT_BACKEND = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# A page that starts long work must not hang on a broker that is down.
CELERY_BROKER_CONNECTION_TIMEOUT = 3
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_timeout": 5,
    "socket_connect_timeout": 3,
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.2,
    "interval_max": 0.5,
    # After so many seconds without a sign of life from a worker its work is given to another one.
    "visibility_timeout": 300,
    "unacked_restore_throttle": 1,  # look at every round of ten seconds, not at every tenth
}
CELERY_TASK_PUBLISH_RETRY_POLICY = {
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.2,
    "interval_max": 0.5,
}
CELERY_TIMEZONE = TIME_ZONE

# ── What is written down: what the program did, never who played, what was typed or with which password
LOG_FORMAT = options.text("LOG_FORMAT")
METRICS_TOKEN = options.text("METRICS_TOKEN")
LOGGING = logs.configuration(LOG_FORMAT, options.text("LOG_LEVEL"))

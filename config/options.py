"""Every environment variable that the program reads: name, default and meaning, in one place.

`config.settings` and the web server ask this module, and it answers only for variables of the table, so a
variable that is not listed cannot be used. docs/deploy.md shows the same table; a test compares the two.
"""

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Option:
    """One variable; `default` is what an unset or empty variable means, as it would be written."""

    name: str
    default: str
    meaning: str


OPTIONS: tuple[Option, ...] = (
    Option(
        "HOST",
        "127.0.0.1",
        "Address to listen on. 0.0.0.0 lets the phones in the same network in.",
    ),
    Option(
        "PORT",
        "8000",
        "Port to listen on.",
    ),
    Option(
        "DATABASE_URL",
        "",
        "postgres://user:password@host:5432/name, or sqlite:////absolute/path. "
        "Empty: SQLite in VAR_DIR/quesai.sqlite3.",
    ),
    Option(
        "REDIS_URL",
        "",
        "redis://host:6379/0: a cache shared by all processes, and the broker of the Celery workers. "
        "Empty: each process has its own cache, and long work runs in a thread of the web server.",
    ),
    Option(
        "VAR_DIR",
        "var",
        "Folder of everything that the installation makes: database, secret key, backups, results of long "
        "work. Relative to the checkout unless absolute.",
    ),
    Option(
        "SECRET_KEY",
        "",
        "Key that signs sessions. Empty: made once and kept in VAR_DIR/secret-key.",
    ),
    Option(
        "DEBUG",
        "no",
        "Error pages with details. Never where strangers can reach the server.",
    ),
    Option(
        "ALLOWED_HOSTS",
        "localhost,127.0.0.1,[::1]",
        "Host names by which the server may be called, with commas between.",
    ),
    Option(
        "CSRF_TRUSTED_ORIGINS",
        "",
        "Origins such as https://quesai.example.org that may send forms, with commas between; "
        "needed when a proxy changes the host name.",
    ),
    Option(
        "HTTPS",
        "no",
        "The server is reached by https only: cookies travel by https only, http is redirected.",
    ),
    Option(
        "PROXIES",
        "0",
        "How many reverse proxies stand in front. With 1 or more, X-Forwarded-For and "
        "X-Forwarded-Proto are believed.",
    ),
    Option(
        "LANGUAGE_CODE",
        "zh-hans",
        "Language of a visitor whose browser asks for neither Chinese nor English: zh-hans or en.",
    ),
    Option(
        "TIME_ZONE",
        "Asia/Shanghai",
        "Zone of new tournaments and of pages that belong to none.",
    ),
    Option(
        "DEMO",
        "yes",
        "At the first start, fill the empty database with a demo tournament and three accounts.",
    ),
    Option(
        "WORKERS",
        "2",
        "Processes of the web server.",
    ),
    Option(
        "THREADS",
        "8",
        "Threads of each process.",
    ),
    Option(
        "LOG_LEVEL",
        "INFO",
        "DEBUG, INFO, WARNING or ERROR.",
    ),
    Option(
        "LOG_FORMAT",
        "text",
        "text: lines for people, of requests only those that failed or were slow. json: one JSON object for each "
        "event, and each request is one.",
    ),
    Option(
        "METRICS_TOKEN",
        "",
        "With Authorization: Bearer and this token /metrics may be read from anywhere. Empty: only from the machine "
        "itself, and with PROXIES from private networks that come past the proxy.",
    ),
)
DEFAULTS = {option.name: option.default for option in OPTIONS}


def text(name: str) -> str:
    """The variable as it is written, or its default where it is unset or empty."""
    return os.environ.get(name, "").strip() or DEFAULTS[name]


def number(name: str) -> int:
    """A whole number of zero or more; raises ImproperlyConfigured with a sentence where it is not one."""
    written = text(name)
    if not (written.isascii() and written.isdigit()):
        raise ImproperlyConfigured(f"{name}={written!r} is not a whole number.")
    return int(written)


def switch(name: str) -> bool:
    """True for 1, yes, true, on; False for 0, no, false, off; anything else is refused."""
    written = text(name).lower()
    if written in ("1", "yes", "true", "on"):
        return True
    if written in ("0", "no", "false", "off"):
        return False
    raise ImproperlyConfigured(f"{name}={written!r} is neither yes nor no.")


def words(name: str) -> list[str]:
    """The parts of a comma-separated list, without blanks and empty parts."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def bracketed(host: str) -> str:
    """A host as it stands in an address: IPv6 in brackets."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def var_dir() -> Path:
    """The folder that holds everything the installation makes; not created here."""
    return BASE_DIR / Path(text("VAR_DIR")).expanduser()


def database() -> dict[str, object]:
    """Django's description of the one database, with what each engine needs to lose nothing."""
    url = text("DATABASE_URL")
    if url:
        config: dict[str, object] = dict(environ.Env.db_url_config(url))
    else:
        config = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(var_dir() / "quesai.sqlite3")}
    engine = config.get("ENGINE")
    given = config.get("OPTIONS")
    own = dict(given) if isinstance(given, dict) else {}
    if engine == "django.db.backends.sqlite3":
        # IMMEDIATE: two writers wait for each other instead of failing. FULL: what was acknowledged survives
        # a power cut, which WAL with NORMAL does not promise.
        needed: dict[str, object] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        }
    elif engine == "django.db.backends.postgresql":
        needed = {"connect_timeout": 10}
    else:
        raise ImproperlyConfigured("DATABASE_URL must be a sqlite:// or a postgres:// address.")
    config["OPTIONS"] = needed | own
    config["CONN_MAX_AGE"] = 60
    config["CONN_HEALTH_CHECKS"] = True
    return config


def secret_key() -> str:
    """SECRET_KEY, or the key of the installation, made at the first call and readable by its owner only."""
    given = text("SECRET_KEY")
    if given:
        return given
    path = var_dir() / "secret-key"
    if not path.exists():
        _make_secret_key(path)
    return path.read_text(encoding="ascii").strip()


def _make_secret_key(path: Path) -> None:
    """Write a random key; of several processes that start together the first wins and all use its key."""
    from django.core.management.utils import get_random_secret_key

    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix="secret-key-")  # readable by its owner only
    fresh = Path(name)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(get_random_secret_key() + "\n")
    try:
        os.link(fresh, path)
    except FileExistsError:
        return
    finally:
        fresh.unlink()

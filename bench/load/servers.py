"""What is measured: two gunicorns as `manage.py serve` starts them, and nginx with the files of deploy/nginx."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from phones import ROOT, Server, free_port

FILES = ROOT / "deploy" / "nginx"
SETTINGS = {"ours": "config.settings", "plain": "load.plain.settings"}
# Static files are collected here once for all runs; nothing else is kept in it.
KEPT = Path(tempfile.gettempdir()) / "quesai_hall_var"
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Ports:
    """Where the two servers listen: for pages, and for what referees ask and enter."""

    pages: int = field(default_factory=free_port)
    entry: int = field(default_factory=free_port)


class Gunicorn(Server):
    """The program, or the plain one, on the same port; it can be stopped and started again."""

    def __init__(self, environment: dict[str, str], kind: str, port: int, log: Path) -> None:
        super().__init__(environment | {"DJANGO_SETTINGS_MODULE": SETTINGS[kind]}, port)
        self._log = log

    def start(self) -> None:
        # Not in a session of its own: Linux may give every session the same share of the processors.
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "manage.py", "serve"], cwd=ROOT, env=self._environment, process_group=0,
                stdout=log, stderr=log,
            )  # fmt: skip
        self.wait()

    def kill(self) -> None:
        super().kill()
        for _ in range(100):  # its workers end a moment later, and listen until then
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except ConnectionRefusedError:
                return
            except OSError:
                pass
            time.sleep(0.05)

    @property
    def group(self) -> int:
        """The process group that all its processes are in."""
        assert self._process is not None
        return self._process.pid


class Gunicorns:
    """Both servers as deploy/systemd starts them: the referees' one with one process, after that of the pages."""

    def __init__(self, variables: dict[str, str], kind: str, ports: Ports, log: Path) -> None:
        self._pages = Gunicorn(variables | {"PORT": str(ports.pages)}, kind, ports.pages, log)
        entry = variables | {"PORT": str(ports.entry), "WORKERS": "1"}
        self._entry = Gunicorn(entry, kind, ports.entry, log)

    def start(self) -> None:
        self._pages.start()
        self._entry.start()

    def kill(self) -> None:
        self._entry.kill()
        self._pages.kill()

    @property
    def groups(self) -> dict[str, int]:
        """The process groups of both, by the name of what they do."""
        return {"gunicorn of pages": self._pages.group, "of entries": self._entry.group}


def processes() -> int:
    """How many make pages: as deploy/install says, one less than there are cores, and at least one."""
    return max(1, (os.cpu_count() or 1) - 1)


def environment(url: str, redis: str, port: int) -> dict[str, str]:
    """The variables of a server in operation, for pages: eight threads in each process, behind one proxy."""
    return {
        **os.environ, "DATABASE_URL": url, "REDIS_URL": redis, "VAR_DIR": str(KEPT), "PORT": str(port),
        "HOST": "127.0.0.1", "DEMO": "no", "DEBUG": "no", "WORKERS": str(processes()), "THREADS": "8", "PROXIES": "1",
        "HTTPS": "no", "SECRET_KEY": "of a measurement, " * 3, "PYTHONPATH": f"{ROOT / 'bench'}",
        "ALLOWED_HOSTS": "127.0.0.1", "LOG_LEVEL": "ERROR",
    }  # fmt: skip


class Nginx:
    """One nginx: as deploy/nginx says, with the cache, on `port`; on `bare` the same servers without cache."""

    def __init__(self, folder: Path, ports: Ports) -> None:
        self.port, self.bare = free_port(), free_port()
        self._folder = folder / "nginx"
        for name in ("logs", "cache"):
            (self._folder / name).mkdir(parents=True, exist_ok=True)
        self._conf = self._folder / "nginx.conf"
        self._conf.write_text(self._written(ports), encoding="utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._cache().mkdir(parents=True)
        self._cache().chmod(0o755)  # nginx drops what it is allowed to before it opens them
        command = ["nginx", "-p", f"{self._folder}/", "-c", str(self._conf), "-g", "daemon off;"]
        self._process = subprocess.Popen(command, process_group=0)
        time.sleep(0.5)
        if self._process.poll() is not None:
            raise RuntimeError("nginx does not start")

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait()
        shutil.rmtree(self._cache(), ignore_errors=True)

    @property
    def group(self) -> int:
        assert self._process is not None
        return self._process.pid

    def _written(self, ports: Ports) -> str:
        """The configuration: the shipped files with the ports and folders of this run."""
        http = (FILES / "quesai-http.conf").read_text(encoding="utf-8")
        http = re.sub(r"/dev/shm/quesai", str(self._cache() / "quesai"), http)
        site = (FILES / "quesai.conf").read_text(encoding="utf-8")
        site = re.sub(r"listen \[::\]:80[^;]*;", "", site)
        site = re.sub(r"listen 80[^;]*;", f"listen 127.0.0.1:{self.port} default_server backlog=4096;", site)
        site = site.replace("127.0.0.1:8000", f"127.0.0.1:{ports.pages}")
        site = site.replace("127.0.0.1:8001", f"127.0.0.1:{ports.entry}")
        site = site.replace("/var/log/nginx/", f"{self._folder}/logs/")
        site = site.replace("/srv/quesai/deploy/nginx/", f"{FILES}/")
        return f"""
worker_processes auto; worker_rlimit_nofile 65536; pid nginx.pid; error_log logs/error.log;
events {{ worker_connections 30000; }}
http {{
sendfile on; tcp_nopush on;  # as Debian's nginx.conf says
client_body_temp_path body; proxy_temp_path proxy;
fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
{http}
{site}
server {{
    listen 127.0.0.1:{self.bare} backlog=4096;
    access_log logs/bare.log;
    proxy_http_version 1.1; proxy_set_header Connection ""; proxy_read_timeout 120s;
    proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto $scheme;
    location / {{ proxy_pass http://quesai; }}
    location /referee/ {{ proxy_pass http://quesai_entry; }}
}}
}}
"""

    def _cache(self) -> Path:
        memory = Path("/dev/shm")
        return memory / f"quesai-hall-{os.getpid()}" if memory.is_dir() else self._folder / "cache"


def nginx_version() -> str:
    """What nginx calls itself."""
    said = subprocess.run(["nginx", "-v"], check=True, capture_output=True, text=True).stderr
    return said.strip().rpartition("/")[2]


def used(group: int) -> float:
    """Seconds of processor time that the processes of a group have used since they began."""
    total = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended meanwhile
        if int(fields[2]) == group:
            total += int(fields[11]) + int(fields[12])
    return total / TICKS


def used_by_postgres(name: str) -> float:
    """The same of the processes of PostgreSQL that serve one database."""
    total = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            if f" {name} ".encode() not in (path.parent / "cmdline").read_bytes().replace(b"\0", b" "):
                continue
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += int(fields[11]) + int(fields[12])
    return total / TICKS

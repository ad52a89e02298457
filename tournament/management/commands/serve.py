"""`manage.py serve`: bring everything up to date, say where the server is, and become the server."""

import hashlib
import io
import json
import os
import socket
import sys
from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _
from django.utils.translation import override

from config import options as variables
from config.static import StaticFiles
from tournament.actions import jobs
from tournament.management.addresses import ANYWHERE, PortRefused, free_port, lan_addresses, try_port
from tournament.management.backups import BackupFailed, make_backup
from tournament.management.server_lock import hold_as_server, preparing_alone
from tournament.management.terminal import terminal_language
from tournament.management.versions import lacks_migrations, newer_migration
from tournament.models import Staff
from tournament.refusals import Refused


class Command(BaseCommand):
    """Everything between `make run` and a page in the browser."""

    help = "Back up, migrate, collect static files, print addresses and accounts, then run the web server."

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare, speak, and hand the process over to gunicorn."""
        host, port = variables.text("HOST").strip("[]"), variables.number("PORT")
        with override(terminal_language()):
            self.refuse_taken_port(host, port)
            Path(settings.VAR_DIR).mkdir(parents=True, exist_ok=True, mode=0o700)
            try:
                hold_as_server()
            except Refused as refused:
                raise CommandError(refused.message) from refused
            try:
                with preparing_alone():
                    self.bring_database_up_to_date()
                    self.make_demo()
                    jobs.mark_interrupted()
                    self.collect_static_files()
                self.introduce(host, port)
            except DatabaseError as error:
                raise CommandError(_("The database does not answer: %(error)s") % {"error": error}) from error
            except KeyboardInterrupt:
                sys.exit(130)  # what a shell calls Ctrl-C; what was begun is finished by the next start
        connections.close_all()
        self.stdout.flush()
        self.stderr.flush()
        become_the_server(host)

    def refuse_taken_port(self, host: str, port: int) -> None:
        """End with a sentence where the server could not listen, before anything is changed."""
        try:
            try_port(host, port)
        except PortRefused as refused:
            if not refused.taken:
                text = _("The server cannot listen on %(host)s, port %(port)s: %(reason)s")
                raise CommandError(text % {"host": host, "port": port, "reason": refused}) from refused
            other = free_port(host, port) or port + 1
            text = _("Port %(port)s is taken by another program. Choose another one: PORT=%(other)s make run")
            raise CommandError(text % {"port": port, "other": other}) from refused

    def bring_database_up_to_date(self) -> None:
        """Migrate; a database that holds something already is backed up first."""
        applied = MigrationRecorder(connection).applied_migrations()
        newer = newer_migration(applied)
        if newer:
            text = _(
                "This database was made by a newer version of the program (it has %(name)s). "
                "Run that version, or restore an older copy of the database."
            )
            raise CommandError(text % {"name": newer})
        if not lacks_migrations():
            return
        if applied:
            self.back_up_before_migrating()
        self.stdout.write(_("Bringing the database up to date …"))
        call_command("migrate", interactive=False, verbosity=0)

    def back_up_before_migrating(self) -> None:
        """Back the database up. Where the programs of PostgreSQL are missing, say so and leave it to the operator."""
        try:
            copy = make_backup()
        except Refused as refused:
            self.stdout.write(refused.message)
            self.stdout.write(
                _("This database is not backed up by the program: see to it that a copy exists.")
            )
            return
        except BackupFailed as error:
            text = _("The database was not backed up, so it was not changed either: %(error)s")
            raise CommandError(text % {"error": error}) from error
        self.stdout.write(_("The database was backed up to %(path)s") % {"path": copy})

    def make_demo(self) -> None:
        """Fill a database without any account with the demo tournament, unless DEMO=no."""
        if not variables.switch("DEMO") or "demo" not in get_commands() or User.objects.exists():
            return
        self.stdout.write(_("Making the demo tournament …"))
        self.stdout.flush()
        call_command("demo", stdout=self.stdout, stderr=self.stderr)

    def collect_static_files(self) -> None:
        """Collect and compress the static files, where they changed since the last time."""
        root = Path(settings.STATIC_ROOT or "")
        mark, now = root / ".collected", static_fingerprint()
        if mark.exists() and mark.read_text(encoding="ascii") == now:
            return
        self.stdout.write(_("Preparing the pages …"))
        self.stdout.flush()
        call_command("collectstatic", interactive=False, verbosity=0)
        mark.write_text(now, encoding="ascii")

    def introduce(self, host: str, port: int) -> None:
        """Print where the server can be reached and with which accounts."""
        scheme = "https" if settings.HTTPS else "http"
        self.stdout.write("")
        if host in ANYWHERE:
            self.stdout.write(
                _("Quesai on this machine:    %(url)s") % {"url": f"{scheme}://127.0.0.1:{port}/"}
            )
            self.show_network(scheme, port)
        else:
            url = f"{scheme}://{variables.bracketed(host)}:{port}/"
            self.stdout.write(_("Quesai is at %(url)s") % {"url": url})
        path = Path(settings.VAR_DIR) / "demo-accounts.json"
        accounts = demo_accounts(path)
        if accounts:
            self.stdout.write("")
            self.stdout.write(_("Demo accounts (kept in %(path)s):") % {"path": path})
            for account in accounts:
                role = dict(Staff.Role.choices).get(account["role"], account["role"])
                self.stdout.write(f"  {account['username']:<12} {account['password']:<18} {role}")
        self.stdout.write("")
        self.stdout.write(_("Ctrl-C stops the server."))

    def show_network(self, scheme: str, port: int) -> None:
        """The addresses for phones in the same network, the first also as a QR code."""
        addresses = [f"{scheme}://{address}:{port}/" for address in lan_addresses()]
        if not addresses:
            self.stdout.write(_("This machine is in no network, so no phone can reach it."))
            return
        for address in addresses:
            self.stdout.write(_("In the same network:       %(url)s") % {"url": address})
        picture = io.StringIO()
        segno.make(addresses[0], error="m").terminal(out=picture, border=2, compact=True)
        self.stdout.write(picture.getvalue())


def static_fingerprint() -> str:
    """Changes whenever a static file is added, removed or written, or other ones go together."""
    digest = hashlib.sha256(repr(StaticFiles.bundles).encode())
    for finder in get_finders():
        for path, storage in finder.list([]):
            about = Path(storage.path(path)).stat()
            digest.update(f"{path}\0{about.st_size}\0{about.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def demo_accounts(path: Path) -> list[dict[str, str]]:
    """The demo accounts that can still be used with the passwords of the file."""
    if not path.exists():
        return []
    accounts: list[dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    users = User.objects.in_bulk([account["username"] for account in accounts], field_name="username")
    return [
        account
        for account in accounts
        if (user := users.get(account["username"])) and user.check_password(account["password"])
    ]


def become_the_server(host: str) -> None:
    """Replace this process by gunicorn, which may be called by the addresses on which it listens."""
    hosts = list(settings.ALLOWED_HOSTS)
    if host in ANYWHERE:
        hosts += [*lan_addresses(), socket.gethostname(), f"{socket.gethostname()}.local"]
    else:
        hosts.append(variables.bracketed(host))
    os.environ["ALLOWED_HOSTS"] = ",".join(dict.fromkeys(hosts))
    os.chdir(settings.BASE_DIR)
    program = [sys.executable, "-m", "gunicorn", "-c", "config/gunicorn.conf.py", "config.wsgi"]
    os.execv(sys.executable, program)  # noqa: S606 - the program is our own interpreter

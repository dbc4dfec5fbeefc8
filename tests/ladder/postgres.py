"""A private PostgreSQL server for the tests, from the binaries on this machine."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from sqlalchemy import URL, create_engine, make_url, text

ADDRESS = "HEARTS_ARENA_TEST_POSTGRES"
USERS = ("postgres", "nobody")
"""Who runs the server when we are root, which PostgreSQL refuses to be."""


class Missing(Exception):
    """There is no PostgreSQL here; the text says what is missing."""


@contextmanager
def server() -> Iterator[URL]:
    """The server of the environment variable, or one started for the duration.

    Raises Missing when there are no binaries for one.
    """
    if address := os.environ.get(ADDRESS):
        yield make_url(address).set(drivername="postgresql+psycopg")
        return
    binaries = _binaries()
    user = _user()
    folder = Path(tempfile.mkdtemp(prefix="hearts-pg-"))
    if user is not None:
        os.chown(folder, user.pw_uid, user.pw_gid)

    def run(*command: str) -> None:
        subprocess.run(
            [binaries / command[0], *command[1:]],
            check=True,
            cwd=folder,
            env={"PGDATA": str(folder / "data"), "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            user=user.pw_uid if user else None,
            group=user.pw_gid if user else None,
            extra_groups=[] if user else None,
        )

    try:
        run("initdb", "--username=arena", "--auth=trust", "--no-sync", "--encoding=UTF8")
        options = f"-k {folder} -c listen_addresses='' -c fsync=off"
        run("pg_ctl", "start", "--wait", "--silent", "-o", options, "-l", str(folder / "log"))
        try:
            yield URL.create(
                "postgresql+psycopg", "arena", database="postgres", query={"host": str(folder)}
            )
        finally:
            run("pg_ctl", "stop", "--wait", "--silent", "--mode=immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def fresh_database(server: URL) -> Iterator[str]:
    """The URL of an empty database on this server, dropped afterwards."""
    name = f"hearts_{uuid4().hex}"
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        yield server.set(database=name).render_as_string(hide_password=False)
        with engine.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    finally:
        engine.dispose()


def _binaries() -> Path:
    found = shutil.which("pg_ctl")
    if found is not None:
        return Path(found).parent
    installed = Path("/usr/lib/postgresql").glob("*/bin/pg_ctl")  # Debian keeps them off the PATH
    newest = max(installed, key=lambda path: float(path.parts[4]), default=None)
    if newest is None:
        raise Missing(f"no PostgreSQL: pg_ctl is not installed and {ADDRESS} is not set")
    return newest.parent


def _user() -> pwd.struct_passwd | None:
    if os.getuid() != 0:
        return None
    for name in USERS:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise Missing(f"no PostgreSQL: root may not run it and there is no user {' or '.join(USERS)}")

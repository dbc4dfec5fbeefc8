"""What a hostile bot would try on the machine, each in bounds that a machine survives.

``python attacks.py NAME...`` tries them one after the other and prints for each a line
``NAME: succeeded: ...`` or ``NAME: denied: ...``. Targets come from options; see --help.
"""

import argparse
import contextlib
import ctypes
import errno
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

MIB = 1 << 20
HOLD_SECONDS = 1.5
"""How long memory and processes are held: long enough for someone who looks now and then."""


class Denied(Exception):
    """The attack did not get through."""


def read_file(target: argparse.Namespace) -> str:
    """Read a file of somebody else, such as the ladder's database."""
    return Path(target.file).read_text()[:20]


def write_code(_: argparse.Namespace) -> str:
    """Open the bot's own program for writing."""
    os.close(os.open(__file__, os.O_WRONLY | os.O_APPEND))
    return __file__


def victims(target: argparse.Namespace) -> list[int]:
    """Processes with the target's mark in their command line."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (process / "cmdline").read_bytes()
            if target.victim.encode() in words and b"attacks.py" not in words:
                found.append(int(process.name))
    if not found:
        raise Denied("the victim is not to be seen")
    return found


def environment(target: argparse.Namespace) -> str:
    """Read the environment of another process."""
    return str(len(Path(f"/proc/{victims(target)[0]}/environ").read_bytes()))


def ptrace(target: argparse.Namespace) -> str:
    """Attach to another process as a debugger does."""
    attach, detach = 16, 17
    libc, victim = ctypes.CDLL(None, use_errno=True), victims(target)[0]
    _check(libc.ptrace(attach, victim, 0, 0))
    os.waitpid(victim, 0x40000000)  # __WALL
    libc.ptrace(detach, victim, 0, 0)
    return f"attached to {victim}"


def send_signal(target: argparse.Namespace) -> str:
    """Send a signal to another process."""
    os.kill(victims(target)[0], signal.SIGCONT)
    return "sent"


def tcp(target: argparse.Namespace) -> str:
    """Connect to a port of this machine."""
    with socket.create_connection(("127.0.0.1", target.port), 2):
        return "connected"


def udp(target: argparse.Namespace) -> str:
    """Ask a port of this machine with a datagram, and be answered."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.settimeout(2)
        line.connect(("127.0.0.1", target.port))
        line.send(b"hello")
        return f"answered {line.recv(5)!r}"


def abstract(target: argparse.Namespace) -> str:
    """Connect to a unix socket that has no file."""
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(f"\0{target.abstract}")
        return "connected"


def vsock(_: argparse.Namespace) -> str:
    """Open a line to the machine around a virtual one."""
    socket.socket(socket.AF_VSOCK).close()
    return "a socket"


def keyctl(_: argparse.Namespace) -> str:
    """Reach the kernel's keys."""
    number = {"x86_64": 250, "aarch64": 219}[os.uname().machine]
    return str(_check(ctypes.CDLL(None, use_errno=True).syscall(number, 0, -3, 0)))


def io_uring(_: argparse.Namespace) -> str:
    """Reach the kernel's second door for input and output."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall(425, 0, None)
    if ctypes.get_errno() in (errno.ENOSYS, errno.EPERM):
        raise Denied(os.strerror(ctypes.get_errno()))
    return "the kernel looked at it"


def namespaces(_: argparse.Namespace) -> str:
    """Become the owner of new namespaces."""
    new_user = 0x10000000
    _check(ctypes.CDLL(None, use_errno=True).unshare(new_user))
    return "a new user namespace"


def forks(target: argparse.Namespace) -> str:
    """Start many processes and hold them."""
    started = []
    try:
        for _ in range(target.count):
            child = os.fork()
            if child == 0:
                time.sleep(HOLD_SECONDS + 5)
                os._exit(0)
            started.append(child)
    except OSError as error:
        raise Denied(f"{error.strerror} after {len(started)}") from None
    else:
        time.sleep(HOLD_SECONDS)
        return str(len(started))
    finally:
        for child in started:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def memory(target: argparse.Namespace) -> str:
    """Fill memory in one process."""
    held = bytearray(target.mib * MIB)
    for page in range(0, len(held), 4096):
        held[page] = 1
    time.sleep(HOLD_SECONDS)
    return f"{target.mib} MiB"


def memory_of_four(target: argparse.Namespace) -> str:
    """Fill as much memory, in four processes."""
    part = [sys.executable, "-c", f"import time; m = b'x' * {target.mib * MIB // 4}; time.sleep(9)"]
    children = [subprocess.Popen(part) for _ in range(4)]
    time.sleep(HOLD_SECONDS)
    alive = sum(child.poll() is None for child in children)
    for child in children:
        child.kill()
        child.wait()
    if alive < 4:
        raise Denied(f"{alive} of 4 live")
    return f"4 x {target.mib // 4} MiB"


def anonymous_file(target: argparse.Namespace) -> str:
    """Fill memory that belongs to no process: a file without a name."""
    file = os.memfd_create("x")
    for _ in range(target.mib):
        os.write(file, bytes(MIB))
    os.close(file)
    return f"{target.mib} MiB"


def fill_tmp(target: argparse.Namespace) -> str:
    """Fill the temporary folder with files."""
    return _fill(Path(tempfile.gettempdir()), target.mib)


def fill_shm(target: argparse.Namespace) -> str:
    """Fill the shared memory."""
    return _fill(Path("/dev/shm"), target.mib)


def _fill(folder: Path, mib: int) -> str:
    files = [folder / f"hearts-fill-{os.getpid()}-{number}" for number in range(mib)]
    try:
        for count, file in enumerate(files):
            try:
                file.write_bytes(bytes(MIB))
            except OSError as error:
                raise Denied(f"{error.strerror} after {count} MiB") from None
    finally:
        for file in files:
            with contextlib.suppress(OSError):
                file.unlink(missing_ok=True)
    return f"{mib} MiB"


def descriptors(target: argparse.Namespace) -> str:
    """Open many files."""
    held: list[int] = []
    try:
        held.extend(os.open("/dev/null", os.O_RDONLY) for _ in range(target.count))
    except OSError as error:
        raise Denied(f"{error.strerror} after {len(held)}") from None
    finally:
        for descriptor in held:
            os.close(descriptor)
    return str(target.count)


def prints(target: argparse.Namespace) -> str:
    """Print without end."""
    for _ in range(target.mib):
        sys.stdout.buffer.write(b"x" * (MIB - 1) + b"\n")
    return f"{target.mib} MiB"


def orphans(target: argparse.Namespace) -> str:
    """Leave a process that left its session and parents, ignores signals, hides its environment."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    code = "import time; time.sleep(600)"
    for _ in range(3):
        if (child := os.fork()) == 0:
            os.setsid()
            if os.fork() == 0:
                os.execve(sys.executable, [target.orphan, "-S", "-c", code], {})
            os._exit(0)
        os.waitpid(child, 0)
    return "left three"


def shared_segment(target: argparse.Namespace) -> str:
    """Make a System V segment, which outlives its processes."""
    libc = ctypes.CDLL(None, use_errno=True)
    private, create, remove = 0, 0o1600, 0
    segment = _check(libc.shmget(private, ctypes.c_size_t(target.mib * MIB), create))
    libc.shmctl(segment, remove, None)
    return "made one"


ATTACKS: dict[str, Callable[[argparse.Namespace], str]] = {
    "read-file": read_file,
    "write-code": write_code,
    "environment": environment,
    "ptrace": ptrace,
    "signal": send_signal,
    "tcp": tcp,
    "udp": udp,
    "abstract": abstract,
    "vsock": vsock,
    "keyctl": keyctl,
    "io-uring": io_uring,
    "namespaces": namespaces,
    "shared-segment": shared_segment,
    "anonymous-file": anonymous_file,
    "forks": forks,
    "memory": memory,
    "memory-of-four": memory_of_four,
    "fill-tmp": fill_tmp,
    "fill-shm": fill_shm,
    "descriptors": descriptors,
    "prints": prints,
    "orphans": orphans,
}


def attempt(name: str, target: argparse.Namespace) -> bool:
    """Try one and print what came of it; whether it got through."""
    try:
        what, came = ATTACKS[name](target), "succeeded"
    except (OSError, MemoryError, Denied) as error:
        what, came = str(error) or type(error).__name__, "denied"
    print(f"{name}: {came}: {what}", flush=True)
    return came == "succeeded"


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options that name targets and sizes."""
    parser.add_argument("--file", help="a file that the bot must not read")
    parser.add_argument("--victim", default="victim", help="a word in another's command line")
    parser.add_argument("--port", type=int, default=1, help="a port of this machine")
    parser.add_argument("--abstract", default="victim", help="the name of an abstract socket")
    parser.add_argument("--orphan", default="hearts-orphan", help="what orphans are called")
    parser.add_argument("--mib", type=int, default=64, help="how much to fill or print")
    parser.add_argument("--count", type=int, default=200, help="how many to start or open")


def _check(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def main() -> None:
    """Try what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("names", nargs="+", choices=ATTACKS, metavar="NAME")
    add_options(parser)
    target = parser.parse_args()
    for name in target.names:
        attempt(name, target)


if __name__ == "__main__":
    main()

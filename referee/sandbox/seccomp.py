"""A system-call filter, assembled here so that it needs no library.

The format is classic BPF over ``struct seccomp_data`` (seccomp(2)). What is denied: other
processes' memory, namespaces and mounts, kernel keys and modules, the clock, interfaces with a
history of holes that no bot needs (io_uring, bpf, userfaultfd, vsock), and memory that belongs to
no process (memfd_create, shmget), which a limit by polling would not see.
"""

import ctypes
import errno
import os
import platform
from dataclasses import dataclass
from struct import pack
from typing import Final

_ALLOW: Final = 0x7FFF0000
_KILL: Final = 0x80000000
_ERRNO: Final = 0x00050000
_LOAD, _JUMP_EQUAL, _JUMP_AT_LEAST, _JUMP_ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
_NAMESPACES: Final = 0x7E020080
"""The CLONE_NEW* flags: user, pid, net, ipc, uts, cgroup, mount, time."""
_TERMINAL: Final = (0x5412, 0x541C)
"""TIOCSTI and TIOCLINUX, which put words into a terminal's mouth."""
UNIX, INET, INET6, NETLINK = 1, 2, 10, 16


@dataclass(frozen=True)
class Machine:
    """One architecture: its number for audits, and its numbers of system calls."""

    audit: int
    calls: dict[str, int]


_SAME_EVERYWHERE: Final = {
    "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "open_tree": 428,
    "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433,
    "clone3": 435, "pidfd_getfd": 438, "process_madvise": 440, "mount_setattr": 442,
    "quotactl_fd": 443, "memfd_secret": 447,
}  # fmt: skip
_X86_64: Final = {
    "ioctl": 16, "shmget": 29, "socket": 41, "clone": 56, "ptrace": 101, "syslog": 103,
    "pivot_root": 155, "adjtimex": 159, "chroot": 161, "acct": 163, "settimeofday": 164,
    "mount": 165, "umount2": 166, "swapon": 167, "swapoff": 168, "reboot": 169,
    "sethostname": 170, "setdomainname": 171, "init_module": 175, "delete_module": 176,
    "quotactl": 179, "clock_settime": 227, "mbind": 237, "kexec_load": 246, "add_key": 248,
    "request_key": 249, "keyctl": 250, "migrate_pages": 256, "unshare": 272, "move_pages": 279,
    "perf_event_open": 298, "fanotify_init": 300, "name_to_handle_at": 303,
    "open_by_handle_at": 304, "clock_adjtime": 305, "setns": 308, "process_vm_readv": 310,
    "process_vm_writev": 311, "kcmp": 312, "finit_module": 313, "memfd_create": 319,
    "kexec_file_load": 320, "bpf": 321, "userfaultfd": 323,
}  # fmt: skip
_AARCH64: Final = {
    "ioctl": 29, "umount2": 39, "mount": 40, "pivot_root": 41, "chroot": 51, "quotactl": 60,
    "acct": 89, "unshare": 97, "kexec_load": 104, "init_module": 105, "delete_module": 106,
    "clock_settime": 112, "syslog": 116, "ptrace": 117, "reboot": 142, "sethostname": 161,
    "setdomainname": 162, "settimeofday": 170, "adjtimex": 171, "shmget": 194, "socket": 198,
    "add_key": 217, "request_key": 218, "keyctl": 219, "clone": 220, "swapon": 224,
    "swapoff": 225, "mbind": 235, "migrate_pages": 238, "move_pages": 239,
    "perf_event_open": 241, "fanotify_init": 262, "name_to_handle_at": 264,
    "open_by_handle_at": 265, "clock_adjtime": 266, "setns": 268, "process_vm_readv": 270,
    "process_vm_writev": 271, "kcmp": 272, "finit_module": 273, "memfd_create": 279,
    "bpf": 280, "userfaultfd": 282, "kexec_file_load": 294,
}  # fmt: skip
MACHINES: Final = {
    "x86_64": Machine(0xC000003E, _X86_64 | _SAME_EVERYWHERE),
    "aarch64": Machine(0xC00000B7, _AARCH64 | _SAME_EVERYWHERE),
}
_LOOKED_AT: Final = ("clone", "socket", "ioctl")
"""Calls that are allowed or not by their arguments."""
_FALLBACK_EXISTS: Final = (
    "clone3", "io_uring_setup", "io_uring_enter", "io_uring_register", "memfd_create",
)  # fmt: skip
"""Calls without which programs help themselves, when the kernel says that it has none."""


def assemble(machine: Machine, families: tuple[int, ...]) -> bytes:
    """A filter that lets a process open sockets of these families only."""
    calls = machine.calls
    code = [
        _step(_LOAD, _ARCHITECTURE),
        _step(_JUMP_EQUAL, machine.audit, 1, 0),
        _step(_RETURN, _KILL),
        _step(_LOAD, _NUMBER),
        # The x32 numbers would lead around the list; no other machine has calls so high.
        _step(_JUMP_AT_LEAST, 0x40000000, 0, 1),
        _deny(errno.ENOSYS),
    ]
    for name, number in calls.items():
        if name not in _LOOKED_AT:
            why = errno.ENOSYS if name in _FALLBACK_EXISTS else errno.EPERM
            code += [_step(_JUMP_EQUAL, number, 0, 1), _deny(why)]
    allow = _step(_RETURN, _ALLOW)
    # The flags are the first argument of clone on both machines.
    flags = [_argument(0), _step(_JUMP_ANY_BIT, _NAMESPACES, 0, 1), _deny(errno.EPERM), allow]
    family = [_argument(0)]
    for number in families:
        family += [_step(_JUMP_EQUAL, number, 0, 1), allow]
    family.append(_deny(errno.EAFNOSUPPORT))
    request = [_argument(1)]
    for number in _TERMINAL:
        request += [_step(_JUMP_EQUAL, number, 0, 1), _deny(errno.EPERM)]
    request.append(allow)
    for name, block in zip(_LOOKED_AT, (flags, family, request), strict=True):
        code += [_step(_JUMP_EQUAL, calls[name], 0, len(block)), *block]
    return b"".join([*code, allow])


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return pack("=HBBI", code, if_true, if_false, value)


def _argument(index: int) -> bytes:
    """Load the lower half of an argument; both machines are little-endian."""
    return _step(_LOAD, _ARGUMENTS + 8 * index)


def _deny(number: int) -> bytes:
    return _step(_RETURN, _ERRNO | number)


def this_machine() -> Machine | None:
    """The tables of this machine, None where there are none."""
    return MACHINES.get(platform.machine())


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def install(program: bytes) -> None:
    """Put this process and all that it starts under a filter, for good. Raises OSError."""
    libc = ctypes.CDLL(None, use_errno=True)
    set_no_new_privileges, set_seccomp, filter_mode = 38, 22, 2
    argument = _Program(len(program) // 8, program)
    zero = ctypes.c_ulong(0)
    if libc.prctl(set_no_new_privileges, ctypes.c_ulong(1), zero, zero, zero):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    if libc.prctl(set_seccomp, ctypes.c_ulong(filter_mode), ctypes.byref(argument), zero, zero):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

"""Landlock: a process gives up all files, TCP, and signals but those named. Needs no namespaces.

Numbers are those of linux/landlock.h. The kernel's version decides how much can be taken away.
"""

import ctypes
import os
from collections.abc import Iterable
from pathlib import Path
from struct import pack
from typing import Final

_CREATE, _ADD_RULE, _RESTRICT = 444, 445, 446
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_TRUNCATE, _IOCTL = 1 << 14, 1 << 15
_ON_FILES: Final = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL
_READ: Final = _EXECUTE | _READ_FILE | _READ_DIR
_FILE_RIGHTS: Final = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""How many of the rights on files a version knows; from 5 on they are 16."""
WITH_TCP, WITH_SIGNALS = 4, 6
"""The first versions that deny TCP; abstract sockets and signals."""
_TCP: Final = 0b11
_ABSTRACT_SOCKETS_AND_SIGNALS: Final = 0b11


def version() -> int:
    """The version that the kernel offers, 0 where it has none or it is switched off."""
    libc = ctypes.CDLL(None, use_errno=True)
    found: int = libc.syscall(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint(1))
    return max(found, 0)


def restrict(read: Iterable[Path], write: Iterable[Path], *, tcp: bool) -> None:
    """Leave this process and all that it starts these trees only. Raises OSError.

    Paths that are missing are passed over. no_new_privs must be set before, or this be root.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    abi = version()
    rights = (1 << _FILE_RIGHTS[min(abi, 5)]) - 1 if abi else 0
    attributes = [rights]
    if abi >= WITH_TCP:
        attributes.append(0 if tcp else _TCP)
    if abi >= WITH_SIGNALS:
        attributes.append(_ABSTRACT_SOCKETS_AND_SIGNALS)
    words = pack(f"={len(attributes)}Q", *attributes)
    ruleset = _checked(libc.syscall(_CREATE, words, ctypes.c_size_t(len(words)), ctypes.c_uint(0)))
    try:
        for path, allowed in [*((p, _READ) for p in read), *((p, rights) for p in write)]:
            _allow(libc, ruleset, path, allowed & rights)
        _checked(libc.syscall(_RESTRICT, ruleset, ctypes.c_uint(0)))
    finally:
        os.close(ruleset)


def _allow(libc: ctypes.CDLL, ruleset: int, path: Path, allowed: int) -> None:
    try:
        beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not path.is_dir():
            allowed &= _ON_FILES
        rule = pack("=Qi", allowed, beneath)
        path_beneath = 1
        _checked(libc.syscall(_ADD_RULE, ruleset, path_beneath, rule, ctypes.c_uint(0)))
    finally:
        os.close(beneath)


def _checked(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result

"""What a bot prints, as far as it is kept."""

from typing import Final

HEAD_BYTES: Final = 64 * 1024
TAIL_BYTES: Final = 256 * 1024


class Output:
    """The first and the last of what a bot printed; what is between is counted and dropped.

    ``size`` counts all of it, in bytes.
    """

    def __init__(self, head: int = HEAD_BYTES, tail: int = TAIL_BYTES) -> None:
        self.size = 0
        self._head = bytearray()
        self._tail = bytearray()
        self._head_size = head
        self._tail_size = tail
        self._dropped = 0

    def add(self, data: bytes) -> None:
        """Keep another piece."""
        self.size += len(data)
        room = self._head_size - len(self._head)
        self._head += data[:room]
        self._tail += data[room:]
        surplus = len(self._tail) - self._tail_size
        if surplus > 0:
            del self._tail[:surplus]
            self._dropped += surplus

    def __bytes__(self) -> bytes:
        gap = b"\n... %d bytes left out ...\n" % self._dropped if self._dropped else b""
        return bytes(self._head) + gap + bytes(self._tail)

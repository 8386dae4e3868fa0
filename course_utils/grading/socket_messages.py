"""Messages on a socket: a JSON header, blobs of raw bytes, and open files where the kernel hands them
over. Nothing that is read can run code. Only the standard library is used: the processes that make
the sandbox talk so, too."""

from __future__ import annotations

import json
import socket
import struct
import time
from collections.abc import Callable, Sequence
from typing import Any

HEADER = 8 * 2**20  # bytes of a message's JSON
BLOBS = 256 * 2**20  # bytes of all its blobs together
_HANDLES = 2  # open files with one message, at most


class TooLarge(Exception):
    """The message is not sent."""


class Malformed(ValueError):
    """What came is no message of ours."""


class Closed(EOFError):
    """The other end is gone."""


class Late(TimeoutError):
    """Nothing, or not all of a message, came in time."""


class Patience:
    """How long a message may take: `seconds`, and after them as many as `more` gives each time that
    it is asked, until it gives none. None: for ever."""

    def __init__(self, seconds: float | None, more: Callable[[], float] = lambda: 0.0):
        self._end = None if seconds is None else time.monotonic() + seconds
        self._more = more

    def left(self) -> float | None:
        """Raises Late."""
        if self._end is None:
            return None
        while (left := self._end - time.monotonic()) <= 0:
            further = self._more()
            if further <= 0:
                raise Late
            self._end = time.monotonic() + further
        return left


def send(
    sock: socket.socket,
    header: dict[str, Any],
    blobs: Sequence[bytes] = (),
    patience: Patience | float | None = None,
    handles: Sequence[int] = (),
) -> None:
    """Sends one message, and open files with it. Raises TooLarge (then nothing was sent), Closed or
    Late."""
    data = memoryview(pack(header, blobs))
    patience = _patience(patience)
    while data:
        sock.settimeout(patience.left())
        try:
            sent = socket.send_fds(sock, [data], handles) if handles else sock.send(data)
        except TimeoutError:
            continue
        except OSError:
            raise Closed from None
        data, handles = data[sent:], ()


def pack(header: dict[str, Any], blobs: Sequence[bytes] = ()) -> bytes:
    """The bytes of a message. Raises TooLarge."""
    text = json.dumps({**header, "blobs": [len(blob) for blob in blobs]}).encode("ascii")
    if len(text) > HEADER or sum(map(len, blobs)) > BLOBS:
        raise TooLarge
    return b"".join([struct.pack(">I", len(text)), text, *blobs])


def receive(
    sock: socket.socket,
    patience: Patience | float | None = None,
    handles: list[int] | None = None,
) -> tuple[dict[str, Any], list[bytes]]:
    """(header, blobs) of the next message; open files that come with it are appended to `handles`.
    Raises Late, Closed or Malformed."""
    patience = _patience(patience)
    (size,) = struct.unpack(">I", _read(sock, 4, patience, handles))
    if size > HEADER:
        raise Malformed("size")
    text = _read(sock, size, patience)
    try:
        header = json.loads(text)
        sizes = header.pop("blobs")
        right = all(type(n) is int and n >= 0 for n in sizes) and sum(sizes) <= BLOBS
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise Malformed("header") from None
    if not right or len(sizes) > 100_000:
        raise Malformed("blobs")
    return header, [_read(sock, n, patience) for n in sizes]


def _patience(given: Patience | float | None) -> Patience:
    return given if isinstance(given, Patience) else Patience(given)


def _read(
    sock: socket.socket, size: int, patience: Patience, handles: list[int] | None = None
) -> bytes:
    parts = []
    while size:
        sock.settimeout(patience.left())
        try:
            if handles is None:
                part = sock.recv(min(size, 1 << 20))
            else:
                part, came, _, _ = socket.recv_fds(sock, size, _HANDLES)
                handles += came
        except TimeoutError:
            continue
        except OSError:
            raise Closed from None
        if not part:
            raise Closed
        parts.append(part)
        size -= len(part)
    return b"".join(parts)

"""What a page and its kernel say to each other, as a test overhears it.

A test that looks at what a page shows has to know that the kernel has answered. The clock does not
tell: on a busy machine an answer takes as long as it takes. Jupyter's protocol does: at the end of
each request the kernel says that it is idle again, and names the request.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jupyter_client.session import json_unpacker
from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1
from lab_server import FAR

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocket

POLL = 200  # milliseconds between two looks at a condition
# Two frames after a message, everything that it set off is on the page.
_DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


@dataclass(frozen=True)
class Execution:
    """A request to run a cell."""

    cell_id: str
    code: str


class KernelTalk:
    """Listens on a page from before it opens a notebook."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.executions: list[Execution] = []
        self._unanswered: set[str] = set()
        self._heard = time.monotonic()
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        if "/api/kernels/" in socket.url:
            socket.on("framesent", self._sent)
            socket.on("framereceived", self._received)

    def _sent(self, frame: bytes) -> None:
        _, (header, _, metadata, content, *_) = deserialize_msg_from_ws_v1(frame)
        message = json_unpacker(header)
        if message["msg_type"] in ("execute_request", "comm_msg"):
            self._unanswered.add(message["msg_id"])
        if message["msg_type"] == "execute_request":
            cell_id = json_unpacker(metadata).get("cellId", "")
            self.executions.append(Execution(cell_id, json_unpacker(content)["code"]))

    def _received(self, frame: bytes) -> None:
        self._heard = time.monotonic()
        _, (header, parent, _, content, *_) = deserialize_msg_from_ws_v1(frame)
        if json_unpacker(header)["msg_type"] == "status":
            if json_unpacker(content)["execution_state"] == "idle":
                self._unanswered.discard(json_unpacker(parent).get("msg_id"))

    def wait(self, seen: Callable[[], object] = lambda: True) -> None:
        """Waits until the kernel has answered everything, the page shows it, and `seen()` holds.

        However long that takes: only a kernel that says nothing for very long is given up.
        """
        start = time.monotonic()
        while True:
            self.page.evaluate("0")  # by its answer, what the page sent before has been overheard
            if not self._unanswered:
                self.page.evaluate(_DRAWN)
                if not self._unanswered and seen():
                    return
            assert time.monotonic() - max(start, self._heard) < FAR, "the kernel says nothing"
            self.page.wait_for_timeout(POLL)

"""A worker that tells what a process in the sandbox sees: `choose_mode` asks it before a class is
graded, and the tests try to break out with it."""

from __future__ import annotations

from typing import Any

from course_utils.grading.socket_messages import Closed, receive, send


def prepare(setup: tuple[str, ...]) -> None:
    for source in setup:
        exec(source, {})


def serve(sock: Any, limits: Any) -> None:
    """Runs each {"run": source} and replies {"value": ...}, what the source leaves in `value`, or
    {"error": ...}."""
    names: dict[str, Any] = {"limits": limits, "sock": sock}
    while True:
        try:
            request, _ = receive(sock)
        except Closed:
            return
        names["value"] = None
        try:
            exec(request["run"], names)
            reply = {"value": names["value"]}
        except Exception as error:
            reply = {"error": f"{type(error).__name__}: {error}"}
        send(sock, reply)

"""The tests run under the course's own settings, write nothing outside the course folder, and reach
no other machine: a connection to one is an error here, and fails in the processes that they start.

Which tests run, how they are spread over processes and how they ended: `run_progress.py`.
"""

import os
import sys
from typing import Any

from this_machine import is_this_machine

from course_utils.room.lab import course_environment

pytest_plugins = ["run_progress"]

os.environ.update(course_environment())


def _refuse_others(event: str, arguments: tuple[Any, ...]) -> None:
    """An audit hook: Python calls it before it connects, sends or looks up a name."""
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        address = arguments[1]  # of a Unix socket: a path
        host = address[0] if isinstance(address, tuple) and address else None
    elif event in ("socket.getaddrinfo", "socket.gethostbyname"):
        host = arguments[0]
    else:
        return
    if not is_this_machine(host):
        raise RuntimeError(f"The tests are offline, and something asked for {host!r} ({event}).")


sys.addaudithook(_refuse_others)

# What the tests start (kernels, pip, browsers) is not under that hook, but looks for a proxy; on
# this port nobody answers.
for _name in ("http_proxy", "https_proxy", "all_proxy"):
    os.environ[_name] = os.environ[_name.upper()] = "http://127.0.0.1:9"
os.environ["no_proxy"] = os.environ["NO_PROXY"] = "localhost,127.0.0.1,::1"

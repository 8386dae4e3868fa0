"""The tests run under the course's own settings, write nothing outside the course folder, and reach
no other machine: a connection to one is an error here, and fails in the processes that they start.

`--all` adds the tests marked `exhaustive`. How far a run is, and how it ended, is said by
`how_far.py`.
"""

import os
import sys
from typing import Any

import pytest
from this_machine import is_this_machine

from course_utils.lab import course_environment

pytest_plugins = ["how_far"]

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


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--all", action="store_true", help="what is exhaustive, too: half an hour instead of minutes"
    )


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--all"):
        left_out = [item for item in items if item.get_closest_marker("exhaustive")]
        if left_out:
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if not item.get_closest_marker("exhaustive")]

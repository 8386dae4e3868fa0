"""Programs that begin with their imports done: forked from a process that has made them already.

What is tried as a program of its own, a dozen times over, would import nbgrader a dozen times.
"""

from __future__ import annotations

import importlib
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

TESTS = Path(__file__).resolve().parent
NUMBER = 20  # bytes of a number that is told


class Warm:
    """A process that has imported these modules. A context manager."""

    def __init__(self, *modules: str):
        self._requests, theirs = socket.socketpair()
        with theirs:
            self._server = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno()), *modules],
                env={**os.environ, "PYTHONPATH": f"{TESTS.parent}{os.pathsep}{TESTS}"},
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )

    def start(self, module: str, *arguments: str, cwd: Path, env: Mapping[str, str]) -> Started:
        """`python -m module arguments` in a session of its own."""
        request = {"module": module, "arguments": arguments, "cwd": str(cwd), "env": dict(env)}
        reader, writer = os.pipe()
        about, theirs = socket.socketpair()
        with theirs:
            data = json.dumps(request).encode() + b"\n"
            sent = socket.send_fds(self._requests, [data], [writer, theirs.fileno()])
            self._requests.sendall(data[sent:])
        os.close(writer)
        return Started(reader, about)

    def __enter__(self) -> Warm:
        return self

    def __exit__(self, *_: object) -> None:
        self._requests.close()
        self._server.wait()


class Started:
    """As much of a `subprocess.Popen` as is needed; what it prints, errors too, is one text."""

    def __init__(self, output: int, about: socket.socket):
        self._output, self._about = output, about
        self.pid = int(about.recv(NUMBER))
        self.returncode: int | None = None

    def poll(self) -> int | None:
        self._about.setblocking(False)
        try:
            return self.wait()
        except BlockingIOError:
            return None

    def wait(self) -> int:
        if self.returncode is None:
            self.returncode = os.waitstatus_to_exitcode(int(self._about.recv(NUMBER)))
        return self.returncode

    def kill(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)

    def communicate(self) -> str:
        """All that it prints, when it has ended."""
        with open(self._output, encoding="utf-8", errors="replace") as file:
            text = file.read()
        self._about.setblocking(True)
        self.wait()
        self._about.close()
        return text


def _serve(requests: socket.socket) -> None:
    """Returns in each program that it starts, when it has ended; here it ends with the requests."""
    while True:
        data, handles, _, _ = socket.recv_fds(requests, 2**16, 2)
        if not data:
            sys.exit()
        while not data.endswith(b"\n"):
            data += requests.recv(2**16)
        if os.fork() == 0:
            requests.close()
            output, about = handles
            _watch(json.loads(data), output, socket.socket(fileno=about))
            return
        for handle in handles:
            os.close(handle)


def _watch(request: dict, output: int, about: socket.socket) -> None:
    """Starts the program and tells how it ended; returns in the program."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    process = os.fork()
    if process == 0:
        about.close()
        _run(request, output)
        return
    os.close(output)
    about.send(b"%20d" % process)
    status = os.waitpid(process, 0)[1]
    try:
        about.send(b"%20d" % status)
    except OSError:
        pass  # nobody wants to know any more
    os._exit(0)


def _run(request: dict, output: int) -> None:
    os.setsid()
    for stream in (1, 2):
        os.dup2(output, stream)
    os.close(output)
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    sys.path.insert(0, "")
    sys.argv = [request["module"], *request["arguments"]]
    runpy.run_module(request["module"], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for name in sys.argv[2:]:
        importlib.import_module(name)
    _serve(socket.socket(fileno=int(sys.argv[1])))

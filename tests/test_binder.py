"""Binder, as far as it can be shown without it: what repo2docker reads, the real `postBuild`, and
JupyterLab under the real `start`, in a home folder that is a copy of the repository.

The environment has what environment.yml asks for and no more; its packages are those of this one, not
conda's. Nothing is downloaded, and neither this environment nor the course folder is changed.
"""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import threading
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError

import psutil
import pytest
import throw_away_venv
from lab_server import FAR, fetch, started
from tornado.websocket import websocket_connect

from course_utils.checks.assignments import read_notebook
from course_utils.files import COURSE
from course_utils.messages import say
from course_utils.room.start_page import LANDING_PAGE

PROJECT = tomllib.loads((COURSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
needs_bash = pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")
needs_git = pytest.mark.skipif(
    not (COURSE / ".git").exists(), reason="this copy of the course is not in git"
)
needs_linux = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux tells what a process shares"
)


# --- the files ------------------------------------------------------------------------------------


def test_repo2docker_understands_the_folder(tmp_path):
    pytest.importorskip("repo2docker", reason="jupyter-repo2docker is not installed")
    for name in ("environment.yml", "requirements.txt", "pyproject.toml", "postBuild", "start"):
        shutil.copy(COURSE / name, tmp_path)
    result = subprocess.run(
        [sys.executable, "-m", "repo2docker", "--no-build", "--debug", str(tmp_path)],
        capture_output=True,
        text=True,
    )
    said = result.stdout + result.stderr
    assert result.returncode == 0, said
    assert "Building conda environment for python=3.11" in said
    assert '--file "environment.yml"' in said
    assert "requirements.txt" not in said  # the lock is for pip alone
    assert "RUN ./postBuild" in said
    assert 'R2D_ENTRYPOINT="${REPO_DIR}/start"' in said


@needs_bash
@pytest.mark.parametrize("script", ["postBuild", "start", ".ci/run"])
def test_scripts_can_be_run(script):
    path = COURSE / script
    assert path.stat().st_mode & 0o111, "not executable"
    assert path.read_bytes().startswith(b"#!") and b"\r" not in path.read_bytes()
    assert subprocess.run(["bash", "-n", str(path)]).returncode == 0


@needs_bash
def test_start_keeps_the_command_and_sets_one_thread():
    command = ["sh", "-c", 'echo "$OMP_NUM_THREADS $1"', "sh", "two words"]
    result = subprocess.run([COURSE / "start", *command], capture_output=True, text=True)
    assert result.stdout == "1 two words\n"


# --- as Binder runs them --------------------------------------------------------------------------


class Home:
    """The home folder of a visitor, in which the repository lies, after `postBuild`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "jovyan"
        command = ["git", "-C", str(COURSE), "ls-files", "-z", "--cached", "--others"]
        listed = subprocess.run([*command, "--exclude-standard"], capture_output=True, check=True)
        for name in filter(None, listed.stdout.decode().split("\0")):
            if (COURSE / name).is_file():  # as git would archive it, with what is not committed yet
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(COURSE / name, self.folder / name)
        asked = [*PROJECT["dependencies"], "pip", "flit-core"]
        self.python = throw_away_venv.make(folder / "env", asked)
        self.environment = throw_away_venv.environment(self.python, self.folder)
        self.built = self.run("./postBuild")

    def run(self, *command: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True
        )

    @contextmanager
    def opened(self, log: Path, *before: str) -> Iterator[tuple[psutil.Process, str, str]]:
        """JupyterLab as Binder starts it: its process, its address, its token. before: a command
        that runs what follows it."""
        command = [*before, "./start", "jupyter-lab", "--ip=127.0.0.1", "--port=0", "--no-browser"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            command.append("--allow-root")
        with started(command, self.folder, self.environment, log) as (process, address):
            base, token = address.split("/lab")[0], address.split("token=")[1]
            end = time.monotonic() + FAR
            while process.poll() is None and time.monotonic() < end:
                try:  # stock JupyterLab prints its address before it listens
                    fetch(f"{base}/api/status", token)
                    break
                except URLError:
                    time.sleep(0.1)
            yield psutil.Process(process.pid), base, token


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Home:
    return Home(tmp_path_factory.mktemp("binder"))


@needs_bash
@needs_git
@pytest.mark.slow
def test_post_build_installs_the_course_and_finds_everything_in_place(home):
    assert home.built.returncode == 0, home.built.stdout + home.built.stderr
    assert say("doctor-fine") in home.built.stdout
    found = home.run(str(home.python), "-c", "import course_utils; print(course_utils.__file__)")
    assert Path(found.stdout.strip()).parent == home.folder / "course_utils"
    for extra in ("pytest", "sphinx", "accelerate"):  # not in environment.yml
        assert home.run(str(home.python), "-c", f"import {extra}").returncode == 1


@needs_bash
@needs_git
@pytest.mark.slow
def test_jupyterlab_answers_with_the_landing_page(home, tmp_path):
    with home.opened(tmp_path / "log") as (_, base, token):
        status, page = fetch(f"{base}/lab/tree/{LANDING_PAGE}", token)
        assert status == 200 and "JupyterLab" in page
        start = json.loads(fetch(f"{base}/api/contents/{LANDING_PAGE}", token)[1])["content"]
        assert "notebooks/00_welcome/00_welcome.ipynb" in start
        workspace = json.loads(fetch(f"{base}/lab/api/workspaces/default", token)[1])
        assert f"markdownviewer-widget:{LANDING_PAGE}" in workspace["data"]
    assert f"/lab/tree/{LANDING_PAGE}" in (tmp_path / "log").read_text()  # where it opens by itself


# --- memory ---------------------------------------------------------------------------------------

# MB that the server and one kernel take together, measured (docs/setup.md), with some room.
MOST_MEGABYTES = {"00_welcome": 400, "02_masking": 600}
# MB of a memory limit within which the same runs to its end. It is below the sum above, for the system
# drops pages of files that nobody needs any more.
LIMIT = 512


def megabytes(process: psutil.Process) -> float:
    """What a process and all that it started keep in memory, each page once. (PSS alone would be
    less where other programs of this machine use the same libraries.)"""
    own, files = 0, Counter()
    for one in (process, *process.children(recursive=True)):
        try:
            lines = Path(f"/proc/{one.pid}/smaps").read_text().splitlines()
        except OSError:  # it ended meanwhile: what the server starts may be gone at once
            continue
        here: Counter = Counter()
        for line in lines:
            first, *words = line.split()
            if not first.endswith(":"):
                file = (words[2], words[3]) if words[3] != "0" else None
            elif first == "Pss:" and file is None:
                own += int(words[0])
            elif first == "Rss:" and file is not None:
                here[file] += int(words[0])
        files |= here  # the larger of the two, for each file
    assert own, f"{process} says nothing of its memory"
    return (own + files.total()) / 1024


async def run_all(base: str, token: str, kernel: str, sources: list[str]) -> list[str]:
    """Runs cells one after the other in a kernel; returns the names of the errors."""
    address = f"ws{base[4:]}/api/kernels/{kernel}/channels?token={token}"
    socket = await websocket_connect(address, max_message_size=2**30)
    errors = []
    for number, source in enumerate(sources):
        header = {"msg_id": f"cell-{number}", "msg_type": "execute_request", "version": "5.3"}
        header |= {"username": "", "session": "visit", "date": "2026-01-01T00:00:00Z"}
        content = {"code": source, "silent": False, "store_history": True, "allow_stdin": False}
        asked = {"header": header, "parent_header": {}, "metadata": {}, "channel": "shell"}
        await socket.write_message(json.dumps({**asked, "content": content}))
        while True:
            message = json.loads(await socket.read_message())
            if message["parent_header"].get("msg_id") == header["msg_id"]:
                if message["msg_type"] == "error":
                    errors.append(message["content"]["ename"])
                if message["content"].get("execution_state") == "idle":
                    break
    socket.close()
    return errors


@needs_bash
@needs_git
@needs_linux
@pytest.mark.nightly
@pytest.mark.parametrize("name", MOST_MEGABYTES)
def test_memory_of_the_server_and_a_chapter(home, name, tmp_path):
    cells = read_notebook(home.folder / "notebooks" / name / f"{name}.ipynb").cells
    sources = [cell.source for cell in cells if cell.cell_type == "code"]
    with home.opened(tmp_path / "log") as (process, base, token):
        fetch(f"{base}/lab/tree/{LANDING_PAGE}", token)
        server = megabytes(process)
        asked = {"path": f"notebooks/{name}/{name}.ipynb", "type": "notebook", "name": name}
        asked["kernel"] = {"name": "python3"}
        kernel = json.loads(fetch(f"{base}/api/sessions", token, asked)[1])["kernel"]["id"]
        peak, ended = [server], threading.Event()

        def watch() -> None:
            while not ended.wait(0.25):
                try:
                    peak.append(megabytes(process))
                except (OSError, psutil.Error):  # a process of a check ended meanwhile
                    continue

        watcher = threading.Thread(target=watch)
        watcher.start()
        try:
            running = run_all(base, token, kernel, sources)
            errors = asyncio.run(asyncio.wait_for(running, FAR))
        finally:
            ended.set()
            watcher.join()
        peak.append(megabytes(process))
    print(f"{name}: server {server:.0f} MB, with the kernel {max(peak):.0f} MB")
    assert errors == []
    assert max(peak) < MOST_MEGABYTES[name]


@pytest.fixture
def limited(tmp_path) -> Iterator[tuple[Path, str]]:
    """A control group with LIMIT megabytes, and the name of its file of events."""
    for root, limit, events in (
        ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.oom_control"),
        ("/sys/fs/cgroup", "memory.max", "memory.events"),
    ):
        group = Path(root, f"course-{os.getpid()}")
        try:
            group.mkdir()
        except OSError:
            continue
        try:
            (group / limit).write_text(str(LIMIT * 2**20))
            (group / "cgroup.procs").stat()
        except OSError:
            group.rmdir()
            continue
        yield group, events
        end = time.monotonic() + FAR
        while group.exists() and time.monotonic() < end:  # what ran in it may not be gone yet
            try:
                group.rmdir()
            except OSError:
                time.sleep(0.1)
        return
    pytest.skip("no control group with a memory limit can be made here (it takes root)")


@needs_bash
@needs_git
@needs_linux
@pytest.mark.nightly
@pytest.mark.parametrize("name", MOST_MEGABYTES)
def test_a_chapter_runs_to_its_end_where_there_are_512_mb(home, name, limited, tmp_path):
    """Pages of files that other processes have read before are not counted here; docs/setup.md has
    a measurement with files that nobody had read."""
    group, events = limited
    cells = read_notebook(home.folder / "notebooks" / name / f"{name}.ipynb").cells
    sources = [cell.source for cell in cells if cell.cell_type == "code"]
    enter = ("sh", "-c", f'echo $$ > {group}/cgroup.procs; exec "$@"', "sh")
    with home.opened(tmp_path / "log", *enter) as (_, base, token):
        asked = {"path": f"notebooks/{name}/{name}.ipynb", "type": "notebook", "name": name}
        asked["kernel"] = {"name": "python3"}
        kernel = json.loads(fetch(f"{base}/api/sessions", token, asked)[1])["kernel"]["id"]
        running = run_all(base, token, kernel, sources)
        assert asyncio.run(asyncio.wait_for(running, FAR)) == []
        assert "oom_kill 0" in (group / events).read_text()

"""The recipe for JupyterHub (docs/hub): a real hub and proxy, real logins, two learners, one who
cheats, and an instructor. They live in a namespace with an /etc and a /srv of its own, so that
nobody's machine gets users.
"""

import asyncio
import contextlib
import html
import json
import os
import re
import secrets
import shutil
import socket
import stat
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
import requests
from lab_server import FAR, LEFT_OUT
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

from course_utils.files import COURSE

NAME = "02_masking"
NOTEBOOK = f"notebooks/{NAME}/{NAME}.ipynb"
LEARNERS, INSTRUCTOR = ("ada", "ben", "eve"), "mia"
EXCHANGE = "/srv/nbgrader/exchange/behind-the-mask"
CLONE = "/srv/home/mia/behind-the-mask"
NEEDED = ("bwrap", "configurable-http-proxy", "node", "useradd", "chpasswd", "runuser")
# Where an environment says which course is installed in it.
PACKAGE_PATH = Path(sysconfig.get_path("purelib")).relative_to(sys.prefix) / "course_utils.pth"
missing = [name for name in NEEDED if shutil.which(name) is None]
pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(sys.platform != "linux", reason="the recipe is for Linux"),
    pytest.mark.skipif(bool(missing), reason=f"not installed here: {', '.join(missing)}"),
    pytest.mark.skipif(
        Path(sys.prefix) != COURSE / ".venv", reason="the tests run in another environment"
    ),
    pytest.mark.skipif(
        not hasattr(os, "geteuid") or os.geteuid() != 0,
        reason="only root can start servers of other users",
    ),
]


# --- the machine ----------------------------------------------------------------------------------


class Machine:
    """The address of a running hub, and its users' passwords."""

    def __init__(self, address: str, passwords: dict[str, str]):
        self.address = address
        self.passwords = passwords


@pytest.fixture(scope="module")
def machine(tmp_path_factory) -> Iterator[Machine]:
    folder = tmp_path_factory.mktemp("machine")
    _private_folders(folder)
    passwords = {name: secrets.token_hex(8) for name in (*LEARNERS, INSTRUCTOR)}
    lines = "".join(f"{name}:{password}\n" for name, password in passwords.items())
    (folder / "srv" / "passwords").write_text(lines)
    public, api, hub = _free_ports(3)
    (folder / "srv" / "jupyterhub" / "jupyterhub_config.py").write_text(
        (COURSE / "docs" / "hub" / "jupyterhub_config.py").read_text()
        + f"c.JupyterHub.bind_url = 'http://127.0.0.1:{public}'\n"
        f"c.ConfigurableHTTPProxy.api_url = 'http://127.0.0.1:{api}'\n"
        f"c.JupyterHub.hub_port = {hub}\n"
    )
    log = folder / "hub.log"
    keep = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    with log.open("w") as output:
        process = subprocess.Popen(
            [*_in_namespace(folder), "bash", "/srv/machine.sh", str(COURSE)],
            cwd="/",
            env=keep | {"HOME": "/srv/jupyterhub"},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
        )
    try:
        _wait_for(f"http://127.0.0.1:{public}/hub/login", process, log)
        yield Machine(f"http://127.0.0.1:{public}", passwords)
    finally:
        process.kill()  # with the namespace, all that was started in it ends
        process.wait(timeout=FAR)


def _private_folders(folder: Path) -> None:
    """`etc`; `course`, the installation as a class gets it; `srv` with the instructor's clone."""
    subprocess.run(["cp", "-a", "/etc", folder / "etc"], check=True)
    (folder / "srv" / "jupyterhub").mkdir(parents=True)
    shutil.copy(COURSE / "tests" / "hub_machine.sh", folder / "srv" / "machine.sh")
    course = folder / "course"
    archive = folder / "class.zip"
    release = [sys.executable, "-m", "course_utils", "release", "--zip", archive]
    subprocess.run(release, check=True, cwd=COURSE)
    shutil.unpack_archive(archive, folder)
    (folder / "behind-the-mask").rename(course)
    shutil.rmtree(course / "notebooks" / NAME)  # that one comes through the exchange
    (course / ".venv").mkdir()
    clone = shutil.copytree(COURSE, folder / CLONE.lstrip("/"), ignore=LEFT_OUT)
    shutil.copytree(COURSE / "tests" / "gallery" / NAME, clone / "tests" / "gallery" / NAME)
    (clone / ".venv").mkdir()
    (folder / PACKAGE_PATH.name).write_text(f"{CLONE}\n")


def _in_namespace(folder: Path) -> list[str]:
    """The command before a command that runs it in the machine: the class copy lies where the course
    does here, with the environment that the tests run in; the clone has the same, but its own course."""
    environment = COURSE / ".venv"
    places = [
        ("--bind", folder / "etc", "/etc"),
        ("--bind", folder / "srv", "/srv"),
        ("--ro-bind", folder / "course", COURSE),
        ("--ro-bind", environment, environment),
        ("--ro-bind", environment, f"{CLONE}/.venv"),
        ("--ro-bind", folder / PACKAGE_PATH.name, f"{CLONE}/.venv/{PACKAGE_PATH}"),
    ]
    binds = _open_to_others(Path(sys.base_prefix), COURSE)
    binds += [str(word) for place in places for word in place]
    own = ["--unshare-pid", "--proc", "/proc", "--die-with-parent"]
    return ["bwrap", "--dev-bind", "/", "/", *binds, *own]


def _open_to_others(*paths: Path) -> list[str]:
    """Options that show `paths` to all users, where root keeps them in a folder of its own."""
    options, made = [], set()
    for path in paths:
        parents = path.parents[::-1]
        closed = next((p for p in parents if not p.stat().st_mode & stat.S_IXOTH), None)
        if closed is None:
            continue
        for folder in parents[parents.index(closed) :]:
            if folder not in made:
                how = "--tmpfs" if folder == closed else "--dir"
                options += ["--perms", "0755", how, str(folder)]
                made.add(folder)
        options += ["--ro-bind", str(path), str(path)]
    return options


def _free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as stack:
        sockets = [
            stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)
        ]
        return [one.getsockname()[1] for one in sockets]


def _wait_for(address: str, process: subprocess.Popen, log: Path) -> None:
    end = time.monotonic() + FAR
    while time.monotonic() < end:
        if process.poll() == 77:
            pytest.skip(log.read_text().splitlines()[-1])
        assert process.poll() is None, log.read_text()
        with contextlib.suppress(requests.ConnectionError):
            if requests.get(address, timeout=FAR).status_code == 200:
                return
        time.sleep(0.2)
    raise AssertionError(log.read_text())


# --- a browser ------------------------------------------------------------------------------------


class Browser:
    """What a user's browser does: the login form, cookies, the pages' own requests."""

    def __init__(self, machine: Machine, user: str):
        self._machine, self.user = machine, user
        self._session = requests.Session()
        self._session.trust_env = False
        self.home = f"{machine.address}/user/{user}"

    def login(self, password: str | None = None) -> requests.Response:
        form = self._session.get(f"{self._machine.address}/hub/login", timeout=FAR)
        (token,) = set(re.findall(r'name="_xsrf" value="([^"]+)"', form.text))
        password = self._machine.passwords[self.user] if password is None else password
        data = {"username": self.user, "password": password, "_xsrf": html.unescape(token)}
        return self._session.post(form.url, data=data, timeout=FAR)

    def open(self) -> requests.Response:
        """The page on which the user's server opens, once it is there."""
        end = time.monotonic() + FAR
        while time.monotonic() < end:
            page = self._session.get(f"{self._machine.address}/hub/spawn", timeout=FAR)
            if page.url.startswith(self.home) and page.ok:
                return page
            time.sleep(0.2)
        raise AssertionError(page.text)

    def get(self, path: str, **query: str) -> requests.Response:
        return self._session.get(f"{self.home}/{path}", params=query, timeout=FAR)

    def send(self, path: str, data: dict | None = None, method: str = "POST") -> requests.Response:
        headers = {"X-XSRFToken": self._token()}
        address = f"{self.home}/{path}"
        return self._session.request(method, address, json=data, headers=headers, timeout=FAR)

    def _token(self) -> str:
        cookies = self._session.cookies
        return next(
            c.value for c in cookies if c.name == "_xsrf" and c.path == f"/user/{self.user}/"
        )

    def terminal(self, command: str) -> tuple[int, str]:
        """Status and output of a command that is typed into a terminal of JupyterLab."""
        name = self.send("api/terminals").json()["name"]
        try:
            return asyncio.run(self._type(name, command))
        finally:
            self.send(f"api/terminals/{name}", method="DELETE")

    async def _type(self, name: str, command: str) -> tuple[int, str]:
        address = f"{self.home}/terminals/websocket/{name}?_xsrf={self._token()}"
        cookies = "; ".join(
            f"{c.name}={c.value}" for c in self._session.cookies if f"/user/{self.user}/" in c.path
        )
        headers = {"Cookie": cookies, "Origin": self._machine.address}
        request = HTTPRequest(address.replace("http:", "ws:"), headers=headers, request_timeout=FAR)
        connection = await websocket_connect(request)
        await connection.write_message(json.dumps(["stdin", f'{command}; echo "<$?>"\r']))
        output = ""
        while not (ended := re.search(r"<(\d+)>\r?\n", output)):
            kind, *text = json.loads(await connection.read_message())
            if kind == "stdout":
                output += text[0]
        connection.close()
        return int(ended[1]), output[: ended.start()]

    def assignments(self, action: str = "", name: str = NAME) -> dict[str, dict]:
        """What the tab Assignments lists, by status, after one of its buttons was pressed."""
        which = {"course_id": "behind-the-mask", "assignment_id": name}
        path = f"assignments/{action}".rstrip("/")
        answer = self.send(path, which) if action else self.get(path, **which)
        listed = answer.json()
        assert listed["success"], listed
        return {each["status"]: each for each in listed["value"] if each["assignment_id"] == name}

    def read(self, path: str) -> requests.Response:
        return self.get(f"api/contents/{path}")


@pytest.fixture(scope="module")
def users(machine) -> dict[str, Browser]:
    browsers = {name: Browser(machine, name) for name in (*LEARNERS, INSTRUCTOR)}
    for browser in browsers.values():
        browser.login()
        browser.open()
    return browsers


# --- what happens in a department -----------------------------------------------------------------


def test_a_wrong_password_is_refused(machine):
    answer = Browser(machine, "ada").login("wrong")
    assert answer.status_code == 403
    assert "Invalid username or password" in answer.text


def test_nobody_enters_another_ones_server(users):
    answer = users["ada"]._session.get(users["ben"].home + "/api/contents", timeout=FAR)
    assert answer.status_code in (403, 404)


def test_a_learner_gets_the_course(users):
    ada = users["ada"]
    page = ada.open()
    assert page.url.endswith("/user/ada/lab/tree/START.md")
    assert "jupyter-config-data" in page.text
    start = ada.read("START.md").json()["content"]
    assert "# Behind the Mask" in start and "notebooks/01_attention/01_attention.ipynb" in start
    names = {entry["name"] for entry in ada.read("").json()["content"]}
    assert {"notebooks", "docs", "README.md", "START.md"} <= names
    assert "solutions" not in names
    assert ada.read("docs/glossary.md").ok and ada.read("notebooks/00_welcome/00_welcome.ipynb").ok


def _answered(notebook: dict, answers: dict[str, str]) -> dict:
    for cell in notebook["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if name in answers:
            cell["source"] = answers[name]
    return notebook


def _right() -> dict[str, str]:
    cells = nbformat.read(COURSE / "solutions" / NAME / f"{NAME}.ipynb", 4).cells
    about = [(cell, cell.metadata.get("nbgrader", {})) for cell in cells]
    return {a["grade_id"]: c.source for c, a in about if a.get("solution") and not a["grade"]}


def _wrong() -> dict[str, str]:
    reject = COURSE / "tests" / "gallery" / NAME / "causal_mask" / "reject-transposed.py"
    return {"causal_mask": reject.read_text()}


def _hidden_lines() -> set[str]:
    """The lines of the hidden checks that stand nowhere else in the chapter."""
    cells = nbformat.read(COURSE / "solutions" / NAME / f"{NAME}.ipynb", 4).cells
    every = "\n".join(cell.source for cell in cells)
    marked = re.compile(r"### BEGIN HIDDEN TESTS\n.*?### END HIDDEN TESTS", re.DOTALL)
    hidden = "\n".join(marked.findall(every))
    assert hidden
    others = marked.sub("", every)
    return {line.strip() for line in hidden.splitlines() if line.strip() not in others}


def test_a_chapter_goes_out_and_its_feedback_comes_back(users):
    mia, ada = users["mia"], users["ada"]
    answers = {"ada": _right(), "ben": _wrong()}
    assert not ada.assignments()
    released = mia.send(f"formgrader/api/assignment/{NAME}/release").json()
    assert released["success"], released
    for name, answer in answers.items():
        learner = users[name]
        assert set(learner.assignments()) == {"released"}
        assert set(learner.assignments("fetch")) == {"fetched"}
        notebook = learner.read(NOTEBOOK).json()["content"]
        saved = {"type": "notebook", "content": _answered(notebook, answer)}
        assert learner.send(f"api/contents/{NOTEBOOK}", saved, method="PUT").ok
        assert set(learner.assignments("submit")) == {"fetched", "submitted"}
    _cheat(users["eve"])

    collected = mia.send(f"formgrader/api/assignment/{NAME}/collect").json()
    assert collected["success"], collected
    assert "says that it comes from ada, and belongs to another user" in collected["log"]
    grade = f".venv/bin/python -m course_utils grade {NAME} --feedback"
    status, said = mia.terminal(f"cd {CLONE} && {grade}")
    assert status == 0 and "3 graded" in said, said
    assert mia.read(f"submitted/eve/{NAME}/{NAME}.ipynb").ok
    assert not mia.read(f"submitted/eve/{NAME}/stolen.ipynb").ok
    sent = mia.send(f"formgrader/api/assignment/{NAME}/release_feedback").json()
    assert sent["success"], sent

    pages = {name: _feedback(users[name]) for name in answers}
    assert _score(pages["ada"]) == (30, 35)  # the thought question waits for Mia
    assert _score(pages["ben"]) == (0, 35)
    for name, page in pages.items():
        assert not [line for line in _hidden_lines() if html.escape(line) in page], name


def _cheat(eve: Browser) -> None:
    """Eve hands in under Ada's name, later than she, and a link to what only Mia can read."""
    inbound, late = f"{EXCHANGE}/inbound", f"{NAME}+2099-01-01 00:00:00.000000 UTC+x"
    script = [
        f"cd ~/behind-the-mask && .venv/bin/nbgrader fetch_assignment {NAME}",
        f"mkdir '{inbound}/ada+{late}' '{inbound}/eve+{late}'",
        f"cp {NOTEBOOK} '{inbound}/ada+{late}'",
        f"cp {NOTEBOOK} '{inbound}/eve+{late}'",
        f"ln -s {CLONE}/solutions/{NAME}/{NAME}.ipynb '{inbound}/eve+{late}/stolen.ipynb'",
    ]
    status, said = eve.terminal(" && ".join(script))
    assert status == 0, said


def _feedback(learner: Browser) -> str:
    """The only page of feedback that a learner finds, fetched with the tab's button."""
    (submission,) = learner.assignments("fetch_feedback")["submitted"]["submissions"]
    (page,) = learner.read(submission["local_feedback_path"]).json()["content"]
    return learner.read(page["path"]).json()["content"]


def _score(page: str) -> tuple[float, float]:
    found = re.search(r"Score: ([\d.]+)\s*/\s*([\d.]+)", page)
    assert found, page[:2000]
    return float(found[1]), float(found[2])


@pytest.mark.parametrize(
    ("path", "why"),
    [
        (f"{CLONE}/solutions", "Permission denied"),
        (f"{CLONE}/submitted", "Permission denied"),
        ("/srv/home/ben/behind-the-mask", "Permission denied"),
        (f"{EXCHANGE}/inbound", "Permission denied"),
        (f"{EXCHANGE}/feedback", "Permission denied"),
        ("/srv/jupyterhub", "Permission denied"),
        (f"{COURSE}/solutions", "No such file"),
    ],
)
def test_a_learner_cannot_look_into(path, why, users):
    status, said = users["ada"].terminal(f"ls {path}")
    assert status != 0 and why in said, said


CHECK = """
from course_utils import Check
def causal_mask(): return 1
with Check("causal_mask", points=1) as check: check.equal(check.run(), 1)
"""


def test_the_commands_work_in_a_learners_folder(users):
    script = [
        f"cd ~/behind-the-mask/notebooks/{NAME} && ../../.venv/bin/python -c '{CHECK}'",
        "cd ../.. && ls .progress",
        f".venv/bin/python -m course_utils reset {NAME} && ls notebooks/{NAME}",
        ".venv/bin/python -m course_utils doctor",
    ]
    status, said = users["ben"].terminal(" && ".join(script))
    assert status == 0 and "log.jsonl" in said and ".kept-" in said, said
    start = users["ben"].read("START.md").json()["content"]
    assert "exercise `allowed_mask`" in start

"""The verb `lab`, the JupyterLab settings, the command line and `check_environment`."""

import asyncio
import json
import os
import subprocess
import sys
import time
import urllib.error
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbgrader
import pytest
import scratch_course
from lab_server import FAR, fetch, running
from loads import Loads
from tornado.websocket import websocket_connect

from course_utils import __main__ as command_line
from course_utils.files import COURSE
from course_utils.messages import CourseError, say
from course_utils.room import doctor, lab, start_page, validate_button

FORMULAS = "notebooks/02_masking/02_masking.ipynb"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The course in an empty home folder: (address, home, what it printed)."""
    home, log = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("log") / "output"
    with running(home, log) as address:
        yield address, home, log


@pytest.fixture(scope="module")
def instructors(tmp_path_factory):
    """The course for an instructor whose home folder cannot be written: (address, what it printed).

    Below a file no folder can be made, not even by root.
    """
    log = tmp_path_factory.mktemp("log") / "output"
    with running(log / "home", log, "--instructor") as address:
        yield address, log


def part(address, path, data=None):
    base, token = address.split("/lab/tree/")[0], address.split("token=")[1]
    return fetch(f"{base}/{path}", token, data)[1]


def test_printed_address_answers_with_the_landing_page(server):
    address, _, _ = server
    assert "/lab/tree/START.md" in address
    status, page = fetch(address)
    assert status == 200 and "JupyterLab" in page
    assert json.loads(part(address, "api/contents/START.md"))["content"] == start_page.page()


def test_landing_page_is_made_anew_when_it_is_opened(server):
    address, _, _ = server
    for old in (None, "old"):
        (COURSE / "START.md").unlink(missing_ok=True)
        if old:
            (COURSE / "START.md").write_text(old)
        assert json.loads(part(address, "api/contents/START.md"))["content"] == start_page.page()


def test_settings_of_the_course_are_used(server):
    address, _, _ = server
    page = part(address, "lab")
    config = json.loads(page.split('id="jupyter-config-data" type="application/json">')[1]
                        .split("</script>")[0])  # fmt: skip
    assert config["news"] == {"disabled": True}
    off = config["disabledExtensions"]
    assert "@jupyter/nbgrader:formgrader" in off
    assert "@jupyter/nbgrader:validate-assignment" not in off
    plugin = json.loads(part(address, "lab/api/settings/@jupyterlab/docmanager-extension:plugin"))
    viewers = plugin["schema"]["properties"]["defaultViewers"]["default"]
    assert viewers == {"markdown": "Markdown Preview"}
    workspace = json.loads(part(address, "lab/api/workspaces/default"))
    left = workspace["data"]["layout-restorer:data"]["left"]
    assert left["current"] == "@jupyterlab/toc:plugin"


def test_instructors_tools_are_not_served_to_learners(server):
    address, _, _ = server
    with pytest.raises(urllib.error.HTTPError, match="404"):
        part(address, "formgrader")
    with pytest.raises(urllib.error.HTTPError, match="405"):  # it is there, for other requests
        part(address, "assignments/validate")
    asked = part(address, f"nbgrader_version?version={nbgrader.__version__}")
    assert json.loads(asked) == {"success": True}  # else the button does not appear
    other = json.loads(part(address, "nbgrader_version?version=0.0"))
    why = say("validate-version", button="0.0", installed=nbgrader.__version__)
    assert other == {"success": False, "message": why}


def test_the_server_needs_no_nbgrader_for_the_button():
    seen = "import sys, course_utils.room.validate_button; print('nbgrader' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", seen], cwd=COURSE, capture_output=True, text=True)
    assert told.stdout == "False\n", told.stderr


@pytest.mark.exhaustive  # by default it is what a browser shows of Welcome
def test_validate_finds_the_wrong_answer_that_welcome_comes_with(server):
    """Its check is not graded, so nbgrader alone calls the untouched notebook a success."""
    address, _, _ = server
    path = {"path": "notebooks/00_welcome/00_welcome.ipynb"}
    answer = json.loads(part(address, "assignments/validate", path))
    assert answer["success"], answer
    (failed,) = answer["value"]["failed"]
    assert failed["source"] == say("validate-check", name="count_visible")
    assert failed["raw_error"].startswith(f"count_visible: {say('count-all')}")
    assert max(map(len, failed["error"].splitlines())) <= validate_button.WIDTH


def test_the_server_answers_others_while_it_validates(server):
    """This file could not be run, which takes a process of its own to find out."""
    address, _, _ = server
    with ThreadPoolExecutor() as pool:
        validating = pool.submit(part, address, "assignments/validate", {"path": "README.md"})
        answers = 0
        while not validating.done():
            part(address, "api/status")
            answers += not validating.done()
            time.sleep(0.1)
    answer = json.loads(validating.result())
    assert answers > 1
    assert not answer["success"] and "could not be run" in answer["value"]


def test_validate_stays_in_the_course(server):
    address, _, _ = server
    with pytest.raises(urllib.error.HTTPError, match="403"):
        part(address, "assignments/validate", {"path": "../elsewhere.ipynb"})


@pytest.fixture
def solved(tmp_path, monkeypatch):
    """A notebook and where it is to be written."""
    monkeypatch.setenv("PYTHONPATH", str(COURSE))
    monkeypatch.chdir(tmp_path)
    book = scratch_course.notebook()
    book.cells = [c for c in book.cells if c.id not in ("double-hidden", "largest-hidden")]
    return book, tmp_path / "solved.ipynb"


def test_validate_finds_nothing_wrong_in_a_solved_notebook(solved):
    book, path = solved
    scratch_course.write(path, book)
    assert validate_button.validate(path) == {}


def test_validate_finds_the_one_exercise_that_is_not_solved(solved):
    book, path = solved
    wrong = "def double(x):\n    return 3 * x"
    scratch_course.write(path, scratch_course.put(book, "double-answer", wrong))
    (failed,) = validate_button.validate(path)["failed"]
    assert failed["source"] == say("validate-check", name="double")
    assert say("values-differ") in failed["raw_error"] and "Partial" not in failed["raw_error"]


def test_instructor_has_formgrader_where_the_home_folder_cannot_be_written(instructors):
    address, log = instructors
    page = part(address, "lab")
    assert '"@jupyter/nbgrader:formgrader"' not in page
    assert '"@jupyter/nbgrader:course-list"' in page
    assert "Manage Assignments" in part(address, "formgrader")
    assert "# Behind the Mask" in part(address, "api/contents/START.md")
    assert run_in_a_kernel(address, "import matplotlib.pyplot")["status"] == "ok"
    assert "Error" not in log.read_text() and "Traceback" not in log.read_text()


@pytest.mark.parametrize("who", ["server", "instructors"])
def test_jupyterlabs_own_page_loads_nothing(who, request):
    address, *_ = request.getfixturevalue(who)
    lab = part(address, "lab")
    saved = part(address, f"nbconvert/html/{FORMULAS}")
    pages = [lab, saved]
    if who == "instructors":
        pages.append(part(address, "formgrader"))
    assert [Loads(page).found for page in pages] == [[]] * len(pages)
    assert "<math" in saved and "Content-Security-Policy" in saved
    settings = lab.split('id="jupyter-config-data" type="application/json">')[1]
    off = json.loads(settings.split("</script>")[0])["disabledExtensions"]
    news, shop = "apputils-extension:announcements", "extensionmanager-extension"
    assert {f"@jupyterlab/{news}", f"@jupyterlab/{shop}"} <= set(off)


def run_in_a_kernel(address, code):
    """Runs code in a new kernel, as JupyterLab does; the reply's content."""
    base, token = address.split("/lab/tree/")[0], address.split("token=")[1]
    kernel = json.loads(fetch(f"{base}/api/kernels", token, {})[1])["id"]
    header = {"msg_id": "1", "msg_type": "execute_request", "session": "s", "username": ""}
    request = {
        "header": {**header, "version": "5.3"},
        "channel": "shell",
        "content": {"code": code},
    }

    async def ask():
        channels = f"ws{base[4:]}/api/kernels/{kernel}/channels?token={token}"
        socket = await websocket_connect(channels)
        await socket.write_message(json.dumps({**request, "parent_header": {}, "metadata": {}}))
        while True:
            message = json.loads(await socket.read_message())
            if message["msg_type"] == "execute_reply":
                return message["content"]

    return asyncio.run(asyncio.wait_for(ask(), FAR))


LIBRARIES = (
    "import matplotlib.pyplot, torch, transformers\nfrom course_utils import Check, progress"
)


def test_a_kernel_runs_and_writes_nothing_to_the_home_folder(server):
    address, home, log = server
    assert run_in_a_kernel(address, LIBRARIES)["status"] == "ok"
    assert list(home.rglob("*")) == []
    assert "Error" not in log.read_text() and "WARN" not in log.read_text()


def test_everything_is_kept_in_the_course_folder():
    environment = lab.course_environment({"PATH": "/somewhere"})
    folders = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR",
               "JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR", "MPLCONFIGDIR", "HF_HOME",
               "TORCHINDUCTOR_CACHE_DIR", "XDG_CACHE_HOME")  # fmt: skip
    for name in folders:
        assert Path(environment[name]).is_relative_to(COURSE / ".cache"), name
    assert environment["PATH"].endswith(os.pathsep + "/somewhere")
    assert environment["OMP_NUM_THREADS"] == "1"


def test_what_the_reader_set_is_kept():
    mine = {"HF_HOME": "/data/models", "OMP_NUM_THREADS": "4", "PATH": ""}
    environment = lab.course_environment(mine)
    assert environment["HF_HOME"] == "/data/models" and environment["OMP_NUM_THREADS"] == "4"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have a display")
@pytest.mark.parametrize(
    "environment, shown",
    [
        ({}, False),
        ({"DISPLAY": ":0"}, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({"DISPLAY": ":10", "SSH_CONNECTION": "1.2.3.4 5 6.7.8.9 22"}, False),
    ],
)
def test_browser_is_opened_only_in_front_of_a_reader(environment, shown, monkeypatch):
    monkeypatch.setattr(lab.webbrowser, "get", lambda: object())
    assert lab.has_display(environment) == shown


def test_no_browser_program(monkeypatch):
    def none():
        raise lab.webbrowser.Error("none")

    monkeypatch.setattr(lab.webbrowser, "get", none)
    assert not lab.has_display({"DISPLAY": ":0"})


def test_layout_of_the_reader_is_left_alone(tmp_path):
    lab.prepare_workspace(tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_text("mine")
    lab.prepare_workspace(tmp_path)
    assert file.read_text() == "mine"


# --- the command line -----------------------------------------------------------------------------


def test_without_a_verb_the_course_is_opened(monkeypatch):
    asked = []
    monkeypatch.setattr(lab, "run", lambda args: asked.append(args) or 0)
    assert command_line.main([]) == 0
    assert command_line.main(["--no-browser", "--port", "9000"]) == 0
    assert [(args.no_browser, args.port) for args in asked] == [(False, 8888), (True, 9000)]


def test_errors_for_the_reader_are_one_sentence(monkeypatch, capsys):
    def fail(args):
        raise CourseError("Do this.")

    monkeypatch.setattr(lab, "run", fail)
    assert command_line.main(["lab"]) == 2
    assert capsys.readouterr().err == "Do this.\n"


def test_missing_package_is_one_sentence(tmp_path):
    """A Python with nothing installed: one sentence, no traceback."""
    result = subprocess.run(
        [sys.executable, "-I", "-S", "-c",
         f"import sys; sys.path.insert(0, {str(COURSE)!r}); "
         "from course_utils.__main__ import main; sys.exit(main(['lab', '--no-browser']))"],
        capture_output=True,
        text=True,
    )  # fmt: skip
    assert result.returncode == 2
    assert "is missing: run `make setup`" in result.stderr
    assert "Traceback" not in result.stderr


def test_unwritable_course_folder(tmp_path, monkeypatch):
    (tmp_path / ".cache").write_text("a file where a folder has to be")
    monkeypatch.setattr(lab, "WORKPLACE", tmp_path)
    with pytest.raises(CourseError, match="make the folder writable"):
        lab.run(
            command_line.argparse.Namespace(no_browser=True, instructor=False, hub=False, port=8888)
        )


# --- doctor ---------------------------------------------------------------------------------------


def test_environment_of_the_tests_is_in_order():
    report = doctor.check_environment()
    assert report.ok, str(report)
    assert str(report).startswith(say("doctor-fine"))
    assert report._repr_html_().count("<tr>") == len(report) + 1


def test_missing_and_old_packages_are_named_with_what_to_do(monkeypatch):
    def found(name):
        if name == "torch":
            raise doctor.PackageNotFoundError(name)
        return "1.0" if name == "transformers" else "99.0"

    monkeypatch.setattr(doctor, "version", found)
    faults = {row.what: row.advice for row in doctor.check_environment() if row.advice}
    assert set(faults) == {"torch", "transformers"}
    assert all("Run `make setup`" in advice for advice in faults.values())


def test_damaged_model_and_closed_folder_are_named(monkeypatch, tmp_path):
    from course_utils.language import models

    monkeypatch.setattr(models, "TINY", tmp_path)
    row = next(iter(doctor._models()))
    assert row.found == say("doctor-damaged") and "git checkout" in row.advice
    assert "writable" in doctor._writable(tmp_path / "not-there").advice


def test_versions_are_compared_as_numbers():
    assert doctor.version_numbers("2.13.0rc1") == (2, 13, 0)
    assert doctor.version_numbers("2.9") < doctor.version_numbers("2.13.0")

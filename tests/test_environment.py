"""The lock, pyproject.toml, and what conda and Binder are told: all say the same."""

import itertools
import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from course_utils.files import COURSE

PYTHONS = ("3.11.0", "3.12.0", "3.13.0", "3.14.0")
SYSTEMS = (("linux", "Linux", "posix"), ("darwin", "Darwin", "posix"), ("win32", "Windows", "nt"))
CONDA_NAMES = {"torch": "pytorch-cpu", "matplotlib": "matplotlib-base"}


def lock_lines():
    text = (COURSE / "requirements.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


LOCK = {canonicalize_name(Requirement(line).name): Requirement(line) for line in lock_lines()}
PROJECT = tomllib.loads((COURSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ASKED = [Requirement(text) for text in PROJECT["dependencies"]]
EXTRAS = PROJECT["optional-dependencies"]
ASKED_FOR_TESTS = [Requirement(text) for text in EXTRAS["test"] + EXTRAS["book"]]


def platforms():
    """The marker environments of every system and Python that the lock is for."""
    for (platform, system, name), python in itertools.product(SYSTEMS, PYTHONS):
        yield default_environment() | {
            "sys_platform": platform,
            "platform_system": system,
            "os_name": name,
            "python_version": python.rsplit(".", 1)[0],
            "python_full_version": python,
            "extra": "",
        }


# --- the lock -------------------------------------------------------------------------------------


def test_lock_is_plain_pins():
    pin = re.compile(r'[A-Za-z0-9._-]+==[0-9][0-9a-z.]*( ; sys_platform [!=]= "\w+")?')
    odd = [line for line in lock_lines() if not pin.fullmatch(line)]
    assert odd == []  # so no address, no local version, no option of pip
    assert "torch==2.13.0" in lock_lines()
    assert len(LOCK) == len(lock_lines())


def test_lock_has_what_the_course_asks_for():
    for asked in ASKED + ASKED_FOR_TESTS:
        pinned = LOCK[canonicalize_name(asked.name)]
        locked_version = str(pinned.specifier).removeprefix("==")
        assert asked.specifier.contains(locked_version), asked


def test_lock_is_complete_on_every_system():
    """Whatever a locked package asks for on some system is locked for that system."""
    missing = set()
    for name, pinned in LOCK.items():
        try:
            asks = [Requirement(text) for text in distribution(name).requires or []]
        except PackageNotFoundError:  # a package for another system
            continue
        if name == "torch":  # its standard build brings GPU libraries on Linux, the CPU build none
            asks = [ask for ask in asks if not re.match("nvidia|cuda|triton", ask.name)]
        for here in platforms():
            if pinned.marker and not pinned.marker.evaluate(here):
                continue
            for ask in asks:
                if ask.marker and not ask.marker.evaluate(here):
                    continue
                locked = LOCK.get(canonicalize_name(ask.name))
                if locked is None or (locked.marker and not locked.marker.evaluate(here)):
                    missing.add((name, str(ask), here["sys_platform"], here["python_version"]))
    assert missing == set()


def test_locked_packages_allow_every_python_of_the_course():
    assert PROJECT["requires-python"] == ">=3.11"
    for name in LOCK:
        try:
            allowed = SpecifierSet(distribution(name).metadata.get("Requires-Python") or "")
        except PackageNotFoundError:
            continue
        assert all(allowed.contains(python) for python in PYTHONS), name


@pytest.mark.skipif(
    not (COURSE / ".venv/course-ready").exists() or Path(sys.prefix) != COURSE / ".venv",
    reason="this is not the environment that `make setup` makes",
)
def test_environment_is_that_of_the_lock():
    here = default_environment()
    for name, pinned in LOCK.items():
        if pinned.marker is None or pinned.marker.evaluate(here):
            assert pinned.specifier.contains(version(name)), name


# --- conda and Binder -----------------------------------------------------------------------------


def conda_environment():
    """The parts of environment.yml, which is plain enough to be read line by line."""
    parts, key = {}, None
    for line in (COURSE / "environment.yml").read_text(encoding="utf-8").splitlines():
        if line.startswith("  - "):
            parts[key].append(line[4:])
        elif line and not line.startswith("#"):
            key = line.split(":")[0]
            parts[key] = []
    return parts


def test_conda_asks_for_what_pyproject_asks_for():
    specs = conda_environment()["dependencies"]
    wanted = [CONDA_NAMES.get(asked.name, asked.name) + str(asked.specifier) for asked in ASKED]
    assert sorted(specs) == sorted(["python=3.11", "pip", "flit-core>=3.9", *wanted])


def test_conda_needs_no_pip_and_no_gpu():
    parts = conda_environment()
    assert parts["channels"] == ["conda-forge", "nodefaults"]
    text = (COURSE / "environment.yml").read_text(encoding="utf-8")
    assert "pip:" not in text and "://" not in text
    # conda-forge's `pytorch-cpu` is PyTorch in its CPU build; `pytorch` may be either.
    names = [re.match(r"[\w-]+", spec)[0] for spec in parts["dependencies"]]
    assert "pytorch-cpu" in names and "pytorch" not in names
    assert not re.search(r"cuda|gpu|nvidia|cudnn|triton|rocm", " ".join(names))
    # repo2docker takes this file only if there is no binder/ folder, and reads only this spelling.
    assert "python=3.11" in parts["dependencies"]
    assert not (COURSE / "binder").exists() and not (COURSE / ".binder").exists()


def test_conda_can_parse_its_specs():
    rattler = pytest.importorskip("rattler", reason="py-rattler is not installed")
    for text in conda_environment()["dependencies"]:
        spec = rattler.MatchSpec(text, strict=True)
        pypi = {conda: name for name, conda in CONDA_NAMES.items()}
        name = spec.name.normalized
        pinned = LOCK.get(canonicalize_name(pypi.get(name, name)))
        if pinned is None:
            assert name in ("python", "pip")
            continue
        # The versions that the course is tested with satisfy what conda is asked for.
        locked_version = str(pinned.specifier).removeprefix("==")
        assert rattler.VersionSpec(spec.version).matches(rattler.Version(locked_version)), text

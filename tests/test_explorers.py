"""Every explorer alike: labels, keyboard, contrast, a static figure, answers to whatever is typed."""

import itertools
import re
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from explorers import EXPLORERS, choices, move

from course_utils.explorers import parts
from course_utils.figures import contrast


@pytest.fixture(scope="module", params=EXPLORERS)
def made(request):
    """(name, explorer); a test puts the values back."""
    return request.param, EXPLORERS[request.param]()


@pytest.fixture
def explorer(made):
    _, widget = made
    start = widget.values
    yield widget
    move(widget, **start)


@pytest.fixture(scope="module")
def states(made):
    """What the explorer shows with each value of each of its lists, which may bring more
    controls."""
    _, widget = made
    start = widget.values
    shown = []

    def keep():
        shown.append(Shown(widget.controls, widget.values, widget.picture))

    for control in list(widget.controls):
        if control["kind"] == "select":
            for value in choices(control):
                move(widget, **start)
                move(widget, **{control["name"]: value})
                keep()
    move(widget, **start)
    keep()
    return shown


class Shown(NamedTuple):
    controls: list[dict]
    values: dict
    picture: str


def test_every_control_has_a_label_and_a_value_that_it_offers(states):
    for state in states:
        names = [control["name"] for control in state.controls]
        labels = [control["label"] for control in state.controls]
        assert len(set(names)) == len(names) and len(set(labels)) == len(labels)
        for control in state.controls:
            assert re.search(r"\w", control["label"]), control
            value = state.values[control["name"]]
            if control["kind"] == "select":
                assert value in [v for _, v in control["options"]], control
                assert all(text.strip() for text, _ in control["options"])
            elif control["kind"] == "range":
                assert control["min"] <= value <= control["max"], control
            else:
                assert isinstance(value, str)


def test_what_a_click_does_the_form_does_too(made, explorer):
    """Every field of the form works with the keyboard, the picture does not."""
    name, _ = made
    places = {int(i) for i in re.findall(r'data-query="(\d+)"', explorer.picture)}
    if not places:
        return
    if name == "tree":  # its answers are lists of the form: see test_family_explorer.py
        assert "query" not in [control["name"] for control in explorer.controls]
        return
    (control,) = (c for c in explorer.controls if c["name"] == "query")
    assert places == {value for _, value in control["options"]}


@pytest.mark.parametrize("most", [3, pytest.param(12, marks=pytest.mark.exhaustive)])
def test_each_control_changes_what_is_seen(explorer, most):
    start = explorer.values
    for control in list(explorer.controls):
        seen = set()
        for value in choices(control, most):
            move(explorer, **start)
            move(explorer, **{control["name"]: value})
            assert explorer.picture and explorer.status
            seen.add(explorer.picture)
        assert len(seen) > 1, control["label"]


def test_the_picture_is_well_formed_and_its_tables_are_named(states):
    for state in states:
        root = ElementTree.fromstring(f"<div>{state.picture}</div>")
        for table in root.iter("table"):
            assert "".join(table.find("caption").itertext()).strip()
            assert all(row.find("th") is not None for row in table.iter("tr") if len(row) > 1)


def test_all_text_is_readable_on_its_background(states):
    """At least 4.5 to 1; what has no colour of its own has that of the page."""
    colors = r"background:(#\w{6});color:(#\w{6})"
    for state in states:
        for background, foreground in set(re.findall(colors, state.picture)):
            assert contrast(background, foreground) >= 4.5, (background, foreground)


THEMES = {"light": ("#ffffff", "#000000", 0.87), "dark": ("#111111", "#ffffff", 1.0)}


def over(below: str, above: str, alpha: float) -> str:
    """The colour of `above`, see-through, over `below`."""
    pairs = [(int(below[i : i + 2], 16), int(above[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(b + (a - b) * alpha):02x}" for b, a in pairs)


@pytest.mark.parametrize("theme", THEMES)
def test_the_parts_are_readable_in_both_themes(theme):
    page, text, alpha = THEMES[theme]
    faint = float(re.search(r"\.faint \{ opacity: ([\d.]+)", parts._CSS).group(1))
    assert contrast(page, over(page, text, alpha * faint)) >= 4.5
    for name in ("mark", "point", "line"):  # no text, but what shows where one is: 3 to 1
        color = re.search(rf"--{name}: (#\w+);", parts._CSS).group(1)
        assert contrast(page, color) >= 3, name
    point = re.search(r"--point: (#\w+);", parts._CSS).group(1)
    assert contrast(point, "#ffffff") >= 4.5  # an answer that was taken in the tree
    assert ":focus-visible { outline: 2px solid var(--point)" in parts._CSS
    assert "outline: none" not in re.sub(r"\.bars tbody td \{ outline: none", "", parts._CSS)


@pytest.mark.parametrize("again", [False, True], ids=["first", "after a line that is no text"])
def test_a_static_figure_stands_where_there_is_no_kernel(made, explorer, again, monkeypatch):
    pages = []
    monkeypatch.setattr("IPython.display.display", lambda data, **_: pages.append(data))
    lines = [c["name"] for c in explorer.controls if c["kind"] == "text"]
    if again and lines:
        move(explorer, **{lines[0]: "xylophones"})
        assert explorer.picture == ""
    explorer._ipython_display_()
    still, alive = pages
    _, figure = still["text/html"].split("</style>")
    root = ElementTree.fromstring(figure)
    image, caption = root.find("img"), root.find("figcaption")
    assert len(image.get("alt")) > 40 and caption.text.strip()
    assert 200 <= int(image.get("width")) <= 1000
    assert still["text/plain"] == f"Figure: {image.get('alt')}"
    assert "application/vnd.jupyter.widget-view+json" in alive


TYPED = {
    "empty": "",
    "spaces": " \t\n ",
    "unknown": "Tom ate 3 pizzas!",
    "html": "<img src=x onerror=alert(1)> <script>alert(2)</script>",
    "emoji": "😀 the cat 👩‍👩‍👧",
    "one long word": "a" * 100_000,
    "many strange words": " ".join(f"{a}{b}q" for a, b in itertools.product("bcdfgh", repeat=2)),
    "too many words": "the cat " * 5000,
    "other scripts": "Мы любим ИИ. 我爱人工智能",
    "nothing to see": "\x00\u200b\ufeff",
}


@pytest.fixture(scope="module", params=["gap", "playground"])
def line_to_type_in(request):
    """An explorer, the name of its line and what stands there at first."""
    widget = EXPLORERS[request.param]()
    if request.param == "gap":
        return move(widget, sentence=-1), "own", "the cat sat on the mat ."
    return widget, "prompt", "the bank was"


@pytest.mark.parametrize("text", TYPED.values(), ids=TYPED)
def test_whatever_is_typed_gets_one_sentence_and_the_widget_lives_on(line_to_type_in, text):
    explorer, line, first = line_to_type_in
    before = move(explorer, **{line: first}).picture
    move(explorer, **{line: text})
    assert explorer.picture == "" and len(explorer.status) < 200
    assert re.fullmatch(r"[^\n]+[.!]", explorer.status)
    assert explorer.values[line] == text and line in [c["name"] for c in explorer.controls]
    for control in explorer.controls:  # everything else can still be moved
        if control["kind"] != "text":
            move(explorer, **{control["name"]: explorer.values[control["name"]]})
    move(explorer, **{line: "THE  cat sat on the mat."})
    assert explorer.picture and "mat" in explorer.picture
    move(explorer, **{line: first})
    assert explorer.picture == before

"""Figures reach the page with alt text, repeat from run to run, and stay readable."""

import base64
import io
import re
from xml.etree import ElementTree

import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch
from matplotlib import colormaps
from PIL import Image

from course_utils.figures import (
    COLORS,
    STYLE,
    Panel,
    bar,
    contrast,
    heatmap,
    label_line,
    look_of_cells,
    number,
    panels,
    picture,
    readable_on,
    show,
)
from course_utils.messages import CourseError

INF = float("inf")


def line_figure():
    fig, ax = plt.subplots()
    (line,) = ax.plot([1, 2, 3], [3, 2, 1.5])
    label_line(ax, "decoder", 3, 1.5, line.get_color())
    ax.set(title="Loss", xlabel="step", ylabel="nats per token")
    return fig


def test_a_figure_needs_alt_text():
    for empty in ("", "  \n"):
        with pytest.raises(CourseError, match=r"alt="):
            picture(line_figure(), alt=empty)
    with pytest.raises(TypeError):
        show(line_figure())
    plt.close("all")


def test_the_page_gets_alt_text_caption_and_a_sharp_image():
    result = picture(line_figure(), alt='Loss falls\n from "3" to <1.5>', caption="Does it fall?")
    tags = list(ElementTree.fromstring(result.to_html()).iter())
    assert [tag.tag for tag in tags] == ["figure", "img", "figcaption"]
    image = tags[1].attrib
    assert image["alt"] == 'Loss falls from "3" to <1.5>'
    png = Image.open(io.BytesIO(base64.b64decode(image["src"].split(",")[1])))
    assert png.width == 2 * int(image["width"])
    assert not png.info.keys() - {"dpi"}, "no date, no version: the bytes must repeat"
    assert "://" not in result.to_html()
    assert str(result) == 'Figure: Loss falls from "3" to <1.5>'


def test_without_caption_there_is_no_empty_one():
    assert "figcaption" not in picture(line_figure(), alt="a line").to_html()


def test_the_same_figure_gives_the_same_bytes():
    one, other = (picture(line_figure(), alt="a line") for _ in range(2))
    assert one.png == other.png
    assert len(one.png) < 40_000


def test_white_stays_white():
    png = Image.open(io.BytesIO(picture(line_figure(), alt="a line").png)).convert("RGB")
    assert png.getpixel((0, 0)) == (255, 255, 255)


def test_one_regular_expression_takes_the_bytes_out():
    text = picture(line_figure(), alt="a line").to_html()
    clean = re.sub(r"data:image/png;base64,[A-Za-z0-9+/=]+", "data:image/png", text)
    assert len(clean) < 200
    assert "base64" not in clean


def test_show_writes_html_and_text_once_and_closes_the_figure(monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", lambda *args, **kwargs: shown.extend(args))
    fig = line_figure()
    assert show(fig, alt="a line") is None
    assert not plt.fignum_exists(fig.number)
    bundle = shown[0]._repr_mimebundle_()
    assert len(shown) == 1 and set(bundle) == {"text/html", "text/plain"}
    assert bundle["text/plain"] == "Figure: a line"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-INF, "−∞"),
        (INF, "∞"),
        (float("nan"), "NaN"),
        (-1e9, "−1e9"),
        (-0.004, "0.00"),
        (-0.25, "−0.25"),
        (65504.0, "7e4"),
        (1, "1.00"),
    ],
)
def test_numbers_read_well(value, text):
    assert number(value) == text


def test_text_reads_on_every_colour_of_cividis():
    shades = [
        f"#{r:02x}{g:02x}{b:02x}" for r, g, b, _ in colormaps["cividis"](range(256), bytes=True)
    ]
    assert min(contrast(shade, readable_on(shade)) for shade in shades) >= 4.5
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


def test_cells_say_more_than_their_colour():
    (row,) = look_of_cells(torch.tensor([[0.5, -INF, float("nan"), -1e9]]))
    assert [cell.text for cell in row] == ["0.50", "−∞", "NaN", "−1e9"]
    assert [cell.blocked for cell in row] == [False, True, False, True]
    assert all(contrast(cell.foreground, cell.background) >= 4.5 for cell in row)


def test_cells_of_masks_and_weights():
    weights = torch.tensor([[1.0, 0.0], [0.25, 0.75]])
    look = look_of_cells(
        weights, blocked=torch.tensor([[False, True], [False, False]]), limits=(0, 1)
    )
    assert [[cell.text for cell in row] for row in look] == [["1.00", "0.00"], ["0.25", "0.75"]]
    assert [[cell.blocked for cell in row] for row in look] == [[False, True], [False, False]]
    assert [cell.text for cell in look_of_cells(weights > 0)[0]] == ["1", "0"]
    assert [cell.text for cell in look_of_cells([[0.0, -INF]])[0]] == ["0", "−∞"]
    assert look_of_cells([[2, 2]])[0][0].background == "#ffffff"


@pytest.mark.parametrize("matrix", [torch.zeros(3), torch.zeros(2, 2, 2), [[]], 1.0])
def test_a_heat_map_needs_a_matrix(matrix):
    with pytest.raises(CourseError, match="rows and columns"):
        heatmap(matrix)


def inside(fig) -> bool:
    """Whether every text of the figure lies on it."""
    fig.canvas.draw()
    renderer, box = fig.canvas.get_renderer(), fig.bbox
    texts = [t for t in fig.findobj(plt.Text) if t.get_text().strip() and t.get_visible()]
    extents = [text.get_window_extent(renderer) for text in texts]
    return all(
        e.x0 >= box.x0 - 1 and e.y0 >= box.y0 - 1 and e.x1 <= box.x1 + 1 and e.y1 <= box.y1 + 1
        for e in extents
    )


@pytest.mark.parametrize(
    "tokens",
    [
        ["a"],
        ["i", "like", "cats"],
        ["the", "cat", "[PAD]", "[PAD]"],
        ["Paris", "acknowledgement", "."],
    ],
)
def test_no_text_of_a_heat_map_is_cut_off(tokens):
    n = len(tokens)
    scores = np.linspace(-12.345, 12, n * n).reshape(n, n)
    mask = np.triu(np.full((n, n), -INF), 1)
    fig = panels(
        [Panel(scores, "scores QKᵀ/√d", decimals=1), (mask, "mask"), (mask == 0, "a longer title")],
        tokens,
        tokens,
        signs="+→",
        mark_row=n - 1,
    )
    assert inside(fig)
    plt.close(fig)


def test_style_is_the_course_s():
    assert plt.rcParams["image.cmap"] == STYLE["image.cmap"] == "cividis"
    assert COLORS["blue"] in plt.rcParams["axes.prop_cycle"].by_key()["color"]
    assert COLORS["yellow"] not in plt.rcParams["axes.prop_cycle"].by_key()["color"]


def test_the_bar_goes_through_everything(capsys):
    assert list(bar(range(3), "steps")) == [0, 1, 2]
    assert "%" not in capsys.readouterr().out

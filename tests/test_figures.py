"""Figures reach the page with alt text, repeat from run to run, and stay readable."""

import base64
import io
import itertools
import re
from collections import Counter
from xml.etree import ElementTree

import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch
from matplotlib import colormaps, patches
from matplotlib.colors import to_hex
from PIL import Image

from course_utils.figures import (
    COLORS,
    KINDS,
    LIT,
    PALE,
    PARTS,
    STATIONS,
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
    text_strip,
    transformer_diagram,
)
from course_utils.messages import CourseError, say

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


def test_a_figure_can_be_folded_behind_a_line():
    result = picture(line_figure(), alt="a line", fold="More: <a line>")
    folded = ElementTree.fromstring(result.to_html())
    assert [tag.tag for tag in folded.iter()] == ["details", "summary", "figure", "img"]
    assert folded[0].text == "More: <a line>" and folded[1][0].attrib["alt"] == "a line"
    assert "details" not in picture(line_figure(), alt="a line").to_html()


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


def drawn_texts(fig) -> list:
    """Every text of the figure and the box that it takes, in pixels."""
    fig.canvas.draw()
    renderer = fig.canvas.get_renderer()
    texts = [t for t in fig.findobj(plt.Text) if t.get_text().strip() and t.get_visible()]
    return [(text, text.get_window_extent(renderer)) for text in texts]


def inside(fig) -> bool:
    """Whether every text of the figure lies on it."""
    box, extents = fig.bbox, [extent for _, extent in drawn_texts(fig)]
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


# --- the whole of a Transformer -------------------------------------------------------------------


def legible(fig) -> None:
    """Texts of 9 points or more, apart from each other, on the figure, each within its box or
    outside of all boxes, and readable on what lies behind it."""
    texts = drawn_texts(fig)
    assert inside(fig)
    assert min(text.get_fontsize() for text, _ in texts) >= 9
    for (one, a), (other, b) in itertools.combinations(texts, 2):
        assert not a.overlaps(b), (one, other)
    boxes = [patch for patch in fig.findobj(patches.FancyBboxPatch) if patch.get_gid()]
    for text, extent in texts:
        for box in boxes:
            frame = box.get_window_extent()
            if frame.overlaps(extent):
                assert frame.x0 <= extent.x0 and extent.x1 <= frame.x1, (text, box.get_gid())
                assert frame.y0 <= extent.y0 and extent.y1 <= frame.y1, (text, box.get_gid())
                assert contrast(to_hex(text.get_color()), to_hex(box.get_facecolor())) >= 4.5


def parts(fig) -> Counter[tuple[str, str]]:
    """(name, colour) of every box and circle that stands for a part."""
    named = [patch for patch in fig.findobj(patches.Patch) if patch.get_gid()]
    return Counter((patch.get_gid(), to_hex(patch.get_facecolor()).upper()) for patch in named)


ONE_TOWER = Counter(
    {"tokenizer": 1, "embedding": 1, "attention": 1, "mask": 1, "feed-forward": 1}
    | {"residual": 2, "norm": 3, "head": 1, "softmax": 1, "loss": 1}
)
BOXES = {
    "encoder": ONE_TOWER,
    "decoder": ONE_TOWER,
    "encoder-decoder": ONE_TOWER
    + Counter(
        {"attention": 1, "mask": 1, "cross-attention": 1, "feed-forward": 1}
        | {"residual": 3, "norm": 4}
    ),
}
HIGHLIGHTS = [(part, kind) for kind in KINDS for part in PARTS if part in BOXES[kind]]


@pytest.mark.parametrize("kind", KINDS)
def test_a_diagram_has_every_part_and_its_texts_are_legible(kind):
    for highlight in ((), BOXES[kind].keys() - {"softmax"}):  # bold is wider
        fig = transformer_diagram(highlight, kind)
        assert 6.5 <= fig.get_figwidth() <= 7.5
        legible(fig)
        plt.close(fig)
    fig = transformer_diagram(kind=kind)
    assert parts(fig) == {(part, PALE[0]): count for part, count in BOXES[kind].items()}
    words = {text.get_text() for text, _ in drawn_texts(fig)}
    assert {"ids [n]", "vectors [n, d]", "logits [n, v]", "N layers", "tokenizer"} <= words
    assert ("causal" in words, "open" in words) == ("decoder" in kind, "encoder" in kind)
    plt.close(fig)


@pytest.mark.parametrize(("part", "kind"), HIGHLIGHTS)
def test_a_highlight_colours_the_boxes_of_its_part_and_no_other(part, kind):
    fig = transformer_diagram(part, kind)
    assert parts(fig) == {
        (name, LIT[0] if name == part else PALE[0]): count for name, count in BOXES[kind].items()
    }
    plt.close(fig)


def test_several_parts_are_highlighted_and_bytes_repeat():
    one, other = (transformer_diagram(wanted) for wanted in (["mask", "loss"], {"loss", "mask"}))
    lit = {name for name, color in parts(one) if color == LIT[0]}
    assert lit == {"mask", "loss"} and parts(one) == parts(other)
    assert picture(one, alt="x").png == picture(other, alt="x").png


@pytest.mark.parametrize(
    ("highlight", "kind", "sentence"),
    [
        (["head", "tail"], "decoder", "figure-part part tail"),
        ("att", "encoder", "figure-part part att"),
        ("softmax", "encoder", "figure-part part softmax"),
        ((), "gpt", "figure-kind kind gpt"),
        ("cross-attention", "decoder", "figure-no-cross kind decoder"),
        ("cross-attention", "encoder", "figure-no-cross kind encoder"),
    ],
)
def test_an_unknown_part_or_kind_has_a_sentence(highlight, kind, sentence):
    key, name, value = sentence.split()
    plt.close("all")
    rest = {"figure-part": {"parts": ", ".join(PARTS)}, "figure-kind": {"kinds": ", ".join(KINDS)}}
    with pytest.raises(CourseError) as error:
        transformer_diagram(highlight, kind)
    assert str(error.value) == say(key, **{name: value}, **rest.get(key, {}))
    assert plt.get_fignums() == []


def strip_parts(words="the cat sat on the mat ."):
    """What `text_strip` takes, for a text."""
    words = words.split()
    n = len(words)
    vectors = torch.linspace(-1, 1, n * 12).view(n, 12)
    logits = [(word[::-1], 20.25 - i) for i, word in enumerate(words)]
    return {
        "words": words,
        "ids": torch.arange(n) + 1200,
        "vectors": vectors,
        "logits": logits,
        "losses": torch.linspace(0, 9, n - 1),
    }


def test_a_strip_has_six_stations_and_the_callers_numbers():
    fig = text_strip(**strip_parts())
    assert parts(fig) == {(station, PALE[0]): 1 for station in STATIONS}
    words = [text.get_text() for text, _ in drawn_texts(fig)]
    assert {"1200", "1206", "20.2", "9.00", "eht", "float [7, 12]"} <= set(words)
    assert words.count("cat") == 2, "in the text, and as the next word"
    assert fig.get_figwidth() <= 7.5
    plt.close(fig)


def test_a_strip_draws_the_first_columns_of_wide_vectors_and_says_how_wide_they_are():
    fig = text_strip(**strip_parts() | {"vectors": torch.ones(7, 128)})
    assert "float [7, 128]" in [text.get_text() for text, _ in drawn_texts(fig)]
    narrow = text_strip(**strip_parts())
    assert len(fig.axes[0].patches) == len(narrow.axes[0].patches)
    plt.close("all")


@pytest.mark.parametrize("text", ["a", "the cat sat on the mat .", "acknowledgements cost $ 5 $ ."])
@pytest.mark.parametrize("station", STATIONS)
def test_a_strip_is_legible_and_highlights_one_station(text, station):
    fig = text_strip(**strip_parts(text), highlight=station)
    legible(fig)
    assert {name for name, color in parts(fig) if color == LIT[0]} == {station}
    plt.close(fig)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"highlight": "softmax"}, "no station"),
        ({"ids": [1, 2]}, "For 7 words, ids must have length 7, not 2"),
        ({"vectors": torch.zeros(6, 2)}, "vectors must have length 7, not 6"),
        ({"vectors": torch.zeros(7)}, "rows and columns"),
        ({"logits": []}, "logits must have length 7, not 0"),
        ({"losses": [0.5] * 7}, "losses must have length 6, not 7"),
    ],
)
def test_a_strip_whose_parts_do_not_fit_has_a_sentence(change, sentence):
    plt.close("all")
    with pytest.raises(CourseError, match=sentence):
        text_strip(**strip_parts() | change)
    assert plt.get_fignums() == []


def test_style_is_the_course_s():
    assert plt.rcParams["image.cmap"] == STYLE["image.cmap"] == "cividis"
    assert COLORS["blue"] in plt.rcParams["axes.prop_cycle"].by_key()["color"]
    assert COLORS["yellow"] not in plt.rcParams["axes.prop_cycle"].by_key()["color"]


def test_the_bar_goes_through_everything(capsys):
    assert list(bar(range(3), "steps")) == [0, 1, 2]
    assert "%" not in capsys.readouterr().out

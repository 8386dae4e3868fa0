"""The mask explorer: right numbers for every mask, labels on every control, nothing from afar."""

from xml.etree import ElementTree

import numpy as np
import pytest
import torch
from torch.nn import functional as F

from course_utils.explorers.mask import (
    FILLS,
    MASKS,
    PAD,
    SENTENCES,
    SIZED,
    mask_explorer,
    may_see,
    softmax,
)
from course_utils.figures import number
from course_utils.messages import CourseError

INF = float("inf")
LEFT = f"{PAD} {PAD} the cat sat"


def seen(mask: str, tokens: list[str], size: int = 2) -> torch.Tensor:
    """The definition of each mask, cell by cell, for comparison."""

    def one(i: int, j: int) -> bool:
        real = tokens[j] != PAD
        return {
            "none": True,
            "causal": j <= i,
            "padding": real,
            "both": j <= i and real,
            "prefix": j <= i or j < size,
            "window": i - size < j <= i,
        }[mask]

    n = len(tokens)
    return torch.tensor([[one(i, j) for j in range(n)] for i in range(n)])


def matrices(explorer) -> list[list[list[str]]]:
    """The texts of the cells of the three tables."""
    tables = explorer.picture.split("<table>")[1:]
    return [
        [
            [cell.split(">")[1].split("<")[0] for cell in row.split("<td")[1:]]
            for row in table.split("<tbody>")[1].split("<tr")[1:]
        ]
        for table in tables
    ]


def texts(matrix: torch.Tensor, decimals: int) -> list[list[str]]:
    return [[number(v, decimals) for v in row] for row in matrix.tolist()]


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("size", [1, 2, 9])
def test_every_mask_is_what_it_says(mask, sentence, size):
    tokens = sentence.split()
    assert np.array_equal(may_see(mask, tokens, size), seen(mask, tokens, size).numpy())


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize(("fill", "value"), [("−∞", -INF), ("−1e9", -1e9)])
def test_the_tables_show_what_pytorch_computes(mask, sentence, fill, value):
    n = len(sentence.split())
    scores = torch.linspace(-2, 3, n * n).reshape(n, n).T.contiguous()
    explorer = mask_explorer(sentence, mask, scores=scores)
    explorer.values = explorer.values | {"fill": fill, "sharpness": 1.5}
    added = torch.zeros(n, n).masked_fill(~seen(mask, sentence.split()), value)
    weights = F.softmax(scores * 1.5 + added, dim=-1)
    shown = matrices(explorer)
    assert shown[0] == texts(scores * 1.5, 1)
    assert shown[1] == texts(added, 0)
    assert shown[2] == texts(weights, 2)


def test_softmax_is_pytorchs():
    scores = torch.randn(5, 7, generator=torch.Generator().manual_seed(1))
    scores[0, 2:] = -INF
    scores[1] = -INF
    assert np.allclose(
        softmax(scores.numpy()), F.softmax(scores, -1).numpy(), equal_nan=True, atol=1e-6
    )


def test_a_fully_masked_row_is_nan_or_uniform_and_says_so():
    explorer = mask_explorer(LEFT, "both", query=0)
    assert "fully masked" in explorer.status and "NaN" in explorer.status
    assert matrices(explorer)[2][0] == ["NaN"] * 5
    assert "blocked" not in explorer.picture.split("<table>")[3].split("<tr")[2]
    explorer.values = explorer.values | {"fill": "−1e9"}
    assert "uniform" in explorer.status and "1/5" in explorer.status
    assert matrices(explorer)[2][0] == ["0.20"] * 5
    explorer.values = explorer.values | {"query": 3}
    assert "Fully masked rows: 1, 2." in explorer.status


def test_the_sentence_tells_whom_the_query_sees():
    explorer = mask_explorer("i like cats", "causal", query=1)
    assert explorer.status.startswith("Query 2 “like” may see 2 of 3 tokens: i, like.")
    assert explorer.status.endswith("sum to 1.00.")


def test_every_control_has_a_label_and_its_value_is_one_of_its_choices():
    explorer = mask_explorer()
    for mask in MASKS:
        for index in range(len(SENTENCES)):
            explorer.values = explorer.values | {
                "mask": mask,
                "sentence": index,
                "query": 5,
                "size": 6,
            }
            names = [control["name"] for control in explorer.controls]
            assert len(set(names)) == len(names) and ("size" in names) == (mask in SIZED)
            for control in explorer.controls:
                assert control["label"].strip()
                value = explorer.values[control["name"]]
                if control["kind"] == "select":
                    assert value in [choice for _, choice in control["options"]]
                else:
                    assert control["min"] <= value <= control["max"]


def test_the_picture_is_well_formed_and_has_headers():
    explorer = mask_explorer(["<b>", "&", "ok"])
    root = ElementTree.fromstring(f"<div>{explorer.picture}</div>")
    scopes = [head.get("scope") for head in root.iter("th")]
    assert scopes.count("col") == scopes.count("row") == 9 and len(scopes) == 18
    assert all(caption.text for caption in root.iter("caption"))
    assert len(root.findall("table")) == len(root.findall("table/caption")) == 3
    assert len(root.findall(".//tr[@class='marked']")) == 3
    assert "<b>" not in explorer.picture


def test_an_own_sentence_comes_first_and_once():
    explorer = mask_explorer("i like cats")
    labels = [label for label, _ in explorer.controls[0]["options"]]
    assert labels[0] == "i like cats" and labels.count("i like cats") == 1
    assert len(mask_explorer("a b").controls[0]["options"]) == len(SENTENCES) + 1


def test_the_same_seed_gives_the_same_scores():
    assert mask_explorer(seed=3).picture == mask_explorer(seed=3).picture
    assert mask_explorer(seed=3).picture != mask_explorer(seed=4).picture


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"mask": "diagonal"}, "no mask 'diagonal'"),
        ({"tokens": ""}, "at least one token"),
        ({"tokens": "a b", "scores": torch.zeros(3, 3)}, r"\(2, 2\)"),
        ({"tokens": "a b", "scores": torch.zeros(4)}, "rows and columns"),
    ],
)
def test_wrong_arguments_get_one_sentence(arguments, sentence):
    with pytest.raises(CourseError, match=sentence):
        mask_explorer(**arguments)


def test_the_caller_s_scores_stay_as_they_are():
    scores = torch.ones(3, 3)
    explorer = mask_explorer("i like cats", scores=scores)
    explorer.values = explorer.values | {"sharpness": 3}
    assert torch.equal(scores, torch.ones(3, 3))


def test_a_page_gets_a_static_figure_and_then_the_widget(monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", lambda data, raw: shown.append(data))
    explorer = mask_explorer("i like cats", query=2)
    explorer._ipython_display_()
    still, alive = shown
    style, figure = still["text/html"].split("</style>")
    image = ElementTree.fromstring(figure).find("img").attrib
    assert style.startswith("<style>")
    assert "i like cats" in image["alt"] and explorer.status in image["alt"]
    assert still["text/plain"] == f"Figure: {image['alt']}"
    assert "application/vnd.jupyter.widget-view+json" in alive
    assert alive["text/plain"] == ""


def test_fills_are_real():
    assert FILLS == {"−∞": -INF, "−1e9": -1e9}

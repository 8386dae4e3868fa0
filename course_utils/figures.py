"""Figures: one style for the whole course, and `show`, the only way a figure reaches a page.

Importing this module applies the course's matplotlib style (`STYLE`) to the kernel.

A figure is written as HTML, `<figure><img alt=...><figcaption>`, because JupyterLab shows a bare
PNG output without alt text. JupyterLab, nbconvert, GitHub and VS Code all prefer HTML to a PNG
output when both are there, so no PNG output is stored beside it. Beside the HTML there is plain
text, "Figure: " and the alt text, which repeats from run to run where the PNG's bytes may not.
"""

import base64
import html
import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib import colormaps, patches
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from PIL import Image

from .messages import CourseError, say

# Okabe and Ito, "Color Universal Design" (2008): told apart with every common colour vision.
COLORS = {
    "blue": "#0072B2",
    "orange": "#E69F00",
    "green": "#009E73",
    "vermillion": "#D55E00",
    "purple": "#CC79A7",
    "sky": "#56B4E9",
    "black": "#000000",
    "yellow": "#F0E442",
}

STYLE: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.prop_cycle": plt.cycler(color=[c for c in COLORS.values() if c != COLORS["yellow"]]),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "figure.constrained_layout.use": True,
    "figure.dpi": 96,  # one inch is 96 CSS pixels, so a point is as large as on a web page
    "figure.facecolor": "white",
    "figure.figsize": (6.5, 3.4),
    "font.family": ["DejaVu Sans"],
    "font.size": 10,
    "grid.color": "#dddddd",
    "hatch.color": "#8a8a8a",
    "hatch.linewidth": 0.8,
    "image.cmap": "cividis",
    "lines.linewidth": 2,
    "savefig.facecolor": "white",
}

PIXELS_PER_INCH = 96
SHARPNESS = 2  # pixels of the PNG per CSS pixel
BLOCKED_BELOW = -1e4  # a score at or below this is "blocked": -inf, -1e9, the minimum of float16


def use_style() -> None:
    """Apply the course's matplotlib style. Importing `course_utils.figures` has done it once."""
    plt.rcParams.update(STYLE)


use_style()


# --- from a figure to the page --------------------------------------------------------------------
@dataclass(frozen=True)
class Picture:
    """A finished figure: PNG bytes, the width in CSS pixels, alt text and caption."""

    png: bytes = field(repr=False)
    width: int
    alt: str
    caption: str = ""

    def to_html(self, css_class: str = "course-figure") -> str:
        data = base64.b64encode(self.png).decode("ascii")
        caption = f"<figcaption>{html.escape(self.caption)}</figcaption>" if self.caption else ""
        return (
            f'<figure class="{css_class}" style="margin: 0 0 8px">'
            f'<img alt="{html.escape(self.alt)}" width="{self.width}" '
            f'src="data:image/png;base64,{data}" />{caption}</figure>'
        )

    def __str__(self) -> str:
        return say("figure-text", alt=self.alt)

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        return {"text/html": self.to_html(), "text/plain": str(self)}


def picture(fig: Figure, *, alt: str, caption: str = "") -> Picture:
    """Turn `fig` into a `Picture` and close it.

    `alt` says in words what the figure shows, for those who cannot see it: one to three
    sentences with the numbers that matter. `caption` says which question the figure answers.
    Raises `CourseError` when `alt` or `caption` is missing.
    """
    alt, caption = " ".join(alt.split()), " ".join(caption.split())
    if not alt:
        raise CourseError(say("figure-no-alt"))
    buffer = io.BytesIO()
    fig.savefig(
        buffer,
        format="png",
        dpi=PIXELS_PER_INCH * SHARPNESS,
        metadata={"Software": None},
        pil_kwargs={"compress_level": 0},
    )
    plt.close(fig)
    # A palette PNG has a third of the bytes and looks the same. It holds no date and no version.
    image = Image.open(buffer).convert("RGB")
    width = image.width // SHARPNESS
    image = image.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    # Quantizing makes white 254; on a page that is 255 this shows as a faint box.
    image.putpalette([255 if value == 254 else value for value in image.getpalette()])
    buffer = io.BytesIO()
    image.save(buffer, format="PNG", optimize=True)
    return Picture(buffer.getvalue(), width, alt, caption)


def show(fig: Figure, *, alt: str, caption: str = "") -> None:
    """Put `fig` on the page with its alt text and caption, then close it (see `picture`)."""
    from IPython.display import display

    display(picture(fig, alt=alt, caption=caption))


# --- the look of one cell, shared by the heat maps and the explorers -------------------------------
@dataclass(frozen=True)
class Cell:
    """How one number of a matrix is drawn: text, colours (CSS hex), and whether it is blocked."""

    text: str
    background: str
    foreground: str
    blocked: bool = False


def number(value: float, decimals: int = 2) -> str:
    """`value` as a reader wants it: −∞, NaN, −1e9, 1, 0.25 (a true minus sign)."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if abs(value) >= 1e4:
        mantissa, exponent = f"{value:.0e}".split("e")
        return f"{mantissa}e{int(exponent)}".replace("-", "−")
    text = f"{value:.{decimals}f}"
    if float(text) == 0:
        text = text.lstrip("-")
    return text.replace("-", "−")


def luminance(color: str) -> float:
    """Relative luminance of a CSS hex colour (WCAG 2.2), 0 for black and 1 for white."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two CSS hex colours (WCAG 2.2): text needs 4.5 or more."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable_on(background: str) -> str:
    """Black or white, whichever reads better on `background` (always at least 4.5)."""
    return max("#000000", "#ffffff", key=lambda color: contrast(color, background))


BLOCKED_LOOK = ("#e2e2e2", "#000000")
NAN_LOOK = (COLORS["orange"], "#000000")
OPEN_LOOK = ("#ffffff", "#000000")


def as_matrix(values: Any) -> np.ndarray:
    """A 2-D NumPy array from a tensor, an array or nested lists. Raises `CourseError`."""
    if hasattr(values, "detach"):
        values = values.detach().cpu().numpy()
    matrix = np.asarray(values)
    if matrix.ndim != 2 or 0 in matrix.shape:
        raise CourseError(say("figure-not-matrix", shape=tuple(matrix.shape)))
    return matrix


def look_of_cells(
    matrix: Any,
    *,
    blocked: Any = None,
    decimals: int = 2,
    limits: tuple[float, float] | None = None,
) -> list[list[Cell]]:
    """The look of every cell of a 2-D `matrix` (bool, int or float).

    `blocked`: bool matrix of the same shape, cells drawn as blocked whatever their value; scores
    at or below -1e4 (-inf, -1e9) always are. `limits`: the values at the two ends of cividis,
    by default the least and greatest value that is not blocked; a matrix of one value is white.
    Whole numbers are written without decimals unless `limits` are given.
    """
    matrix = as_matrix(matrix)
    values = matrix.astype(np.float64)
    closed = values <= BLOCKED_BELOW
    if blocked is not None:
        closed |= as_matrix(blocked).astype(bool)
    free = values[np.isfinite(values) & ~closed]
    if np.array_equal(free, np.round(free)) and not limits:
        decimals = 0
    low, high = limits or ((free.min(), free.max()) if free.size else (0.0, 0.0))
    cividis = colormaps["cividis"]

    def look(value: float, shut: bool) -> Cell:
        text = number(value, decimals)
        if shut:
            return Cell(text, *BLOCKED_LOOK, blocked=True)
        if math.isnan(value):
            return Cell(text, *NAN_LOOK)
        if high <= low:
            return Cell(text, *OPEN_LOOK)
        red, green, blue, _ = cividis(min(max((value - low) / (high - low), 0.0), 1.0), bytes=True)
        background = f"#{red:02x}{green:02x}{blue:02x}"
        return Cell(text, background, readable_on(background))

    return [
        [look(v, s) for v, s in zip(row, shut, strict=True)]
        for row, shut in zip(values.tolist(), closed.tolist(), strict=True)
    ]


# --- heat maps ------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Panel:
    """One matrix of `panels`: see `heatmap` for what the fields mean."""

    matrix: Any
    title: str = ""
    blocked: Any = None
    decimals: int = 2
    limits: tuple[float, float] | None = None


CELL = 0.44  # inches
LETTER = 0.092  # inches, the width of a letter at 10 points, with some room
LINE = 0.22  # inches, the height of a line of text


def heatmap(
    matrix: Any,
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
    *,
    title: str = "",
    blocked: Any = None,
    decimals: int = 2,
    limits: tuple[float, float] | None = None,
    row_label: str = "query",
    column_label: str = "key",
    mark_row: int | None = None,
) -> Figure:
    """A heat map of `matrix` (2-D: n queries, m keys) with its numbers written in the cells.

    `rows`, `columns`: the tokens (none: no labels). Blocked cells (`blocked`, -inf, -1e9) are
    grey and hatched, NaN is orange. `mark_row` frames one query's row. Returns the figure: hand
    it to `show`.
    """
    return panels(
        [Panel(matrix, title, blocked, decimals, limits)],
        rows,
        columns,
        row_label=row_label,
        column_label=column_label,
        mark_row=mark_row,
    )


def panels(
    matrices: Sequence[Panel | tuple[Any, str]],
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
    *,
    signs: Sequence[str] | str = (),
    row_label: str = "query",
    column_label: str = "key",
    mark_row: int | None = None,
) -> Figure:
    """Several heat maps side by side with signs between them: scores + mask → weights.

    `matrices`: each a `Panel` or `(matrix, title)`, all with the same rows and columns; `signs`:
    one string less than there are matrices, "+→" for instance. The rest as in `heatmap`.
    """
    shown = [item if isinstance(item, Panel) else Panel(*item) for item in matrices]
    looks = [
        look_of_cells(p.matrix, blocked=p.blocked, decimals=p.decimals, limits=p.limits)
        for p in shown
    ]
    heights, widths = [len(look) for look in looks], [len(look[0]) for look in looks]
    longest = max(len(cell.text) for look in looks for row in look for cell in row)
    column_longest = max((len(text) for text in columns or ()), default=0)
    tilted = column_longest > max(longest, len("[PAD]"))
    cell_width = max(CELL, LETTER * max(longest, 0 if tilted else column_longest) + 0.06)
    gap = 0.42 if signs else 0.3
    left = max((len(text) for text in rows or ()), default=0) * LETTER + 0.12
    left += LINE + 0.06 if row_label and rows else 0
    title_lines = max(p.title.count("\n") + 1 if p.title else 0 for p in shown)
    names = (column_longest * 0.062 + 0.1 if tilted else LINE) if columns else 0.0
    top = title_lines * LINE + names + (LINE if column_label and columns else 0) + 0.08
    # A title may be wider than its matrix: the panel is then as wide as the title.
    room = [
        max(w * cell_width, max(map(len, p.title.split("\n"))) * LETTER * 1.12)
        for w, p in zip(widths, shown, strict=True)
    ]
    right = column_longest * 0.07 if tilted else 0.06
    width = left + sum(room) + gap * (len(shown) - 1) + right
    height = top + max(heights) * CELL + 0.06
    fig = plt.figure(figsize=(width, height), layout="none")
    x = left
    for index, (panel, look) in enumerate(zip(shown, looks, strict=True)):
        w, h = widths[index] * cell_width, heights[index] * CELL
        y = height - top - h
        ax = fig.add_axes((x / width, y / height, w / width, h / height))
        _draw_cells(ax, look, mark_row)
        if rows and index == 0:
            ax.set_yticks(np.arange(len(rows)) + 0.5, rows)
            ax.set_ylabel(row_label)
        if columns:
            turn = {"rotation": 45, "ha": "left", "rotation_mode": "anchor"} if tilted else {}
            ax.set_xticks(np.arange(len(columns)) + 0.5, columns, **turn)
            ax.set_xlabel(column_label)
        if panel.title:
            fig.text(x / width, 1 - 0.06 / height, panel.title, weight="bold", va="top")
        if index < len(signs):
            middle = x + room[index] + gap / 2 if room[index] == w else x + w + gap / 2
            fig.text(
                middle / width,
                (y + h / 2) / height,
                signs[index],
                size=16,
                ha="center",
                va="center",
            )
        x += room[index] + gap
    return fig


def _draw_cells(ax: Axes, look: list[list[Cell]], mark_row: int | None) -> None:
    """Draw the cells one unit wide, the first row on top, and the column labels above."""
    for i, row in enumerate(look):
        for j, cell in enumerate(row):
            ax.add_patch(
                patches.Rectangle(
                    (j, i),
                    1,
                    1,
                    facecolor=cell.background,
                    edgecolor="#c8c8c8",
                    linewidth=0.6,
                )
            )
            if cell.blocked:
                ax.add_patch(patches.Rectangle((j, i), 1, 1, fill=False, hatch="////", linewidth=0))
            ax.text(
                j + 0.5,
                i + 0.5,
                cell.text,
                ha="center",
                va="center",
                color=cell.foreground,
                bbox={"facecolor": cell.background, "edgecolor": "none", "pad": 1.5}
                if cell.blocked
                else None,
            )
    if mark_row is not None:
        ax.add_patch(
            patches.Rectangle(
                (0, mark_row),
                len(look[0]),
                1,
                fill=False,
                edgecolor=COLORS["vermillion"],
                linewidth=2.5,
                clip_on=False,
                zorder=5,
            )
        )
    ax.set(xlim=(0, len(look[0])), ylim=(len(look), 0), xticks=[], yticks=[])
    ax.grid(False)
    ax.spines[:].set_color("#8a8a8a")
    ax.spines[:].set_visible(True)
    ax.tick_params(length=0, pad=3)
    ax.xaxis.set_label_position("top")
    ax.xaxis.tick_top()


def label_line(ax: Axes, text: str, x: float, y: float, color: str | None = None) -> None:
    """Write `text` right of the point (x, y), the end of a line, instead of a legend."""
    ax.annotate(
        text,
        (x, y),
        xytext=(5, 0),
        textcoords="offset points",
        va="center",
        color=color or "black",
        annotation_clip=False,
    )


def bar(items: Sequence[Any], label: str) -> Iterator[Any]:
    """Goes through `items` with a progress bar, as tqdm does.

    Shown where a kernel is at work and gone when the work is done; a stored notebook keeps no trace
    of it, and no clock.
    """
    import ipywidgets
    from IPython.display import display

    progress = ipywidgets.IntProgress(
        max=len(items),
        description=label,
        style={"description_width": "initial"},
        layout={"width": "26em"},
    )
    count = ipywidgets.Label(f"0 / {len(items)}")
    box = ipywidgets.HBox([progress, count])
    view = {"model_id": box.model_id, "version_major": 2, "version_minor": 0}
    display({"application/vnd.jupyter.widget-view+json": view, "text/plain": ""}, raw=True)
    try:
        for number, item in enumerate(items, 1):
            yield item
            progress.value, count.value = number, f"{number} / {len(items)}"
    finally:
        box.close()

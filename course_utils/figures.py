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
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib import colormaps, patches
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.path import Path
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
    """A finished figure: PNG bytes, the width in CSS pixels, alt text and caption; `fold`: the line
    behind which it is folded, if any."""

    png: bytes = field(repr=False)
    width: int
    alt: str
    caption: str = ""
    fold: str = ""

    def to_html(self, css_class: str = "course-figure") -> str:
        data = base64.b64encode(self.png).decode("ascii")
        caption = f"<figcaption>{html.escape(self.caption)}</figcaption>" if self.caption else ""
        figure = (
            f'<figure class="{css_class}" style="margin: 0 0 8px">'
            f'<img alt="{html.escape(self.alt)}" width="{self.width}" '
            f'src="data:image/png;base64,{data}" />{caption}</figure>'
        )
        if not self.fold:
            return figure
        return f"<details><summary>{html.escape(self.fold)}</summary>{figure}</details>"

    def __str__(self) -> str:
        return say("figure-text", alt=self.alt)

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        return {"text/html": self.to_html(), "text/plain": str(self)}


def picture(fig: Figure, *, alt: str, caption: str = "", fold: str = "") -> Picture:
    """Turn `fig` into a `Picture` and close it.

    `alt` says in words what the figure shows, for those who cannot see it: one to three
    sentences with the numbers that matter. `caption` says which question the figure answers.
    `fold`: a line that is shown in its place, until it is opened.
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
    return Picture(buffer.getvalue(), width, alt, caption, fold)


def show(fig: Figure, *, alt: str, caption: str = "", fold: str = "") -> None:
    """Put `fig` on the page with its alt text and caption, then close it (see `picture`)."""
    from IPython.display import display

    display(picture(fig, alt=alt, caption=caption, fold=fold))


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
                (height - top - min(heights[index : index + 2]) * CELL / 2) / height,
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


# --- the whole of a Transformer -------------------------------------------------------------------
PARTS = (
    "tokenizer",
    "embedding",
    "attention",
    "mask",
    "cross-attention",
    "feed-forward",
    "residual",
    "norm",
    "head",
    "loss",
)
KINDS = ("encoder", "decoder", "encoder-decoder")
STATIONS = ("text", "ids", "vectors", "layers", "logits", "loss")
DRAWN = 12  # columns of the vectors in `text_strip`

PALE = ("#F2F2F2", "#9A9A9A", "#000000")  # fill, edge and text of what is not highlighted
LIT = (COLORS["sky"], COLORS["blue"], "#000000")
LINES = "#4a4a4a"
STEP = 1.36  # inches, from attention to the feed-forward part and so on


@dataclass(frozen=True)
class _Drawing:
    """A sheet measured in inches, from the lower left, and what is highlighted on it."""

    ax: Axes
    lit: Collection[str]

    @classmethod
    def new(cls, width: float, height: float, lit: Collection[str]) -> "_Drawing":
        fig = plt.figure(figsize=(width, height), layout="none")
        ax = fig.add_axes((0, 0, 1, 1))
        ax.set(xlim=(0, width), ylim=(0, height))
        ax.set_axis_off()
        return cls(ax, lit)

    def box(self, part: str, x: float, y: float, w: float, h: float, text: str = "") -> None:
        """A box around (x, y), named `part` (its gid); of two lines the second is small."""
        fill, edge, ink = LIT if part in self.lit else PALE
        self.ax.add_patch(
            patches.FancyBboxPatch(
                (x - w / 2, y - h / 2),
                w,
                h,
                boxstyle="round,pad=0,rounding_size=0.06",
                facecolor=fill,
                edgecolor=edge,
                linewidth=1.8 if part in self.lit else 1,
                zorder=3,
                gid=part,
            )
        )
        first, _, second = text.partition("\n")
        weight = "bold" if part in self.lit else "normal"
        self.text(x, y + (0.09 if second else 0), first, color=ink, weight=weight)
        self.text(x, y - 0.1, second, color=ink, size=9)

    def plus(self, x: float, y: float) -> None:
        """The sum at the end of a residual connection."""
        fill, edge, ink = LIT if "residual" in self.lit else PALE
        circle = patches.Circle((x, y), 0.1, facecolor=fill, edgecolor=edge, zorder=3)
        circle.set_gid("residual")
        self.ax.add_patch(circle)
        for dx, dy in ((0.055, 0), (0, 0.055)):
            self.ax.plot([x - dx, x + dx], [y - dy, y + dy], color=ink, lw=1.4, zorder=4)

    def text(self, x: float, y: float, text: str, **look: Any) -> None:
        if text:
            look = {"ha": "center", "va": "center", "size": 10, "zorder": 5} | look
            look["parse_math"] = False  # a text may hold a $
            self.ax.text(x, y, text, **look)

    def arrow(self, *points: tuple[float, float], part: str = "") -> None:
        """A line through the points, with a head at the last one."""
        lit = part in self.lit
        self.ax.add_patch(
            patches.FancyArrowPatch(
                path=Path(points),
                arrowstyle="-|>,head_length=4.5,head_width=2.4",
                mutation_scale=1,
                color=LIT[1] if lit else LINES,
                linewidth=2 if lit else 1.2,
                joinstyle="round",
                zorder=2,
            )
        )

    def mask(self, x: float, y: float, causal: bool) -> None:
        """A small matrix around (x, y): who (row) may see whom (column), and below it its name."""
        self.box("mask", x, y, 0.5, 0.62)
        side, left, top = 0.085, x - 0.17, y + 0.27
        for row in range(4):
            for column in range(4):
                seen = column <= row or not causal
                corner = (left + column * side, top - (row + 1) * side)
                self.ax.add_patch(
                    patches.Rectangle(
                        corner,
                        side,
                        side,
                        facecolor=COLORS["blue"] if seen else "white",
                        edgecolor="white" if seen else "#9a9a9a",
                        linewidth=0.6,
                        zorder=4 if seen else 3.5,
                    )
                )
        weight = "bold" if "mask" in self.lit else "normal"
        self.text(x, y - 0.21, "mask", size=9, weight=weight)
        self.text(x, y - 0.41, "causal" if causal else "open", size=9, style="italic")

    def frame(self, left: float, bottom: float, width: float, height: float) -> None:
        """The edge of the layers: one lies upon the other."""
        for shift in (0.1, 0.05, 0.0):
            self.ax.add_patch(
                patches.FancyBboxPatch(
                    (left + shift, bottom + shift),
                    width,
                    height,
                    boxstyle="round,pad=0,rounding_size=0.1",
                    facecolor="white",
                    edgecolor="#b8b8b8",
                    linewidth=1,
                    zorder=1,
                )
            )

    def tower(
        self, kind: str, x: float, w: float, y: float, parts: Sequence[str], causal: bool
    ) -> tuple[float, float]:
        """The layers of one side, bottom up, the line through them at x; boxes are w wide.

        Returns the height of the last sum and of the frame's upper edge.
        """
        left, right = x - w / 2 - 0.76, x + w / 2 + 0.27
        top = y + STEP * len(parts) + 0.22
        self.frame(left, y - 0.12, right - left, top - y + 0.12)
        self.text(left + 0.1, top - 0.15, kind, ha="left", weight="bold")
        self.text(left + 0.1, top - 0.34, "N layers", ha="left", size=9, style="italic")
        for index, part in enumerate(parts):
            fork = y + STEP * index
            end = fork + 1.16
            self.arrow((x, fork - 0.12), (x, fork + 0.16))
            self.box("norm", x, fork + 0.3, w, 0.28, "norm")
            self.arrow((x, fork + 0.44), (x, fork + 0.58))
            self.box(part, x, fork + 0.75, w, 0.34, part)
            self.arrow((x, fork + 0.92), (x, end - 0.1))
            self.arrow(
                (x, fork),
                (right - 0.13, fork),
                (right - 0.13, end),
                (x + 0.1, end),
                part="residual",
            )
            self.plus(x, end)
            if part == "attention":
                self.mask(left + 0.33, fork + 0.75, causal)
                self.arrow((left + 0.58, fork + 0.75), (x - w / 2, fork + 0.75))
        return y + STEP * (len(parts) - 1) + 1.26, top


def transformer_diagram(highlight: Collection[str] = (), kind: str = "decoder") -> Figure:
    """A Transformer as a block diagram: text → tokenizer → embedding → N layers → head → loss.

    `highlight`: the parts that are filled with colour, one name or several of `PARTS`:
    "tokenizer", "embedding", "attention", "mask", "cross-attention", "feed-forward", "residual",
    "norm", "head", "loss". `kind`: "decoder" (GPT: causal mask), "encoder" (BERT: open mask) or
    "encoder-decoder" (T5: two towers, the second looks at the first by cross-attention). n is the
    number of tokens, d the width of a vector, v the size of the vocabulary.

    All kinds are drawn in GPT-2's and T5's order, norm before each part; the first Transformer and
    BERT have the norm behind each sum. T5 has its positions in the attention, not in the vectors.

    Returns the figure, 7.2 inches wide (7.5 with two towers): hand it to `show`. The patches of a
    part have its name as gid. Raises `CourseError` for an unknown part or kind, and for
    "cross-attention" where the kind has none.
    """
    lit = {highlight} if isinstance(highlight, str) else set(highlight)
    if kind not in KINDS:
        raise CourseError(say("figure-kind", kind=kind, kinds=", ".join(KINDS)))
    if unknown := sorted(lit - set(PARTS)):
        raise CourseError(say("figure-part", part=unknown[0], parts=", ".join(PARTS)))
    both = kind == "encoder-decoder"
    if "cross-attention" in lit and not both:
        raise CourseError(say("figure-no-cross", kind=kind))
    return _two_towers(lit) if both else _one_tower(lit, kind)


def _one_tower(lit: Collection[str], kind: str) -> Figure:
    draw = _Drawing.new(7.2, 3.85, lit)
    _input_column(draw, 0.9, 1.5, 3.6, "text")
    x, right, low = 3.95, 6.3, 0.2
    draw.arrow((0.9, 1.22), (0.9, low), (x, low), (x, 0.66))
    end, top = draw.tower(kind, x, 1.3, 0.5, ["attention", "feed-forward"], kind == "decoder")
    draw.arrow((x, end), (x, top + 0.25), (right, top + 0.25), (right, 3.24))
    _output_column(draw, right, 1.5, 3.1)
    return draw.ax.figure


def _two_towers(lit: Collection[str]) -> Figure:
    draw = _Drawing.new(7.5, 5.35, lit)
    _input_column(draw, 0.66, 1.16, 5.0, "source and target")
    x, second, right, base = 2.62, 5.13, 6.84, 0.75
    draw.arrow((0.76, 2.62), (0.76, 0.36), (x, 0.36), (x, base + 0.16))
    draw.arrow((0.56, 2.62), (0.56, 0.12), (second, 0.12), (second, base + 0.16))
    draw.text(0.87, 0.47, "source", size=9, ha="left", style="italic")
    draw.text(3.0, 0.23, "target", size=9, ha="left", style="italic")
    end, top = draw.tower("encoder", x, 1.08, base, ["attention", "feed-forward"], False)
    draw.arrow((x, end), (x, top + 0.28))
    draw.box("norm", x, top + 0.42, 1.08, 0.28, "norm")
    cross, gap = base + STEP + 0.75, 3.62
    draw.arrow(
        *((x + 0.54, top + 0.42), (gap, top + 0.42), (gap, cross), (second - 0.65, cross)),
        part="cross-attention",
    )
    draw.text(4.1, cross + 0.11, "keys,", size=9, style="italic")
    draw.text(4.1, cross - 0.12, "values", size=9, style="italic")
    parts = ["attention", "cross-attention", "feed-forward"]
    end, top = draw.tower("decoder", second, 1.3, base, parts, True)
    draw.arrow((second, end), (second, top + 0.2), (right, top + 0.2), (right, 4.54))
    _output_column(draw, right, 1.2, 4.4)
    return draw.ax.figure


def _input_column(draw: _Drawing, x: float, w: float, top: float, text: str) -> None:
    """From the text at the height `top` down to its vectors."""
    draw.text(x, top, text, style="italic")
    draw.arrow((x, top - 0.12), (x, top - 0.36))
    draw.box("tokenizer", x, top - 0.53, w, 0.34, "tokenizer")
    draw.arrow((x, top - 0.7), (x, top - 0.94))
    draw.text(x, top - 1.06, "ids [n]", style="italic")
    draw.arrow((x, top - 1.18), (x, top - 1.42))
    draw.box("embedding", x, top - 1.66, w, 0.48, "embedding\n+ position")
    draw.arrow((x, top - 1.9), (x, top - 2.14))
    draw.text(x, top - 2.26, "vectors [n, d]", style="italic")


def _output_column(draw: _Drawing, x: float, w: float, top: float) -> None:
    """From the last norm at the height `top` down to the loss."""
    draw.box("norm", x, top, w, 0.28, "norm")
    draw.arrow((x, top - 0.14), (x, top - 0.36))
    draw.box("head", x, top - 0.6, w, 0.48, "head\nlast linear layer")
    draw.arrow((x, top - 0.84), (x, top - 1.06))
    draw.text(x, top - 1.18, "logits [n, v]", style="italic")
    draw.arrow((x, top - 1.3), (x, top - 1.52))
    draw.box("softmax", x, top - 1.66, w, 0.28, "softmax")
    draw.arrow((x, top - 1.8), (x, top - 1.98))
    draw.text(x, top - 2.09, "probabilities [n, v]", size=9, style="italic")
    draw.arrow((x, top - 2.2), (x, top - 2.42))
    draw.box("loss", x, top - 2.66, w, 0.48, "loss\n−log p(target)")


def text_strip(
    words: Sequence[str],
    ids: Any,
    vectors: Any,
    logits: Sequence[tuple[str, float]],
    losses: Any,
    highlight: str = "",
) -> Figure:
    """One text on its way through a decoder: text → ids → vectors → layers → logits → loss.

    Each of the n tokens is a row, each station a column; in the layers a line leads from each row
    to the rows that may see it. The numbers come from the caller, so that nothing is loaded here:

    `words`: the n tokens. `ids`: their numbers, int [n]. `vectors`: what the embedding gives for
    them, float [n, d], of which the first twelve columns are drawn, as a heat map. `logits`:
    for each place (the greatest logit's word, that logit), n pairs. `losses`: −log p of the word
    that comes next, float [n - 1]: the last word has none. `highlight`: one of `STATIONS`, "text",
    "ids", "vectors", "layers", "logits" or "loss", whose heading is then filled with colour.

    Returns the figure, 7.5 inches wide where the words are short: hand it to `show`. Raises
    `CourseError` for an unknown station, and where the lengths do not fit each other.
    """
    if highlight and highlight not in STATIONS:
        raise CourseError(say("figure-station", station=highlight, stations=", ".join(STATIONS)))
    grid, n = as_matrix(vectors).astype(np.float64), len(words)
    lengths = {"ids": len(ids), "vectors": len(grid), "logits": len(logits), "losses": len(losses)}
    for name, length in lengths.items():
        wanted = n - 1 if name == "losses" else n
        if length != wanted:
            raise CourseError(say("figure-strip", name=name, length=length, n=n, wanted=wanted))
    columns: dict[str, list[tuple[str, ...]]] = {
        "text": [(word,) for word in words],
        "ids": [(str(int(i)),) for i in ids],
        "vectors": [],
        "layers": [],
        "logits": [(word, number(float(value), 1)) for word, value in logits],
        "loss": [(word, number(float(x))) for word, x in zip(words[1:], losses, strict=True)],
    }
    below = {
        "text": f"{n} tokens",
        "ids": f"int [{n}]",
        "vectors": f"float [{n}, {grid.shape[1]}]",
        "layers": "N layers",
        "logits": "greatest of v",
        "loss": "next token, nats",
    }
    widths = {"vectors": 1.3, "layers": 1.0}
    for station, rows in columns.items():
        letters = max((sum(map(len, row)) + len(row) - 1 for row in rows), default=0)
        wide = max(0.72, letters * 0.083 + 0.1, len(below[station]) * 0.079)
        widths[station] = max(wide, widths.get(station, 0))
    gap, line, margin = 0.2, 0.27, 0.1
    width, height = sum(widths.values()) + 5 * gap + 2 * margin, 0.9 + n * line
    draw = _Drawing.new(width, height, {highlight})
    at = [height - 0.78 - (i + 0.5) * line for i in range(n)]
    left = margin
    for station, rows in columns.items():
        w = widths[station]
        x, right = left + w / 2, left + w
        draw.box(station, x, height - 0.25, w, 0.32, station)
        draw.text(x, height - 0.57, below[station], size=9, style="italic")
        if station != STATIONS[-1]:
            draw.arrow((right + 0.02, height - 0.25), (right + gap - 0.02, height - 0.25))
        for y, row in zip(at, rows):
            if len(row) == 1:
                draw.text(x, y, row[0])
            else:
                draw.text(left + 0.05, y, row[0], ha="left")
                draw.text(right - 0.05, y, row[1], ha="right")
        if station == "vectors":
            _draw_rows(draw.ax, grid[:, :DRAWN], left, w, at, 0.9 * line)
        if station == "layers":
            draw.frame(left, at[-1] - line / 2, w - 0.1, n * line)
            for i, y in enumerate(at):
                for start in at[: i + 1]:
                    draw.ax.plot([left + 0.1, right - 0.2], [start, y], color=LINES, lw=0.6)
        left += w + gap
    return draw.ax.figure


def _draw_rows(
    ax: Axes, grid: np.ndarray, left: float, width: float, at: Sequence[float], height: float
) -> None:
    """Draw each row of `grid` as a strip of colours; `at` has the heights of their middles."""
    scale = np.abs(grid[np.isfinite(grid)]).max(initial=0) or 1.0
    side = width / grid.shape[1]
    for row, y in zip(grid, at, strict=True):
        for j, color in enumerate(colormaps["cividis"]((row / scale + 1) / 2)):
            corner = (left + j * side, y - height / 2)
            ax.add_patch(patches.Rectangle(corner, side, height, color=color, linewidth=0))


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

"""The drawings of chapter 1: where a decoder's context comes from, one step of Bahdanau's translator,
which queries wait for one another, where queries, keys and values come from, and the twelve heads of a
small T5."""

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from course_utils.figures import COLORS


def _box(
    ax: Axes,
    x: float,
    y: float,
    width: float,
    height: float,
    text: str,
    color: str,
    size: float = 10,
) -> None:
    ax.add_patch(plt.Rectangle((x, y), width, height, facecolor=color, edgecolor="black", zorder=2))
    ax.text(x + width / 2, y + height / 2, text, ha="center", va="center", size=size, zorder=4)


def contexts() -> Figure:
    """The context of a decoder: from the encoder's last state alone, and with attention from all."""
    fig, axes = plt.subplots(1, 2, figsize=(9, 3))
    for ax, attends, title in zip(
        axes, (False, True), ("last state only", "with attention, at word 3")
    ):
        for x, (english, german) in enumerate(
            (("cat", "fuchs"), ("ham", "schinken"), ("fox", "katze")), start=1
        ):
            for at, name, color in ((x, f"$h_{x}$", "#e8eef4"), (x + 4.2, f"$s_{x}$", "#f6ede2")):
                _box(ax, at - 0.3, 1, 0.6, 0.6, name, color, size=12)
                if x < 3:  # the next state comes from this one
                    ax.annotate(
                        "", (at + 0.7, 1.3), (at + 0.3, 1.3), arrowprops={"arrowstyle": "->"}
                    )
            ax.annotate("", (x, 1), (x, 0.5), arrowprops={"arrowstyle": "->"})
            ax.text(x, 0.2, english, ha="center")
            if not attends or x == 3:
                ax.annotate("", (x + 4.2, 0.5), (x + 4.2, 1), arrowprops={"arrowstyle": "->"})
                ax.text(x + 4.2, 0.2, german, ha="center", size=9.5)
                ax.annotate(
                    "",
                    (x + 4.2, 1.6),
                    (4.1, 2.75),
                    arrowprops={"arrowstyle": "->", "color": COLORS["blue"], "lw": 2},
                )
            if attends:
                share = (0.7, 0.2, 0.1)[x - 1]
                ax.annotate(
                    "",
                    (3.85, 2.75),
                    (x, 1.6),
                    zorder=0,
                    arrowprops={
                        "arrowstyle": "-|>",
                        "color": COLORS["blue"],
                        "lw": 7 * share + 0.5,
                        "shrinkA": 0,
                    },
                )
                ax.text(
                    x + 0.45 * (4 - x),
                    2.1,
                    f".{10 * share:.0f}",
                    ha="center",
                    va="center",
                    size=10,
                    color=COLORS["blue"],
                    bbox={"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none"},
                )
        if not attends:
            ax.annotate(
                "",
                (3.9, 2.65),
                (3, 1.6),
                arrowprops={"arrowstyle": "-|>", "color": COLORS["blue"], "lw": 3, "shrinkA": 0},
            )
        else:
            ax.annotate(
                "",
                (3.75, 2.1),
                (6.1, 1.6),
                arrowprops={"arrowstyle": "->", "color": "#616161", "linestyle": "dotted"},
            )
            ax.text(4.95, 1.98, "asks", color="#616161", style="italic", ha="left")
        ax.text(
            4,
            2.85,
            "$c_3$" if attends else "c",
            ha="center",
            va="center",
            size=13,
            bbox={"boxstyle": "circle", "facecolor": "white", "edgecolor": COLORS["blue"]},
        )
        for x, part in ((2, "encoder"), (6.2, "decoder")):
            ax.text(x, -0.25, part, ha="center", style="italic", color="#616161")
        ax.set(xlim=(0.4, 7.8), ylim=(-0.3, 3.2), title=title)
        ax.axis("off")
    return fig


def bahdanau_step() -> Figure:
    """One target word in five steps: ask, score, mix, go on, say."""
    fig, ax = plt.subplots(figsize=(8.4, 3.4))

    def lead(start, to, text="", at=None, color=COLORS["blue"], **more):
        ax.annotate(
            "", to, start, arrowprops={"arrowstyle": "->", "color": color, "lw": 1.8, **more}
        )
        if text:
            ax.text(
                *at,
                text,
                color=color,
                ha="center",
                va="center",
                size=10,
                weight="bold",
                bbox={"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none"},
            )

    def state(x, y, name, color):
        _box(ax, x - 0.36, y - 0.26, 0.72, 0.52, name, color, size=12)

    for x, share in enumerate((0.1, 0.2, 0.6, 0.1), start=1):
        state(x, 0, f"$h_{x}$", "#e8eef4")
        ax.text(x, 0.85, f"$e_{{i{x}}}$", ha="center", va="center", size=12)
        lead((x, 0.26), (x, 0.65), color="black")
        ax.add_patch(plt.Rectangle((x - 0.25, 1.35), 0.5, 1.3 * share, facecolor=COLORS["blue"]))
        ax.text(x + 0.3, 1.42, f"$\\cdot\\,h_{x}$", va="center", size=12)
        lead((x, 1.4 + 1.3 * share), (2.5 + 0.1 * (x - 2.5), 2.65), lw=4 * share + 0.6)
    ax.text(
        2.5,
        2.9,
        "$c_i$",
        ha="center",
        va="center",
        size=13,
        bbox={"boxstyle": "circle", "facecolor": "white", "edgecolor": COLORS["blue"]},
    )
    state(5.9, 0.85, "$s_{i-1}$", "#f6ede2")
    state(7.6, 0.85, "$s_i$", "#f6ede2")
    ax.add_patch(  # the query meets them all
        plt.Rectangle((0.55, 0.6), 3.9, 0.5, fill=False, edgecolor=COLORS["blue"], linestyle=":")
    )
    lead((5.5, 0.85), (4.5, 0.85), "1 ask", (5.0, 1.08))
    ax.text(0.45, 0.85, "2 score", ha="right", va="center", color=COLORS["blue"], weight="bold")
    ax.text(
        0.45,
        1.6,
        "3 mix: weights $\\alpha_{ij}$\n(softmax) times\nstates, added up",
        ha="right",
        va="center",
        color=COLORS["blue"],
        weight="bold",
    )
    lead((6.3, 0.85), (7.2, 0.85), "4 go on", (6.75, 1.08))
    lead((2.7, 2.9), (7.5, 1.15), connectionstyle="arc3,rad=-0.25")
    lead((2.7, 2.95), (8.25, 0.92), connectionstyle="arc3,rad=-0.3")
    lead((7.2, 0.0), (7.45, 0.55), color="black")
    ax.text(7.15, -0.05, "the previous word", ha="right", va="center", size=10)
    lead((8.0, 0.85), (8.6, 0.85), "5 say", (8.3, 0.6))
    ax.text(8.7, 0.85, "word i", va="center", size=10)
    ax.set(xlim=(-0.9, 9.5), ylim=(-0.4, 3.2))
    ax.axis("off")
    return fig


def in_turn_and_at_once() -> Figure:
    """Three queries that wait for one another, as in an RNN, and three that are there at once."""
    fig, axes = plt.subplots(1, 2, figsize=(8.6, 2.6))
    for ax, title, askers, waits in (
        (axes[0], "RNN: each query waits", ("$s_0$", "$s_1$", "$s_2$"), True),
        (axes[1], "Transformer: all at once", ("(start)", "die", "katze"), False),
    ):
        _box(ax, 0.5, 0, 3, 0.5, "the source: keys and values", "#e8eef4", size=11)
        answer = {"arrowstyle": "->", "color": COLORS["blue"], "lw": 2.2}
        for x, name in enumerate(askers, start=1):
            _box(ax, x - 0.36, 1.5, 0.72, 0.55, name, "#f6ede2", size=11)
            ask = {"arrowstyle": "->", "color": COLORS["orange"], "lw": 2.2}
            ax.annotate("", (x - 0.12, 0.5), (x - 0.12, 1.5), arrowprops=ask)
            ax.text(x - 0.16, 1.2, f"$q_{x}$", ha="right", va="center", size=12)
            ax.text(x, 2.2, f"step {x if waits else 1}", ha="center", size=10, color="#616161")
            if not waits:
                ax.annotate("", (x + 0.12, 1.5), (x + 0.12, 0.5), arrowprops=answer)
                ax.text(x + 0.16, 0.8, f"$c_{x}$", va="center", size=12)
            elif x < 3:
                ax.annotate("", (x + 0.64, 1.78), (x + 0.36, 1.78), arrowprops={"arrowstyle": "->"})
                ax.annotate("", (x + 0.72, 1.5), (x + 0.12, 0.5), arrowprops=answer)
                ax.text(x + 0.36, 0.8, f"$c_{x}$", va="center", size=12)
        ax.set(xlim=(0.3, 3.7), ylim=(-0.1, 2.5), title=title)
        ax.axis("off")
    return fig


def self_and_cross() -> Figure:
    """Which text gives queries, keys and values in self-attention and in cross-attention."""
    fig, axes = plt.subplots(1, 2, figsize=(8.6, 2.5))
    english, german, shifted = "the   cat   sat   .", "die   katze   saß", "(start)   die   katze"
    for ax, title, texts, size in (
        (axes[0], "self-attention", [(1.0, "X", german)], "3 rows × 3 columns"),
        (
            axes[1],
            "cross-attention",
            [
                (0.4, "$H_{enc}$, of the source", english),
                (1.6, "$X_{dec}$, of the target", shifted),
            ],
            "3 rows × 4 columns",
        ),
    ):
        for x, name, words_of_text in texts:
            ax.text(x, 2.55, name, ha="center", size=10)
            ax.text(
                x,
                2.1,
                words_of_text,
                ha="center",
                va="center",
                size=11,
                bbox={"boxstyle": "round,pad=0.4", "facecolor": "#e8eef4", "edgecolor": "none"},
            )
            width = 0.026 * len(words_of_text)
            ax.plot([x - width, x + width], [1.82, 1.82], color="black", lw=2)  # of all its words
        told, asks = texts[0][0], texts[-1][0]
        two = told != asks
        for x, name, color in (
            (told - (0.1 if two else 0.22), "K", COLORS["blue"]),
            (told + (0.1 if two else 0.0), "V", COLORS["green"]),
            (asks + (0.0 if two else 0.22), "Q", COLORS["orange"]),
        ):
            ax.annotate(
                "", (x, 0.78), (x, 1.8), arrowprops={"arrowstyle": "->", "color": color, "lw": 2.5}
            )
            ax.text(x + 0.04, 1.3, name, va="center", weight="bold", size=12)
        ax.text(
            1.0,
            0.45,
            f"attention: weights of {size},\nresult of 3 rows",
            ha="center",
            va="center",
            size=11,
            bbox={"boxstyle": "round,pad=0.45", "facecolor": "white", "edgecolor": "black"},
        )
        ax.set(xlim=(-0.2, 2.2), ylim=(0.1, 2.9), title=title)
        ax.axis("off")
    return fig


def twelve_heads() -> Figure:
    """An encoder-decoder with the four heads of cross-attention in each of three decoder layers."""
    fig, ax = plt.subplots(figsize=(8.2, 3.3))

    def arrow(to, start, color, zorder=5):
        arrowprops = {"arrowstyle": "->", "color": color, "lw": 2}
        ax.annotate("", to, start, arrowprops=arrowprops, zorder=zorder)

    _box(ax, 0, 0.1, 2.6, 2.9, "encoder:\n3 layers with\nself-attention", "#e8eef4")
    for layer in (1, 2, 3):
        y = 3.1 - layer
        _box(ax, 4, y, 6, 0.9, "", "#f6ede2")
        _box(ax, 4.15, y + 0.15, 1.8, 0.5, "self-attention", "white")
        ax.text(10.1, y + 0.45, f"layer {layer}", va="center")
        for head in (1, 2, 3, 4):
            x = 6 + 0.87 * head
            ax.add_patch(
                plt.Circle(
                    (x, y + 0.45), 0.32, facecolor=COLORS["orange"], edgecolor="black", zorder=3
                )
            )
            ax.text(x, y + 0.45, str(head), ha="center", va="center", zorder=4)
        _box(ax, 6.45, y + 0.07, 3.45, 0.76, "", "white")
        arrow((6.45, y + 0.4), (5.95, y + 0.4), COLORS["orange"])
        arrow((6.45, y + 0.78), (2.6, y + 0.78), COLORS["blue"])
        if layer < 3:  # what a layer has made goes to the next one
            ax.plot(
                [8.17, 8.17, 5.05], [y + 0.07, y - 0.05, y - 0.05], color="black", lw=2, zorder=6
            )
            arrow((5.05, y - 0.4), (5.05, y - 0.03), "black", zorder=6)
    arrow((8.17, -0.2), (8.17, 0.12), "black")
    ax.text(6.2, 2.6, "Q", color=COLORS["orange"], ha="center", weight="bold", zorder=5)
    ax.text(3.3, 3.0, "K, V", color=COLORS["blue"], ha="center", weight="bold")
    ax.text(1.3, 3.25, "↓ instruction, English sentence", ha="center")
    ax.text(5.05, 3.25, "↓ German so far", ha="center")
    ax.text(8.2, 3.25, "heads of cross-attention", ha="center")
    ax.text(8.17, -0.4, "the next German word", ha="center")
    ax.set(xlim=(-0.6, 11), ylim=(-0.5, 3.6), aspect="equal")
    ax.axis("off")
    return fig

"""The drawings of chapter 3: the two games, what a loss is made of, and what two words share."""

from collections.abc import Callable, Mapping, Sequence

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from course_utils.figures import COLORS


def _game(
    ax: Axes,
    tokens: Sequence[str],
    visible: Callable[[int, int], bool],
    labels: Sequence[str],
    asked: int,
) -> None:
    """One game: the tokens below, what each place sees, and above what it is asked for.

    asked: the place in colour."""
    for i, token in enumerate(tokens):
        color = COLORS["vermillion"] if i == asked else "#9e9e9e"
        for j in range(len(tokens)):
            if visible(i, j):
                ax.plot(
                    [j, i],
                    [0.3, 1.2],
                    color=color,
                    lw=2.2 if i == asked else 0.8,
                    zorder=2 if i == asked else 1,
                )
        ax.add_patch(
            plt.Rectangle(
                (i - 0.28, 1.2),
                0.56,
                0.4,
                facecolor="#f6ede2" if i == asked else "#eeeeee",
                edgecolor=color,
                zorder=3,
            )
        )
        ax.text(i, 0, token, ha="center", weight="bold" if token == "[MASK]" else None)
        if labels[i]:
            ax.annotate(
                labels[i],
                (i, 1.6),
                (i, 2.15),
                ha="center",
                color=color,
                weight="bold" if i == asked else None,
                arrowprops={"arrowstyle": "<-", "color": color},
            )
    ax.set(xlim=(-0.6, len(tokens) - 0.4), ylim=(-0.15, 2.5))
    ax.axis("off")


def two_games() -> Figure:
    """What each place of a text sees and is asked for, at CLM and at MLM."""
    fig, axes = plt.subplots(1, 2, figsize=(8.6, 2.6))
    _game(
        axes[0],
        "<end> the cat sat .".split(),
        lambda i, j: j <= i,
        "the cat sat . <end>".split(),
        1,
    )
    _game(
        axes[1],
        "<end> the [MASK] sat . <end>".split(),
        lambda i, j: True,
        ["", "", "cat", "", "", ""],
        2,
    )
    axes[0].set_title("CLM", loc="left")
    axes[1].set_title("MLM", loc="left")
    return fig


def losses_over_reading(curves: Mapping[str, Sequence[tuple[float, float]]]) -> Figure:
    """Losses over the words that were read: name -> [(words, nats), ...]. GPT's are blue; a curve of
    one point was measured at its end alone."""
    fig, ax = plt.subplots(figsize=(7, 3))
    for name, curve in curves.items():
        color = COLORS["blue" if "GPT" in name else "vermillion"]
        words, losses = zip(*curve)
        ax.plot([count / 1000 for count in words], losses, marker="o", color=color)
        alone = len(curve) == 1
        ax.annotate(
            name,
            (words[-1] / 1000, losses[-1]),
            xytext=(-8 if alone else 8, 0),
            textcoords="offset points",
            ha="right" if alone else "left",
            va="center",
            color=color,
        )
    ax.set_xscale("log")
    ax.set_xticks((20, 50, 100, 200, 500, 1000), ("20", "50", "100", "200", "500", "1,000"))
    ax.minorticks_off()
    ax.set(xlabel="thousand words read", ylabel="nats a word, on the 120 texts", ylim=(0, None))
    return fig


def losses_by_rate(losses: Mapping[float, Sequence[float]]) -> Figure:
    """Losses at gaps over the share that was hidden in training: rate -> one loss a network. Each is
    a ring, and a line joins their means."""
    fig, ax = plt.subplots(figsize=(6.4, 3))
    percent = [100 * rate for rate in losses]
    means = [sum(found) / len(found) for found in losses.values()]
    ax.plot(percent, means, color=COLORS["vermillion"])
    for at, found in zip(percent, losses.values()):
        ax.plot([at] * len(found), found, "o", color=COLORS["vermillion"], fillstyle="none")
    ax.set(xlabel="hidden in training (%)", ylabel="nats a gap", xlim=(0, 86), ylim=(0, 3))
    return fig


def two_sides(gaps: Mapping[str, Sequence[tuple[float, int]]]) -> Figure:
    """Entropies at gaps: text -> ((nats, words that fit) from the left side, the same from both)."""
    fig, ax = plt.subplots(figsize=(8.6, 3.2))
    for i, (text, found) in enumerate(gaps.items()):
        for (nats, fit), shift, color, seen in zip(
            found,
            (-0.06, 0.22),
            (COLORS["blue"], COLORS["vermillion"]),
            ("the left side", "both sides"),
        ):
            ax.barh(i + shift, nats, color=color, height=0.25)
            says = f"{abs(nats):.2f}   {fit} word{'s' * (fit > 1)}"
            if i == 0:
                says += f" fit, with {seen} in sight"
            ax.text(nats + 0.06, i + shift, says, va="center", color=color)
        ax.text(0, i - 0.36, text, va="center")
    ax.set(
        xlabel="entropy of the hidden word (nats)",
        xlim=(0, 7.8),
        ylim=(len(gaps) - 0.5, -0.7),
        yticks=[],
    )
    ax.spines["left"].set_visible(False)
    ax.grid(False)
    return fig


def two_parts(losses: Mapping[str, tuple[float, float]], parts: tuple[str, str]) -> Figure:
    """Bars of losses: name -> (the language's part, the model's), in nats. parts: what is written on
    the two."""
    below, above = parts
    fig, ax = plt.subplots(figsize=(7.4, 0.5 * len(losses) + 0.8))
    most = max(map(sum, losses.values()))
    for i, (floor, beyond) in enumerate(losses.values()):
        ax.barh(i, floor, color="#cccccc", height=0.6)
        ax.barh(i, beyond, left=floor, color=COLORS["purple"], height=0.6)
        ax.text(floor / 2, i, f"{below} {floor:.2f}", ha="center", va="center")
        words = [f"loss {floor + beyond:.2f}"]
        if beyond > 0.3 * most:  # room for a label
            ax.text(floor + beyond / 2, i, f"{above} {beyond:.2f}", ha="center", va="center")
        else:
            words.insert(0, f"{above} {beyond:.2f}")
        ax.text(floor + beyond + 0.012 * most, i, ", ".join(words), va="center")
    ax.set_yticks(range(len(losses)), list(losses))
    ax.set(
        xlabel="loss (nats)",
        xlim=(0, 1.32 * most),
        ylim=(len(losses) - 0.5, -0.5),
    )
    ax.grid(False)
    return fig


def shared_between_two(one: float, shared: float, two: float) -> Figure:
    """What CLM and MLM ask about two words, in bits. one, two: what is open at each, given the other;
    shared: what they have in common."""
    h1, both = one + shared, one + shared + two
    own = [
        (0, one, "sky", "word 1, given 2"),
        (h1, two, "green", "word 2, given 1"),
    ]  # start, length, colour, text
    rows = [[*own, (one, shared, "yellow", "shared")], own]
    asked = [[h1, two], [one, two]]  # at word 1, at word 2
    fig, ax = plt.subplots(figsize=(8.4, 2.9))
    for y, (row, at) in enumerate(zip(rows, asked)):
        for start, length, color, text in row:
            ax.barh(y, length, left=start, color=COLORS[color], height=0.5, edgecolor="white")
            light = "white" if color == "green" else "black"
            ax.text(
                start + length / 2,
                y,
                f"{text}\n{length:.2f}",
                ha="center",
                va="center",
                size=9,
                color=light,
            )
        ax.text(
            at[0] / 2, y - 0.37, f"asked at word 1: {at[0]:.2f}", ha="center", va="center", size=9
        )
        ax.text(
            h1 + two / 2, y - 0.37, f"asked at word 2: {two:.2f}", ha="center", va="center", size=9
        )
        ax.text(1.02 * both, y, f"{sum(at):.2f}", va="center", weight="bold")
    ax.barh(
        1,
        shared,
        left=one,
        color="none",
        edgecolor="#616161",
        hatch="////",
        height=0.5,
        linestyle="--",
    )
    ax.text(one + shared / 2, 0.63, "asked nowhere", ha="center", va="center", size=9)
    ax.set(xlim=(0, 1.12 * both), ylim=(1.4, -0.55), xlabel="bits")
    ax.set_yticks(range(2), ["CLM: one after\nthe other", "MLM: each, the\nother in sight"])
    ax.grid(False)
    return fig


def standings(places: Mapping[str, Sequence[float]]) -> Figure:
    """Where small GPT stands between small BERT (0) and long BERT (1), a row for each measure: its
    number first, filled; then those of networks with other seeds, if there are any, as rings."""
    fig, ax = plt.subplots(figsize=(7.4, 0.36 * len(places) + 1))
    for x, name in ((0, "small BERT"), (1, "long BERT")):
        ax.axvline(x, color=COLORS["vermillion"], linewidth=1.2)
        ax.text(x, -0.75, name, ha="center", va="bottom", color=COLORS["vermillion"])
    for y, (first, *others) in enumerate(places.values()):
        ax.plot(others, [y] * len(others), "o", color=COLORS["blue"], fillstyle="none")
        ax.plot(first, y, "o", color=COLORS["blue"], markersize=8)
        left = first > 0.9
        ax.annotate(
            f"{first:.2f}",
            (min([first, *others]) if left else first, y),
            xytext=(-9 if left else 9, 0),
            textcoords="offset points",
            ha="right" if left else "left",
            va="center",
            color=COLORS["blue"],
        )
    ax.set_yticks(range(len(places)), list(places))
    ax.set(
        xlabel="where small GPT stands",
        xlim=(-0.12, 1.12),
        ylim=(len(places) - 0.5, -0.6),
        xticks=(0, 0.5, 1),
    )
    ax.grid(False)
    return fig

"""The mask_mod explorer: a rule in b, h, q, k and doc, its mask, and the tiles of the mask."""

import ast
import operator
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from course_utils.figures import COLORS, Picture, picture
from course_utils.messages import say

from .parts import Explorer, Values, View, select, slider, text_line

MASK_RULES = (
    "q >= k and doc[q] == doc[k]",
    "q >= k",
    "q >= k and q - k < 4",
    "q >= k and (q - k < 4 or k < 2)",
    "q >= k and q - k < 2 + 3 * h",
    "abs(q - k) < 3",
    "q // 4 == k // 4",
)
MASK_DOCUMENTS = ((6, 10, 3, 5), (4, 4, 8, 8))  # lengths of the documents in each row of the batch
OWN = -1  # the choice "your own rule"
LONGEST_RULE = 120  # characters
_LENGTHS, _TILES, _HEADS = (8, 16, 24), (2, 4, 8), 4
_EMPTY, _PARTIAL, _FULL = range(3)
_KINDS = ("mask-mod-empty", "mask-mod-partial", "mask-mod-full")

# --- a rule, read without running it as Python ----------------------------------------------------

_ARITHMETIC: dict[type, Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_COMPARISONS: dict[type, Callable[[int, int], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_NAMES = ("b", "h", "q", "k")


class RuleError(Exception):
    """A rule that cannot be read; its text is the sentence for the reader."""


@dataclass(frozen=True)
class Rule:
    """A rule for a mask. `allows(names, doc)`: may this query see this key?"""

    tree: ast.expr

    def allows(self, names: dict[str, int], doc: tuple[int, ...]) -> bool:
        return bool(_value(self.tree, names, doc))


def read_rule(text: str) -> Rule:
    """Raises `RuleError` for anything but the names b, h, q, k, doc, numbers, comparisons, and, or,
    not, + - * // % and abs, put together so that a truth comes out."""
    if not text.strip():
        raise RuleError(say("mask-mod-nothing"))
    if len(text) > LONGEST_RULE:
        raise RuleError(say("mask-mod-long", most=LONGEST_RULE))
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise RuleError(say("mask-mod-syntax")) from None
    _want(tree, truth=True)
    return Rule(tree)


def _want(node: ast.expr, truth: bool) -> None:
    """Refuses a part that is unknown, or a number where a truth is wanted, or the reverse."""
    if _is_truth(node) != truth:
        raise RuleError(say("mask-mod-truth" if truth else "mask-mod-number", part=_text(node)))


def _is_truth(node: ast.expr) -> bool:
    """Whether this part is true or false (else it is a number), when all below it is in order."""
    match node:
        case ast.Constant(value=bool()):
            return True
        case ast.Constant(value=int()):
            return False
        case ast.Name(id=name) if name in _NAMES:
            return False
        case ast.Name(id="doc"):
            raise RuleError(say("mask-mod-doc"))
        case ast.Subscript(value=ast.Name(id="doc"), slice=ast.Name(id="q" | "k")):
            return False
        case ast.Subscript(
            value=ast.Name(id="doc"),
            slice=ast.Tuple(elts=[ast.Name(id="b"), ast.Name(id="q" | "k")]),
        ):
            return False
        case ast.Subscript():
            raise RuleError(say("mask-mod-doc"))
        case ast.BoolOp(values=parts):
            for part in parts:
                _want(part, truth=True)
            return True
        case ast.UnaryOp(op=ast.Not(), operand=part):
            _want(part, truth=True)
            return True
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=part):
            _want(part, truth=False)
            return False
        case ast.Compare(left=left, ops=signs, comparators=others):
            if not all(type(sign) in _COMPARISONS for sign in signs):
                raise RuleError(say("mask-mod-unknown", part=_text(node)))
            for part in (left, *others):
                _want(part, truth=False)
            return True
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _ARITHMETIC:
            _want(left, truth=False)
            _want(right, truth=False)
            return False
        case ast.BinOp(op=ast.BitAnd() | ast.BitOr()) | ast.UnaryOp(op=ast.Invert()):
            raise RuleError(say("mask-mod-signs"))
        case ast.Call(func=ast.Name(id="abs"), args=[part], keywords=[]):
            _want(part, truth=False)
            return False
    raise RuleError(say("mask-mod-unknown", part=_text(node)))


def _text(node: ast.expr) -> str:
    text = " ".join(ast.unparse(node).split())
    text = "".join(c for c in text if c.isprintable())
    return text if len(text) <= 30 else text[:30] + "…"


def _value(node: Any, names: dict[str, int], doc: tuple[int, ...]) -> Any:
    """The value of a part that `_is_truth` has let pass."""

    def of(part: Any) -> Any:
        return _value(part, names, doc)

    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return names[name]
        case ast.Subscript(slice=ast.Tuple(elts=[_, at]) | at):
            return doc[of(at)]
        case ast.BoolOp(op=ast.And(), values=parts):
            return all(of(part) for part in parts)
        case ast.BoolOp(values=parts):
            return any(of(part) for part in parts)
        case ast.UnaryOp(op=ast.Not(), operand=part):
            return not of(part)
        case ast.UnaryOp(op=sign, operand=part):
            return -of(part) if isinstance(sign, ast.USub) else of(part)
        case ast.Compare(left=left, ops=signs, comparators=others):
            values = [of(part) for part in (left, *others)]
            pairs = zip(values, values[1:], strict=False)
            return all(_COMPARISONS[type(s)](*pair) for s, pair in zip(signs, pairs, strict=True))
        case ast.BinOp(left=left, op=sign, right=right):
            try:
                return _ARITHMETIC[type(sign)](of(left), of(right))
            except ZeroDivisionError:
                raise RuleError(say("mask-mod-zero", part=_text(node))) from None
        case ast.Call(args=[part]):
            return abs(of(part))
    raise AssertionError(node)


# --- its mask, and the tiles ----------------------------------------------------------------------


def documents(b: int, n: int) -> tuple[int, ...]:
    """The number of the document of each of the n places of row b."""
    numbers = [i for i, length in enumerate(MASK_DOCUMENTS[b]) for _ in range(length)]
    return tuple(numbers[:n])


def mask_of(rule: Rule, b: int, h: int, n: int) -> np.ndarray:
    """bool [n, n]: may query q see key k, in this row of the batch and in this head?"""
    doc = documents(b, n)
    places = range(n)
    return np.array(
        [[rule.allows({"b": b, "h": h, "q": q, "k": k}, doc) for k in places] for q in places]
    )


def kinds_of(block_mask: Any) -> np.ndarray:
    """int [rows, columns] of a BlockMask of one text and one head: 0 empty, 1 partial, 2 full."""
    rows, columns = block_mask.to_dense().shape[-2:]
    kinds = np.zeros((rows, columns), dtype=int)
    lists = (
        (block_mask.kv_num_blocks, block_mask.kv_indices, _PARTIAL),
        (block_mask.full_kv_num_blocks, block_mask.full_kv_indices, _FULL),
    )
    for counts, indices, kind in lists:
        for row in range(rows):
            kinds[row, indices[0, 0, row, : counts[0, 0, row]].tolist()] = kind
    return kinds


def _tiles(keep: np.ndarray, size: int) -> np.ndarray:
    """The kinds of the tiles, as PyTorch finds them."""
    import torch
    from torch.nn.attention.flex_attention import create_block_mask

    table, n = torch.from_numpy(keep), len(keep)
    made = create_block_mask(
        lambda b, h, q, k: table[q, k], None, None, n, n, device="cpu", BLOCK_SIZE=size
    )
    return kinds_of(made)


# --- the explorer ---------------------------------------------------------------------------------


def mask_mod_explorer(rule: int = 0, n: int = 16, tile: int = 4) -> Explorer:
    """A widget: choose a rule or type one in b, h, q, k and doc, and see its mask and its tiles.

    rule: a place in `MASK_RULES`, or -1 for one of your own; n: 8, 16 or 24; tile: 2, 4 or 8.
    """
    start = {"rule": rule, "own": MASK_RULES[0], "b": 0, "h": 0, "n": n, "tile": tile}
    return Explorer(say("mask-mod-label"), _view, start, _figure)


def _rule_text(values: Values) -> str:
    return values["own"] if values["rule"] == OWN else MASK_RULES[values["rule"]]


def _view(values: Values) -> View:
    rules = [(text, i) for i, text in enumerate(MASK_RULES)]
    controls = [select("rule", say("mask-mod-rule"), [*rules, (say("mask-mod-own"), OWN)])]
    if values["rule"] == OWN:
        controls.append(text_line("own", say("mask-mod-type")))
    controls += [
        select("n", say("mask-mod-length"), [(str(n), n) for n in _LENGTHS]),
        select("tile", say("mask-mod-tile"), [(f"{t} × {t}", t) for t in _TILES]),
        select("b", say("mask-mod-b"), [(str(b), b) for b in range(len(MASK_DOCUMENTS))]),
        slider("h", say("mask-mod-h"), 0, _HEADS - 1, 1),
    ]
    try:
        keep = mask_of(read_rule(_rule_text(values)), values["b"], values["h"], values["n"])
    except RuleError as error:
        return View(controls, values, "", str(error))
    kinds = _tiles(keep, values["tile"])
    pictures = _mask_table(keep, kinds, values) + _tile_table(kinds, values["tile"])
    return View(controls, values, pictures, _sentence(keep, kinds))


def _sentence(keep: np.ndarray, kinds: np.ndarray) -> str:
    empty, partial, full = (int((kinds == kind).sum()) for kind in (_EMPTY, _PARTIAL, _FULL))
    fields = {"pairs": int(keep.sum()), "all_pairs": keep.size, "all": kinds.size}
    text = say("mask-mod-says", empty=empty, partial=partial, full=full, **fields)
    blind = int((~keep.any(axis=1)).sum())
    return text + (" " + say("mask-mod-blind", count=blind) if blind else "")


# Of a cell that is seen: in a full tile blue, in a partial one orange. Unseen ones are white there.
_SEEN = {_PARTIAL: COLORS["orange"], _FULL: COLORS["sky"]}
_EDGE = "#1a1a1a"


def _mask_table(keep: np.ndarray, kinds: np.ndarray, values: Values) -> str:
    n, size = len(keep), values["tile"]
    small = "min-width:17px;width:17px;height:17px;font-size:10px;padding:0"
    doc = "".join(f'<th scope="col">{d}</th>' for d in documents(values["b"], n))
    heads = "".join(f'<th scope="col">{k}</th>' for k in range(n))
    body = []
    for q in range(n):
        cells = ""
        for k in range(n):
            kind = kinds[q // size, k // size]
            lines = [f"inset 0 2px {_EDGE}"] * (q % size == 0)
            lines += [f"inset 2px 0 {_EDGE}"] * (k % size == 0)
            edge = f";box-shadow:{','.join(lines)}" if lines else ""
            if kind == _EMPTY:
                cells += f'<td class="blocked" style="{small}{edge}"></td>'
            else:
                background = _SEEN[kind] if keep[q, k] else "#ffffff"
                look = f"background:{background};color:#000000;{small}{edge}"
                cells += f'<td style="{look}">{"•" if keep[q, k] else ""}</td>'
        body.append(f'<tr><th scope="row">{q}</th>{cells}</tr>')
    title = say("mask-mod-mask", b=values["b"], h=values["h"])
    return (
        f'<table style="border-spacing:0"><caption>{title}</caption><thead>'
        f'<tr><th scope="row">doc</th>{doc}</tr><tr><th scope="row">q \\ k</th>{heads}</tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table>"
    )


def _tile_table(kinds: np.ndarray, size: int) -> str:
    columns = range(kinds.shape[1])
    heads = "".join(f'<th scope="col">{k * size}–{(k + 1) * size - 1}</th>' for k in columns)
    body = []
    for row, line in enumerate(kinds):
        cells = "".join(
            f'<td class="blocked">{say(_KINDS[kind])}</td>'
            if kind == _EMPTY
            else f'<td style="background:{_SEEN[kind]};color:#000000">{say(_KINDS[kind])}</td>'
            for kind in line
        )
        name = f"{row * size}–{(row + 1) * size - 1}"
        body.append(f'<tr><th scope="row">{name}</th>{cells}</tr>')
    return (
        f"<table><caption>{say('mask-mod-tiles')}</caption><thead><tr><td></td>{heads}</tr></thead>"
        f"<tbody>{''.join(body)}</tbody></table>"
    )


def draw_tiles(ax: Axes, keep: np.ndarray, kinds: np.ndarray, title: str) -> None:
    """A mask, bool [n, n], with the kinds of its tiles, as the explorer shows it."""
    n, size = len(keep), len(keep) // len(kinds)
    for (row, column), kind in np.ndenumerate(kinds):
        at, seen = (column * size, row * size), keep[row * size :, column * size :][:size, :size]
        if kind == _EMPTY:
            ax.add_patch(Rectangle(at, size, size, facecolor="#ececec", hatch="////", lw=0))
        elif kind == _FULL:
            ax.add_patch(Rectangle(at, size, size, facecolor=COLORS["sky"], lw=0))
        else:
            for q, k in np.argwhere(seen):
                corner = (at[0] + k, at[1] + q)
                ax.add_patch(Rectangle(corner, 1, 1, facecolor=COLORS["orange"], lw=0))
        ax.add_patch(Rectangle(at, size, size, fill=False, edgecolor=_EDGE, lw=0.8))
    ax.set(title=title, xlim=(0, n), ylim=(n, 0), aspect="equal", xticks=(), yticks=())
    ax.set(xlabel=say("mask-mod-key"), ylabel=say("mask-mod-query"))
    ax.grid(visible=False)


def _figure(values: Values) -> Picture:
    """The static figure: the mask with its tiles, and what the three kinds look like."""
    text = _rule_text(values)
    keep = mask_of(read_rule(text), values["b"], values["h"], values["n"])
    kinds = _tiles(keep, values["tile"])
    fig, (ax, side) = plt.subplots(1, 2, figsize=(6.4, 3.9), width_ratios=(3, 1.4))
    draw_tiles(ax, keep, kinds, textwrap.fill(text, 44))
    looks: tuple[dict[str, Any], ...] = (
        {"facecolor": "#ececec", "hatch": "////"},
        {"facecolor": COLORS["orange"]},
        {"facecolor": COLORS["sky"]},
    )
    for i, (name, look) in enumerate(zip(_KINDS, looks, strict=True)):
        side.add_patch(Rectangle((0, i + 0.2), 0.5, 0.5, edgecolor=_EDGE, lw=0.8, **look))
        count = int((kinds == i).sum())
        side.text(0.65, i + 0.45, f"{say(name)}: {count}", va="center")
    side.set(xlim=(0, 2), ylim=(3.2, -0.6))
    side.axis("off")
    alt = say("mask-mod-alt", rule=text, sentence=_sentence(keep, kinds))
    return picture(fig, alt=alt, caption=say("mask-mod-caption"))

"""What the check cells of 08_masks_today use: inputs, references and comparisons."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from course_utils.attention import normal
from course_utils.checks.check import Check
from course_utils.exercises.attention import (
    TIGHT,
    as_view,
    is_near,
    is_rounded,
    rising_scores,
    twins,
    was_rounded,
)
from course_utils.exercises.beyond import strided
from course_utils.exercises.masking import softmax_by_rows

LARGE_ID = 1 << 24  # from here on float32 holds not every whole number
LARGEST_ID = (1 << 63) - 1
BYTE = 127  # the largest number of 8 bits with a sign
PACKED_FIRST = ([0, -1, -1, 0, 0, 0, 3, 0], [0, -1, -1, 0, 0, 3, 0, -1])


# --- numbers of documents -------------------------------------------------------------------------


def doc_ids_cases(seed: int) -> Iterator[Tensor]:
    """Numbers of documents [B, n]: one that tells the known mistakes apart; documents that return,
    the number 0, padding at each place; one token; one text and several, also as many as tokens;
    large numbers that a smaller dtype would confuse; a long text and many texts; views."""
    yield torch.tensor([[3, 0, 3, 5, -1, -1]] if seed % 2 else [[2, 0, 2, 4, -1, -1]])
    yield torch.tensor([[7, 0, 7, -1]])
    yield torch.tensor([[7, 7, 7, 0, 7, 7, -1, -1]])
    yield torch.tensor([[0]])
    yield torch.tensor([[-1]])
    yield torch.tensor([[-1, -1, -1]])
    yield torch.tensor([[4, 4]])
    yield torch.tensor([[0, 0, -1, 0], [-1, -1, 0, 0], [1, -1, -1, 1]])
    yield torch.tensor([[5, 5, 5, 2, 2], [2, 2, 2, 2, 5]])
    yield torch.tensor([[9], [0], [-1], [9]])
    generator = torch.Generator().manual_seed(seed)
    for shape in ((1, 6), (2, 5), (3, 3), (6, 6), (5, 9), (3, 2)):
        for documents in (2, 4):
            yield torch.randint(-1, documents, shape, generator=generator)
            lengths = torch.randint(2, (shape[0], shape[1]), generator=generator)
            yield lengths.cumsum(1)  # texts one after the other, none returns
    yield torch.tensor([[0, 1, 10, 11, 100, 101, 1000, 10_000]])
    for size in (8, 16, 31, 32, 53, 62):  # what fits into bytes, words and floats
        large = 1 << size
        yield torch.tensor([[large, large + 1, 0, large, 1, large, large + 1, -1, large - 1]])
    yield torch.tensor([[LARGEST_ID, LARGEST_ID - 1, -1, LARGEST_ID, 0, LARGEST_ID - 1]])
    yield torch.randint(-1, 3, (1, 300), generator=generator)
    yield torch.full((1, 300), 6)
    yield torch.arange(300)[None] // 2
    yield torch.arange(300)[None]  # more texts than a byte can number
    yield torch.randint(-1, 2, (300, 3), generator=generator)
    ids = torch.randint(-1, 3, (3, 5), generator=generator)
    yield as_view(ids, 0, 1)
    yield strided(ids)
    yield ids[:1].expand(3, -1)
    yield ids[:, :1].expand(-1, 4)


def doc_ids_twins(seed: int) -> Iterator[list[Tensor]]:
    """Groups of calls that are alike: the first with its numbers in another order, or with another
    number at one place."""
    generator = torch.Generator().manual_seed(seed)
    for shape in ((1, 7), (3, 6)):
        first = torch.randint(-1, 3, shape, generator=generator)
        first[:, 0], first[:, 1], first[0, 2:4] = 1, 0, torch.tensor([0, 2])
        group = [first, *(one for (one,) in twins([first])), first.roll(1, 1)]
        for place in range(1, shape[1]):
            changed = first.clone()
            changed[-1, place] = (first[-1, place] + 2) % 4 - 1
            group.append(changed)
        yield group


def is_large(doc_ids: Tensor) -> bool:
    return bool((doc_ids >= LARGE_ID).any())


# --- document_mask --------------------------------------------------------------------------------


def wanted_document_mask(doc_ids: Tensor) -> Tensor:
    """What is wanted of `document_mask`, pair by pair."""
    b, n = doc_ids.shape
    want = torch.zeros(b, n, n, dtype=torch.bool)
    for text, row in enumerate(doc_ids.tolist()):
        for i in range(n):
            seen = [j for j in range(i + 1) if row[i] == row[j] != -1]
            want[text, i, seen] = True
    return want


def document_mask_mistakes(doc_ids: Tensor) -> dict[str, Tensor]:
    """Message -> what the mistake gives."""
    want, n = wanted_document_mask(doc_ids), doc_ids.shape[1]
    rows, columns = doc_ids[:, :, None], doc_ids[:, None, :]
    causal, itself = torch.ones(n, n).tril().bool(), torch.eye(n).bool()
    same, token = rows == columns, doc_ids != -1
    both = token[:, :, None] & token[:, None, :]
    run = runs_of(doc_ids)
    zero = doc_ids.clamp(min=0)
    back = torch.tensor([[row.index(number) for number in row] for row in doc_ids.tolist()])
    return {
        "docmask-padding-seen": same & causal,
        "docmask-padding-itself": want | (itself & ~both),
        "docmask-causal-only": causal.expand_as(want),
        "docmask-causal-and-padding": causal & both,
        "docmask-both-ways": same & both,
        "docmask-same-only": same,
        "docmask-padding-as-0": (zero[:, :, None] == zero[:, None, :]) & causal,
        "docmask-zero": want & (doc_ids != 0)[:, None],
        "docmask-inverted": ~want,
        "docmask-future": want.mT,
        "docmask-itself": want & ~itself,
        "docmask-returns": want & (run[:, :, None] == run[:, None, :]),
        "docmask-between": causal & token[:, :, None] & (torch.arange(n) >= back[:, :, None]),
        "docmask-earlier": causal & both & (rows >= columns),
        "docmask-other": causal & both & ~same,
        "docmask-first-text": want[:1].expand_as(want),
    }


def compare_document_mask(check: Check, doc_ids: Tensor, kept: Tensor | None = None) -> None:
    """Runs the answer of `document_mask` and compares it.

    kept: what was right in an earlier call, if somebody might take this call for that one.
    """
    want, (b, n) = wanted_document_mask(doc_ids), doc_ids.shape
    got = check.run(doc_ids)
    check.tensor(got, (b, n, n), torch.bool)
    if got.equal(want):
        return
    shown = "docmask-large" if is_large(doc_ids) else "docmask-wrong"
    mistakes = remembered_bool(kept, want) | document_mask_mistakes(doc_ids)
    check.equal(got, want, key=shown, mistakes=mistakes)


def compare_document_masks(check: Check, seed: int) -> None:
    """Tries `document_mask` on all that stands above."""
    _compare_all(check, doc_ids_cases(seed), seed, compare_document_mask, wanted_document_mask)


def remembered_bool(kept: Tensor | None, want: Tensor) -> dict[str, Tensor]:
    """As a known mistake: what was right in an earlier call, if that is wrong now."""
    return {} if kept is None or kept.equal(want) else {"check-remembered": kept}


def _compare_all(
    check: Check,
    cases: Iterable[Tensor],
    seed: int,
    compare: Callable[[Check, Tensor, Tensor | None], None],
    wanted: Callable[[Tensor], Tensor],
) -> None:
    kept: dict[torch.Size, Tensor] = {}  # what was right in the first call of each shape
    for doc_ids in cases:
        compare(check, doc_ids, kept.get(doc_ids.shape))
        if doc_ids.shape[1] > 3:
            kept.setdefault(doc_ids.shape, wanted(doc_ids))
    for group in doc_ids_twins(seed):
        for place, doc_ids in enumerate(group):
            compare(check, doc_ids, wanted(group[0]) if place else None)


# --- packed_positions -----------------------------------------------------------------------------


def runs_of(doc_ids: Tensor) -> Tensor:
    """int64 [B, n]: to which run of equal numbers each token belongs, counted from 0."""
    starts = torch.zeros_like(doc_ids)
    starts[:, 1:] = (doc_ids[:, 1:] != doc_ids[:, :-1]).long()
    return starts.cumsum(1)


def wanted_positions(doc_ids: Tensor, padding: bool = True, by_id: bool = False) -> Tensor:
    """What is wanted of `packed_positions`, token by token.

    padding: whether padding gets 0, and not its place in its run. by_id: a document that returns
    goes on where it stopped.
    """
    rows = []
    for row in doc_ids.tolist():
        positions: list[int] = []
        for place, number in enumerate(row):
            if padding and number == -1:
                positions.append(0)
            elif by_id:
                positions.append(row[:place].count(number))
            else:
                again = place > 0 and row[place - 1] == number
                positions.append(positions[-1] + 1 if again else 0)
        rows.append(positions)
    return torch.tensor(rows)


def packed_positions_mistakes(doc_ids: Tensor) -> dict[str, Tensor]:
    """Message -> what the mistake gives."""
    want, (b, n) = wanted_positions(doc_ids), doc_ids.shape
    token, run = doc_ids != -1, runs_of(doc_ids)
    places = torch.arange(n).expand(b, n)
    later = ((run > 0) & token).long()
    flat = wanted_positions(doc_ids.reshape(1, -1)).view(b, n)
    zero = doc_ids.clamp(min=0)
    squeezed = torch.zeros_like(want)
    for text in range(b):  # as if no padding stood between
        inside = doc_ids[text][token[text]][None]
        if inside.shape[1]:
            squeezed[text, token[text]] = wanted_positions(inside)[0]
    from_behind = wanted_positions(doc_ids.flip(1)).flip(1)
    return {
        "packpos-one-count": places,
        "packpos-one-count-padding": places * token,
        "packpos-tokens": (token.cumsum(1) - 1).clamp(min=0) * token,
        "packpos-from-1": want + token,
        "packpos-from-1-padding": want + 1,
        "packpos-later-from-1": want + later,
        "packpos-padding-counted": wanted_positions(doc_ids, padding=False),
        "packpos-padding-minus-1": want.where(token, torch.tensor(-1)),
        "packpos-returns": wanted_positions(doc_ids, by_id=True),
        "packpos-returns-padding": wanted_positions(doc_ids, padding=False, by_id=True),
        "packpos-zero": want * (doc_ids != 0),
        "packpos-padding-as-0": wanted_positions(zero) * token,
        "packpos-over-padding": squeezed,
        "packpos-rows": flat,
        "packpos-runs": run,
        "packpos-backwards": from_behind,
        "packpos-first-text": want[:1].expand_as(want),
    }


def compare_packed_positions(check: Check, doc_ids: Tensor, kept: Tensor | None = None) -> None:
    """Runs the answer of `packed_positions` and compares it; `kept` as in `compare_document_mask`."""
    want = wanted_positions(doc_ids)
    got = check.run(doc_ids)
    check.tensor(got, tuple(doc_ids.shape), torch.int64)
    if got.equal(want):
        return
    long = want.max() > BYTE and got[want <= BYTE].equal(want[want <= BYTE])
    shown = "large" if is_large(doc_ids) else "long" if long else "wrong"
    mistakes = remembered_bool(kept, want) | packed_positions_mistakes(doc_ids)
    check.equal(got, want, key=f"packpos-{shown}", mistakes=mistakes)


def compare_packed(check: Check, seed: int) -> None:
    """Tries `packed_positions` on one row that tells the known mistakes apart, and on all that
    stands above."""
    first = torch.tensor([PACKED_FIRST[seed % 2]])
    cases = itertools.chain([first], doc_ids_cases(seed))
    _compare_all(check, cases, seed, compare_packed_positions, wanted_positions)


# --- window_mask ----------------------------------------------------------------------------------

WindowCall = tuple[Any, ...]  # n, width, and perhaps the global tokens


def window_cases(seed: int) -> Iterator[WindowCall]:
    """n, width, global_tokens: one that tells the known mistakes apart; without global tokens; one
    token; widths of 1, n and above; global tokens as a tuple and a list, none, the first, the last,
    all, unsorted and twice; long texts."""
    yield (8, 2, (6, 0, 3)) if seed % 2 else (8, 2, (5, 0, 3))
    yield 5, 2, (2,)
    yield 5, 2
    yield 1, 1
    yield 1, 1, (0,)
    yield 1, 4, [0]
    yield 2, 1, [1]
    for width in (1, 2, 3, 5, 6, 7, 40):
        yield 6, width
        yield 6, width, [2]
    for tokens in ((), (0,), (5,), (0, 5), (5, 0), (2, 3), (4, 1, 4), (1, 1), tuple(range(6))):
        yield 6, 2, tokens
        yield 6, 1, list(tokens)
    yield 12, 3, [9, 2, 9, 2, 6]
    yield 9, 3, [4, 4, 4, 4]
    generator = torch.Generator().manual_seed(seed)
    for n in (4, 9, 17):
        for _ in range(2):
            width = int(torch.randint(1, n, (), generator=generator))
            yield n, width, torch.randint(n, (3,), generator=generator).tolist()
    yield 300, 3
    yield 300, 200, [140, 7]
    yield 200, 10_000


def window_twins() -> Iterator[list[WindowCall]]:
    """Groups of calls that are alike: the same size, width, sum or number of global tokens."""
    yield [
        (9, 2, tokens)
        for tokens in ((3, 5), (2, 6), (3, 6), (1, 5), (3, 4, 5), (3,), (), (5, 3, 3))
    ]
    yield [(9, 2, [4]), (9, 3, [4]), (8, 2, [4]), (9, 2, [5]), (9, 4, [2]), (9, 2)]
    yield [(10, 3), (10, 4), (11, 3), (10, 2)]


def wanted_window(n: int, width: int, global_tokens: Collection[int] = ()) -> Tensor:
    """What is wanted of `window_mask`, pair by pair."""
    tokens = set(global_tokens)
    return torch.tensor(
        [
            [j <= i and (j > i - width or i in tokens or j in tokens) for j in range(n)]
            for i in range(n)
        ]
    )


def window_mistakes(n: int, width: int, global_tokens: Collection[int] = ()) -> dict[str, Tensor]:
    """Message -> what the mistake gives."""
    want = wanted_window(n, width, global_tokens)
    i, j = torch.arange(n)[:, None], torch.arange(n)
    causal, inside = j <= i, (j <= i) & (i - j < width)
    row = torch.zeros(n, 1).bool()
    row[list(global_tokens)] = True
    column = row.T
    tokens = list(global_tokens)
    odd = [token for token in tokens if tokens.count(token) % 2]
    return {
        "window-doubles": wanted_window(n, width, odd),
        "window-wide": wanted_window(n, width + 1, global_tokens),
        "window-narrow": wanted_window(n, width - 1, global_tokens),
        "window-future": ((i - j).abs() < width) | row | column,
        "window-future-some": ((i - j).abs() < width) | (causal & (row | column)),
        "window-future-global": inside | row | column,
        "window-future-rows": inside | row | (causal & column),
        "window-future-columns": inside | column | (causal & row),
        "window-rows": inside | (causal & row),
        "window-columns": inside | (causal & column),
        "window-only": inside,
        "window-causal": causal.clone(),
        "window-both-global": inside | (causal & row & column),
        "window-first-global": wanted_window(n, width, tokens[:1]),
        "window-last-global": wanted_window(n, width, tokens[-1:]),
        "window-first-places": wanted_window(n, width, range(min(n, len(tokens)))),
        "window-inverted": ~want,
        "window-transposed": want.T,
        "window-itself": want & (i != j),
        "window-blocks": (causal & (i // width == j // width)) | (causal & (row | column)),
        "window-not-0": wanted_window(n, width, [token for token in tokens if token]),
    }


def compare_window(check: Check, call: WindowCall, kept: Tensor | None = None) -> None:
    """Runs the answer of `window_mask` and compares it; `kept` as in `compare_document_mask`."""
    n, want = call[0], wanted_window(*call)
    got = check.run(*call)
    check.tensor(got, (n, n), torch.bool)
    if got.equal(want):
        return
    if n > BYTE:
        shown = "window-long"
    elif call[1] > n:
        shown = "window-over"
    else:
        doubles = call[2:] and len(set(call[2])) < len(call[2])
        shown = "window-doubles" if doubles else "window-wrong"
    check.equal(
        got, want, key=shown, n=n, mistakes=remembered_bool(kept, want) | window_mistakes(*call)
    )


def compare_window_twins(check: Check) -> None:
    for group in window_twins():
        kept = None
        for call in group:
            compare_window(check, call, kept)
            kept = wanted_window(*group[0]) if kept is None else kept


# --- alibi ----------------------------------------------------------------------------------------

INF = math.inf


def alibi_cases(seed: int) -> Iterator[tuple[int, int]]:
    """n_heads, n: small ones that tell the known mistakes apart, one head, one and two tokens, powers
    of two and other counts, many heads, long texts."""
    yield 2, 3
    yield 3, 4
    for n_heads in (1, 4, 8, 16, 5, 6, 12) if seed % 2 else (1, 4, 16, 8, 6, 7, 12):
        yield n_heads, 5
    for n in (1, 2, 3, 4, 6):
        yield 4, n
        yield n, 4
    yield from ((1, 1), (40, 3), (64, 6), (100, 2), (8, 40), (2, 300), (3, 270), (2, 128))


def alibi_slopes(n_heads: int) -> list[float]:
    return [2.0 ** (-8 * h / n_heads) for h in range(1, n_heads + 1)]


def interleaved_slopes(n_heads: int) -> list[float]:
    """As the paper's code has them for head counts that are no powers of two: those of the next smaller
    power of two, and then every second one of the next larger."""
    below = 1 << (n_heads.bit_length() - 1)
    return alibi_slopes(below) + alibi_slopes(2 * below)[::2][: n_heads - below]


def sloped(slopes: list[float], n: int, future: float = -INF) -> Tensor:
    """float64 [heads, n, n]: minus the slope times the distance, number by number."""
    return torch.tensor(
        [
            [[-slope * (i - j) if j <= i else future for j in range(n)] for i in range(n)]
            for slope in slopes
        ],
        dtype=torch.float64,
    )


def alibi_mistakes(n_heads: int, n: int) -> dict[str, Tensor]:
    """Message -> what the mistake gives."""
    slopes, heads = alibi_slopes(n_heads), range(1, n_heads + 1)
    want = sloped(slopes, n)
    i, j = torch.arange(n)[:, None], torch.arange(n)
    slope, future = torch.tensor(slopes, dtype=torch.float64)[:, None, None], j > i
    eighth = [s ** (1 / 8) for s in slopes]
    floors = [2.0 ** (-8 * h // n_heads) for h in heads]
    return {
        "alibi-interleaved": sloped(interleaved_slopes(n_heads), n),
        "alibi-from-0": sloped([2.0 ** (-8 * h / n_heads) for h in range(n_heads)], n),
        "alibi-floor": sloped(floors, n),
        "alibi-not-8": sloped(eighth, n),
        "alibi-eight-heads": sloped([2.0**-h for h in heads], n),
        "alibi-no-power": sloped([8 * h / n_heads for h in heads], n),
        "alibi-e": sloped([math.exp(-8 * h / n_heads) for h in heads], n),
        "alibi-heads-turned": sloped(slopes[::-1], n),
        "alibi-one-slope": sloped(slopes[:1] * n_heads, n),
        "alibi-positive": want.where(future, -want),
        "alibi-symmetric": -slope * (i - j).abs(),
        "alibi-future-open": -slope * (i - j),
        "alibi-future-0": sloped(slopes, n, future=0.0),
        "alibi-future-positive": sloped(slopes, n, future=INF),
        "alibi-transposed": want.mT,
        "alibi-transposed-sign": (slope * (j - i)).where(j >= i, -INF),
        "alibi-next": want - slope,
        "alibi-key": (slope * j).expand_as(want).where(~future, -INF),
        "alibi-key-sign": (-slope * j).expand_as(want).where(~future, -INF),
        "alibi-query": (-slope * i).expand_as(want).where(~future, -INF),
        "alibi-diagonal": want.where(i != j, -INF),
        "alibi-square": (-slope * (i - j) ** 2).where(~future, -INF),
        "alibi-mask-only": (0 * want).nan_to_num().where(~future, -INF),
    }


def compare_alibi(check: Check, n_heads: int, n: int) -> None:
    """Runs the answer of `alibi` and compares it, each number by its own size."""
    want = sloped(alibi_slopes(n_heads), n)
    got = check.run(n_heads, n)
    if isinstance(got, Tensor) and got.shape == (n, n, n_heads) != want.shape:
        check.fail("alibi-heads-last")
    check.tensor(got, (n_heads, n, n), torch.float32)
    check.that(not got.isnan().any(), "alibi-nan")
    future = got[:, torch.ones(n, n).triu(1).bool()]
    check.that(not ((future <= -1e4) & future.isfinite()).any(), "alibi-finite")
    near = torch.isclose(got.double(), want, rtol=3e-5, atol=0)
    if near.all():
        return
    check.close(
        want.where(near, got.detach().double()).float(),  # only what is wrong is shown
        want.float(),
        atol=1e-7,
        key="alibi-long" if n > BYTE else "alibi-wrong",
        n=n,
        mistakes=alibi_mistakes(n_heads, n),
    )


# --- block_map ------------------------------------------------------------------------------------

EMPTY, PARTIAL, FULL = 0, 1, 2
FIRST = (33, 688)  # seeds of masks on which the known mistakes of `block_map` give different maps


def judge_tile(tile: Tensor) -> int:
    """What `block_map` says of a tile."""
    return FULL if tile.all() else PARTIAL if tile.any() else EMPTY


def map_of(keep: Tensor, size: int, judge: Callable[[Tensor], int] = judge_tile) -> Tensor:
    """The tiles of `keep`, each judged for itself: int8."""
    n, m = keep.shape
    rows = [
        [judge(keep[i : i + size, j : j + size]) for j in range(0, m, size)]
        for i in range(0, n, size)
    ]
    return torch.tensor(rows).to(torch.int8)


def keep_of_kinds(n: int, m: int, size: int, generator: torch.Generator) -> Tensor:
    """A random bool [n, m] with tiles of all kinds. Of a partial one a single entry differs from the
    others, or about a half do."""
    keep = torch.zeros(n, m).bool()
    for i in range(0, n, size):
        for j in range(0, m, size):
            tile = keep[i : i + size, j : j + size]  # a view
            kind, place = torch.randint(60, (2,), generator=generator).tolist()
            if kind % 5 == 0:
                tile[:] = torch.rand(tile.shape, generator=generator) < 0.5
                continue
            tile[:] = kind % 5 < 3
            if kind % 2:
                row, column = place % tile.shape[0], place % tile.shape[1]
                tile[row, column] = not tile[row, column]
    return keep


def block_cases(seed: int) -> Iterator[tuple[Tensor, int]]:
    """keep and size: one that tells the known mistakes apart, the task's example, tiles that fit and
    such that do not, one token, tiles of one entry, tiles larger than the mask, a causal mask and a
    window, views, and tiles of many entries."""
    yield keep_of_kinds(8, 10, 3, torch.Generator().manual_seed(FIRST[seed % 2])), 3
    yield torch.ones(3, 3).tril().bool(), 2
    generator = torch.Generator().manual_seed(seed)
    for n, m, size in (
        (4, 4, 2), (6, 6, 3), (5, 7, 2), (7, 5, 3), (7, 4, 3), (9, 11, 4), (1, 1, 1), (1, 6, 4),
        (6, 1, 4), (3, 4, 1), (3, 5, 10), (5, 3, 4), (2, 9, 9), (8, 8, 8), (10, 10, 7), (2, 300, 2),
        (300, 2, 1), (33, 40, 16),
    ):  # fmt: skip
        yield keep_of_kinds(n, m, size, generator), size
    for size in (1, 2, 5, 16):
        causal = torch.ones(37, 37).tril().bool()
        yield causal, size
        yield causal.triu(-6), size
    for rate in (False, True):
        yield torch.full((5, 4), rate), 3
        yield torch.full((1, 1), rate), 3
    keep = keep_of_kinds(7, 9, 3, generator)
    yield as_view(keep, 0, 1), 3
    yield as_view(keep[:6], 0, 1), 3
    yield keep[:1].expand(5, -1), 2
    yield keep[:, :1].expand(-1, 5), 2
    yield keep[1:6, 2:], 2


def large_tiles(seed: int) -> Iterator[tuple[Tensor, int]]:
    """keep and size: tiles of so many entries that a count of them is too large for a small dtype,
    full, empty but for one entry, and full but for one."""
    yield torch.ones(32, 20).bool(), 16
    for n, size in ((40, 16), (70, 64), (256, 256)):
        odd = torch.zeros(n, n).bool()
        odd[seed % size, (7 * seed + 5) % size] = True
        yield ~odd, size
        yield odd, size
    yield torch.ones(256, 256).bool(), 256
    some = torch.arange(17 * 17).reshape(17, 17) < 256  # a count that is 0 in eight bits
    yield some, 17
    yield ~some, 17


def compare_block_places(check: Check, n: int, m: int, size: int) -> None:
    """Runs the answer of `block_map` for a mask with one entry that differs from the others, at each
    place, then with the numbers of one mask in another order, then with other sizes."""
    for place in range(n * m):
        odd = (torch.arange(n * m) == place).reshape(n, m)
        compare_block(check, odd, size)
        compare_block(check, ~odd, size)
    keep = keep_of_kinds(2 * n, 2 * m, size, torch.Generator().manual_seed(n))
    kept = compare_block(check, keep, size)
    for (twin,) in twins([keep]):
        compare_block(check, twin, size, kept=kept)
    for other in (*range(1, 2 * max(n, m) + 2), size):
        kept = compare_block(check, keep, other, kept=kept)


def compare_block(check: Check, keep: Tensor, size: int, kept: Tensor | None = None) -> Tensor:
    """Runs the answer of `block_map` and compares it; returns what is right.

    kept: what was right in an earlier call, if somebody might take this call for that one.
    """
    (n, m), want = keep.shape, map_of(keep, size)
    got = check.run(keep, size)
    if isinstance(got, Tensor) and got.shape != want.shape:
        fields = {"wanted": list(want.shape), "got": list(got.shape), "size": size, "n": n, "m": m}
        check.that(got.shape != (n // size, m // size), "block-edges-missing", **fields)
        check.that(got.shape != keep.shape, "block-not-tiles", **fields)
        check.that(got.shape != want.T.shape, "block-shape-turned", **fields)
    check.tensor(got, want.shape, torch.int8)
    old = {} if kept is None or kept.equal(want) else {"check-remembered": kept}
    many = size * size > 127
    check.equal(
        got,
        want,
        key="block-large" if many else "block-wrong",
        # In a mask of a single tile, or where a count overflows, mistakes look alike.
        mistakes=old if many else {**old, **_block_mistakes(keep, size)},
        size=size,
    )
    return want


def _block_mistakes(keep: Tensor, size: int) -> dict[str, Callable[[], Tensor]]:
    """What well-known wrong answers of `block_map` give, by message key."""
    n, m = keep.shape
    here, there = -n % size, -m % size  # rows and columns that are missing in the last tiles

    def judged(judge: Callable[[Tensor], Any]) -> Callable[[], Tensor]:
        return lambda: map_of(keep, size, lambda tile: int(judge(tile)))

    def at_the_edge(judge: Callable[[Tensor], Any]) -> Callable[[], Tensor]:
        return judged(lambda t: judge_tile(t) if t.shape == (size, size) else judge(t))

    def in_even_parts() -> Tensor:
        parts = [x.tensor_split(-(-m // size), 1) for x in keep.tensor_split(-(-n // size))]
        return torch.tensor([[judge_tile(tile) for tile in row] for row in parts]).to(torch.int8)

    return {
        "block-edges-never-full": lambda: map_of(F.pad(keep, (0, there, 0, here)), size),
        "block-edges-never-empty": lambda: map_of(
            F.pad(keep, (0, there, 0, here), value=True), size
        ),
        "block-edges-partial": at_the_edge(lambda t: PARTIAL),
        "block-edges-empty": at_the_edge(lambda t: EMPTY),
        "block-edges-any": at_the_edge(lambda t: FULL * t.any()),
        "block-any": judged(lambda t: FULL * t.any()),
        "block-no-partial": judged(lambda t: FULL * t.all()),
        "block-no-full": judged(lambda t: PARTIAL * t.any()),
        "block-partial-or-full": judged(lambda t: PARTIAL + t.all()),
        "block-codes-swapped": judged(lambda t: (EMPTY, FULL, PARTIAL)[judge_tile(t)]),
        "block-inverted": judged(lambda t: judge_tile(~t)),
        "block-majority": judged(lambda t: PARTIAL * t.any() + (t.float().mean() > 0.5)),
        "block-majority-tied": judged(lambda t: PARTIAL * t.any() + (t.float().mean() >= 0.5)),
        "block-one-corner": judged(lambda t: FULL * t[0, 0]),
        "block-two-corners": judged(lambda t: t[0, 0].long() + t[-1, -1]),
        "block-outer-corners": judged(lambda t: t[0, -1].long() + t[-1, 0]),
        "block-corners": judged(lambda t: judge_tile(t[[0, 0, -1, -1], [0, -1, 0, -1]])),
        "block-one-short": judged(lambda t: judge_tile(t[: max(1, size - 1), : max(1, size - 1)])),
        "block-diagonal": judged(lambda t: judge_tile(t.diagonal())),
        "block-full-row": judged(lambda t: t.any().long() + t.all(1).any()),
        "block-full-column": judged(lambda t: t.any().long() + t.all(0).any()),
        "block-count": judged(lambda t: t.sum()),
        "block-even-parts": in_even_parts,
        "block-causal": lambda: map_of(torch.ones(n, m).tril().bool(), size),
        **({"block-turned": lambda: map_of(keep, size).T.contiguous()} if n == m else {}),
    }


# --- streaming_softmax ----------------------------------------------------------------------------

HIDDEN = -math.inf


def stream_example() -> tuple[Tensor, Tensor, int]:
    """The task's example: the weights are 1, 2 and 5 eighths."""
    return torch.tensor([[1.0, 2.0, 5.0]]).log(), torch.tensor([[0.0], [8.0], [16.0]]), 2


def stream_case(
    n: int,
    m: int,
    d: int,
    size: int,
    seed: int = 0,
    level: float = 2.0,
    hidden: float = 0.0,
    dtype: torch.dtype = torch.float32,
) -> tuple[Tensor, Tensor, int]:
    """Random scores [n, m], `level` times a normal number, values [m, d] and size; about a share of
    `hidden` of the scores are -inf."""
    scores, values = level * normal(n, m, seed=seed), normal(m, d, seed=seed + 100)
    gone = torch.rand(n, m, generator=torch.Generator().manual_seed(seed)) < hidden
    return scores.masked_fill(gone, HIDDEN).to(dtype), values.to(dtype), size


def stream_cases(seed: int) -> Iterator[tuple[Tensor, Tensor, int]]:
    """scores, values and size: one that tells the known mistakes apart, the example of the task, blocks
    that fit and such that do not, one key, one row, one feature, one block, blocks of one key, hidden
    keys, zeros and equal scores, a row without a key, float64, values of other sizes, views, many keys,
    many rows."""
    yield stream_case(2, 7, 2, 3, seed=seed)
    yield stream_example()
    for k, (n, m, d, size) in enumerate((
        (2, 5, 2, 2), (3, 6, 4, 3), (1, 4, 1, 1), (4, 1, 3, 1), (2, 3, 2, 3), (5, 7, 2, 4),
        (3, 4, 2, 9), (1, 1, 1, 5), (2, 8, 3, 5), (4, 4, 4, 3), (1, 9, 2, 2),
    )):  # fmt: skip
        yield stream_case(n, m, d, size, seed=seed + k)
    for size in (1, 2, 3, 4, 7, 8):
        yield stream_case(4, 7, 2, size, seed=seed, hidden=0.5)
    ties = torch.tensor([[0.0, 0, 0, 0], [1, -1, 0, 2], [2, 2, 1, 2]])
    yield ties, normal(4, 2, seed=seed), 2
    yield torch.cat([ties, torch.full((1, 4), HIDDEN)]), normal(4, 2, seed=seed), 2
    for size in (1, 3, 6):
        yield stream_case(3, 6, 2, size, seed=seed, hidden=0.3, dtype=torch.float64)
    for level in (1e-3, 1e4):
        scores, values, size = stream_case(3, 6, 2, 4, seed=seed, hidden=0.2)
        yield scores, values * level, size
    scores, values, size = stream_case(5, 8, 3, 3, seed=seed, hidden=0.2)
    for blocks in (size, 4):  # which does not divide the number of keys, and which does
        yield as_view(scores, 0, 1), as_view(values, 0, 1), blocks
    yield scores[:1].expand(4, -1), values[:, :1].expand(-1, 3), size
    yield scores[:, :1].expand(-1, 4), values[:1].expand(4, -1), size
    yield scores[:, 2:6], values[2:6], size
    yield stream_case(300, 3, 2, 2, seed=seed, hidden=0.2)
    yield stream_case(2, 40, 33, 16, seed=seed, hidden=0.5)
    _, rising, values = rising_scores(600)
    scores = torch.stack([rising[:, 0], -rising[:, 0], rising[:, 1]])
    for size in (1, 64, 500):
        yield scores, values, size


def empty_cases(seed: int) -> Iterator[tuple[Tensor, Tensor, int]]:
    """scores, values and size: rows without a key, and rows in which a block has none: the first, one
    in the middle, the last, all but one."""
    pattern = torch.tensor(
        [[1, 1, 1, 1, 1], [0, 0, 1, 1, 1], [1, 1, 0, 0, 1], [1, 0, 1, 1, 0], [0, 0, 0, 0, 1]]
        + [[0, 0, 0, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 1, 0]]
    ).bool()
    values = normal(5, 2, seed=seed)
    for dtype in (torch.float32, torch.float64):
        for level in (2.0, 5000.0):
            scores = (level * normal(8, 5, seed=seed + 1)).clamp(-1e4, 1e4)
            scores = scores.masked_fill(~pattern, HIDDEN).to(dtype)
            for rows in (slice(1, 3), slice(4, 7), slice(8), slice(5, 6)):
                for size in (2, 1, 3, 5):
                    yield scores[rows], values.to(dtype), size
    causal = torch.ones(6, 9).tril().bool()
    yield normal(6, 9, seed=seed).masked_fill(~causal, HIDDEN), normal(9, 2, seed=seed), 4
    late = normal(6, 9, seed=seed).masked_fill(causal, HIDDEN)
    yield late, normal(9, 2, seed=seed), 4
    yield torch.full((2, 3), HIDDEN), torch.ones(3, 2), 2


def large_cases(seed: int) -> Iterator[tuple[Tensor, Tensor, int]]:
    """scores, values and size: scores up to 10 000 in size, rising and falling from block to block,
    all far below 0 or above it, and rows that lie far apart."""
    values = normal(6, 2, seed=seed)
    far = torch.tensor([1e4, 9999, -1e4, 0, -9999, 9998])
    for dtype in (torch.float32, torch.float64):
        for scores in (
            torch.stack([far, -far]),
            torch.stack([far.sort().values, far.sort(descending=True).values]),
            normal(2, 6, seed=seed) - 9000,
            normal(2, 6, seed=seed) - 90,
            normal(2, 6, seed=seed) + 9000,
            normal(3, 6, seed=seed) + torch.tensor([[9000.0], [-9000.0], [0.0]]),
            torch.full((1, 6), -1e4),
            torch.tensor([[-1e4, HIDDEN, HIDDEN, HIDDEN, -1e4, HIDDEN]]),
            100.0 * torch.arange(6)[None],
            -100.0 * torch.arange(6)[None],
        ):
            for size in (2, 1, 4):
                yield scores.to(dtype), values.to(dtype), size


def compare_stream_twins(check: Check, seed: int) -> None:
    """Calls that differ from the first in the order of one input's numbers, or in the size."""
    scores, values, size = stream_case(4, 6, 3, 2, seed=seed, hidden=0.2)
    kept = compare_stream(check, scores, values, size)
    for one, other in twins([scores, values]):
        compare_stream(check, one, other, size, kept=kept)
    for more in (size + 1, size + 2, 6, 1):
        compare_stream(check, scores, values, more)


def attend(scores: Tensor, values: Tensor) -> Tensor:
    """softmax(scores) @ values, row by row over the scores that are not -inf; zeros where all are."""
    seen = scores > HIDDEN
    return softmax_by_rows(scores.masked_fill(~seen, 0), seen) @ values


def stream_with(
    scores: Tensor,
    values: Tensor,
    size: int,
    rescale_sum: float = 1,
    rescale_out: float = 1,
    divide_each: bool = False,
    divide: bool = True,
    first_values: bool = False,
) -> Tensor:
    """The result of reading the keys in blocks, with mistakes.

    rescale_sum, rescale_out: the power of the factor by which the running sum and the running result
    are multiplied when a larger score comes; 0: they are not, -1: they are made larger.
    divide_each: the result is divided by the sum after each block; divide: at the end.
    first_values: every block takes the first values.
    """
    best = torch.full_like(scores[:, :1], HIDDEN)
    total, out = torch.zeros_like(best), torch.zeros_like(best)
    for block, these in zip(scores.split(size, 1), values.split(size)):
        new = torch.maximum(best, block.amax(1, keepdim=True))
        shift = new.masked_fill(new == HIDDEN, 0)
        factor = (best - shift).exp().masked_fill(best == HIDDEN, 1)
        powers = (block - shift).exp()
        these = values[: len(these)] if first_values else these
        total = total * factor**rescale_sum + powers.sum(1, keepdim=True)
        out = out * factor**rescale_out + powers @ these
        if divide_each:
            out = out / total
        best = new
    return (out / total if divide and not divide_each else out).nan_to_num(0.0)


def compare_stream(
    check: Check, scores: Tensor, values: Tensor, size: int, kept: Tensor | None = None
) -> Tensor:
    """Runs the answer of `streaming_softmax` and compares it; returns what is right, in float64.

    kept: what was right in an earlier call, if somebody might take this call for that one.
    """
    (n, m), d, dtype = scores.shape, values.shape[1], scores.dtype
    exact, inside = scores.double(), values.double()
    want = attend(exact, inside)
    seen = scores > HIDDEN
    lost = ~seen.any(1)
    gap = torch.stack([~part.any(1) for part in seen.split(size, 1)]).any(0) & ~lost
    got = check.run(scores, values, size)
    if isinstance(got, Tensor):
        check.that(got.shape != (n, m) or d == m, "stream-weights", wanted=[n, d])
    check.tensor(got, (n, d), dtype)
    bad = ~got.isfinite().all(1)
    check.that(not (bad & lost).any(), "stream-empty-nan")
    check.that(not (bad & gap).any(), "stream-block-nan")
    check.that(not bad.any(), "stream-overflow")
    large = bool((scores[seen].abs() > 50).any())
    scale = inside.abs().max().item()
    seems = (got == 0).all(1) & (want.abs() > 1e-3 * scale).any(1)  # empty, and is not
    if seems.any():
        nothing = lost.any() and seems[~lost].all() and not large
        check.fail("stream-all-zeros" if nothing else "stream-zeros")
    key = "stream-large" if large else "stream-wrong"
    if dtype == torch.float64 and is_rounded(got, want):
        key = "attention-precision"
    elif was_rounded(got, want.to(dtype)):
        key = "stream-rounded"
    elif is_near(got / scale, want / scale):
        key = "stream-near"
    old = {} if kept is None or kept.equal(want) else {"check-remembered": kept}
    # Neighbours of 10 000 are .001 apart in float32; many terms that are added one by one lose some.
    tight = TIGHT[dtype] * (200 if large and dtype == torch.float32 else 10 if m > 500 else 2)
    check.close(
        got.double(),
        want,
        atol=tight * scale,
        key=key,
        mistakes={**old, **_stream_mistakes(exact, inside, size, want, lost)},
    )
    check.that((got[lost] == 0).all(), "stream-empty-not-zero")
    return want


def _stream_mistakes(
    scores: Tensor, values: Tensor, size: int, want: Tensor, lost: Tensor
) -> dict[str, Any]:
    """What well-known wrong answers of `streaming_softmax` give, by message key."""
    n, m = scores.shape
    last, whole = (m - 1) // size * size, m // size * size

    def streamed(**how: Any) -> Callable[[], Tensor]:
        return lambda: stream_with(scores, values, size, **how)

    def blocks() -> Tensor:
        pairs = zip(scores.split(size, 1), values.split(size))
        return torch.stack([attend(block, these) for block, these in pairs])

    several = {
        "stream-not-rescaled": streamed(rescale_sum=0, rescale_out=0),
        "stream-sum-only": streamed(rescale_out=0),
        "stream-result-only": streamed(rescale_sum=0),
        "stream-rescaled-up": streamed(rescale_sum=-1, rescale_out=-1),
        "stream-divided-each-time": streamed(divide_each=True),
        "stream-last-block": lambda: attend(scores[:, last:], values[last:]),
        "stream-first-block": lambda: attend(scores[:, :size], values[:size]),
        "stream-mean-of-blocks": lambda: blocks().mean(0),
        "stream-sum-of-blocks": lambda: blocks().sum(0),
        "stream-first-values": streamed(first_values=True),
    }
    if whole < m:
        several["stream-short-block"] = lambda: attend(scores[:, :whole], values[:whole])
    tries = {
        **(several if size < m else {}),
        "stream-not-divided": streamed(divide=False),
        "stream-over-rows": lambda: scores.softmax(0).nan_to_num(0.0) @ values,
        "stream-empty-mean": lambda: torch.where(lost[:, None], values.mean(0), want),
        "stream-all-zeros": lambda: torch.where(lost.any(), 0, want),
        "stream-hidden-zero": lambda: scores.masked_fill(scores == HIDDEN, 0).softmax(1) @ values,
        "stream-zero-scores": lambda: attend(scores.masked_fill(scores == 0, HIDDEN), values),
        "stream-hard": lambda: torch.where(lost[:, None], 0, values[scores.argmax(1)]),
        "stream-mean": lambda: attend(scores * 0, values),
        "stream-scaled": lambda: attend(scores / values.shape[1] ** 0.5, values),
        "stream-negative": lambda: attend((-scores).masked_fill(scores == HIDDEN, HIDDEN), values),
        "stream-base-two": lambda: attend(scores * math.log(2), values),
        "stream-first-row": lambda: want[:1].expand(n, -1),
        "stream-causal": lambda: attend(
            scores.masked_fill(torch.ones(n, m).triu(1).bool(), HIDDEN), values
        ),
    }

    def told_apart(wrong: Callable[[], Tensor]) -> Tensor:
        got = wrong().nan_to_num(0.0)
        unlike = (got - want).abs().max() > 1e-3 * values.abs().max()
        return got if unlike else torch.full_like(want, math.nan)  # which no result holds here

    return {key: partial(told_apart, wrong) for key, wrong in tries.items()}


# --- chat_labels ----------------------------------------------------------------------------------

PADDING, SYSTEM, USER, ASSISTANT = range(4)


def chat_case(rows: int, columns: int, seed: int, vocab: int = 9) -> tuple[Tensor, Tensor]:
    """ids and roles, int64 [rows, columns]: turns of one to four tokens, of any role."""
    generator = torch.Generator().manual_seed(seed)
    roles = torch.randint(4, (rows, columns), generator=generator)
    for place in range(1, columns):  # a token goes on with the turn before it
        stays = torch.rand(rows, generator=generator) < 0.6
        roles[stays, place] = roles[stays, place - 1]
    return torch.randint(vocab, (rows, columns), generator=generator), roles


def chat_cases(seed: int) -> Iterator[tuple[Tensor, Tensor, dict[str, Any]]]:
    """ids, roles and what else is given: one that tells the known mistakes apart, one token, several
    turns, texts without an answer and with nothing else, padding on either side, other values of
    `ignore`, ids that are 0 or -100, large ids, long texts, many texts, views."""
    yield (
        torch.tensor([[11, 12, 13, 14, 0, 16, 17, 18, 19, 20, 0]]),
        torch.tensor([[1, 2, 2, 3, 3, 3, 2, 3, 3, 0, 0]]),
        {},
    )
    yield torch.tensor([[5, 6, 7, 8, 9]]), torch.tensor([[1, 2, 3, 3, 0]]), {}
    several = torch.tensor([[1, 2, 3, 2, 0], [0, 2, 2, 3, 0], [1, 2, 2, 0, 0]])
    for rows in (several, several[2:]):
        yield torch.arange(5, 5 + rows.numel()).reshape(rows.shape), rows, {}
    for k, shape in enumerate(((2, 6), (3, 9), (1, 4), (5, 3), (4, 12))):
        yield *chat_case(*shape, seed=seed + k), {}
        for ignore in (0, -1, 4, -100, 1 << 40):
            yield *chat_case(*shape, seed=seed + k, vocab=6), {"ignore": ignore}
    for role in range(4):
        for ignore in (-100, 7):
            yield torch.tensor([[7]]), torch.tensor([[role]]), {"ignore": ignore}
        yield torch.tensor([[4, 0, 7]]), torch.full((1, 3), role), {}
    ids, roles = (
        torch.randint(9, (4, 7), generator=torch.Generator().manual_seed(seed)),
        (torch.tensor([[0, 0, 1, 2, 3, 3, 3], [1, 2, 3, 3, 0, 0, 0]])),
    )
    yield ids, torch.cat([roles, torch.tensor([[1, 1, 2, 2, 2, 0, 0], [3] * 7])]), {}
    yield ids - 100, roles.repeat(2, 1), {}  # -100 is an id like any other
    yield torch.full((2, 7), -100), roles, {"ignore": 0}
    large = torch.tensor([[127, 128, 255, 1 << 15, (1 << 24) + 1, (1 << 31) + 1, (1 << 53) + 1]])
    yield large, torch.full((1, 7), ASSISTANT), {}
    yield large.expand(2, -1), roles, {"ignore": (1 << 53) + 3}
    yield *chat_case(2, 2100, seed=seed, vocab=50_000), {}
    yield *chat_case(300, 3, seed=seed), {}
    ids, roles = chat_case(4, 6, seed=seed)
    yield as_view(ids, 0, 1), as_view(roles, 0, 1), {}
    yield ids[:, 1:5], roles[:, 1:5], {}
    yield ids, roles[:1].expand(4, -1), {}
    yield ids[:1].expand(4, -1), roles, {"ignore": 3}


def compare_chat_twins(check: Check, seed: int) -> None:
    """Calls that differ from the first in the order of one argument, or in `ignore`."""
    ids, roles = chat_case(3, 8, seed=seed)
    kept = compare_chat(check, ids, roles, {})
    for one, other in twins([ids, roles]):
        compare_chat(check, one, other, {}, kept=kept)
    for ignore in (-1, 3, -100):
        kept = compare_chat(check, ids, roles, {"ignore": ignore}, kept=kept)
    got = check.run(ids, roles, 5)  # by its place
    check.equal(got, torch.where(roles == ASSISTANT, ids, 5), key="chat-wrong")


def compare_chat(
    check: Check,
    ids: Tensor,
    roles: Tensor,
    more: dict[str, Any],
    kept: Tensor | None = None,
) -> Tensor:
    """Runs the answer of `chat_labels` and compares it; returns what is right.

    kept: what was right in an earlier call, if somebody might take this call for that one.
    """
    ignore = more.get("ignore", -100)
    want = torch.where(roles == ASSISTANT, ids, ignore)
    got = check.run(ids, roles, **more)
    check.tensor(got, ids.shape, torch.int64)
    old = {} if kept is None or kept.equal(want) else {"check-remembered": kept}
    large = bool((ids.abs() > 1 << 20).any())
    check.equal(
        got,
        want,
        key="chat-large" if large else "chat-wrong",
        mistakes=old if large else {**old, **_chat_mistakes(ids, roles, ignore)},
        ignore=ignore,
    )
    return want


def _chat_mistakes(ids: Tensor, roles: Tensor, ignore: int) -> dict[str, Tensor]:
    """What well-known wrong answers of `chat_labels` give, by message key."""
    own = roles == ASSISTANT
    none = torch.zeros_like(own[:, :1])
    before, after = torch.cat([none, own[:, :-1]], 1), torch.cat([own[:, 1:], none], 1)
    starts, ends = own & ~before, own & ~after
    turn = starts.cumsum(1)
    width = ids.shape[1]
    nothing = torch.full_like(ids[:, :1], ignore)

    def labels(where: Tensor, tokens: Tensor = ids, fill: int = ignore) -> Tensor:
        return torch.where(where, tokens, fill)

    want = labels(own)
    return {
        "chat-default": labels(own, fill=-100),
        "chat-zeros": labels(own, fill=0),
        "chat-id-zero": labels(own & (ids != 0)),
        "chat-id-ignored": labels(own & (ids != -100)),
        "chat-shifted": torch.cat([want[:, 1:], nothing], 1),
        "chat-shifted-right": torch.cat([nothing, want[:, :-1]], 1),
        "chat-ids-shifted": labels(own, torch.cat([ids[:, 1:], nothing], 1)),
        "chat-roles-shifted": labels(after),
        "chat-roles-late": labels(before),
        "chat-all": ids.clone(),
        "chat-not-padding": labels(roles != PADDING),
        "chat-user": labels(roles == USER),
        "chat-user-too": labels(roles >= USER),
        "chat-system-too": labels(own | (roles == SYSTEM)),
        "chat-padding-too": labels(own | (roles == PADDING)),
        "chat-system": labels(roles == SYSTEM),
        "chat-inverted": labels(~own),
        "chat-last-turn": labels(own & (turn == turn[:, -1:])),
        "chat-first-turn": labels(own & (turn == 1)),
        "chat-from-the-first": labels((turn > 0) & (roles != PADDING)),
        "chat-from-the-first-on": labels(turn > 0),
        "chat-no-first-token": labels(own & ~starts),
        "chat-no-last-token": labels(own & ~ends),
        "chat-one-before": labels(own | after),
        "chat-one-after": labels(own | before),
        "chat-first-roles": labels(own[:1].expand_as(own)),
        "chat-any-text": labels(own.any(0, keepdim=True).expand_as(own)),
        "chat-roles": labels(own, roles),
        "chat-mask": own.long(),
        "chat-nothing": torch.full_like(ids, ignore),
        **({"chat-turned": labels(own.flip(1))} if width > 1 else {}),
    }


# --- the visible checks ---------------------------------------------------------------------------


def check_document_mask(check: Check) -> None:
    compare_document_masks(check, seed=0)


def check_packed_positions(check: Check) -> None:
    compare_packed(check, seed=0)


def check_window_mask(check: Check) -> None:
    for case in window_cases(seed=0):
        compare_window(check, case)
    compare_window_twins(check)


def check_alibi(check: Check) -> None:
    for case in alibi_cases(seed=0):
        compare_alibi(check, *case)


def check_block_map(check: Check) -> None:
    for case in block_cases(seed=0):
        compare_block(check, *case)
    compare_block_places(check, n=5, m=4, size=3)
    for case in large_tiles(seed=0):
        compare_block(check, *case)


def check_streaming_softmax(check: Check) -> None:
    for cases in (stream_cases, large_cases, empty_cases):
        for case in cases(seed=0):
            compare_stream(check, *case)
    compare_stream_twins(check, seed=3)


def check_chat_labels(check: Check) -> None:
    for case in chat_cases(seed=0):
        compare_chat(check, *case)
    compare_chat_twins(check, seed=5)

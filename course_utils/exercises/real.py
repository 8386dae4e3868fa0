"""What the check cells of 10_real use: inputs, references and comparisons."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor

from course_utils.checks.check import Check
from course_utils.exercises.attention import (
    TIGHT,
    as_view,
    is_rounded,
    nearest,
    twins,
    was_rounded,
)
from course_utils.exercises.beyond import strided

NAN, INF = math.nan, math.inf


def refuses(check: Check, key: str, *args: Any, **kwargs: Any) -> None:
    """The answer must raise ValueError. key: what is said where it gives something."""
    try:
        check.raises(ValueError, *args, **kwargs)
    except Exception as stop:
        if getattr(stop, "key", "") == "check-did-not-raise":
            check.fail(key)
        raise


# --- bits_per_byte --------------------------------------------------------------------------------

# Words, a blank, halves of characters, a whole character of two and of three bytes, no byte at all.
PIECES = (
    b"A",
    b"\xc3",
    b"\xa9",
    b" the",
    b"",
    "é".encode(),
    b"\n",
    "語".encode(),
    "語".encode()[:2],
    "🙂".encode()[1:],
    b"  ",
    b"\x00",
)


class BitsCase(NamedTuple):
    """A call of `bits_per_byte`. kind: what a message is about if something is wrong here."""

    logits: Tensor
    ids: Tensor
    pieces: list[bytes]
    start: int | None = None  # None: not given
    kind: str = "wrong"


def bits_case(
    n: int,
    vocab: int,
    start: int | None,
    seed: int,
    *,
    scale: float = 2,
    dtype: torch.dtype = torch.float32,
    kind: str = "wrong",
) -> BitsCase:
    """A random text of n tokens; the logits are quarters, so that a message can show them. The last
    piece has a byte."""
    generator = torch.Generator().manual_seed(seed)
    logits = torch.randn(n, vocab, generator=generator, dtype=torch.float64) * scale
    logits = ((logits * 4).round() / 4).to(dtype)
    ids = torch.randint(vocab, (n,), generator=generator)
    chosen = torch.randint(len(PIECES), (n,), generator=generator).tolist()
    pieces = [PIECES[i] for i in chosen]
    pieces[-1] = pieces[-1] or b"."
    return BitsCase(logits, ids, pieces, start, kind)


def bits_cases(seed: int) -> Iterator[BitsCase]:
    """One that tells the known mistakes apart, and each sentence of the task."""
    first = bits_case(7, 4, 3, seed)
    halves = [b"!?...\xe8\xaa", b"\x9es", b"", b"  " + 3 * "é".encode()]
    yield first._replace(pieces=[b"", b"Ab", b" differently", *halves])
    yield BitsCase(
        torch.tensor([[0.0, 0, 0, 0], [0, 0, -INF, -INF], [0, 0, 0, 0], [1, 2, 3, 4]]),
        torch.tensor([0, 1, 0, 2]),
        [b"", b"A", b"\xc3", b"\xa9"],
        kind="hidden",
    )
    again = bits_case(6, 4, 2, seed)
    yield again._replace(pieces=[b"ab", b"cd", b"\0 two\n\n", b" three", b" three", b"\0\0"])
    yield from _large_logits(seed)
    yield from _hidden_logits(seed)
    yield from _other_rows(seed)
    yield bits_case(2, 3, None, seed + 1)
    for n, vocab, start in (
        (5, 5, None),
        (6, 3, 1),
        (6, 3, 2),
        (6, 3, 5),
        (3, 9, 2),
        (9, 2, 4),
        (4, 1, 1),
        (12, 30, None),
        (3, 300, 1),
    ):
        yield bits_case(n, vocab, start, seed + n)
    for n, start in ((14, 2), (40, 17), (60, None)):
        yield bits_case(n, 6, start, seed + n)
    for dtype in (torch.float64, torch.float16, torch.bfloat16):
        kind = "wrong" if dtype == torch.float64 else "half"
        yield bits_case(6, 5, None, seed + 2, dtype=dtype, kind=kind)
        yield bits_case(30, 7, 4, seed + 3, dtype=dtype, kind=kind)
    yield bits_case(400, 5, 3, seed + 4, scale=30, dtype=torch.float16, kind="half")
    case = bits_case(5, 6, 2, seed + 2, dtype=torch.float16, kind="half")
    yield case._replace(logits=case.logits * 100 + 8000)
    fine = bits_case(9, 5, 2, seed + 5, dtype=torch.float64)
    yield fine._replace(logits=fine.logits / 3 + 1e-7 * fine.ids[:, None])
    yield from _empty_pieces(seed)
    yield bits_case(2100, 20, None, seed, kind="long")
    yield bits_case(2100, 20, 1500, seed + 1, kind="long")
    case = bits_case(5, 50_000, 2, seed)
    yield case._replace(ids=torch.tensor([49_999, 33_000, 49_152, 300, 0]))
    case = bits_case(6, 6, 2, seed)
    yield case._replace(logits=as_view(case.logits, 0, 1))
    yield case._replace(logits=strided(case.logits), ids=strided(case.ids))
    yield case._replace(logits=case.logits[2:3].expand(6, -1))
    yield case._replace(ids=case.ids[:1].expand(6))


def _empty_pieces(seed: int) -> Iterator[BitsCase]:
    """Tokens without a byte: one, several, at the end; a token that has bytes only sometimes."""
    case = bits_case(6, 4, 2, seed + 6)
    for pieces in (
        [b"one", b"two", b"", b"three", b"", b"x"],
        [b"one", b"two", b"", b"", b"", b"x"],
        [b"one", b"two", b"x", b"yz", b"", b""],
        [b"", b"", b"x", b"", b"", b""],
        [b"one", b"two", b"one", b"two", b"one", b"one"],
        [b"", b"A", b"\xff\xfe", b"\x80", b"\x80", b"\xc3"],
    ):
        yield case._replace(pieces=pieces)
    yield case._replace(ids=case.ids[2:3].expand(6), pieces=[b"a", b"", b"", b"bc", b"", b"def"])


def _other_rows(seed: int) -> Iterator[BitsCase]:
    """The last row, and those before the first that counts, hold anything."""
    for start, value in itertools.product((1, 3, 5), (NAN, INF, -INF)):
        case = bits_case(6, 4, start, seed + start, kind="other-rows")
        case.logits[-1] = value
        case.logits[: start - 1] = value
        yield case


def _hidden_logits(seed: int) -> Iterator[BitsCase]:
    """Logits of -inf: of other tokens, of all others, and of tokens that come."""
    generator = torch.Generator().manual_seed(seed)
    for n, vocab in ((4, 3), (7, 9), (3, 2)):
        case = bits_case(n, vocab, None, seed + n, kind="hidden")
        hidden = torch.rand(n, vocab, generator=generator) < 0.6
        hidden[torch.arange(n - 1), case.ids[1:]] = False
        hidden[-1, 0] = False
        yield case._replace(logits=case.logits.masked_fill(hidden, -INF))
    case = bits_case(5, 4, 2, seed, kind="certain")
    sure = torch.full_like(case.logits, -INF)
    sure[torch.arange(4), case.ids[1:]] = 3.0
    sure[-1, 0] = 1.0
    yield case._replace(logits=sure)
    for place, dtype in ((1, torch.float32), (3, torch.float64), (3, torch.float16)):
        case = bits_case(5, 4, None, seed + place, dtype=dtype, kind="impossible")
        case.logits[place, case.ids[place + 1]] = -INF
        yield case
    case = bits_case(5, 4, None, seed, kind="impossible")
    case.logits[2, case.ids[3]] = -INF
    yield case._replace(pieces=[b"a", b"b", b"c", b"", b"e"])  # a token without a byte
    case = bits_case(5, 4, 3, seed, kind="other-rows")
    case.logits[0, case.ids[1]] = -INF  # before the first that counts
    yield case


def _large_logits(seed: int) -> Iterator[BitsCase]:
    """Logits up to ten thousand, all large, and tokens that come against all odds."""
    case = bits_case(5, 6, None, seed + 1, kind="large")
    yield case._replace(logits=case.logits + 9000)
    yield case._replace(logits=case.logits - 9000)
    for gap, dtype in ((30.0, torch.float32), (200.0, torch.float32), (5000.0, torch.float64)):
        unlikely = bits_case(4, 5, None, seed + 3, dtype=dtype, kind="unlikely")
        unlikely.logits[1, unlikely.ids[2]] = unlikely.logits[1].max() - gap
        yield unlikely
    unlikely = bits_case(4, 5, None, seed + 3, kind="unlikely")
    yield unlikely._replace(logits=unlikely.logits * 1000)
    yield case._replace(logits=case.logits.double() + 9000)
    yield case._replace(logits=case.logits.double() - 9000)


def compare_bits(check: Check, seed: int) -> None:
    """Tries `bits_per_byte` on all that stands above."""
    for case in bits_cases(seed):
        compare_bits_case(check, case)
    first = bits_case(6, 4, 2, seed + 11)._replace(pieces=[b"a", b"bc", b"", b"def", b"g", b"hijk"])
    kept = wanted_bits(first)
    compare_bits_case(check, first)
    for logits, ids in twins([first.logits, first.ids]):
        compare_bits_case(check, first._replace(logits=logits, ids=ids), kept)
    compare_bits_case(check, first._replace(pieces=first.pieces[::-1]), kept)
    compare_bits_case(check, first._replace(pieces=[b"bc", b"a", *first.pieces[2:]]))
    for start in (1, 3, 4):
        compare_bits_case(check, first._replace(start=start), kept)
    got = check.run(first.logits, first.ids, first.pieces, 4)  # by its place
    _judge_bits(check, first._replace(start=4), got)
    for pieces, start in (
        ([b"a", b"", b"", b"", b"", b""], 1),
        ([b"a", b"bc", b"", b"", b"", b""], 2),
        ([b"a", b"bc", b"de", b"f", b"g", b""], 5),
        ([b"a", b"bc", b"de", b"f", b"g", b"h"], 6),
    ):
        refuses(check, "bits-no-bytes", first.logits, first.ids, pieces, start=start)
    refuses(check, "bits-no-bytes", first.logits[:1], first.ids[:1], [b"a"])


def compare_bits_case(check: Check, case: BitsCase, kept: Tensor | None = None) -> None:
    """Runs the answer of `bits_per_byte` and compares it.

    kept: what was right in an earlier call, if somebody might take this call for that one.
    """
    more: dict[str, Any] = {} if case.start is None else {"start": case.start}
    got = check.run(case.logits, case.ids, case.pieces, **more)
    _judge_bits(check, case, got, kept)


def _judge_bits(check: Check, case: BitsCase, got: Any, kept: Tensor | None = None) -> None:
    dtype = torch.float64 if case.logits.dtype == torch.float64 else torch.float32
    if isinstance(got, Tensor) and got.dtype != dtype and got.is_floating_point():
        wanted = str(dtype).removeprefix("torch.")
        check.fail("bits-dtype", wanted=wanted, got=str(got.dtype).removeprefix("torch."))
    check.tensor(got, (), dtype)
    want = wanted_bits(case)
    if want.isinf():
        check.equal(got, want.to(dtype), key="bits-impossible")
        return
    kind = "wrong" if case.kind in ("half", "long") else case.kind
    check.that(got.isfinite(), f"bits-{kind}")
    start, scale = case.start or 1, 1 + want.abs().item()
    tokens, size = len(case.ids) - start, sum(map(len, case.pieces[start:]))
    # A logit near 9 000 is not known better than this in float32.
    large = case.kind == "large" and dtype == torch.float32
    atol = 5e-3 * tokens / size if large else TIGHT[dtype] * scale * (10 if tokens > 300 else 1)
    key = f"bits-{kind}" if kind in ("unlikely", "large", "certain") else "bits-wrong"
    off = (got.double() - want).abs() / scale
    if dtype == torch.float64 and is_rounded(got.double() / scale, want / scale):
        key = "attention-precision"
    elif was_rounded(got, want.to(dtype)):
        key = "bits-rounded"
    elif key == "bits-wrong" and off < (0.03 if case.kind == "half" else 1e-3):
        key = "bits-half"
    known = key in ("attention-precision", "bits-rounded") or case.kind == "long"
    old = {} if kept is None or kept.allclose(want) else {"check-remembered": kept}
    mistakes = old if known else old | bits_mistakes(case, got)
    check.close(got.double(), want, atol=atol, key=key, mistakes=mistakes)


def wanted_bits(case: BitsCase) -> Tensor:
    """What is wanted of `bits_per_byte`, token by token, in float64."""
    bits, size = 0.0, 0
    for t in range(case.start or 1, len(case.ids)):
        row = case.logits[t - 1].double()
        bits += float(row.logsumexp(0) - row[case.ids[t]]) / math.log(2)
        size += len(case.pieces[t])
    return torch.tensor(bits / size, dtype=torch.float64)


def bits_mistakes(case: BitsCase, got: Tensor) -> dict[str, Tensor]:
    """Message -> what the mistake gives; of several of one kind, what is most like `got`."""
    start, n = case.start or 1, len(case.ids)
    logits, ids, want = case.logits.double(), case.ids, wanted_bits(case)
    logs = logits.log_softmax(1) / math.log(2)
    bits = [0.0] + [-float(logs[t - 1, ids[t]]) for t in range(1, n)]
    sizes = [len(piece) for piece in case.pieces]
    rest = case.pieces[start:]
    total, size = sum(bits[start:]), sum(sizes[start:])
    before = max(1, start - 1)
    joined = b"".join(rest)
    letters = [
        len(text)
        for how in ("replace", "ignore")
        for text in (joined.decode(errors=how), "".join(p.decode(errors=how) for p in rest))
    ]
    decoded = [
        len("".join(p.decode(errors=how) for p in rest).encode()) for how in ("replace", "ignore")
    ]
    rows = logits[start - 1 : n - 1]
    mean = [one / length for one, length in zip(bits[start:], sizes[start:]) if length]
    entropy = torch.distributions.Categorical(
        logits=rows, validate_args=False
    ).entropy().sum() / math.log(2)

    def tried(*pairs: tuple[Any, Any]) -> Tensor:
        """Of these fractions the one that is most like `got`, but none that is right."""
        values = [
            torch.tensor(float(above) / float(below), dtype=torch.float64)
            for above, below in pairs
            if below
        ]
        values = [v for v in values if v.isfinite() and abs(v - want) > 1e-4 * (1 + abs(want))]
        return nearest(got.double(), *values) if values else torch.tensor(NAN, dtype=torch.float64)

    return {
        "bits-nats": tried((total * math.log(2), size), (total * math.log10(2), size)),
        "bits-nats-twice": tried((total * math.log(2) ** 2, size), (total / math.log(2), size)),
        "bits-negative": tried((-total, size)),
        "bits-per-token": tried((total, n - start), (total, n), (total, n - 1)),
        "bits-per-token-nats": tried((total * math.log(2), n - start)),
        "bits-unshifted": tried((-logs[start:].gather(1, ids[start:, None]).sum(), size)),
        "bits-bytes-before": tried((total, sum(sizes)), (total, sum(sizes[1:]))),
        "bits-start-ignored": tried((sum(bits), sum(sizes[1:])), (sum(bits), sum(sizes))),
        "bits-before": tried((sum(bits), size)),
        "bits-start-early": tried(
            (sum(bits[before:]), sum(sizes[before:])),
            (sum(bits[before:]), size),
            (total, sum(sizes[start - 1 :])),
        ),
        "bits-start-late": tried(
            (sum(bits[start + 1 :]), sum(sizes[start + 1 :])),
            (sum(bits[start + 1 :]), size),
            (total, sum(sizes[start + 1 :])),
        ),
        "bits-bytes-shifted": tried((total, sum(sizes[start - 1 : -1]))),
        "bits-last-left-out": tried(
            (sum(bits[start:-1]), sum(sizes[start:-1])),
            (sum(bits[start:-1]), size),
            (total, sum(sizes[start:-1])),
        ),
        "bits-empty-left-out": tried(
            (sum(b for b, s in zip(bits[start:], sizes[start:]) if s), size)
        ),
        "bits-empty-counted": tried((total, sum(max(1, s) for s in sizes[start:]))),
        "bits-characters": tried(*((total, length) for length in letters)),
        "bits-decoded": tried(*((total, length) for length in decoded)),
        "bits-stripped": tried((total, sum(len(p.strip()) for p in rest))),
        "bits-distinct": tried((total, sum(map(len, set(rest))))),
        "bits-mean": tried((sum(mean), n - start), (sum(mean), max(1, len(mean)))),
        "bits-total": tried((total, 1)),
        "bits-turned": tried((size, total)),
        "bits-power": tried((2 ** min(float(want), 500), 1)),
        "bits-entropy": tried((entropy, size)),
        "bits-best": tried((-logs[start - 1 : n - 1].amax(1).sum(), size)),
        "bits-raw": tried(
            (-rows.gather(1, ids[start:, None]).sum(), size),
            (-rows.gather(1, ids[start:, None]).sum() / math.log(2), size),
        ),
        "bits-wrong-dim": tried(
            (
                -logits.log_softmax(0)[start - 1 : -1].gather(1, ids[start:, None]).sum()
                / math.log(2),
                size,
            ),
        ),
    }


# --- find_loop ------------------------------------------------------------------------------------

LoopCall = tuple[list[int], int | None]  # ids, and times (None: not given)


def loop_cases(seed: int) -> Iterator[LoopCall]:
    """ids and times: one that tells the known mistakes apart; texts of few tokens; loops that begin
    at 0, end in the midst of a period, do not reach the end, hold a smaller one; near ones."""
    k = seed % 5
    yield [9, 5, *[1 + k, 2, 3] * 5, 1 + k], None
    yield [5, 1, 2, 1, 2, 1, 2, 1], None
    yield [3, 2, 8, 8, 8, 8, 8, 8], None
    yield [6, 1, 2, 1, 2], None
    yield [1, 2, 3, 1, 2, 3, 1, 2, 3], None
    yield [1, 2, 4, 2, 1, 4, 4, 2, 1], None  # the same tokens, in another order
    yield [1, 2, 1, 3, 1, 4], None
    yield [1, 2, 1, 2, 3, 4], None
    yield [1, 2, 3, 4, 1, 2], None
    for ids in ([4, 4], [4, 4, 4], [4, 4, 4, 4], [4, 7, 4, 7], [4, 7, 4], [4, 7], [4], []):
        for times in (2, None, 3, 4):
            yield ids, times
    for times in (2, 3, 4, 5, 6, None):
        yield [1, 2, 1, 2, 1, 2, 1, 2, 1], times
        yield [8, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3], times
        yield [7, 7, 7, 7, 7, 7], times
    yield [1, 2, 1, 2, 1, 2, 1, 2, 7], None
    yield [1, 1, 1, 1, 2, 3], 2
    yield [6, 1, 2, 1, 2, 1, 2, 5, 5, 5], None
    yield [1, 2, 1, 2, 1, 2, 3, 4, 3, 4], None
    nested = [0, 0, 0, 1] * 3 + [0, 0, 0]
    yield nested, None
    yield nested[1:], None
    yield nested[1:], 2
    yield [5, *nested, 1], None
    yield [0, 0, 1, 0, 0, 1, 2] * 3, 2
    yield [3, *[1, 2, 3] * 3], None  # it begins before the first 1
    yield [2, 3, *[1, 2, 3] * 3, 1], None
    for extra in range(4):
        yield [4, 4, *[1, 2, 3, 2] * 3, *[1, 2, 3, 2][:extra]], None
        yield [1, 2, 3, 2] * 3 + [1, 2, 3, 2][:extra], None
    yield [1, 4, 2, 3, 4, 1, 3, 2], 2
    yield [0, 5, 4, 1, 3, 2], None  # sums that repeat
    yield [1, 11, 11, 1, 1, 11], None  # alike as written down
    yield [1, 2, 12, 1, 21, 2], 2
    broken = [1, 2, 3] * 6
    for place in (1, 7, 10, 16):
        yield [*broken[:place], 9, *broken[place + 1 :]], None
        yield [*broken[:place], *broken[place + 1 :]], None


def drawn_texts(seed: int) -> Iterator[LoopCall]:
    """Many texts of one to three different tokens, and loops of all periods behind a text."""
    generator = torch.Generator().manual_seed(seed)

    def draw(tokens: int, n: int) -> list[int]:
        return torch.randint(tokens, (n,), generator=generator).tolist()

    for n in (*range(1, 16), 20, 25, 30):
        for tokens, times in ((1, 2), (2, 2), (2, 3), (2, None), (3, 2)):
            yield draw(tokens, n), times
    for period in (1, 2, 3, 5, 8, 13):
        for times in (2, 3, 5):
            text, again = draw(4, 6), draw(4, period)
            whole = again * times
            yield text + whole, times
            yield text + whole[:-1], times
            yield text + whole + again[: period // 2], times
            yield draw(50_000, 7) + [x + 1000 for x in whole + again[: period - 1]], times


def long_texts(seed: int) -> Iterator[LoopCall]:
    """Texts of 300 tokens, long periods, many periods."""
    generator = torch.Generator().manual_seed(seed + 1)
    text = torch.randint(49_152, (300,), generator=generator).tolist()
    yield text, None
    yield text[:100] + text[100:166] * 3 + text[100:102], None
    yield text[:150] * 2, 2
    yield text[:120] * 2 + text[:60], 2
    yield text[:100] * 3, None
    yield text[:101] * 2 + text[:98], None  # 300 of 303
    yield [7] * 299 + [8], None
    yield [7, 7, 8] * 100, 100
    yield [7] * 300, 300
    yield [7] * 299, 300
    yield text[:5] + [1, 2] * 147 + [1], 60


def large_ids(seed: int) -> Iterator[LoopCall]:
    """Numbers of tokens that a smaller dtype, or a hash, would confuse, and equal numbers that are
    not one object."""
    for large in (255, 256, 257, 1000, 1 << 15, 1 << 24, 1 << 31, 1 << 53, (1 << 63) - 9):
        yield [large + i for i in (4, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0)], None
        yield [large + i for i in (0, 1, 1, 0, 1, 0)], None
    for large in (256, 1 << 16, 1 << 32, (1 << 61) - 1):
        yield [1, 2, 1 + large, 2, 1, 2 + large], None
        yield [1, 1 + large, 1, 1 + large], 2


def loop_twins(seed: int) -> Iterator[list[LoopCall]]:
    """Groups of calls that are alike: tokens in another order, one other token, other times."""
    k = seed % 3
    first = [4 + k, 1, 2, 1, 2, 1, 2, 1]
    yield [
        (ids, None) for ids in (first, [1, first[0], *first[2:]], [first[0], 2, 1, 1, *first[4:]])
    ]
    yield [(ids, None) for ids in (first, [*first[:4], 9, *first[5:]], [*first[:6], 3, 3])]
    yield [(first, times) for times in (None, 2, 4, 3, None)]


def compare_loops(check: Check, seed: int) -> None:
    """Tries `find_loop` on all that stands above."""
    before: LoopCall | None = None
    for ids, times in loop_cases(seed):
        same = before is not None and before[0] == ids
        compare_loop(check, ids, times, kept=before if same else None)
        before = ids, times
        if len(ids) == 0 and times == 4:  # what is kept is found before anything else
            compare_loop_twins(check, seed)
    for ids, times in large_ids(seed):
        compare_loop(check, ids, times, large=True)
    for ids, times in itertools.chain(drawn_texts(seed), long_texts(seed)):
        compare_loop(check, ids, times)
    _judge_loop(check, [1, 2, 1, 2, 5, 5], 2, _run_or_none(check, [1, 2, 1, 2, 5, 5], 2))


def compare_loop_twins(check: Check, seed: int) -> None:
    """Tries `find_loop` on texts that are alike."""
    for group in loop_twins(seed):
        for place, (ids, times) in enumerate(group):
            compare_loop(check, ids, times, kept=group[0] if place else None)


def wanted_loop(ids: Sequence[int], times: int = 3, whole: bool = False) -> tuple[int, int] | None:
    """What is wanted of `find_loop`: all starts and all periods are tried. whole: by somebody who
    lets no period be cut off."""
    n = len(ids)
    for start in range(n):
        for period in range(1, (n - start) // times + 1):
            if ids[start : n - period] == ids[start + period :]:
                if not whole or (n - start) % period == 0:
                    return start, period
    return None


def compare_loop(
    check: Check,
    ids: list[int],
    times: int | None,
    large: bool = False,
    kept: LoopCall | None = None,
) -> None:
    """Runs the answer of `find_loop` and compares it. large: the tokens have large numbers; kept: an
    earlier call, if somebody might take this one for it."""
    more = {} if times is None else {"times": times}
    got = _run_or_none(check, ids, **more)
    times = times or 3
    want = wanted_loop(ids, times)
    if got != want and kept is not None and got == wanted_loop(kept[0], kept[1] or 3):
        check.fail("check-remembered")
    if got != want and large:
        check.fail("loop-numbers", wanted=want, got=repr(got)[:60])
    _judge_loop(check, ids, times, got)


def _run_or_none(check: Check, *args: Any, **kwargs: Any) -> Any:
    """The result of the answer, where None is one, too."""
    try:
        return check.run(*args, **kwargs)
    except Exception as stop:
        if getattr(stop, "key", "") == "check-nothing":
            return None
        raise


def _judge_loop(check: Check, ids: list[int], times: int, got: Any) -> None:
    want, n = wanted_loop(ids, times), len(ids)
    if got != want and n <= 4 and times != 3 and got == wanted_loop(ids, 3):
        check.fail("loop-times", times=times)
    if got is None and want is not None:
        start, period = want
        key = "loop-missed-0" if start == 0 else "loop-missed"
        check.fail(key, start=start, period=period, times=times)
    pair = type(got) is tuple and len(got) == 2
    if got is not None and want is None and not pair:
        check.fail("loop-not-none", got=repr(got)[:60])
    if got is not None and not pair:
        check.equal(got, want)
    if pair and not all(type(x) is int for x in got):
        check.fail("loop-types" if want is not None else "loop-not-none", got=repr(got)[:60])
    if got == want:
        return
    start, period = got
    fields = {"start": start, "period": period, "times": times, "n": n, "wanted": want}
    if want is not None and (period, start) == want:
        check.fail("loop-swapped", **fields)
    if want is not None and (start, period) == (want[0], sum(want)):
        check.fail("loop-ends", **fields)
    if not (0 <= start < n and period >= 1):
        check.fail("loop-outside", **fields)
    if ids[start : max(0, n - period)] != ids[start + period :]:
        part = ids[start : start + times * period]
        whole = len(part) == times * period and part[:-period] == part[period:]
        key = "loop-middle" if whole else "loop-no-period"
        place = next(t for t in range(start, n - period) if ids[t] != ids[t + period])
        check.fail(key, place=place, other=place + period, **fields)
    if n - start < times * period:
        check.fail("loop-short", left=n - start, needed=times * period, **fields)
    assert want is not None  # got is a loop
    if start == want[0]:
        check.fail("loop-multiple", smaller=want[1], **fields)
    key = "loop-small-first" if period < want[1] else "loop-late"
    if got == wanted_loop(ids, times, whole=True):
        key = "loop-whole"
    check.fail(key, first=want[0], larger=want[1], **fields)


# --- retrieve -------------------------------------------------------------------------------------


class FindCase(NamedTuple):
    """A call of `retrieve`. kind: what a message is about if something is wrong here."""

    queries: Tensor
    query_mask: Tensor
    texts: Tensor
    text_mask: Tensor
    k: int
    kind: str = "wrong"


SIDES = ("right", "left", "any")
GAPS = {torch.float32: 2e-4, torch.float64: 1e-10}


def drawn_mask(rows: int, width: int, side: str, generator: torch.Generator) -> Tensor:
    """bool [rows, width]: at least one real token in each row, padding on this side or anywhere."""
    lengths = torch.randint(1, width + 1, (rows, 1), generator=generator)
    mask = torch.arange(width) < lengths
    if side == "left":
        return mask.flip(1)
    if side == "any":
        return mask[:, torch.randperm(width, generator=generator)]
    return mask


def find_case(
    sizes: tuple[int, int, int, int, int],
    k: int,
    seed: int,
    *,
    side: str = "right",
    dtype: torch.dtype = torch.float32,
    kind: str = "wrong",
    padding: float = 9.0,
    accepts: Callable[[FindCase], bool] = lambda case: True,
) -> FindCase:
    """Whole numbers as states, in which the first k + 1 texts of each query differ well. sizes: Q, n,
    T, m, d. padding: the size of what stands in padded places."""
    q, n, t, m, d = sizes
    for more in itertools.count():
        generator = torch.Generator().manual_seed(1000 * seed + more)
        query_mask = drawn_mask(q, n, side, generator)
        text_mask = drawn_mask(t, m, side, generator)
        states = []
        for mask in (query_mask, text_mask):
            x = torch.randint(-4, 5, (*mask.shape, d), generator=generator).to(dtype)
            other = torch.randint(-4, 5, x.shape, generator=generator).to(dtype) * padding
            states.append(x.where(mask[..., None], other))
        case = FindCase(states[0], query_mask, states[1], text_mask, k, kind)
        if not has_ties(case) and accepts(case):
            return case
    raise AssertionError


def has_ties(case: FindCase, exact: bool = False) -> bool:
    """Whether two of the first k + 1 texts of a query are nearly alike, or a vector is nearly 0."""
    vectors = [pooled(case.queries, case.query_mask), pooled(case.texts, case.text_mask)]
    if any((v.norm(dim=1) < 0.01).any() for v in vectors):
        return True
    best = similarities(case).sort(1, descending=True).values[:, : case.k + 1]
    return bool((-best.diff(dim=1) < GAPS[case.queries.dtype]).any())


def is_clear(case: FindCase) -> bool:
    """Whether no vector is short and no cosine near 0."""
    vectors = [pooled(case.queries, case.query_mask), pooled(case.texts, case.text_mask)]
    long = all((v.norm(dim=1) > 0.2).all() for v in vectors)
    return long and bool((similarities(case).abs() > 0.01).all())


def pooled(states: Tensor, mask: Tensor) -> Tensor:
    """The mean over real tokens, in float64; zeros where there is none."""
    filled = states.double().masked_fill(~mask[..., None], 0)
    return filled.sum(1) / mask.sum(1, keepdim=True).clamp(min=1)


def directions(vectors: Tensor) -> Tensor:
    """Vectors of length 1, and zeros where there was no length."""
    lengths = vectors.norm(dim=-1, keepdim=True)
    return vectors / lengths.masked_fill(lengths == 0, 1)


def similarities(case: FindCase) -> Tensor:
    """The cosines [Q, T], in float64."""
    queries = directions(pooled(case.queries, case.query_mask))
    return queries @ directions(pooled(case.texts, case.text_mask)).T


def ranked(similarity: Tensor, k: int) -> Tensor:
    """The k best of each row, the first of equals first."""
    return similarity.argsort(dim=1, descending=True, stable=True)[:, :k]


def tells_apart(case: FindCase) -> bool:
    """Whether no two mistakes give the same here, and none what is right; and none has ties."""
    if case.query_mask[0].sum() < 2 or case.text_mask[0].sum() < 2:
        return False
    for _, table in find_tables(case):  # most cases end at one of the first
        best = table.sort(1, descending=True).values[:, : case.k + 1]
        if not (best.diff(dim=1) < -1e-3).all():
            return False
    results = [ranked(similarities(case), case.k), *find_mistakes(case).values()]
    return all(not one.equal(other) for one, other in itertools.combinations(results, 2))


def find_cases(seed: int) -> Iterator[FindCase]:
    """One that tells the known mistakes apart; all sizes; padding on each side and of every kind; no
    real token; ties; both dtypes; views."""

    yield find_case((2, 3, 5, 4, 3), 3, seed, side="any", accepts=tells_apart)
    yield FindCase(
        torch.tensor([[[3.0, 0], [1, 0], [9, 9]]]),
        torch.tensor([[True, True, False]]),
        torch.tensor([[[0.0, 5], [7, 7]], [[1, 0], [3, 4]], [[2, 0], [8, 8]]]),
        torch.tensor([[True, False], [True, True], [True, False]]),
        2,
    )
    for place, sizes in enumerate(
        (
            (1, 1, 2, 1, 2),
            (1, 2, 3, 3, 2),
            (3, 2, 3, 2, 3),
            (4, 5, 2, 6, 4),
            (5, 3, 7, 2, 5),
            (2, 4, 8, 4, 6),
        )
    ):
        for k in sorted({1, 2, sizes[2]}):
            yield find_case(sizes, k, seed + place, side=SIDES[(place + k) % 3])
    yield find_case((3, 2, 1, 4, 3), 1, seed)
    for side, dtype in itertools.product(SIDES, GAPS):
        yield find_case((3, 4, 6, 5, 4), 3, seed + 20, side=side, dtype=dtype)
    yield find_case((2, 8, 40, 12, 384), 3, seed)
    yield find_case((3, 3, 300, 4, 8), 2, seed)
    yield find_case((60, 3, 7, 4, 6), 2, seed)
    yield from _large_and_small(seed)
    yield from _padded_with_anything(seed)
    yield from _without_tokens(seed)
    yield from _with_ties(seed)
    case = find_case((3, 4, 6, 5, 4), 3, seed + 30, side="any")
    queries, query_mask, texts, text_mask = case[:4]
    yield case._replace(queries=as_view(queries, 0, 1), texts=as_view(texts, 1, 2))
    yield case._replace(queries=strided(queries), texts=strided(texts))
    yield case._replace(query_mask=as_view(query_mask, 0, 1), text_mask=strided(text_mask))
    for one in range(6):  # one mask for all
        shared = case._replace(text_mask=text_mask[one : one + 1].expand(6, -1))
        if not has_ties(shared):
            yield shared
    yield case._replace(
        queries=queries[:1].expand(3, -1, -1), query_mask=query_mask[:1].expand(3, -1)
    )


def _large_and_small(seed: int) -> Iterator[FindCase]:
    """States near a million, vectors of hardly any length, and cosines that float32 cannot tell
    apart."""
    for scale in (2.0**17, 2.0**-6):
        case = find_case((3, 3, 6, 4, 4), 3, seed + 40, accepts=is_clear)
        yield case._replace(queries=case.queries * scale)
        yield case._replace(texts=case.texts * scale)
    case = find_case((3, 3, 6, 4, 4), 3, seed + 41, accepts=is_clear)
    scales = 2.0 ** torch.tensor([17, -6, 3, -6, 17, 0])
    yield case._replace(texts=case.texts * scales[:, None, None])
    masks = torch.ones(1, 1).bool(), torch.ones(6, 1).bool()
    for step, dtype in ((3e-4, torch.float32), (1e-9, torch.float64)):
        angles = 1 + step * torch.tensor([3, 5, 1, 4, 2, 0], dtype=torch.float64).roll(seed % 6)
        texts = torch.stack([angles.cos(), angles.sin()], -1)[:, None].to(dtype)
        yield FindCase(
            torch.tensor([[[2, 0]]], dtype=dtype), masks[0], texts, masks[1], 4, "precision"
        )


def _padded_with_anything(seed: int) -> Iterator[FindCase]:
    for place, value in enumerate((NAN, INF, -INF, 3e38, -3e38)):
        case = find_case((3, 4, 6, 5, 4), 3, seed + 50, side=SIDES[place % 3], kind="padding-nan")
        filled = [
            x.masked_fill(~mask[..., None], value)
            for x, mask in ((case.queries, case.query_mask), (case.texts, case.text_mask))
        ]
        yield case._replace(queries=filled[0])
        yield case._replace(texts=filled[1])
        yield case._replace(queries=filled[0], texts=filled[1])


def _without_tokens(seed: int) -> Iterator[FindCase]:
    """No real token in a query, in a text, in several, in all; real tokens with the mean 0."""
    for place, value in enumerate((5.0, NAN, INF)):
        case = find_case((3, 3, 6, 4, 4), 6, seed + 60 + place, kind="empty", accepts=is_clear)
        for of_queries, of_texts in (
            ([], [2]),
            ([], [0, 5]),
            ([1], []),
            ([0, 2], [1, 3, 4]),
            ([0, 1, 2], [0, 1, 2, 3, 4, 5]),
        ):
            query_mask, text_mask = case.query_mask.clone(), case.text_mask.clone()
            query_mask[of_queries] = False
            text_mask[of_texts] = False
            yield case._replace(
                queries=case.queries.masked_fill(~query_mask[..., None], value),
                query_mask=query_mask,
                texts=case.texts.masked_fill(~text_mask[..., None], value),
                text_mask=text_mask,
            )
    case = find_case((2, 3, 6, 4, 4), 6, seed + 63, kind="zero", accepts=is_clear)
    texts, text_mask = case.texts.clone(), case.text_mask.clone()
    texts[1], text_mask[1] = torch.tensor([1.0, -1, 3, -3])[:, None], True
    yield case._replace(texts=texts, text_mask=text_mask)
    texts[4], text_mask[4, 1:] = 0, False
    queries = case.queries.clone()
    queries[0] = 0
    yield case._replace(queries=queries, texts=texts, text_mask=text_mask)


def exact_texts(rows: int, width: int, seed: int) -> tuple[Tensor, Tensor]:
    """States [rows, width, 4] and their mask. The vectors have lengths that are powers of 2, the
    texts 1, 2 or 4 real tokens, so nothing is rounded whoever computes their cosines, and many are
    equal. width: at least 4."""
    generator = torch.Generator().manual_seed(seed)

    def draw(size: int, *shape: int) -> Tensor:
        return torch.randint(size, shape, generator=generator)

    vectors = torch.eye(4)[draw(4, rows)]
    full = draw(2, rows).bool()
    vectors = torch.where(full[:, None], torch.ones(4), vectors)
    vectors = vectors * (1 - 2 * draw(2, rows, 4)) * 2.0 ** draw(3, rows, 1)
    counts = 2 ** draw(3, rows)
    order = torch.rand(rows, width, generator=generator).argsort(1)
    mask = order < counts[:, None]
    noise = draw(9, rows, width, 4) - 4.0
    states = vectors[:, None] + noise
    for row, count in enumerate(counts.tolist()):
        places = order[row].argsort()[:count]
        states[row, places[-1]] -= noise[row, places].sum(0)  # the noise sums to 0
    return states, mask


def _with_ties(seed: int) -> Iterator[FindCase]:
    """Equal texts, longer ones of the same direction, many of them; d = 1, where all are ties."""
    case = find_case((2, 3, 4, 4, 4), 4, seed + 70)
    yield FindCase(
        torch.tensor([[[4.0, 0, 0, 0]], [[1.0, 1, 1, 1]]]),
        torch.ones(2, 1).bool(),
        torch.tensor([[0.0, 2, 0, 0], [1, 0, 0, 0], [2, 0, 0, 0], [1, 1, 1, 1], [1, 0, 0, 0]])[
            :, None
        ],
        torch.ones(5, 1).bool(),
        5,
        "ties",
    )
    for place, (q, t, k) in enumerate(((2, 6, 4), (3, 12, 12), (3, 60, 20), (2, 300, 300))):
        queries = exact_texts(q, 4, seed + 80 + place)
        yield FindCase(*queries, *exact_texts(t, 6, seed + 90 + place), k, "ties")
    queries, texts = exact_texts(2, 4, seed + 84), exact_texts(40, 5, seed + 94)
    texts[1][::3] = False
    filled = texts[0].masked_fill(~texts[1][..., None], NAN)
    yield FindCase(*queries, filled, texts[1], 30, "ties")
    yield FindCase(queries[0].double(), queries[1], filled.double(), texts[1], 40, "ties")
    signs = torch.tensor([1.0, -1, 2, -4, 8, 1, -1]).roll(seed % 7)[:, None, None]
    yield FindCase(signs[:2], torch.ones(2, 1).bool(), signs, torch.ones(7, 1).bool(), 7, "ties")
    yield FindCase(
        case.queries[:, :1],
        torch.ones(2, 1).bool(),
        case.queries[:1, :1],
        torch.ones(1, 1).bool(),
        1,
    )


def compare_found(check: Check, seed: int) -> None:
    """Tries `retrieve` on all that stands above."""
    for case in find_cases(seed):
        compare_retrieve(check, case)
    first = find_case((3, 4, 6, 5, 4), 3, seed + 9, side="any")
    kept = compare_retrieve(check, first)
    for parts in twins(first[:4]):
        changed = FindCase(parts[0], parts[1], parts[2], parts[3], first.k)
        if parts[1].any(1).all() and parts[3].any(1).all() and not has_ties(changed):
            compare_retrieve(check, changed, kept)
    for k in (1, 2):
        compare_retrieve(check, first._replace(k=k))
    got = check.run(*first[:4], k=2)  # by its name
    _judge_found(check, first._replace(k=2), got)
    for k in (7, 12, 100):
        refuses(check, "retrieve-too-many", *first[:4], k)
    refuses(check, "retrieve-too-many", *first[:2], *(x[:1] for x in first[2:4]), 2)


def compare_retrieve(check: Check, case: FindCase, kept: Tensor | None = None) -> Tensor:
    """Runs the answer of `retrieve` and compares it; returns what is right.

    kept: what was right in an earlier call, if somebody might take this call for that one.
    """
    return _judge_found(check, case, check.run(*case[:5]), kept)


def _judge_found(check: Check, case: FindCase, got: Any, kept: Tensor | None = None) -> Tensor:
    similarity = similarities(case)
    want = ranked(similarity, case.k)
    q, t = similarity.shape
    if isinstance(got, Tensor) and got.shape == (case.k, q) != (q, case.k):
        check.fail("retrieve-turned", wanted=[q, case.k], got=list(got.shape))
    check.tensor(got, (q, case.k), torch.int64)
    if got.equal(want):
        return want
    outside = ((got < 0) | (got >= t)).any()
    check.that(not outside, "retrieve-outside", count=t, most=t - 1)
    mistakes = find_mistakes(case)
    if kept is not None and not kept.equal(want):
        mistakes = {"check-remembered": kept} | mistakes
    for key, wrong in mistakes.items():
        if got.equal(wrong):
            check.equal(got, want, key=key)
    key = f"retrieve-{case.kind}"
    ordered = got.sort(1).values
    if (ordered.diff(dim=1) == 0).any():
        key = "retrieve-twice"
    elif case.kind != "precision" and similarity.gather(1, got).allclose(
        similarity.gather(1, want)
    ):
        key = "retrieve-ties"
    elif case.kind == "wrong" and ordered.equal(want.sort(1).values):
        key = "retrieve-order"
    check.equal(got, want, key=key)
    return want


def find_tables(case: FindCase) -> Iterator[tuple[str, Tensor]]:
    """Message, and the similarities [Q, T] by which somebody sorts who makes this mistake."""
    queries, query_mask, texts, text_mask = case[:4]
    similarity = similarities(case)
    left, right = queries.double(), texts.double()
    one, other = pooled(queries, query_mask), pooled(texts, text_mask)
    all_q, all_t = torch.ones_like(query_mask), torch.ones_like(text_mask)

    def cosine(a: Tensor, b: Tensor) -> Tensor:
        return directions(a) @ directions(b).T

    def filled(states: Tensor, mask: Tensor, value: float = 0.0) -> Tensor:
        return states.masked_fill(~mask[..., None], value)

    def one_of_each(states: Tensor, mask: Tensor, last: bool) -> Tensor:
        places = torch.arange(mask.shape[1]) * (1 if last else -1)
        chosen = places.expand_as(mask).masked_fill(~mask, -10_000).argmax(1)
        return states[torch.arange(len(states)), chosen]

    sides = ((left, query_mask), (right, text_mask))

    yield "retrieve-dot", one @ other.T
    yield "retrieve-distance", -torch.cdist(one, other)
    yield "retrieve-query-padding", cosine(pooled(queries, all_q), other)
    yield "retrieve-text-padding", cosine(one, pooled(texts, all_t))
    yield "retrieve-padding", cosine(pooled(queries, all_q), pooled(texts, all_t))
    inverted = pooled(queries, ~query_mask), pooled(texts, ~text_mask)
    yield "retrieve-inverted", cosine(*inverted)
    first = [one_of_each(x, mask, False) for x, mask in sides]
    yield "retrieve-first-token", cosine(*first)
    yield "retrieve-first-place", cosine(left[:, 0], right[:, 0])
    final = [one_of_each(x, mask, True) for x, mask in sides]
    yield "retrieve-last-token", cosine(*final)
    yield "retrieve-last-place", cosine(left[:, -1], right[:, -1])
    largest = [filled(x, mask, -INF).amax(1) for x, mask in sides]
    yield "retrieve-largest", cosine(*largest)
    yield "retrieve-tokens-first", cosine(*(pooled(directions(x), mask) for x, mask in sides))

    # The cosine of each two tokens, and whether both are real: [Q, n, T, m].
    seen = query_mask[:, :, None, None] & text_mask
    each = [directions(filled(x, m)).flatten(0, 1) for x, m in sides]
    spread = (each[0] @ each[1].T).view(seen.shape)
    pairs = spread.masked_fill(~seen, 0).sum((1, 3))
    yield "retrieve-pairs", pairs / seen.sum((1, 3)).clamp(min=1)
    best = spread.masked_fill(~seen, -9).amax(3).masked_fill(~query_mask[..., None], 0).sum(1)
    yield "retrieve-best-pairs", best
    yield "retrieve-absolute", similarity.abs()
    yield "retrieve-first-query", similarity[:1].expand_as(similarity)
    yield "retrieve-worst", -similarity


def find_mistakes(case: FindCase) -> dict[str, Tensor]:
    """Message -> what the mistake gives. Where few texts are asked for, or something else is tried,
    a wrong result may look like another mistake's: there only what is tried."""
    similarity, k = similarities(case), case.k
    want = ranked(similarity, k)
    if case.kind == "empty":
        known = case.text_mask.any(1) & case.query_mask.any(1)[:, None]
        edges = {
            "retrieve-empty-first": ranked(similarity.masked_fill(~known, 9), k),
            "retrieve-empty-last": ranked(similarity.masked_fill(~known, -9), k),
        }
        return {key: wrong for key, wrong in edges.items() if not wrong.equal(want)}
    if case.kind != "wrong" or want.numel() < 6:
        return {}
    return {
        **{key: ranked(table, k) for key, table in find_tables(case)},
        "retrieve-worst-first": want.flip(1),
        "retrieve-by-number": want.sort(1).values,
        "retrieve-ranks": similarity.argsort(1, descending=True).argsort(1)[:, :k],
    }


# --- the visible checks ---------------------------------------------------------------------------


def check_bits_per_byte(check: Check) -> None:
    compare_bits(check, seed=0)


def check_find_loop(check: Check) -> None:
    compare_loops(check, seed=0)


def check_retrieve(check: Check) -> None:
    compare_found(check, seed=0)

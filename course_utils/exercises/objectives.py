"""What the check cells of 03_objectives use: inputs, references and comparisons."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from course_utils.checks.check import Check

# --- checks: what several exercises share ---------------------------------------------------------


def scalar(check: Check, got: Any, key: str = "scalar-wanted") -> Tensor:
    """`got` as a float tensor without dimensions: a number, or a tensor of shape []."""
    if type(got) in (int, float):
        return torch.tensor(float(got), dtype=torch.float64)
    if type(got).__module__ == "numpy" and getattr(got, "shape", None) == ():
        return torch.tensor(float(got), dtype=torch.float64)
    check.tensor(got)
    check.that(got.dim() == 0, key, shape=list(got.shape))
    check.tensor(got, dtype="float")
    return got.double()


def compare_number(
    check: Check,
    got: Any,
    want: float,
    key: str,
    mistakes: dict[str, Any] | None = None,
    nan: str = "check-nan",
    atol: float = 1e-4,
) -> None:
    """`got` (a number or a tensor of shape []) must be `want`; `mistakes` as in `Check.close`."""
    number = scalar(check, got).item()
    check.that(not math.isnan(number), nan)
    made = {k: float(v() if callable(v) else v) for k, v in (mistakes or {}).items()}
    wrong = {k: v for k, v in made.items() if not _near(v, want, 10 * atol)}
    check.close(
        number,
        float(want),
        atol=atol * max(1.0, abs(want)) if want < math.inf else 0.0,
        key=key,
        mistakes=wrong,
    )


def _near(a: float, b: float, atol: float) -> bool:
    return a == b or abs(a - b) <= atol


# --- mlm_corrupt ----------------------------------------------------------------------------------


def text_batch(rows: int, columns: int, vocab_size: int, seed: int) -> tuple[Tensor, Tensor]:
    """ids int64 [rows, columns] and their special mask: the first, the last and some padding.

    The ids are at least 5; the special tokens have the ids 1 to 3, and nothing is the mask, 4.
    """
    generator = torch.Generator().manual_seed(seed)
    ids = torch.randint(5, vocab_size, (rows, columns), generator=generator)
    lengths = torch.randint(columns // 2, columns + 1, (rows,), generator=generator)
    place = torch.arange(columns)
    ids[:, 0] = 2
    ids[torch.arange(rows), lengths - 1] = 3
    padding = place >= lengths[:, None]
    ids[padding] = 1
    return ids, ids < 4


def run_corrupt(check: Check, ids: Tensor, special: Tensor, vocab_size: int, generator) -> tuple:
    """Runs the answer of `mlm_corrupt` and checks all that must hold for any draw."""
    got = check.run(ids, special, 4, vocab_size, generator)
    check.that(isinstance(got, (tuple, list)) and len(got) == 2, "corrupt-not-a-pair")
    inputs, labels = got
    for tensor in got:
        check.tensor(tensor, ids.shape, torch.int64)
    asked = labels != -100
    check.that(not (inputs == -100).any(), "corrupt-swapped")
    check.that(not (asked & special).any() or not labels.equal(ids), "corrupt-labels-all")
    check.that(not (labels == 0)[~special].any(), "corrupt-labels-zero")
    check.that(not (asked & special).any(), "corrupt-special-asked")
    check.that(inputs[special].equal(ids[special]), "corrupt-special-changed")
    changed = inputs != ids
    if asked.any() and labels[asked].equal(inputs[asked]) and changed.any():
        check.fail("corrupt-labels-inputs")
    check.that(labels[asked].equal(ids[asked]), "corrupt-labels-wrong")
    hidden = inputs == 4
    if (changed & ~asked).any():
        check.fail("corrupt-only-masks" if hidden[asked].all() else "corrupt-changed-unasked")
    check.that((inputs >= 0).all() and (inputs < vocab_size).all(), "corrupt-out-of-range")
    return inputs, labels


def compare_corrupt_shares(check: Check, rows: int, columns: int, vocab: int, seed: int) -> None:
    """Runs `mlm_corrupt` on many tokens: 15 %, and 80/10/10 of them, within 5 standard errors."""
    ids, special = text_batch(rows, columns, vocab, seed)
    inputs, labels = run_corrupt(check, ids, special, vocab, torch.Generator().manual_seed(seed))
    asked, open_ = labels != -100, ~special
    total, chosen = int(open_.sum()), int(asked.sum())
    share = chosen / total
    check.that(chosen, "corrupt-nothing")
    # 6.5 standard errors: there are many rows and columns, and none of them may be an accident.
    for dim in (0, 1):
        counts = open_.sum(dim).double()
        rates = asked.sum(dim) / counts.clamp(min=1)
        limit = 6.5 * (0.15 * 0.85 / counts.clamp(min=1)).sqrt() + 2 / counts.clamp(min=1)
        far = (counts > 30) & ((rates - share).abs() > limit)
        check.that(not far.any(), "corrupt-pattern")
    spread = 5 * math.sqrt(0.15 * 0.85 / total)
    check.that(abs(share - 0.15) < spread, "corrupt-rate", share=f"{share:.1%}")
    hidden = (inputs == 4) & asked
    kept = (inputs == ids) & asked
    other = asked & ~hidden & ~kept
    shares = [int(x.sum()) / chosen for x in (hidden, other, kept)]
    said = {"shares": " / ".join(f"{100 * x:.0f}" for x in shares)}
    limits = [5 * math.sqrt(p * (1 - p) / chosen) + 1 / vocab for p in (0.8, 0.1, 0.1)]

    def fits(*wanted: float) -> bool:
        return all(abs(s - w) < limit for s, w, limit in zip(shares, wanted, limits))

    if not fits(0.8, 0.1, 0.1):
        for wanted in ((0.8, 0.02, 0.18), (0.72, 0.1, 0.18), (0.8, 0.18, 0.02), (0.72, 0.18, 0.1)):
            check.that(not fits(*wanted), "corrupt-two-coins", **said)
        check.that(shares[0] < 1, "corrupt-all-masks")
        check.that(not fits(0.9, 0.0, 0.1), "corrupt-no-random", **said)
        check.fail("corrupt-shares", **said)
    # The words put in must be as many as the vocabulary offers, and drawn anew each time.
    words = inputs[other]
    check.that(words.unique().numel() > min(len(words), vocab) / 2, "corrupt-few-words")
    low, high = 0.25 * vocab, 0.75 * vocab
    halves = [(words < low).double().mean().item(), (words > high).double().mean().item()]
    spread = 6 * math.sqrt(0.25 * 0.75 / len(words)) + 8 / vocab
    check.that(all(abs(h - 0.25) < spread for h in halves), "corrupt-few-words")
    shown = ids[other]
    agree = (words.double() - words.double().mean()) * (shown.double() - shown.double().mean())
    correlation = agree.mean() / (words.double().std() * shown.double().std())
    check.that(abs(correlation) < 6 / math.sqrt(len(words)), "corrupt-few-words")


def compare_corrupt_generator(check: Check) -> None:
    """The generator must be what the result depends on, and nothing else."""
    ids, special = text_batch(8, 60, 500, 3)

    def run(generator: torch.Generator, state: int) -> tuple[Tensor, Tensor]:
        before = torch.random.get_rng_state()
        torch.manual_seed(state)
        try:
            return run_corrupt(check, ids, special, 500, generator)
        finally:
            torch.random.set_rng_state(before)

    generator = torch.Generator().manual_seed(11)
    first, again = run(generator, 1), run(torch.Generator().manual_seed(11), 2)
    check.that(all(x.equal(y) for x, y in zip(first, again)), "corrupt-generator-unused")
    other = run(torch.Generator().manual_seed(12), 1)
    check.that(not first[1].equal(other[1]), "corrupt-generator-fixed")
    check.that(not first[1].equal(run(generator, 1)[1]), "corrupt-generator-reset")


# --- losses ---------------------------------------------------------------------------------------


def clm_case(
    lengths: Sequence[int], vocab: int = 7, seed: int = 0, dtype: torch.dtype = torch.float32
) -> tuple[Tensor, Tensor, Tensor]:
    """Random logits [b, n, vocab], ids [b, n] and padding on the right of these lengths."""
    generator = torch.Generator().manual_seed(seed)
    b, n = len(lengths), max(lengths)
    logits = 2 * torch.randn(b, n, vocab, generator=generator, dtype=torch.float64).to(dtype)
    ids = torch.randint(vocab, (b, n), generator=generator)
    padding = torch.arange(n) >= torch.tensor(lengths)[:, None]
    return logits, ids, padding


def clm_by_hand(logits: Tensor, ids: Tensor, padding: Tensor) -> Tensor:
    """The mean of -log p(next token) over all real next tokens, position by position."""
    log_p = logits.log_softmax(-1)
    terms = [
        -log_p[text, place - 1, ids[text, place]]
        for text in range(ids.shape[0])
        for place in range(1, ids.shape[1])
        if not padding[text, place]
    ]
    return torch.stack(terms).mean()


def compare_clm(check: Check, logits: Tensor, ids: Tensor, padding: Tensor) -> None:
    """Runs the answer of `clm_loss`, then compares the loss and its gradient."""
    ours, theirs = (logits.clone().requires_grad_() for _ in range(2))
    want = clm_by_hand(ours, ids, padding)
    got = check.run(theirs, ids, padding)
    v, real = logits.shape[-1], ~padding
    shifted = logits[:, :-1].reshape(-1, v), ids[:, 1:].reshape(-1)
    each = F.cross_entropy(*shifted, reduction="none").reshape(ids[:, 1:].shape)
    count = real[:, 1:]
    per_text = (each * count).sum(1) / count.sum(1).clamp(min=1)
    compare_number(
        check, got, want.item(), "clm-wrong",
        {
            "clm-no-shift": lambda: F.cross_entropy(logits[real], ids[real]),
            "clm-no-shift-padded": lambda: F.cross_entropy(logits.reshape(-1, v), ids.reshape(-1)),
            "clm-padding-counted": lambda: each.mean(),
            "clm-zeros-counted": lambda: (each * count).mean(),
            "clm-divided-by-all": lambda: (each * count).sum() / real.sum(),
            "clm-shift-left": lambda: F.cross_entropy(logits[:, 1:][count], ids[:, :-1][count]),
            "clm-padding-inverted": lambda: each[~count].mean() if (~count).any() else 0.0,
            "clm-sum": lambda: (each * count).sum(),
            "clm-text-mean": lambda: per_text.mean(),
            "clm-sign": -want.item(),
            "clm-bits": want.item() / math.log(2),
            "clm-perplexity": math.exp(want.item()),
        },
    )  # fmt: skip
    compare_gradient(check, got, theirs, want, ours)


def mlm_case(
    shape: tuple[int, int],
    vocab: int = 9,
    seed: int = 0,
    share: float = 0.3,
    dtype: torch.dtype = torch.float32,
) -> tuple[Tensor, Tensor]:
    """Random logits [b, n, vocab] and labels [b, n] with -100 at all but a share of places."""
    generator = torch.Generator().manual_seed(seed)
    logits = 2 * torch.randn(*shape, vocab, generator=generator, dtype=torch.float64).to(dtype)
    labels = torch.randint(vocab, shape, generator=generator)
    chosen = torch.rand(shape, generator=generator) < share
    if share:
        chosen[0, 0] = True
    return logits, labels.masked_fill(~chosen, -100)


def compare_mlm(check: Check, logits: Tensor, labels: Tensor) -> None:
    """Runs the answer of `mlm_loss`, then compares the loss and its gradient."""
    ours, theirs = (logits.clone().requires_grad_() for _ in range(2))
    asked = labels != -100
    got = check.run(theirs, labels)
    number = scalar(check, got).item()
    if not asked.any():
        check.that(not math.isnan(number), "mlm-nan")
        compare_number(check, got, 0.0, "mlm-not-zero")
        if isinstance(got, Tensor) and got.requires_grad:
            got.backward()
            check.that(theirs.grad is None or not theirs.grad.isnan().any(), "mlm-gradient-nan")
        return
    want = F.cross_entropy(ours[asked], labels[asked])
    v = logits.shape[-1]
    each = F.cross_entropy(
        logits.reshape(-1, v), labels.reshape(-1), reduction="none", ignore_index=-100
    ).reshape(labels.shape)
    texts = asked.any(1)
    compare_number(
        check, got, want.item(), "mlm-wrong",
        {
            "mlm-all-counted": lambda: each.mean(),
            "mlm-as-zero": lambda: F.cross_entropy(
                logits.reshape(-1, v), labels.clamp(min=0).reshape(-1)
            ),
            "mlm-shifted": lambda: F.cross_entropy(
                logits[:, :-1].reshape(-1, v), labels[:, 1:].reshape(-1)
            ),
            "mlm-sum": lambda: each.sum(),
            "mlm-text-mean": lambda: (each.sum(1) / asked.sum(1).clamp(min=1))[texts].mean(),
            "mlm-sign": -want.item(),
        },
        nan="mlm-nan",
    )  # fmt: skip
    compare_gradient(check, got, theirs, want, ours)


def compare_gradient(check: Check, got: Any, theirs: Tensor, want: Tensor, ours: Tensor) -> None:
    """The gradient of `got` with respect to `theirs` must be that of `want` to `ours`."""
    check.that(isinstance(got, Tensor) and got.requires_grad, "loss-no-gradient")
    want.backward()
    got.backward()
    check.that(theirs.grad is not None, "loss-no-gradient")
    check.close(theirs.grad, ours.grad, key="loss-gradient")


# --- information ----------------------------------------------------------------------------------


def entropy_by_hand(p: Sequence[float], base: float = 2.0) -> float:
    """-sum p log p, in bits by default; what has probability 0 adds nothing."""
    return abs(-sum(x * math.log(x, base) for x in p if x > 0))


def compare_entropy(check: Check, p: Tensor) -> None:
    """Runs the answer of `entropy_bits` on p, a distribution [v]."""
    want = entropy_by_hand(p.tolist())
    positive = [x for x in p.tolist() if x > 0]
    compare_number(
        check, check.run(p), want, "entropy-wrong",
        {
            "entropy-nats": want * math.log(2),
            "entropy-digits": want * math.log10(2),
            "entropy-sign": -want,
            "entropy-mean": want / len(p),
            "entropy-surprise": -sum(math.log2(x) for x in positive),
            "entropy-count": math.log2(len(p)),
            "entropy-perplexity": 2**want,
            "entropy-softmax": lambda: entropy_by_hand(p.softmax(-1).tolist()),
        },
        nan="entropy-nan",
    )  # fmt: skip


def kl_by_hand(p: Sequence[float], q: Sequence[float]) -> float:
    """sum p ln(p / q) in nats; inf where p > 0 and q = 0."""
    pairs = [(x, y) for x, y in zip(p, q, strict=True) if x > 0]
    return math.inf if any(y == 0 for _, y in pairs) else sum(x * math.log(x / y) for x, y in pairs)


def compare_kl(check: Check, p: Tensor, q: Tensor) -> None:
    """Runs the answer of `kl` on two distributions [v]."""
    a, b = p.tolist(), q.tolist()
    want, back = kl_by_hand(a, b), kl_by_hand(b, a)
    got = check.run(p, q)
    number = scalar(check, got).item()
    mistakes = {}
    if want < math.inf:
        cross = want + entropy_by_hand(a, math.e)
        mistakes = {
            "kl-bits": want / math.log(2),
            "kl-swapped": back,
            "kl-mean": want / len(a),
            "kl-swapped-mean": back / len(a),
            "kl-sign": -want,
            "kl-cross-entropy": cross,
            "kl-symmetric": (want + back) / 2,
            "kl-sum-of-both": want + back,
        }
    elif back < math.inf and _near(number, back, 1e-4):
        check.fail("kl-swapped")
    else:
        check.that(math.isnan(number) or number == want, "kl-finite")
    compare_number(check, got, want, "kl-wrong", mistakes, nan="kl-nan")


def compare_perplexity(check: Check, texts: list[Tensor]) -> None:
    """Runs the answer of `perplexity` on the losses of some texts."""
    means = [t.double().mean() for t in texts]
    total, count = sum(t.double().sum().item() for t in texts), sum(map(len, texts))
    mean = total / count
    compare_number(
        check, check.run(texts), math.exp(mean), "perplexity-wrong",
        {
            "perplexity-mean-of-perplexities": lambda: torch.stack(means).exp().mean(),
            "perplexity-text-mean": lambda: torch.stack(means).mean().exp(),
            "perplexity-bits": 2**mean,
            "perplexity-loss": mean,
            "perplexity-inverted": math.exp(-mean),
            "perplexity-sum": lambda: math.exp(min(total, 700)),
            "perplexity-n-minus-one": lambda: math.exp(total / max(count - len(texts), 1)),
            "perplexity-tokens": lambda: torch.cat(texts).double().exp().mean(),
        },
    )  # fmt: skip


def random_joint(*sizes: int, seed: int = 0, holes: float = 0.0) -> Tensor:
    """A random joint distribution, float64 [*sizes], with a share of its entries at 0."""
    generator = torch.Generator().manual_seed(seed)
    weights = torch.rand(*sizes, generator=generator, dtype=torch.float64) ** 3
    weights[torch.rand(*sizes, generator=generator) < holes] = 0
    weights.view(-1)[-1] += 0.05
    return weights / weights.sum()


def sums_by_hand(joint: Tensor) -> tuple[float, float, float, float]:
    """(causal, bidirectional, H, sum of the marginal entropies) in bits."""

    def h(p: Tensor) -> float:
        return entropy_by_hand(p.reshape(-1).tolist())

    n, whole = joint.dim(), h(joint)
    prefixes = [h(joint.sum(dim=tuple(range(i, n)))) if i else 0.0 for i in range(n)] + [whole]
    causal = sum(after - before for before, after in zip(prefixes, prefixes[1:]))
    bidirectional = sum(whole - h(joint.sum(dim=i)) for i in range(n))
    marginal = sum(
        h(joint.sum(dim=[d for d in range(n) if d != i]) if n > 1 else joint) for i in range(n)
    )
    return causal, bidirectional, whole, marginal


def compare_sums(check: Check, joint: Tensor) -> None:
    """Runs the answer of `entropy_sums` on a joint distribution, one dimension a word."""
    got = check.run(joint)
    check.that(isinstance(got, (tuple, list)) and len(got) == 3, "sums-not-three")
    numbers = [scalar(check, x).item() for x in got]
    check.that(not any(math.isnan(x) for x in numbers), "sums-nan")
    causal, both, whole, marginal = sums_by_hand(joint)
    atol = 1e-4 * max(1.0, whole)

    def fits(*wanted: float) -> bool:
        return all(_near(x, y, atol) for x, y in zip(numbers, wanted))

    if fits(causal, both, whole):
        return
    nats = math.log(2)
    for key, wanted in {
        "sums-nats": (causal * nats, both * nats, whole * nats),
        "sums-order": (both, causal, whole),
        "sums-h-first": (whole, causal, both),
    }.items():
        check.that(not fits(*wanted), key)
    check.that(
        not _near(numbers[0], marginal, atol) or _near(causal, marginal, atol), "sums-marginal"
    )
    compare_number(check, numbers[2], whole, "sums-h", {"sums-nats": whole * nats})
    compare_number(check, numbers[0], causal, "sums-causal", {"sums-nats": causal * nats})
    compare_number(
        check, numbers[1], both, "sums-both",
        {"sums-nats": both * nats, "sums-both-is-causal": causal, "sums-marginal": marginal},
    )  # fmt: skip


# --- make_pairs -----------------------------------------------------------------------------------


def numbered_documents(lengths: Sequence[int]) -> list[list[str]]:
    """Documents whose sentences say where they stand: "text 2, sentence 0 ."."""
    return [[f"text {d}, sentence {s} ." for s in range(n)] for d, n in enumerate(lengths)]


def run_pairs(check: Check, documents: list[list[str]], kind: str, rng: random.Random) -> list:
    """Runs the answer of `make_pairs` and checks what must hold for every pair; returns them."""
    places = {s: (d, i) for d, text in enumerate(documents) for i, s in enumerate(text)}
    wanted = sum(len(text) - 1 for text in documents)
    got = check.run(documents, kind, rng)
    check.that(isinstance(got, (list, tuple)), "pairs-not-a-list")
    pairs = []
    for item in got:
        fits = isinstance(item, (list, tuple)) and len(item) == 3
        check.that(fits and type(item[2]) in (int, bool), "pairs-not-triples")
        first, second, label = item
        known = all(isinstance(s, str) and s in places for s in (first, second))
        check.that(known and label in (0, 1), "pairs-not-triples")
        pairs.append((places[first], places[second], int(label)))
    inside = [p for p in pairs if p[0][0] == p[1][0]]
    follows = [p for p in inside if p[1][1] == p[0][1] + 1]
    crossing = [p for p in pairs if p[0][0] != p[1][0]]
    swapped = [p for p in inside if p[1][1] == p[0][1] - 1]
    negatives = [p for p in pairs if p[2] == 0]
    positives = [p for p in pairs if p[2] == 1]
    if positives and negatives and all((p in follows) == (p[2] == 0) for p in pairs):
        check.fail("pairs-labels-inverted")
    check.that(all(p in follows for p in positives), "pairs-false-positive")
    if kind == "sop":
        check.that(not [p for p in crossing if p[2] == 0], "pairs-sop-random")
        check.that(all(p in swapped for p in negatives), "pairs-sop-not-swapped")
    else:
        if negatives and all(p in swapped for p in negatives):
            check.fail("pairs-nsp-swapped")
        check.that(all(p in crossing for p in negatives), "pairs-nsp-same-document")
    check.that(len(pairs) == wanted, "pairs-count", wanted=wanted, got=len(pairs))
    starts = [b if kind == "sop" and not label else a for a, b, label in pairs]
    want = {(d, i) for d, text in enumerate(documents) for i in range(len(text) - 1)}
    check.that(set(starts) == want, "pairs-missing")
    return pairs


def compare_pairs_statistics(check: Check, kind: str) -> None:
    """Many pairs: half of them negative, and (NSP) negatives from everywhere else."""
    documents = numbered_documents([5] * 250)
    pairs = run_pairs(check, documents, kind, random.Random(5))
    share = sum(label for *_, label in pairs) / len(pairs)
    spread = 5 * math.sqrt(0.25 / len(pairs))
    check.that(abs(share - 0.5) < spread, "pairs-balance", share=f"{share:.0%}")
    for first in (True, False):  # the coin must not be tossed once for a place or for a document
        groups: dict[int, list[int]] = {}
        for a, b, label in pairs:
            place = min(a[1], b[1]) if kind == "sop" else a[1]
            groups.setdefault(place if first else a[0], []).append(label)
        if first:
            shares = [sum(g) / len(g) for g in groups.values()]
            limit = 6 * math.sqrt(0.25 / 250)
            check.that(all(abs(s - 0.5) < limit for s in shares), "pairs-pattern")
        else:
            check.that(any(len(set(g)) > 1 for g in groups.values()), "pairs-pattern")
    if kind == "nsp":
        drawn = [(a[0], b) for a, b, label in pairs if label == 0]
        check.that(len({b[1] for _, b in drawn}) == 5, "pairs-nsp-not-random")
        check.that(len({(b[0] - a) % 250 for a, b in drawn}) > 100, "pairs-nsp-not-random")
        check.that(len({b for _, b in drawn}) > len(drawn) / 3, "pairs-nsp-not-random")


def compare_pairs_generator(check: Check, kind: str) -> None:
    """The result must depend on rng, and on nothing else that is random."""
    documents = numbered_documents([4, 5, 3, 6, 4, 5, 4])

    def run(rng: random.Random, state: int) -> list:
        before, torch_before = random.getstate(), torch.random.get_rng_state()
        random.seed(state)
        torch.manual_seed(state)
        try:
            return run_pairs(check, documents, kind, rng)
        finally:
            random.setstate(before)
            torch.random.set_rng_state(torch_before)

    rng = random.Random(1)
    first = run(rng, 1)
    check.that(first == run(random.Random(1), 2), "pairs-rng-unused")
    others = [run(random.Random(seed), 1) for seed in (2, 3, 4)]
    check.that(any(first != other for other in others), "pairs-rng-fixed")
    check.that(any(first != run(rng, 1) for _ in range(3)), "pairs-rng-reset")

"""What the check cells of 03_objectives use: inputs, references and comparisons."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor

from course_utils.checks.check import Check
from course_utils.exercises.advice import advising
from course_utils.exercises.attention import as_view, twins

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
    **fields: Any,
) -> None:
    """`got` (a number or a tensor of shape []) must be `want`.

    mistakes: message key -> what a wrong answer gives here, or a list of such values. Where none
    fits the message is `key`'s, or that of a result near `want`. All may use {found}, {wanted} and
    the fields.
    """
    number = scalar(check, got).item()
    check.that(not math.isnan(number), nan)
    tolerance = atol * max(1.0, abs(want)) if want < math.inf else 0.0
    found, wanted = shown(number, want)
    for mistake, values in (mistakes or {}).items():
        for value in map(float, values if isinstance(values, list) else [values]):
            if not _near(value, want, 10 * atol) and _near(number, value, tolerance):
                key = mistake
                break
        if key == mistake:
            break
    else:
        if abs(number - want) < 0.005 * max(1.0, abs(want)):
            key = "number-near"
    check.close(number, float(want), atol=tolerance, key=key, found=found, wanted=wanted, **fields)


def compare_again(check: Check, got: Any, want: float | Tensor, again: bool) -> None:
    """`got` must be about `want`, where the answer was right for what is like this input (`again`)."""
    if again:
        number, wanted = scalar(check, got).item(), torch.as_tensor(want).item()
        right = _near(number, wanted, 1e-3 * max(1.0, abs(wanted)))
        check.that(right, "check-remembered")


def shown(number: float, beside: float = math.inf) -> tuple[str, str]:
    """Two numbers as a message shows them: with so many digits that they differ."""
    for digits in range(4, 9):
        texts = [
            "NaN" if math.isnan(x) else f"{x + 0.0:.{digits}g}".replace("inf", "∞")
            for x in (number, beside)
        ]
        if texts[0] != texts[1]:
            break
    return texts[0].replace("-", "−"), texts[1].replace("-", "−")


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


def mixed_batch(
    rows: int, columns: int, words: Sequence[int], seed: int, special: float = 0.1
) -> tuple[Tensor, Tensor]:
    """ids drawn from `words`, and a special mask that has nothing to do with the ids."""
    generator = torch.Generator().manual_seed(seed)
    drawn = torch.randint(len(words), (rows, columns), generator=generator)
    return torch.tensor(words)[drawn], torch.rand(rows, columns, generator=generator) < special


def answers_generator(seed: int) -> torch.Generator:
    """The generator that an answer draws from: not the stream that its batch was drawn from."""
    return torch.Generator().manual_seed(seed + 1000)


class Corrupted(NamedTuple):
    """A batch and what an answer of `mlm_corrupt` made of it."""

    ids: Tensor
    special: Tensor
    mask_id: int
    inputs: Tensor
    labels: Tensor

    @property
    def asked(self) -> Tensor:
        return self.labels != -100

    @property
    def hidden(self) -> Tensor:
        return self.asked & (self.inputs == self.mask_id)

    @property
    def kept(self) -> Tensor:
        return self.asked & (self.inputs == self.ids)

    @property
    def replaced(self) -> Tensor:
        return self.asked & ~self.hidden & ~self.kept


def run_corrupt(
    check: Check,
    ids: Tensor,
    special: Tensor,
    vocab_size: int,
    generator: torch.Generator,
    mask_id: int = 4,
) -> Corrupted:
    """Runs the answer of `mlm_corrupt` and checks all that must hold for any draw."""
    got = check.run(ids, special, mask_id, vocab_size, generator)
    check.that(isinstance(got, (tuple, list)) and len(got) == 2, "corrupt-not-a-pair")
    for tensor in got:
        check.tensor(tensor, ids.shape, torch.int64)
    batch = Corrupted(ids, special, mask_id, *got)
    compare_labels(check, batch)
    compare_inputs(check, batch, vocab_size)
    return batch


def compare_labels(check: Check, batch: Corrupted) -> None:
    """The labels are the original ids of tokens that may be chosen, and -100 elsewhere."""
    ids, special, mask_id, inputs, labels = batch
    check.that(not (inputs == -100).any(), "corrupt-swapped")
    check.that(not (batch.asked & special).any() or not labels.equal(ids), "corrupt-labels-all")
    fill = labels[special].unique()
    if batch.asked.all() and len(fill) == 1 and len(ids[special].unique()) > 1:
        check.fail("corrupt-labels-fill", fill=int(fill))
    check.that(not (batch.asked & special).any(), "corrupt-special-asked")
    changed = inputs != ids
    if batch.asked.any() and labels[batch.asked].equal(inputs[batch.asked]) and changed.any():
        check.fail("corrupt-labels-inputs")
    check.that(labels[batch.asked].equal(ids[batch.asked]), "corrupt-labels-wrong")


def compare_inputs(check: Check, batch: Corrupted, vocab_size: int) -> None:
    """The inputs are the ids but at chosen tokens, and ids of the vocabulary everywhere."""
    ids, special, mask_id, inputs, _ = batch
    check.that(inputs[special].equal(ids[special]), "corrupt-special-changed")
    changed = inputs != ids
    if changed.sum() >= 8:  # most of them are masks, whatever becomes of the others
        usual = int(inputs[changed].mode().values)
        often = (inputs[changed] == usual).double().mean() > 0.5
        check.that(usual == mask_id or not often, "corrupt-mask-id", usual=usual, wanted=mask_id)
    if (changed & ~batch.asked).any():
        all_hidden = batch.hidden.equal(batch.asked)
        check.fail("corrupt-only-masks" if all_hidden else "corrupt-changed-unasked")
    check.that((inputs >= 0).all() and (inputs < vocab_size).all(), "corrupt-out-of-range")


def compare_corrupt_batches(check: Check, seed: int) -> None:
    """Small batches: which tokens may be chosen, and what stands in inputs and labels."""
    generator = answers_generator(seed)
    # Any id may be special or not, in the end 0 and the mask's own among them.
    ids, special = mixed_batch(20, 30, range(5, 60), seed, special=0.4)
    run_corrupt(check, ids, special, 60, generator)
    ids, special = mixed_batch(20, 30, range(60), seed + 1, special=0.4)
    run_corrupt(check, ids, special, 60, generator, mask_id=seed + 7)
    run_corrupt(check, ids, torch.ones_like(special), 60, generator)
    run_corrupt(check, ids, torch.zeros_like(special), 60, generator)
    for rows, columns in ((1, 6), (2, 8), (3, 40), (1, 2100), (600, 3)):
        ids, special = text_batch(rows, columns, 50, seed=seed + columns)
        run_corrupt(check, ids, special, 50, generator)
    first = mixed_batch(40, 30, range(5, 60), seed + 2, special=0.4)
    for ids, special in (first, *twins(first)):  # the same numbers in another order, and views
        run_corrupt(check, ids.T, special.T, 60, generator)
    run_corrupt(check, *first, 60, generator, mask_id=59)


def compare_corrupt_shares(check: Check, rows: int, columns: int, vocab: int, seed: int) -> None:
    """Many tokens: 15 % are asked for, 80/10/10 of them, within 5 standard errors; and no row,
    column or neighbour has anything to do with another."""
    ids, special = text_batch(rows, columns, vocab, seed)
    generator = answers_generator(seed)
    batch = run_corrupt(check, ids, special, vocab, generator)
    compare_rate(check, batch)
    compare_fates(check, batch, vocab)
    compare_new_words(check, batch, vocab)
    compare_two_draws(check, batch, run_corrupt(check, ids, special, vocab, generator))


def compare_rate(check: Check, batch: Corrupted) -> None:
    asked, open_ = batch.asked, ~batch.special
    share = int(asked.sum()) / int(open_.sum())
    check.that(asked.any(), "corrupt-nothing", tokens=int(open_.sum()))
    check.that(asked[1:].any(), "corrupt-first-text")
    for dim in (0, 1):
        check.that(not _uneven(asked, open_, dim), "corrupt-pattern")
    for dim in (0, 1):
        check.that(not _neighbours_alike(asked, open_, dim), "corrupt-neighbours")
    spread = 5 * math.sqrt(0.15 * 0.85 / int(open_.sum()))
    changed_only = not batch.kept.any() and abs(share - 0.9 * 0.15) < spread
    check.that(not changed_only, "corrupt-kept-unasked", share=f"{share:.1%}")
    check.that(abs(share - 0.15) < spread, "corrupt-rate", share=f"{share:.1%}")


def compare_fates(check: Check, batch: Corrupted, vocab: int) -> None:
    chosen = int(batch.asked.sum())
    shares = [int(x.sum()) / chosen for x in (batch.hidden, batch.replaced, batch.kept)]
    said = {"shares": " / ".join(f"{100 * x:.0f}" for x in shares)}
    limits = [5 * math.sqrt(p * (1 - p) / chosen) + 1 / vocab for p in (0.8, 0.1, 0.1)]

    def fits(*wanted: float) -> bool:
        return all(abs(s - w) < limit for s, w, limit in zip(shares, wanted, limits))

    for dim in (0, 1):
        check.that(not _uneven(batch.hidden, batch.asked, dim), "corrupt-fate-shared")
    if fits(0.8, 0.1, 0.1):
        return
    for wanted in ((0.8, 0.02, 0.18), (0.72, 0.1, 0.18), (0.8, 0.18, 0.02), (0.72, 0.18, 0.1)):
        check.that(not fits(*wanted), "corrupt-two-coins", **said)
    check.that(not fits(0.7, 0.1, 0.2), "corrupt-ranges", **said)
    check.that(shares[0] < 1, "corrupt-all-masks")
    check.that(not fits(0.8, 0.2, 0.0), "corrupt-none-kept", **said)
    check.that(shares[1] > 0.01, "corrupt-no-random", **said)
    check.fail("corrupt-shares", **said)


def compare_new_words(check: Check, batch: Corrupted, vocab: int) -> None:
    """The words put in must be as many as the vocabulary offers, and drawn anew each time."""
    words, shown = batch.inputs[batch.replaced].double(), batch.ids[batch.replaced].double()
    check.that(words.unique().numel() > min(len(words), vocab) / 2, "corrupt-few-words")
    low, high = 0.25 * vocab, 0.75 * vocab
    halves = [(words < low).double().mean().item(), (words > high).double().mean().item()]
    spread = 6 * math.sqrt(0.25 * 0.75 / len(words)) + 8 / vocab
    check.that(all(abs(h - 0.25) < spread for h in halves), "corrupt-few-words")
    agree = (words - words.mean()) * (shown - shown.mean())
    correlation = agree.mean() / (words.std() * shown.std())
    check.that(abs(correlation) < 6 / math.sqrt(len(words)), "corrupt-words-follow")


def compare_two_draws(check: Check, batch: Corrupted, again: Corrupted) -> None:
    """Nothing of a second draw may be that of the first: not the fates, and not the new words."""
    both = batch.asked & again.asked
    alike = (batch.hidden == again.hidden)[both].double().mean()
    check.that(alike < 0.85, "corrupt-fates-fixed")  # of two independent draws it is .68
    both = batch.replaced & again.replaced
    alike = (batch.inputs == again.inputs)[both].double().mean()
    check.that(not alike > 0.5, "corrupt-words-fixed")  # NaN where no two meet


def _uneven(event: Tensor, among: Tensor, dim: int) -> bool:
    """Is the share of `event` among `among` far from the usual in a row (1) or column (0)?

    6.5 standard errors: there are many rows and columns, and none of them may be an accident.
    """
    counts = among.sum(dim).clamp(min=1).double()
    share = (event & among).sum() / among.sum()
    far = ((event & among).sum(dim) / counts - share).abs()
    limit = 6.5 * (share * (1 - share) / counts).sqrt() + 2 / counts
    return bool(((counts > 30) & (far > limit)).any())


def _neighbours_alike(event: Tensor, among: Tensor, dim: int) -> bool:
    """Is `event` at two neighbours together more often, or less, than two coins would be?"""
    first, last = (slice(None, -1), slice(1, None))
    if dim == 1:
        event, among = event.T, among.T
    pairs = int((among[first] & among[last]).sum())
    both = int((event[first] & event[last]).sum()) / pairs
    share = (int(event.sum()) / int(among.sum())) ** 2
    return abs(both - share) > 6 * math.sqrt(share * (1 - share) / pairs)


def compare_corrupt_words(check: Check, rows: int, columns: int, seed: int) -> None:
    """A vocabulary of four words, of which one is the mask and one stands in no text: equal words
    have nothing in common, and a random word may be any of the four."""
    mask_id, vocab = 2, 4
    ids, special = mixed_batch(rows, columns, (0, 0, 0, 1, 1, 1, mask_id), seed)
    batch = run_corrupt(check, ids, special, vocab, answers_generator(seed), mask_id)
    for word in range(3):
        here = (ids == word) & ~special
        share = int((batch.asked & here).sum()) / int(here.sum())
        far = abs(share - 0.15) > 5 * math.sqrt(0.15 * 0.85 / int(here.sum()))
        check.that(not far, "corrupt-by-word", word=word, share=f"{share:.0%}")
    chosen = batch.asked & (ids != mask_id)  # of a mask nobody can say what became of it
    for word in (0, 1, 3):
        drawn = batch.inputs[chosen & (batch.inputs != ids)] == word
        check.that(drawn.any(), "corrupt-word-never", word=word, vocab=vocab)
    for event, share, key in (
        (batch.kept, 0.1, "corrupt-never-itself"),
        (batch.hidden, 0.8, "corrupt-never-mask"),
    ):
        want = share + 0.1 / vocab
        short = want - int((event & chosen).sum()) / int(chosen.sum())
        check.that(short < 4.5 * math.sqrt(want * (1 - want) / int(chosen.sum())), key)
    compare_evenness(check, batch, vocab)


def compare_evenness(check: Check, batch: Corrupted, vocab: int) -> None:
    """Each random word must be as likely as each other, by the chi-square of those that can be seen:
    that are neither the mask nor the word which stood there."""
    words = [word for word in range(vocab) if word != batch.mask_id]
    came, due = dict.fromkeys(words, 0), dict.fromkeys(words, 0.0)
    far = 0.0
    for old in range(vocab):
        here = batch.asked & (batch.ids == old)
        expected = int(here.sum()) * 0.1 / vocab
        for new in words:
            if expected and new != old:
                count = int((here & (batch.inputs == new)).sum())
                far += (count - expected) ** 2 / expected
                came[new], due[new] = came[new] + count, due[new] + expected
    often = ", ".join(f"{came[word] / due[word]:.2f}" for word in words)
    shown_words = ", ".join(map(str, words))
    # Of seven counts it is 7 on average, and above 45 once in 10 million.
    check.that(far < 45, "corrupt-words-uneven", vocab=vocab, words=shown_words, often=often)


def compare_corrupt_coins(check: Check, seed: int) -> None:
    """How many tokens are chosen, and what becomes of how many, is left to chance: in each text,
    and in a batch that is tiny."""
    generator, runs = answers_generator(seed), 60
    ids, special = text_batch(2, 120, 400, seed)
    batches = [run_corrupt(check, ids, special, 400, generator) for _ in range(runs)]
    counts = [int(batch.asked.sum()) for batch in batches]
    hidden = [int(batch.hidden.sum()) for batch in batches]
    wanted = 0.15 * int((~special).sum())
    variance = sum((count - wanted) ** 2 for count in counts) / runs
    check.that(variance > 0.25 * 0.85 * wanted, "corrupt-exact", counts=_first_few(counts))
    variance = sum((h - 0.8 * count) ** 2 for h, count in zip(hidden, counts)) / sum(counts)
    seen = _first_few([f"{h} of {count}" for h, count in zip(hidden, counts)])
    check.that(variance > 0.25 * 0.8 * 0.2, "corrupt-exact-fates", counts=seen)
    compare_corrupt_tiny(check, generator, seed)
    ids, special = text_batch(60, 6, 400, seed)
    texts = run_corrupt(check, ids, special, 400, generator).asked.any(1)
    check.that(not texts.all(), "corrupt-at-least-one")


def compare_corrupt_tiny(check: Check, generator: torch.Generator, seed: int) -> None:
    """Batches of one text with four tokens: what holds for many tokens holds for few."""
    ids = torch.randint(5, 400, (1, 4), generator=torch.Generator().manual_seed(seed))
    special = torch.zeros(1, 4).bool()
    tiny = [run_corrupt(check, ids, special, 400, generator) for _ in range(120)]
    check.that(not all(batch.asked.any() for batch in tiny), "corrupt-at-least-one")
    chosen = sum(int(batch.asked.sum()) for batch in tiny)
    masks = sum(int(batch.hidden.sum()) for batch in tiny)
    tokens = 4 * len(tiny)
    far = abs(chosen - 0.15 * tokens) > 5 * math.sqrt(0.15 * 0.85 * tokens)
    check.that(not far, "corrupt-tiny-rate", chosen=chosen, tokens=tokens)
    few = masks < 0.8 * chosen - 5 * math.sqrt(0.16 * chosen)
    check.that(not few, "corrupt-tiny", masks=masks, chosen=chosen)


def _first_few(numbers: Sequence[object]) -> str:
    return ", ".join(map(str, numbers[:4])) + " ..."


def compare_corrupt_generator(check: Check, seed: int) -> None:
    """The generator must be what the result depends on, and nothing else."""
    ids, special = text_batch(40, 60, 500, seed)

    def run(generator: torch.Generator, state: int) -> Corrupted:
        before = torch.random.get_rng_state()
        torch.manual_seed(state)
        try:
            return run_corrupt(check, ids, special, 500, generator)
        finally:
            torch.random.set_rng_state(before)

    generator = answers_generator(seed)
    first, again = run(generator, 1), run(answers_generator(seed), 2)
    check.that(first.asked.any(), "corrupt-nothing", tokens=int((~first.special).sum()))
    same = first.inputs.equal(again.inputs) and first.labels.equal(again.labels)
    check.that(same, "corrupt-generator-unused")
    other = run(answers_generator(seed + 1), 1)
    check.that(not first.labels.equal(other.labels), "corrupt-generator-fixed")
    check.that(not first.labels.equal(run(generator, 1).labels), "corrupt-generator-reset")


# --- losses ---------------------------------------------------------------------------------------


def clm_case(
    lengths: Sequence[int],
    vocab: int = 7,
    seed: int = 0,
    dtype: torch.dtype = torch.float32,
    width: int = 0,
    scale: float = 2.0,
) -> tuple[Tensor, Tensor, Tensor]:
    """Random logits [b, n, vocab], ids [b, n] and padding on the right of these lengths.

    width: n, where even the longest text is padded. scale: the spread of the scores.
    """
    generator = torch.Generator().manual_seed(seed)
    b, n = len(lengths), max(width, *lengths)
    logits = scale * torch.randn(b, n, vocab, generator=generator, dtype=torch.float64).to(dtype)
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


def compare_clm(
    check: Check, logits: Tensor, ids: Tensor, padding: Tensor, *, again: bool = False
) -> None:
    """Runs the answer of `clm_loss`, then compares the loss and its gradient.

    again: it was right for other numbers of these shapes, here as in the other comparisons.
    """
    ours, theirs = (logits.clone().requires_grad_() for _ in range(2))
    want = clm_by_hand(ours, ids, padding)
    mistakes = clm_mistakes(logits, ids, padding) | loss_mistakes(
        logits[:, :-1], ids[:, 1:], ~padding[:, 1:], want.item()
    )
    got = check.run(theirs, ids, padding)
    compare_again(check, got, want, again)
    lengths = (~padding).sum(1).tolist()
    real = ", ".join(map(str, lengths[:4])) + (" ..." if len(lengths) > 4 else "")
    case = {"shape": list(logits.shape), "real": real}
    compare_loss(check, got, want, mistakes, "clm-wrong", "clm-nan", _has_large(logits), **case)
    compare_gradient(check, got, theirs, want, ours)


def softmax_elsewhere(logits: Tensor, rows: slice, targets: Tensor, count: Tensor) -> list[Tensor]:
    """The losses with a softmax over the places, and over the texts of the batch."""
    places = targets.masked_fill(~count, 0)[..., None]
    return [
        -_mean(log_p.gather(-1, places)[..., 0], count)
        for dim in (0, 1)
        for log_p in (logits.log_softmax(dim)[:, rows], logits[:, rows].log_softmax(dim))
    ]


def clm_mistakes(logits: Tensor, ids: Tensor, padding: Tensor) -> dict[str, Any]:
    """What an answer gives that shifts otherwise, or counts other targets."""
    v, real = logits.shape[-1], ~padding
    targets, count = ids[:, 1:], real[:, 1:]
    each = _terms(logits[:, :-1], targets)
    not_last = count & F.pad(real, (0, 1))[:, 2:]
    return {
        "clm-no-shift": F.cross_entropy(logits[real], ids[real]),
        "clm-no-shift-padded": F.cross_entropy(logits.reshape(-1, v), ids.reshape(-1)),
        "clm-padding-counted": each.mean(),
        "clm-padding-unshifted": _mean(each, real[:, :-1]),
        "clm-zeros-counted": (each * count).mean(),
        "clm-divided-by-all": (each * count).sum() / real.sum(),
        "clm-no-shift-cut": [
            _mean(_terms(logits[:, 1:], targets), count),
            _mean(_terms(logits[:, :-1], ids[:, :-1]), real[:, :-1]),
        ],
        "clm-shift-left": _mean(_terms(logits[:, 1:], ids[:, :-1]), count),
        "clm-shift-two": _mean(_terms(logits[:, :-2], ids[:, 2:]), real[:, 2:]),
        "clm-padding-inverted": _mean(each, ~count) if padding.any() else 0.0,
        "clm-id-ignored": _mean(each, count & ~torch.isin(targets, ids[padding])),
        "clm-last-missing": _mean(each, not_last),
        "clm-id-is-padding": _mean(each, targets != 0),
        "loss-softmax-dim": softmax_elsewhere(logits, slice(0, -1), targets, count),
        "clm-first-padding": _mean(each, count[:1].expand_as(count)),
        "clm-last-padding": _mean(each, count[-1:].expand_as(count)),
    }


def loss_mistakes(rows: Tensor, targets: Tensor, count: Tensor, want: float) -> dict[str, Any]:
    """What an answer gives that takes the right terms, but another function or another mean.

    rows: scores [b, n, v]; targets: int64 [b, n]; count: bool [b, n], True where a term counts.
    """
    each = _terms(rows, targets)
    places = targets.masked_fill(~count, 0)[..., None]
    likely = rows.softmax(-1).gather(-1, places)[..., 0]
    texts = count.any(1)
    per_text = (each * count).sum(1) / count.sum(1).clamp(min=1)
    return {
        "loss-sum": each[count].sum(),
        "loss-per-text": each[count].sum() / len(rows),
        "loss-text-mean": per_text[texts].mean(),
        "loss-empty-texts": per_text.mean(),
        "loss-first-text": _mean(each[:1], count[:1]),
        "loss-sign": -want,
        "loss-bits": want / math.log(2),
        "loss-perplexity": math.exp(min(want, 700)),
        "loss-no-softmax": -_mean(rows.gather(-1, places)[..., 0], count),
        "loss-softmax-twice": _mean(_terms(rows.softmax(-1), targets), count),
        "loss-no-log": -_mean(likely, count),
        "loss-mean-first": -_mean(likely, count).log(),
    }


def _terms(rows: Tensor, targets: Tensor) -> Tensor:
    """-log p of each target [b, n] by its row of scores [b, n, v]; 0 where it is -100."""
    return F.cross_entropy(rows.transpose(1, 2), targets, reduction="none")


def _mean(each: Tensor, count: Tensor) -> Tensor:
    return each[count].mean()  # NaN where nothing counts: no answer is taken for that


def _has_large(logits: Tensor) -> bool:
    return logits.abs().max().item() > 60


def mlm_case(
    shape: tuple[int, int],
    vocab: int = 9,
    seed: int = 0,
    share: float = 0.3,
    dtype: torch.dtype = torch.float32,
    scale: float = 2.0,
) -> tuple[Tensor, Tensor]:
    """Random logits [b, n, vocab] and labels [b, n] with -100 at all but a share of places.

    scale: the spread of the scores.
    """
    generator = torch.Generator().manual_seed(seed)
    logits = scale * torch.randn(*shape, vocab, generator=generator, dtype=torch.float64).to(dtype)
    labels = torch.randint(vocab, shape, generator=generator)
    chosen = torch.rand(shape, generator=generator) < share
    if share:
        chosen[0, 0] = True
    return logits, labels.masked_fill(~chosen, -100)


def mlm_case_without(text: int, seed: int = 0) -> tuple[Tensor, Tensor]:
    """A batch of three texts of which this one has no question; another is asked for the id 0."""
    logits, labels = mlm_case((3, 5), seed=seed, share=0.6)
    labels[text - 1, :2] = torch.tensor([0, 3])
    labels[text] = -100
    return logits, labels


def compare_mlm(check: Check, logits: Tensor, labels: Tensor, *, again: bool = False) -> None:
    """Runs the answer of `mlm_loss`, then compares the loss and its gradient."""
    asked = labels != -100
    if not asked.any():
        return compare_mlm_of_nothing(check, logits, labels)
    ours, theirs = (logits.clone().requires_grad_() for _ in range(2))
    want = F.cross_entropy(ours[asked], labels[asked])
    mistakes = mlm_mistakes(logits, labels) | loss_mistakes(logits, labels, asked, want.item())
    with advising({r"index -?\d+ is out of bounds|out of bounds": "mlm-label-as-index"}):
        got = check.run(theirs, labels)
    compare_again(check, got, want, again)
    check.that(scalar(check, got) != 0, "mlm-zero", places=int(asked.sum()))
    compare_loss(check, got, want, mistakes, "mlm-wrong", "mlm-nan", _has_large(logits))
    compare_gradient(check, got, theirs, want, ours)


def mlm_mistakes(logits: Tensor, labels: Tensor) -> dict[str, Any]:
    """What an answer gives that asks at other places, or divides by their number."""
    asked = labels != -100
    each = _terms(logits, labels)
    as_zero = _terms(logits, labels.clamp(min=0))
    as_last = _terms(logits, labels.where(asked, logits.shape[-1] - 1))
    return {
        "mlm-all-counted": each.mean(),
        "mlm-as-zero": as_zero.mean(),
        "mlm-as-zero-added": (as_zero.sum() / asked.sum()),
        "mlm-as-last": as_last.mean(),
        "mlm-shifted": [
            _mean(_terms(logits[:, :-1], labels[:, 1:]), asked[:, 1:]),
            _mean(_terms(logits[:, 1:], labels[:, :-1]), asked[:, :-1]),
        ],
        "loss-softmax-dim": softmax_elsewhere(logits, slice(None), labels, asked),
        "mlm-one-a-text": [
            _mean(each, asked & (asked.cumsum(-1) == 1)),
            _mean(each, asked & (asked.flip(-1).cumsum(-1).flip(-1) == 1)),
        ],
        "mlm-zero-left-out": _mean(each, labels > 0),
        "mlm-one-too-many": each.sum() / (asked.sum() + 1),
    }


def compare_mlm_of_nothing(check: Check, logits: Tensor, labels: Tensor) -> None:
    """Where nothing is asked the loss is 0, and so is its gradient, if it has one."""
    theirs = logits.clone().requires_grad_()
    got = check.run(theirs, labels)
    number = scalar(check, got).item()
    check.that(not math.isnan(number), "mlm-nan")
    check.that(number == 0, "mlm-not-zero", found=shown(number)[0])
    check.that(isinstance(got, Tensor), "mlm-zero-not-a-tensor")
    if got.requires_grad:
        got.backward()
        gradient = torch.zeros(()) if theirs.grad is None else theirs.grad
        check.that(not gradient.isnan().any(), "mlm-gradient-nan")
        check.that(not gradient.any(), "mlm-gradient-not-zero")


def compare_without_gradient(check: Check, want: Tensor, *args: Tensor) -> None:
    """Runs the answer, a loss, on scores that need no gradient, as when a model is evaluated."""
    with torch.no_grad():
        compare_number(check, check.run(*args), want.item(), "loss-evaluated")


def compare_loss(
    check: Check,
    got: Any,
    want: Tensor,
    mistakes: dict[str, Any],
    key: str,
    nan: str,
    large: bool,
    **fields: Any,
) -> None:
    """`got` must be the loss `want`; large: with such scores a softmax rounds to 0. fields: what the
    messages say about the case."""
    number = scalar(check, got).item()
    check.that(math.isfinite(number) or not large, "loss-overflow", found=shown(number)[0])
    wrong = "loss-large" if large else key
    compare_number(check, got, want.item(), wrong, mistakes, nan=nan, **fields)


def compare_gradient(check: Check, got: Any, theirs: Tensor, want: Tensor, ours: Tensor) -> None:
    """The gradient of `got` with respect to `theirs` must be that of `want` to `ours`."""
    check.that(theirs.grad is None, "loss-backward")
    check.that(isinstance(got, Tensor) and got.requires_grad, "loss-no-gradient")
    want.backward()
    got.backward()
    check.that(theirs.grad is not None, "loss-no-gradient")
    check.close(theirs.grad, ours.grad, key="loss-gradient")


# --- information ----------------------------------------------------------------------------------


def entropy_by_hand(p: Sequence[float], base: float = 2.0) -> float:
    """-sum p log p, in bits by default; what has probability 0 adds nothing."""
    return abs(-sum(x * math.log(x, base) for x in p if x > 0))


def random_distribution(
    size: int, seed: int, zeros: int = 0, dtype: torch.dtype = torch.float32
) -> Tensor:
    """A random distribution [size] whose first entries are `zeros` zeros; most entries are small."""
    generator = torch.Generator().manual_seed(seed)
    weights = torch.rand(size, generator=generator, dtype=torch.float64) ** 4 + 1e-6
    weights[:zeros] = 0
    return (weights / weights.sum()).to(dtype)


def many_small(count: int, share: float = 0.5, dtype: torch.dtype = torch.float32) -> Tensor:
    """A large part, and the rest, by default a half, in `count` equal parts: [1 + count]."""
    return torch.tensor([1 - share] + [share / count] * count, dtype=dtype)


def compare_entropy(check: Check, p: Tensor, *, again: bool = False) -> None:
    """Runs the answer of `entropy_bits` on p, a distribution [v]."""
    want = entropy_by_hand(p.tolist())
    got = check.run(p)
    compare_again(check, got, want, again)
    positive = [x for x in p.tolist() if x > 0]
    if len(p) > 5000:  # a case of its own, whatever else may give the same
        return compare_number(check, got, want, "entropy-small", nan="entropy-nan")
    mistakes = {
        "entropy-nats": want * math.log(2),
        "entropy-ln-two": want * math.log(2) ** 2,
        "entropy-digits": want * math.log10(2),
        "entropy-sign": -want,
        "entropy-mean": want / len(p),
        "entropy-normalised": want / math.log2(len(p)) if len(p) > 1 else want,
        "entropy-surprise": -sum(math.log2(x) for x in positive),
        "entropy-mean-surprise": -sum(math.log2(x) for x in positive) / len(positive),
        "entropy-count": math.log2(len(p)),
        "entropy-equal-once": -sum(x * math.log2(x) for x in set(positive)),
        "entropy-largest": -math.log2(max(positive)),
        "entropy-perplexity": 2**want,
        "entropy-squares": 1 - sum(x * x for x in positive),
        "entropy-whole-bits": sum(x * math.ceil(-math.log2(x)) for x in positive),
        "entropy-softmax": entropy_by_hand(p.softmax(-1).tolist()),
        "entropy-floored": [
            -sum(x * math.log2(y) for x, y in zip(weights, raised, strict=True))
            for least in (1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7)
            for raised in ([max(x, least) for x in p.tolist()], [x + least for x in p.tolist()])
            for weights in (p.tolist(), raised)
        ],
    }
    compare_number(check, got, want, "entropy-wrong", mistakes, nan="entropy-nan")


def kl_by_hand(p: Sequence[float], q: Sequence[float]) -> float:
    """sum p ln(p / q) in nats; inf where p > 0 and q = 0."""
    pairs = [(x, y) for x, y in zip(p, q, strict=True) if x > 0]
    return math.inf if any(y == 0 for _, y in pairs) else sum(x * math.log(x / y) for x, y in pairs)


def compare_kl(check: Check, p: Tensor, q: Tensor, *, again: bool = False) -> None:
    """Runs the answer of `kl` on two distributions [v]."""
    a, b = p.tolist(), q.tolist()
    want = kl_by_hand(a, b)
    got = check.run(p, q)
    compare_again(check, got, want, again)
    if len(p) > 5000 and _near(scalar(check, got).item(), want, 1e-4 * max(1.0, want)):
        return
    mistakes = kl_mistakes(a, b) if want < math.inf else {}
    tiny = min(y for x, y in zip(a, b) if x > 0) < 1e-9
    number = scalar(check, got).item()
    check.that(not math.isnan(number), "kl-nan")
    if want == math.inf:
        return compare_infinite(check, number, a, b)
    if math.isinf(number) and not tiny:
        check.fail("kl-zero-infinite" if 0 in a else "kl-infinite")
    compare_number(check, got, want, "kl-cut-off" if tiny else "kl-wrong", mistakes)


def compare_infinite(check: Check, number: float, a: list[float], b: list[float]) -> None:
    """`number` must be the divergence of `b` from `a`, which is infinite."""
    back = kl_by_hand(b, a)
    common = sum(x * math.log(x / y) for x, y in zip(a, b) if x > 0 and y > 0)
    check.that(not _near(number, common, 1e-4), "kl-dropped")
    check.that(back == math.inf or not _near(number, back, 1e-4), "kl-swapped")
    check.that(number > -1e30, "kl-sign")
    check.that(number < 1e30 or number == math.inf, "kl-large-number", found=shown(number)[0])
    check.that(number == math.inf, "kl-finite", found=shown(number)[0])


def kl_mistakes(a: list[float], b: list[float]) -> dict[str, Any]:
    """What wrong answers give where the divergence of `b` from `a` is finite."""
    want, back = kl_by_hand(a, b), kl_by_hand(b, a)
    cross = want + entropy_by_hand(a, math.e)
    terms = [x * math.log(x / y) for x, y in zip(a, b) if x > 0]
    ratios = [math.log(x / y) for x, y in zip(a, b) if x > 0]
    middle = [(x + y) / 2 for x, y in zip(a, b)]
    softmax = [torch.tensor(x).softmax(-1).tolist() for x in (a, b)]
    return {
        "kl-bits": want / math.log(2),
        "kl-entropy-bits": cross - entropy_by_hand(a),
        "kl-swapped": [back] if back < math.inf else [],
        "kl-mean": want / len(a),
        "kl-swapped-mean": back / len(a),
        "kl-sign": -want,
        "kl-swapped-sign": -back,
        "kl-cross-entropy": cross,
        "kl-entropies": entropy_by_hand(b, math.e) - entropy_by_hand(a, math.e),
        "kl-unweighted": sum(ratios),
        "kl-positive-terms": sum(max(x, 0.0) for x in terms),
        "kl-absolute-terms": sum(map(abs, terms)),
        "kl-symmetric": [(want + back) / 2, want + back],
        "kl-middle": (kl_by_hand(a, middle) + kl_by_hand(b, middle)) / 2,
        "kl-softmax": kl_by_hand(*softmax),
        "kl-div-no-log": [
            total / count
            for first, second in ((a, b), (b, a))
            for total in [sum(y * (math.log(y) - x) for x, y in zip(first, second) if y > 0)]
            for count in (1, len(a))
        ],
    }


def random_texts(lengths: Sequence[int], seed: int, dtype: torch.dtype = torch.float32) -> list:
    """The losses of texts of these lengths, between 0 and 4 nats a token."""
    generator = torch.Generator().manual_seed(seed)
    return [4 * torch.rand(n, generator=generator, dtype=torch.float64).to(dtype) for n in lengths]


def _mean_of(texts: list[Tensor]) -> Tensor:
    return torch.cat([torch.zeros(0), *texts]).double().mean()


def compare_perplexity(check: Check, texts: list[Tensor], *, again: bool = False) -> None:
    """Runs the answer of `perplexity` on the losses of some texts."""
    means = torch.stack([t.double().mean() for t in texts])
    tokens = torch.cat(texts).double()
    total, count, mean = tokens.sum().item(), len(tokens), tokens.mean().item()
    mistakes = {
        "perplexity-mean-of-perplexities": means.exp().mean(),
        "perplexity-text-mean": means.mean().exp(),
        "perplexity-bits": 2**mean,
        "perplexity-loss": mean,
        "perplexity-inverted": math.exp(-mean),
        "perplexity-sum": math.exp(min(total, 700)),
        "perplexity-texts-counted": math.exp(min(total / len(texts), 700)),
        "perplexity-n-minus-one": math.exp(min(total / max(count - len(texts), 1), 700)),
        "perplexity-tokens": tokens.exp().mean(),
        "perplexity-first-text": means[0].exp(),
        "perplexity-last-text": means[-1].exp(),
        "perplexity-median": tokens.median().exp(),
        "perplexity-zeros-left-out": tokens[tokens > 0].mean().exp(),
        "perplexity-equal-once": tokens.unique().mean().exp(),
        "perplexity-equal-texts-once": _mean_of(
            list({tuple(t.tolist()): t for t in texts}.values())
        ).exp(),
        "perplexity-short-left-out": _mean_of([t for t in texts if len(t) > 1]).exp(),
        "perplexity-cut": torch.cat([t[: min(map(len, texts))] for t in texts]).mean().exp(),
        "perplexity-padded": math.exp(total / (len(texts) * max(map(len, texts)))),
        "perplexity-weighted": sum(len(t) * m.exp() for t, m in zip(texts, means)) / count,
        "perplexity-rounded": [math.exp(round(mean, digits)) for digits in range(4)],
        "perplexity-same-length": _mean_of(list({len(t): t for t in texts}.values())).exp(),
    }
    with advising({r"equal size|expected sequence of length|inhomogeneous": "perplexity-lengths"}):
        got = check.run(texts)
    compare_again(check, got, math.exp(mean), again)
    number = scalar(check, got).item()
    longest, most = max(map(len, texts)), tokens.max().item()
    if count > 1000:
        fits = math.isfinite(number) and number > 0
        check.that(fits, "perplexity-overflow", found=shown(number)[0])
    if math.isfinite(number) and not _near(number, math.exp(mean), 0.1):
        again = scalar(check, check.run(texts)).item()
        check.that(_near(again, number, 1e-6), "perplexity-kept")
    key = "perplexity-large" if most > 10 else "perplexity-wrong"
    if longest > 1000:
        key = "perplexity-long"
    compare_number(
        check, got, math.exp(mean), key, mistakes, most=f"{most:g}", longest=f"{longest:,}"
    )


def random_joint(
    *sizes: int, seed: int = 0, holes: float = 0.0, dtype: torch.dtype = torch.float64
) -> Tensor:
    """A random joint distribution [*sizes], with a share of its entries at 0."""
    generator = torch.Generator().manual_seed(seed)
    weights = torch.rand(*sizes, generator=generator, dtype=torch.float64) ** 3
    weights[torch.rand(*sizes, generator=generator) < holes] = 0
    weights.view(-1)[-1] += 0.05
    return (weights / weights.sum()).to(dtype)


def entropy_of(joint: Tensor, words: Sequence[int]) -> float:
    """The entropy in bits of these words of the text, whatever the others are."""
    others = [d for d in range(joint.dim()) if d not in words]
    marginal = joint.sum(dim=others) if others else joint
    return entropy_by_hand(marginal.reshape(-1).tolist()) if words else 0.0


def entropy_given(joint: Tensor, word: int, context: Sequence[int]) -> float:
    """H(word | context) in bits."""
    return entropy_of(joint, [*context, word]) - entropy_of(joint, context)


def sums_by_hand(joint: Tensor) -> tuple[float, float, float]:
    """(causal, bidirectional, H) in bits."""
    words = range(joint.dim())
    causal = sum(entropy_given(joint, i, words[:i]) for i in words)
    bidirectional = sum(entropy_given(joint, i, [*words[:i], *words[i + 1 :]]) for i in words)
    return causal, bidirectional, entropy_of(joint, words)


def shuffled(joint: Tensor, seed: int) -> Tensor:
    """The same probabilities at other places: the entropy of the text stays, what its words tell about
    each other does not."""
    order = torch.randperm(joint.numel(), generator=torch.Generator().manual_seed(seed))
    return joint.reshape(-1)[order].reshape(joint.shape)


def compare_sums(check: Check, joint: Tensor, *, again: bool = False) -> None:
    """Runs the answer of `entropy_sums` on a joint distribution, one dimension a word."""
    causal, both, whole = wanted = sums_by_hand(joint)
    n, atol = joint.dim(), 1e-4 * max(1.0, whole)
    got = check.run(joint)
    check.that(isinstance(got, (tuple, list)) and len(got) == 3, "sums-not-three")
    numbers = [scalar(check, x).item() for x in got]
    check.that(not any(math.isnan(x) for x in numbers), "sums-nan")

    def fits(*values: float) -> bool:
        return all(_near(x, y, atol) for x, y in zip(numbers, values))

    if fits(*wanted):
        return
    check.that(not again, "check-remembered")
    nats = math.log(2)
    for key, values in {
        "sums-nats": [x * nats for x in wanted],
        "sums-mean": [x / n for x in wanted],
        "sums-order": (both, causal, whole),
        "sums-h-first": (whole, causal, both),
    }.items():
        check.that(not fits(*values), key)
    partly = {"sums-nats": whole * nats, "sums-mean": whole / n}
    compare_number(check, numbers[2], whole, "sums-h", partly)
    compare_number(check, numbers[0], causal, "sums-causal", causal_mistakes(joint))
    key = "sums-both" if n > 1 else "sums-one-word"
    compare_number(check, numbers[1], both, key, both_mistakes(joint) if n > 1 else {})


def causal_mistakes(joint: Tensor) -> dict[str, Any]:
    """What wrong answers give for the causal sum."""
    words = range(joint.dim())
    causal = sums_by_hand(joint)[0]
    return {
        "sums-nats": causal * math.log(2),
        "sums-mean": causal / len(words),
        "sums-marginal": sum(entropy_of(joint, [i]) for i in words),
        "sums-causal-first": causal - entropy_of(joint, [0]),
        "sums-causal-all-summed": 0.0,
        "sums-causal-last": entropy_given(joint, words[-1], words[:-1]),
        "sums-causal-previous": sum(
            entropy_given(joint, i, words[max(i - 1, 0) : i]) for i in words
        ),
        "sums-causal-prefixes": sum(entropy_of(joint, words[: i + 1]) for i in words),
    }


def both_mistakes(joint: Tensor) -> dict[str, Any]:
    """What wrong answers give for the bidirectional sum."""
    words = range(joint.dim())
    causal, both, whole = sums_by_hand(joint)

    rests = [entropy_of(joint, [j for j in words if j != i]) for i in words]

    def beside(i: int) -> list[int]:
        return [j for j in (i - 1, i + 1) if j in words]

    return {
        "sums-nats": both * math.log(2),
        "sums-mean": both / len(words),
        "sums-both-is-causal": causal,
        "sums-marginal": sum(entropy_of(joint, [i]) for i in words),
        "sums-both-rests": sum(whole - entropy_given(joint, i, ()) for i in words),
        "sums-both-sum-of-rests": sum(rests),
        "sums-both-neighbours": sum(entropy_given(joint, i, beside(i)) for i in words),
        "sums-both-one-rest": [len(words) * (whole - rest) for rest in rests],
        "sums-both-unweighted": sum(mean_of_rows(joint, i) for i in words),
        "sums-both-sign": -both,
    }


def mean_of_rows(joint: Tensor, word: int) -> float:
    """The plain mean of the entropies of this word, over the contexts that occur."""
    rows = joint.movedim(word, -1).reshape(-1, joint.shape[word])
    entropies = [entropy_by_hand((row / row.sum()).tolist()) for row in rows if row.sum() > 0]
    return sum(entropies) / len(entropies)


# --- make_pairs -----------------------------------------------------------------------------------

Pair = tuple[tuple[int, int], tuple[int, int], int]  # two places (document, sentence), and a label


def numbered_documents(lengths: Sequence[int]) -> list[list[str]]:
    """Documents whose sentences say where they stand: "text 2, sentence 0 ."."""
    return [[f"text {d}, sentence {s} ." for s in range(n)] for d, n in enumerate(lengths)]


def run_triples(
    check: Check, documents: list[list[str]], kind: str, rng: random.Random
) -> list[tuple[str, str, int]]:
    """Runs the answer of `make_pairs`; returns its pairs, which are triples of the right types."""
    sentences = {sentence for document in documents for sentence in document}
    nobody_else = (
        {r"choose from an empty|empty range": "pairs-no-other"} if len(documents) == 1 else {}
    )
    with advising(nobody_else):
        got = check.run(documents, kind, rng)
    check.that(isinstance(got, (list, tuple)), "pairs-not-a-list")
    for item in got:
        fits = isinstance(item, (list, tuple)) and len(item) == 3
        check.that(fits and type(item[2]) in (int, bool), "pairs-not-triples")
        first, second, label = item
        known = all(isinstance(s, str) and s in sentences for s in (first, second))
        check.that(known and label in (0, 1), "pairs-not-triples")
    return [(first, second, int(label)) for first, second, label in got]


def run_pairs(
    check: Check, documents: list[list[str]], kind: str, rng: random.Random
) -> list[Pair]:
    """Runs the answer of `make_pairs` on documents in which no sentence occurs twice, and checks
    what must hold for every pair; returns the pairs as places."""
    places = {s: (d, i) for d, text in enumerate(documents) for i, s in enumerate(text)}
    want = {(d, i) for d, text in enumerate(documents) for i in range(len(text) - 1)}
    triples = run_triples(check, documents, kind, rng)
    pairs = [(places[first], places[second], label) for first, second, label in triples]
    compare_labels_of_pairs(check, pairs, kind)
    check.that(len(pairs) == len(want), "pairs-count", wanted=len(want), got=len(pairs))
    starts = {start_of(pair, kind) for pair in pairs}
    before_second = {(b[0], b[1] - 1) if kind == "nsp" else a for a, b, _ in pairs}
    check.that(starts == want or before_second != want, "pairs-nsp-first-drawn")
    from_b = {a if label or kind == "sop" else (a[0], a[1] - 1) for a, _, label in pairs}
    check.that(starts == want or from_b != want, "pairs-nsp-from-b")
    check.that(starts == want, "pairs-missing")
    return pairs


def start_of(pair: Pair, kind: str) -> tuple[int, int]:
    """The place of A, of which and of whose right neighbour this pair is made."""
    first, second, label = pair
    return second if kind == "sop" and not label else first


def compare_labels_of_pairs(check: Check, pairs: list[Pair], kind: str) -> None:
    """A positive is two neighbours; a negative what `kind` says."""

    def steps(of: int) -> list[int | None]:
        """For each pair with this label how far the second is behind the first, None: elsewhere."""
        return [b[1] - a[1] if a[0] == b[0] else None for a, b, label in pairs if label == of]

    positive, negative = steps(1), steps(0)
    if positive and negative and set(negative) == {1} and 1 not in positive:
        check.fail("pairs-labels-inverted")
    check.that(-1 not in positive, "pairs-positive-swapped")
    check.that(set(positive) <= {1}, "pairs-false-positive")
    if kind == "sop":
        check.that(None not in negative, "pairs-sop-random")
        check.that(set(negative) <= {-1}, "pairs-sop-not-swapped")
        return
    check.that(not negative or set(negative) != {-1}, "pairs-nsp-swapped")
    check.that(set(negative) <= {None}, "pairs-nsp-same-document")


def compare_pairs_small(check: Check, kind: str, seed: int) -> None:
    """A few documents, short ones among them, and a document alone."""
    alone = [[1], [6]] if kind == "sop" else []
    for lengths in ([3, 4], [2, 1], [1, 5, 2], [1, 1], [1, 1, 3, 1], *alone):
        for i in range(6):
            run_pairs(check, numbered_documents(lengths), kind, random.Random(seed + i))


def compare_pairs_alike(check: Check, kind: str, seed: int) -> None:
    """Documents that have much in common: their sizes, their sentences, the first or the last one; and
    sentences that differ in blanks and capitals alone."""
    first = [["Yes .", "yes .", " Yes .", "Yes . "], ["YES .", "Yes  .", "Yes"], ["yes"]]
    others = [
        [list(reversed(document)) for document in first],
        [[document[0], *document[-2:0:-1], *document[1:][-1:]] for document in first],
        [[sentence + "!" for sentence in document] for document in first],
        [[sentence.swapcase() for sentence in document] for document in first],
    ]
    run_pairs(check, [[" Yes .", "No . "], ["  Why ?"]], kind, random.Random(seed))
    known = {pair for document in first for pair in zip(document, document[1:])}
    for documents in (first, *others):
        neighbours = {pair for document in documents for pair in zip(document, document[1:])}
        for i in range(6):
            triples = run_triples(check, documents, kind, random.Random(seed + i))
            positives = {(a, b) for a, b, label in triples if label}
            check.that(not positives & (known - neighbours), "pairs-remembered")
            run_pairs(check, documents, kind, random.Random(seed + i))


def compare_pairs_repeated(check: Check, kind: str, seed: int) -> None:
    """Sentences that occur twice: what counts is where a sentence stands, not what it says."""
    documents = [["Yes .", "No .", "Yes .", "Why ?"], ["So .", "So ."], ["Yes .", "No ."]]
    neighbours = Counter(pair for d in documents for pair in zip(d, d[1:]))
    for i in range(8):
        triples = run_triples(check, documents, kind, random.Random(seed + i))
        check.that(len(triples) == neighbours.total(), "pairs-repeated")
        if kind == "sop":
            made = Counter((a, b) if label else (b, a) for a, b, label in triples)
            check.that(made == neighbours, "pairs-repeated")
            continue
        firsts = Counter(a for a, _, _ in triples)
        wanted = Counter(a for a, _ in neighbours.elements())
        positives = Counter((a, b) for a, b, label in triples if label)
        check.that(firsts == wanted and positives <= neighbours, "pairs-repeated")
    compare_equal_neighbours(check, kind, seed)


def compare_equal_neighbours(check: Check, kind: str, seed: int) -> None:
    """Neighbours that say the same in many places have a coin of their own in each."""
    documents = [["Who ?", "You .", "Why ?"] * 10, ["So ."]]
    labels: dict[str, set[int]] = {}
    for first, second, label in run_triples(check, documents, kind, random.Random(seed)):
        start = second if kind == "sop" and not label else first  # A, which says what B is
        labels.setdefault(start, set()).add(label)
    check.that(any(len(found) == 2 for found in labels.values()), "pairs-coin-shared")


def compare_pairs_equal_documents(check: Check, seed: int) -> None:
    """Two documents that say the same are two documents: C may come from the other one."""
    said, again = ["Yes .", "No ."], ["Yes .", "No ."]
    for other in (again, said):  # an equal list, and the very same one
        triples = [
            triple
            for i in range(40)
            for triple in run_triples(
                check, [said, other, ["Why ?"]], "nsp", random.Random(seed + i)
            )
        ]
        drawn = {second for _, second, label in triples if not label}
        left_out = {"Yes .", "No .", "Why ?"} - drawn
        check.that(left_out != {"No ."}, "pairs-never-like-b")  # B is "No ." wherever there is one
        check.that(not left_out, "pairs-equal-documents")


def compare_pairs_sources(check: Check, seed: int) -> None:
    """C may be any sentence of any other document, whatever its place and length."""
    for short in ((2, 3), (2, 1)):
        for long in range(3):
            lengths = [*short[:long], 30, *short[long:]]
            compare_sources(check, lengths, long, seed)
    compare_turns(check, others=2, runs=12, seed=seed)
    compare_turns(check, others=61, runs=3, seed=seed)


def compare_turns(check: Check, others: int, runs: int, seed: int) -> None:
    """C is drawn anew: what came up before may come up again. others: how many sentences there are to
    draw from. Sentences that take turns come up equally often, in each run."""
    documents, rng = numbered_documents([61, others]), random.Random(seed)
    uneven = False
    for _ in range(runs):
        pairs = run_pairs(check, documents, "nsp", rng)
        drawn = Counter(b[1] for a, b, label in pairs if not label and a[0] == 0)
        times = [drawn[i] for i in range(others)]
        uneven |= max(times) - min(times) > 1
    check.that(uneven, "pairs-nsp-in-turn")


def compare_sources(check: Check, lengths: Sequence[int], long: int, seed: int) -> None:
    """The negatives of document `long` come from each sentence of the others."""
    documents = numbered_documents(lengths)
    runs = [
        [
            second
            for first, second, label in run_pairs(check, documents, "nsp", random.Random(seed + i))
            if not label and first[0] == long
        ]
        for i in range(4)
    ]
    check.that(any(len(set(drawn)) > 1 for drawn in runs), "pairs-nsp-once-for-all")
    drawn = [place for places in runs for place in places]
    others = {(d, i) for d, n in enumerate(lengths) for i in range(n) if d != long}
    for d, i in sorted(others - set(drawn)):
        key = "pairs-nsp-not-from-one" if lengths[d] == 1 else "pairs-nsp-never"
        check.fail(key, sentence=documents[d][i], times=len(drawn), sizes=lengths)


def compare_pairs_coins(check: Check, kind: str, seed: int) -> None:
    """Many pairs: half of them negative, each by a coin of its own."""
    texts, size = 200, 21
    documents = numbered_documents([size] * texts)
    pairs = run_pairs(check, documents, kind, random.Random(seed))
    labels = {start_of(pair, kind): pair[2] for pair in pairs}
    table = torch.tensor([[labels[d, i] for i in range(size - 1)] for d in range(texts)]).double()
    one_each = (table == table[:, :1]).all()  # then their share is seldom a half, and says nothing
    check.that(not one_each or table.std() == 0, "pairs-document")
    share = table.mean().item()
    spread = 5 * math.sqrt(0.25 / len(pairs))
    check.that(abs(share - 0.5) < spread, "pairs-balance", share=f"{share:.0%}")
    for dim in (0, 1):  # the coin must not be tossed once for a place or for a document
        far = (table.mean(dim) - 0.5).abs().max()
        check.that(far < 6 * math.sqrt(0.25 / table.shape[dim]), "pairs-pattern")
    alike = (table[:, 1:] == table[:, :-1]).double()
    check.that(abs(alike.mean() - 0.5) < 6 * math.sqrt(0.25 / alike.numel()), "pairs-pattern")
    if kind == "nsp":
        compare_drawn(check, [(a, b) for a, b, label in pairs if not label], texts, size)


def compare_drawn(check: Check, drawn: list, texts: int, size: int) -> None:
    """The negatives of NSP come from everywhere, each drawn anew. drawn: pairs of places."""
    of_one_text: dict[int, set] = {}
    for a, b in drawn:
        of_one_text.setdefault(a[0], set()).add(b)
    different = sum(map(len, of_one_text.values()))
    check.that(different > 0.75 * len(drawn), "pairs-nsp-once-for-all")
    check.that(len({b[1] for _, b in drawn}) == size, "pairs-nsp-not-random")
    shifts = {(b[0] - a[0]) % texts for a, b in drawn}
    check.that(len(shifts) > 0.8 * (texts - 1), "pairs-nsp-not-random")
    check.that(len({b for _, b in drawn}) > len(drawn) / 2, "pairs-nsp-not-random")


def compare_pairs_chance(check: Check, kind: str, seed: int) -> None:
    """How many of the pairs are positive is left to chance."""
    documents, runs, rng = numbered_documents([11, 11]), 60, random.Random(seed)
    counts = [
        sum(label for *_, label in run_pairs(check, documents, kind, rng)) for _ in range(runs)
    ]
    variance = sum((count - 10) ** 2 for count in counts) / runs
    counted = ", ".join(map(str, counts[:4]))
    check.that(variance > 0.25 * 5, "pairs-exact", counts=counted)  # of 20 coins it is 5


def compare_pairs_generator(check: Check, kind: str, seed: int) -> None:
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

    rng = random.Random(seed)
    first = run(rng, 1)
    check.that(first == run(random.Random(seed), 2), "pairs-rng-unused")
    others = [run(random.Random(seed + i), 1) for i in (1, 2, 3)]
    labels = {label for pairs in (first, *others) for *_, label in pairs}
    check.that(len(labels) == 2, "pairs-balance", share=f"{sum(labels):.0%}")
    check.that(any(first != other for other in others), "pairs-rng-fixed")
    check.that(any(first != run(rng, 1) for _ in range(3)), "pairs-rng-reset")


# --- the visible checks ---------------------------------------------------------------------------


def check_clm_loss(check: Check) -> None:
    compare_clm(check, *clm_case([3, 2], vocab=5, seed=125, width=4))
    compare_clm(check, *clm_case([5, 5], seed=2))  # no padding
    compare_clm(check, *clm_case([3, 5, 4], vocab=30, seed=1))  # texts of different lengths
    compare_clm(check, *clm_case([4, 2, 3], seed=3, width=6))  # all of them are padded
    compare_clm(check, *clm_case([1, 4], seed=4))  # a text without a target
    compare_clm(check, *clm_case([2, 1, 2], seed=7))
    compare_clm(check, *clm_case([3, 7, 2], vocab=4, seed=6, scale=250))  # large scores
    compare_clm(check, *clm_case([2, 3], seed=6, dtype=torch.float64))
    compare_clm(check, *clm_case([2], seed=8))  # a single target
    logits, ids, padding = clm_case([3, 5, 4], seed=9)
    compare_clm(check, logits, ids, padding)
    for scores, texts in twins([logits, ids]):  # the numbers of one input in another order
        compare_clm(check, scores, texts, padding, again=True)
    compare_clm(check, logits, ids, padding.flip(0), again=True)
    compare_clm(check, logits, *(as_view(x, 0, 1) for x in (ids, padding)))
    compare_without_gradient(check, clm_by_hand(logits, ids, padding), logits, ids, padding)
    compare_clm(check, *clm_case([300, 1100], vocab=3, seed=10))  # long texts
    compare_clm(check, *clm_case([2, 3], vocab=30_000, seed=11))  # many words
    compare_clm(check, *clm_case([2, 1] * 40, vocab=3, seed=12))  # many texts


def check_mlm_corrupt(check: Check) -> None:
    compare_corrupt_batches(check, seed=1)  # which tokens, and what stands where
    compare_corrupt_generator(check, seed=11)  # the same state, another state
    compare_corrupt_shares(check, 200, 400, vocab=50_000, seed=1)  # 15 %, then 80/10/10
    compare_corrupt_words(check, 200, 400, seed=2)  # equal words, and what the random words are
    compare_corrupt_coins(check, seed=3)  # each token on its own


def check_mlm_loss(check: Check) -> None:
    compare_mlm(check, *mlm_case((1, 5), vocab=2, seed=5, share=0.5))  # id 0 and others are asked
    compare_mlm(check, *mlm_case((3, 6), seed=1))
    compare_mlm(check, *mlm_case((1, 1), seed=8, share=1))  # one place, and it is asked
    compare_mlm(check, *mlm_case((2, 3), seed=2, share=1))  # everything is asked
    compare_mlm(check, *mlm_case_without(text=1, seed=3))  # a text without a question
    compare_mlm(check, *mlm_case((3, 1), seed=6))  # texts of one token
    for scale in (2, 0, 100):  # nothing is asked; with scores that are all 0, and large ones
        compare_mlm(check, *mlm_case((2, 6), share=0, scale=scale))
    compare_mlm(check, *mlm_case((2, 5), vocab=4, seed=4, share=0.6, scale=100))  # large scores
    compare_mlm(check, *mlm_case((2, 4), seed=5, dtype=torch.float64))
    first = mlm_case((3, 5), seed=7, share=0.6)
    compare_mlm(check, *first)
    for inputs in twins(first):  # the numbers of one input in another order
        compare_mlm(check, *inputs, again=True)
    compare_mlm(check, *(as_view(x, 0, 1) for x in first))
    logits, labels = mlm_case((3, 4), seed=9, share=1)
    compare_without_gradient(
        check, F.cross_entropy(logits.flatten(0, 1), labels.flatten()), logits, labels
    )
    compare_mlm(check, *mlm_case((2, 1100), vocab=3, seed=10))  # long texts
    compare_mlm(check, *mlm_case((2, 3), vocab=30_000, seed=11))  # many words
    compare_mlm(check, *mlm_case((80, 2), vocab=3, seed=12))  # many texts


def check_entropy_bits(check: Check) -> None:
    for p in ([0.75, 0.25], [0.7, 0.2, 0.1], [0.5, 0.25, 0.25, 0.0], [0.0, 1.0], [1.0], [0.25] * 4):
        compare_entropy(check, torch.tensor(p))
    compare_entropy(check, torch.tensor([0.5, 0.5, 0.0]))
    for p in ([0.5, 0.25, 0.25], [0.5, 0.2, 0.1, 0.2], [0.5, 0.15, 0.15, 0.2]):
        compare_entropy(check, torch.tensor(p), again=True)  # as long, with the same largest entry
    compare_entropy(check, many_small(4096))
    compare_entropy(check, torch.full((30_000,), 1 / 30_000))  # a vocabulary
    compare_entropy(check, many_small(100_000, dtype=torch.float64))
    compare_entropy(check, many_small(100_000, share=1e-4, dtype=torch.float64))
    compare_entropy(check, random_distribution(30, seed=1, zeros=10, dtype=torch.float64))


def check_kl(check: Check) -> None:
    for p, q in (
        ([0.6, 0.4], [0.2, 0.8]),
        ([0.7, 0.2, 0.1], [0.1, 0.3, 0.6]),
        ([0.3, 0.7], [0.3, 0.7]),  # the same
        ([0.8, 0.2, 0.0], [0.5, 0.3, 0.2]),  # a zero in p
        ([0.4, 0.5, 0.1], [0.7, 0.3, 0.0]),  # a zero in q
        ([1.0, 0.0], [0.0, 1.0]),
        ([1e-9, 0.8, 0.2], [0.0, 0.5, 0.5]),  # what q forbids is rare
        ([1e-9, 0.5, 0.5], [0.0, 0.5, 0.5]),  # and all else is equal
        ([1e-30, 1.0], [0.0, 1.0]),
        ([0.5, 0.5], [1.0, 1e-20]),  # hardly a zero
        ([0.9, 0.1], [1e-30, 1.0]),
    ):
        compare_kl(check, torch.tensor(p), torch.tensor(q))
    p, q = (random_distribution(20, seed, dtype=torch.float64) for seed in (1, 2))
    compare_kl(check, p, q)
    first = torch.tensor([0.1, 0.2, 0.3, 0.15, 0.25]), torch.tensor([0.4, 0.05, 0.15, 0.3, 0.1])
    compare_kl(check, *first)
    for inputs in twins(first):  # the numbers of one of them in another order
        compare_kl(check, *inputs, again=True)
    compare_kl(check, *reversed(first), again=True)
    p, q = many_small(30_000, dtype=torch.float64), torch.full((30_001,), 1 / 30_001).double()
    compare_kl(check, p, q)  # a vocabulary
    compare_kl(check, q, p)


def check_perplexity(check: Check) -> None:
    compare_perplexity(check, [torch.tensor([0.5, 1.0, 1.8])])
    compare_perplexity(check, [torch.tensor(t) for t in ([0.1, 0.2, 0.3], [3.4], [1.0, 0.6])])
    compare_perplexity(check, [torch.tensor([0.0, 0.0, 0.0, 2.0]), torch.tensor([5.0, 1.0, 1.0])])
    compare_perplexity(check, [torch.tensor([16.0, 0.5]), torch.tensor([0.25])])  # a surprise
    compare_perplexity(check, [torch.tensor([30.0, 22.0]), torch.tensor([25.0])])  # a bad model
    compare_perplexity(check, random_texts([1], seed=1))
    compare_perplexity(check, random_texts([2, 3, 2, 3], seed=5))  # equally long texts
    equal = [[0.2, 0.2, 0.3, 0.5], [3.0, 1.3], [3.0, 1.3]]
    compare_perplexity(check, [torch.tensor(losses) for losses in equal])
    compare_perplexity(check, random_texts([1, 9, 4], seed=2))
    compare_perplexity(check, random_texts([3000, 2], seed=3))  # a long text
    compare_perplexity(
        check, [torch.arange(20_000) / 10_000, torch.ones(3)]
    )  # as long as a book's chapter
    compare_perplexity(check, random_texts([4, 6], seed=4, dtype=torch.float64))
    first, middle, last = random_texts([4, 5, 3], seed=6)
    compare_perplexity(check, [first, middle, last])
    other = middle.clone()
    other[1:-1] += torch.tensor([0.5, 2.0, 1.0])
    compare_perplexity(check, [first, other, last], again=True)  # the same lengths and ends
    compare_perplexity(check, [first, middle + 1, last], again=True)
    compare_perplexity(check, [first + 1, middle, last], again=True)
    compare_perplexity(check, random_texts([1, 2, 3] * 100, seed=7))  # many texts


def check_entropy_sums(check: Check) -> None:
    compare_sums(check, random_joint(2, 3, 4, seed=1))  # with two words some mistakes look alike
    compare_sums(check, torch.tensor([[0.4, 0.1], [0.2, 0.3]]))
    compare_sums(check, torch.tensor([[0.5, 0.0], [0.0, 0.5]]))  # two coins that agree
    compare_sums(check, torch.full((2, 2, 2), 1 / 8))  # three coins that do not know each other
    compare_sums(check, torch.tensor([0.5, 0.25, 0.25, 0.0]))  # one word
    compare_sums(check, random_joint(2, 3, 2, 1, 3, seed=2, holes=0.5, dtype=torch.float32))
    joint = random_joint(2, 3, 4, seed=3)
    compare_sums(check, joint)
    for seed in range(3):
        compare_sums(check, shuffled(joint, seed), again=True)  # the same numbers elsewhere
    compare_sums(check, joint.transpose(0, 2))
    compare_sums(check, random_joint(*[2] * 10, seed=4, holes=0.3))  # ten words
    compare_sums(check, random_joint(40, 30, seed=5))


def check_make_pairs(check: Check) -> None:
    for kind in ("nsp", "sop"):
        compare_pairs_small(check, kind, seed=0)  # which pairs, with which labels
        compare_pairs_generator(check, kind, seed=1)  # the same state, another state
    compare_pairs_sources(check, seed=2)  # where C comes from
    for kind in ("nsp", "sop"):
        compare_pairs_coins(check, kind, seed=3)  # a fair coin for each pair
        compare_pairs_chance(check, kind, seed=4)
        compare_pairs_repeated(check, kind, seed=5)  # a sentence that occurs twice
        compare_pairs_alike(check, kind, seed=7)  # what a careless reader would mix up
    compare_pairs_equal_documents(check, seed=6)


# --- the reader's functions in the lesson, where they are right ---------------------------------------


def loss_if_right(kind: str, yours: Callable[..., Tensor]) -> tuple[Callable[..., Tensor], str]:
    """The loss to train with, and whose it is (see `whose`): `yours`, or the course's as long as yours
    is open or not right.

    kind: "clm", called with (logits, ids, padding), or "mlm", called with (logits, labels).
    """
    from course_utils import objectives as lesson  # here, for it loads pictures: checks do without

    ids = lesson.to_ids(lesson.sample_texts(6, "losses"))
    generator = torch.Generator().manual_seed(0)
    scores = torch.randn(*ids.shape, len(lesson.vocabulary()), generator=generator).double()
    course: Callable[..., Tensor] = _clm_loss if kind == "clm" else _mlm_loss
    given = (ids, ids == 0) if kind == "clm" else (lesson.corrupt(ids, 0.3, generator)[1],)
    found = lesson.if_right(yours, course, scores, *given)
    return found, lesson.whose(found is not course)


def _clm_loss(logits: Tensor, ids: Tensor, padding: Tensor) -> Tensor:
    # as `clm_by_hand`, which is too slow to train with
    return F.cross_entropy(logits[:, :-1].mT, ids[:, 1:].masked_fill(padding[:, 1:], -100))


def _mlm_loss(logits: Tensor, labels: Tensor) -> Tensor:
    return F.cross_entropy(logits.mT, labels)  # it leaves -100 out


def kl_if_right(
    yours: Callable[[Tensor, Tensor], Any],
) -> tuple[Callable[[Tensor, Tensor], Any], str]:
    """A function KL(p || q) in nats of float [V], and whose it is (see `whose`): `yours`, or the
    course's as long as yours is open or not right."""
    from course_utils import objectives as lesson  # as above

    def course(p: Tensor, q: Tensor) -> float:
        return kl_by_hand(p.tolist(), q.tolist())

    generator = torch.Generator().manual_seed(0)
    p, q = torch.rand(2, 50, generator=generator).double() ** 4
    for zeros in (0, 40):  # in p, as most words have them
        p[:zeros] = 0
        if not lesson.yours_if_right(yours, course, p / p.sum(), q / q.sum())[1]:
            return course, lesson.whose(False)
    return (lambda p, q: yours(p.clone(), q.clone())), lesson.whose(True)

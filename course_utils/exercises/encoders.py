"""What the check cells of 06_encoders use: small models, inputs, references and comparisons."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_utils.checks.check import Check
from course_utils.encoders import Batches, new_body, review_batches, short_reviews

# --- checks: mean_pool ----------------------------------------------------------------------------


def pool_case(
    lengths: Sequence[int],
    d: int = 3,
    seed: int = 0,
    dtype: torch.dtype = torch.float32,
    left: bool = False,
) -> tuple[Tensor, Tensor]:
    """Random hidden states [b, n, d] and their mask int64 [b, n]; padding on the right or left."""
    generator = torch.Generator().manual_seed(seed)
    b, n = len(lengths), max(lengths)
    hidden = torch.randn(b, n, d, generator=generator, dtype=torch.float64).to(dtype) + 0.5
    mask = (torch.arange(n) < torch.tensor(lengths)[:, None]).long()
    return hidden, mask.flip(1) if left else mask


def compare_pool(check: Check, hidden: Tensor, mask: Tensor) -> None:
    """Runs the answer of `mean_pool` and compares it with a mean over each text's own tokens."""
    ours = hidden.clone().requires_grad_()
    real = mask.bool()
    want = torch.stack([h[m].mean(0) for h, m in zip(hidden, real)])
    got = check.run(ours, mask)
    check.tensor(got)
    b, n, d = hidden.shape
    check.that(got.shape != (b, n, d), "pool-not-summed")
    check.that(got.shape != (d,) or b == 1 == n, "pool-over-batch", wanted=[b, d])
    check.tensor(got, shape=(b, d), dtype="float")
    check.that(not got.isnan().any(), "pool-nan")
    weight = real[..., None].to(hidden.dtype)
    total = (hidden * weight).sum(1)
    filled = hidden.masked_fill(~real[..., None], -math.inf)
    first = real.long().argmax(1)
    mistakes = {
        "pool-all": lambda: hidden.mean(1),
        "pool-divided-by-length": lambda: total / n,
        "pool-sum": lambda: total,
        "pool-sum-all": lambda: hidden.sum(1) / weight.sum(1),
        "pool-max": lambda: filled.amax(1),
        "pool-cls": lambda: hidden[torch.arange(b), first],
        "pool-inverted": lambda: (hidden * (1 - weight)).sum(1) / (1 - weight).sum(1).clamp(min=1),
        "pool-minus-one": lambda: total / (weight.sum(1) - 1),
        "pool-batch-count": lambda: total / weight.sum(),
        "pool-first-text": lambda: (hidden * weight[:1]).sum(1) / weight[:1].sum(1),
    }
    wrong = {k: v for k, v in mistakes.items() if not _alike(v(), want)}
    check.close(got, want, atol=1e-5, key="pool-wrong", mistakes=wrong)
    check.that(got.requires_grad, "pool-no-gradient")
    got.sum().backward()
    share = weight / weight.sum(1, keepdim=True)
    check.that(ours.grad is not None, "pool-no-gradient")
    check.close(ours.grad, share.expand_as(hidden), key="pool-no-gradient")


def _alike(a: Tensor, b: Tensor) -> bool:
    return a.shape == b.shape and torch.allclose(a, b, atol=1e-5, equal_nan=True)


# --- checks: best_span ----------------------------------------------------------------------------


def span_case(n: int, context: tuple[int, int], seed: int, shift: float = 0.0) -> tuple:
    """Random start and end scores [n] and the context's mask: True from context[0] to [1] - 1."""
    generator = torch.Generator().manual_seed(seed)
    start, end = 3 * torch.randn(2, n, generator=generator, dtype=torch.float64).float() + shift
    place = torch.arange(n)
    return start, end, (place >= context[0]) & (place < context[1])


def all_spans(start: Tensor, end: Tensor, allowed: Tensor, max_len: int) -> dict:
    """(i, j) -> score of every allowed span of at most max_len tokens."""
    inside = [i for i in range(len(start)) if allowed[i]]
    return {
        (i, j): (start[i] + end[j]).item() for i in inside for j in inside if i <= j < i + max_len
    }


def compare_span(check: Check, start: Tensor, end: Tensor, context: Tensor, max_len: int) -> None:
    """Runs the answer of `best_span`; any span with the best score is right."""
    got = check.run(start, end, context, max_len)
    if type(got) is Tensor or type(got).__module__ == "numpy":
        got = list(got) if getattr(got, "shape", None) == (2,) else got
    check.that(isinstance(got, (tuple, list)) and len(got) == 2, "span-not-a-pair")
    i, j = (_whole(x) for x in got)
    if i is None or j is None:
        check.fail("span-not-whole")
    spans = all_spans(start, end, context, max_len)
    best = max(spans.values())
    if (i, j) in spans and spans[i, j] >= best - 1e-4:
        return
    everywhere = torch.ones_like(context)
    apart = start.masked_fill(~context, -math.inf), end.masked_fill(~context, -math.inf)
    heads = start.argmax().item(), end.argmax().item()
    inside = apart[0].argmax().item(), apart[1].argmax().item()
    n = len(start)
    first = context.nonzero()[0].item()

    def top(table: dict) -> tuple[int, int]:
        return max(table, key=table.__getitem__) if table else (-1, -1)

    backwards = [pair for pair in (heads, inside) if pair[0] > pair[1]]
    known = {
        "span-argmaxes": [order for a, b in backwards for order in ((a, b), (b, a))],
        "span-exclusive-end": [(a, b + 1) for a, b in [top(spans)]],
        "span-relative": [(a - first, b - first) for a, b in [top(spans)]],
        "span-one-too-long": [top(all_spans(start, end, context, max_len + 1))],
        "span-outside": [top(all_spans(start, end, everywhere, max_len))],
        "span-unlimited": [
            top(all_spans(start, end, context, n)), top(all_spans(start, end, everywhere, n)),
        ],
        "span-probabilities": [
            top(all_spans(start.softmax(0), end.softmax(0), context, max_len))
        ],
        "span-one-too-short": [top(all_spans(start, end, context, max_len - 1))],
        "span-swapped": [top(all_spans(end, start, context, max_len))],
        "span-product": [max(spans, key=lambda s: (start[s[0]] * end[s[1]]).item())],
        "span-context-as-zero": [
            top(all_spans(start * context, end * context, everywhere, max_len))
        ],
        "span-start-first": [
            (a, b) for a in [inside[0]] for b in [max((j for i, j in spans if i == a),
                                                       key=lambda j: end[j].item())]
        ],
        "span-end-first": [
            (a, b) for b in [inside[1]] for a in [max((i for i, j in spans if j == b),
                                                       key=lambda i: start[i].item())]
        ],
    }  # fmt: skip
    for key, pairs in known.items():
        check.that((i, j) not in pairs, key, got=f"({i}, {j})", best=f"{top(spans)}")
    fields = {"got": f"({i}, {j})", "best": f"{top(spans)}"}
    check.that(i <= j, "span-backwards", **fields)
    check.that(j - i < max_len, "span-too-long", **fields)
    check.that((i, j) in spans, "span-outside", **fields)
    check.fail("span-not-best", score=f"{spans[i, j]:.2f}", most=f"{best:.2f}", **fields)


def _whole(x: Any) -> int | None:
    """x as an int, if it is a whole number of Python, NumPy or a tensor without dimensions."""
    if isinstance(x, bool):
        return None
    if type(x) is int:
        return x
    if type(x) is Tensor and x.dim() == 0 and not x.is_floating_point() and x.dtype != torch.bool:
        return int(x)
    if type(x).__module__ == "numpy" and getattr(x, "shape", None) == () and x.dtype.kind in "iu":
        return int(x)
    return None


# --- checks: freeze_encoder and param_groups ------------------------------------------------------


_SIZES = {
    "vocab_size": 30, "hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2,
    "intermediate_size": 24, "max_position_embeddings": 24,
}  # fmt: skip


def small_model(class_name: str, seed: int = 0, dropout: float = 0.0, **settings: Any) -> nn.Module:
    """A transformers model of about 5,000 parameters with random weights, in eval mode.

    class_name: such as "BertForSequenceClassification" or "RobertaForTokenClassification".
    """
    import transformers

    state = torch.random.get_rng_state()
    torch.manual_seed(seed)
    try:
        cls = getattr(transformers, class_name)
        settings = {
            **_SIZES, "initializer_range": 0.2, "hidden_dropout_prob": dropout,
            "attention_probs_dropout_prob": dropout,
            "num_labels": 2 if "Question" in class_name else 3, **settings,
        }  # fmt: skip
        return cls(cls.config_class(**settings)).eval()
    finally:
        torch.random.set_rng_state(state)


def body_and_head(model: nn.Module) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
    """The parameters of `model.base_model` and the others, by name."""
    inside = {id(p) for p in model.base_model.parameters()}
    body: dict[str, Tensor] = {}
    head: dict[str, Tensor] = {}
    for name, p in model.named_parameters():
        (body if id(p) in inside else head)[name] = p
    return body, head


def small_batch(seed: int = 0, rows: int = 4, columns: int = 7) -> dict[str, Tensor]:
    """input_ids and attention_mask, int64 [rows, columns], with padding in all rows but one."""
    generator = torch.Generator().manual_seed(seed)
    ids = torch.randint(5, 30, (rows, columns), generator=generator)
    lengths = torch.randint(columns // 2, columns, (rows,), generator=generator)
    lengths[0] = columns
    mask = (torch.arange(columns) < lengths[:, None]).long()
    return {"input_ids": ids * mask, "attention_mask": mask}


def compare_freeze(check: Check, class_name: str, seed: int = 0, held: str = "") -> None:
    """Runs the answer of `freeze_encoder`, then takes one training step and sees what moved.

    held: the name of a parameter of the head that is frozen beforehand, and must stay so.
    """
    model = small_model(class_name, seed).train()
    if held:
        model.get_parameter(held).requires_grad = False
    got = check.run(model, may_modify=True)
    check.that(isinstance(got, nn.Module), "freeze-not-a-model")
    check.that(got is model, "freeze-copy")
    check.that(isinstance(model, type(small_model(class_name))), "freeze-copy")
    body, head = body_and_head(model)
    free_head = {name for name, p in head.items() if p.requires_grad}
    check.that(held not in free_head, "freeze-head-freed", freed=held)
    check.that(free_head == set(head) - {held} or body_free(body), "freeze-all")
    before = {
        name: p.detach().clone() for name, p in small_model(class_name, seed).named_parameters()
    }
    same = all(torch.equal(p, before[name]) for name, p in model.named_parameters())
    check.that(same, "freeze-numbers")
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
    with torch.enable_grad():
        out = model(**small_batch(seed))
        scores = out.logits if "logits" in out else out.start_logits + 2 * out.end_logits
        if scores.requires_grad:
            scores.square().mean().backward()
    optimizer.step()
    moved = {name for name, p in model.named_parameters() if not torch.equal(p, before[name])}
    head_moved = {name for name in moved if name in head}
    body_moved = [name for name in moved if name in body]
    if body_moved and not head_moved:
        check.fail("freeze-inverted")
    check.that(head_moved == set(head) - {held}, "freeze-all")
    free = [name for name, p in body.items() if p.requires_grad or name in moved]
    if len(free) == len(body):
        check.fail("freeze-nothing" if class_name.startswith("Bert") else "freeze-name")
    pooler = [name for name in free if ".pooler." in name]
    embeddings = [name for name in free if ".embeddings." in name]
    if free:
        for key, some in (("freeze-pooler", pooler), ("freeze-embeddings", embeddings)):
            check.that(len(some) != len(free), key)
        check.fail("freeze-some", free=free[0])


def body_free(body: Mapping[str, Tensor]) -> bool:
    """Whether any parameter of the body can still be trained."""
    return any(p.requires_grad for p in body.values())


def compare_groups(check: Check, class_name: str, lr_body: float, lr_head: float) -> None:
    """Runs the answer of `param_groups` and looks where each parameter went."""
    model = small_model(class_name)
    trainable = {name: p.requires_grad for name, p in model.named_parameters()}
    got = check.run(model, lr_body, lr_head)
    check.that(isinstance(got, (list, tuple)), "groups-not-a-list")
    rates: dict[int, list[float]] = {}
    names = {id(p): name for name, p in model.named_parameters()}
    groups = []
    for group in got:
        fine = isinstance(group, Mapping) and "params" in group and "lr" in group
        check.that(fine, "groups-not-a-dict")
        content = group["params"]
        members = [content] if isinstance(content, Tensor) else list(content)
        members = [p[1] if isinstance(p, tuple) else p for p in members]
        groups.append({**group, "params": members})
        for p in members:
            check.that(isinstance(p, Tensor), "groups-names")
            check.that(id(p) in names, "groups-strange")
            rates.setdefault(id(p), []).append(group["lr"])
    body, head = body_and_head(model)
    for which, key in ((body, "groups-missing-body"), (head, "groups-missing-head")):
        lost = [name for name, p in which.items() if id(p) not in rates]
        if lost and which is body:
            check.that(not all(".embeddings." in n for n in lost), "groups-missing-embeddings")
        check.that(not lost, key, lost=lost[0] if lost else "")
    twice = [names[i] for i, found in rates.items() if len(found) > 1]
    check.that(not twice, "groups-twice", twice=twice[0] if twice else "")
    wrong_body = [name for name, p in body.items() if rates[id(p)] != [lr_body]]
    wrong_head = [name for name, p in head.items() if rates[id(p)] != [lr_head]]
    if len(wrong_body) == len(body) and len(wrong_head) == len(head):
        found = {rates[id(p)][0] for p in model.parameters()}
        check.fail("groups-swapped" if found == {lr_body, lr_head} else "groups-rates")
    if len(wrong_body) == len(body):
        check.fail("groups-one-rate" if class_name.startswith("Bert") else "groups-name")
    for part, key in ((".pooler.", "groups-pooler"), (".embeddings.", "groups-embeddings")):
        check.that(not wrong_body or not all(part in name for name in wrong_body), key)
    wrong = wrong_body + wrong_head
    check.that(not wrong, "groups-rate", wrong=wrong[0] if wrong else "")
    torch.optim.AdamW(groups)
    now = {name: p.requires_grad for name, p in model.named_parameters()}
    check.that(now == trainable, "groups-froze")


# --- checks: align_labels and unk_rate ------------------------------------------------------------


def compare_align(check: Check, word_ids: list[int | None], labels: list[int]) -> None:
    """Runs the answer of `align_labels` on one text."""
    got = check.run(word_ids, labels)
    if isinstance(got, Tensor):
        check.tensor(got, shape=(len(word_ids),), dtype=torch.int64)
        got = got.tolist()
    check.that(isinstance(got, (list, tuple)), "align-not-a-list")
    check.that(len(got) == len(word_ids), "align-length", wanted=len(word_ids), got=len(got))
    got = [_whole(x) for x in got]
    check.that(None not in got, "align-not-whole")
    want, seen = [], set()
    for word in word_ids:
        want.append(-100 if word is None or word in seen else labels[word])
        seen.add(word)
    last = [
        -100 if w is None or (k + 1 < len(word_ids) and word_ids[k + 1] == w) else labels[w]
        for k, w in enumerate(word_ids)
    ]
    every = [-100 if w is None else labels[w] for w in word_ids]
    mistakes = {
        "align-copied": every,
        "align-last": last,
        "align-special-zero": [0 if w is None else v for w, v in zip(word_ids, want)],
        "align-rest-zero": [
            0 if v == -100 and w is not None else v for w, v in zip(word_ids, want)
        ],
        "align-zeros": [0 if v == -100 else v for v in want],
        "align-special-label": [
            (labels or [0])[-1] if w is None else v for w, v in zip(word_ids, want)
        ],
        "align-special-first": [
            (labels or [0])[0] if w is None else v for w, v in zip(word_ids, want)
        ],
        "align-zero-false": [-100 if w == 0 else v for w, v in zip(word_ids, want)],
        "align-same-label": _collapsed(every),
        "align-next-label": _in_turn(want, labels),
        "align-in-order": [labels[k] if k < len(labels) else -100 for k in range(len(word_ids))],
    }
    wrong = {k: v for k, v in mistakes.items() if v != want}
    check.equal(got, want, key="align-labels-wrong", mistakes=wrong)


def _in_turn(want: list[int], labels: list[int]) -> list[int]:
    """`labels` one after the other, where `want` has a label."""
    rest = iter(labels)
    return [v if v == -100 else next(rest) for v in want]


def _collapsed(values: list[int]) -> list[int]:
    """Each value that is the same as the one before it becomes -100."""
    return [v if k == 0 or v != values[k - 1] else -100 for k, v in enumerate(values)]


SPECIAL_TOKENS = ("[CLS]", "[SEP]", "[PAD]", "[MASK]")


def compare_unk(check: Check, tokens: list[str], unk: str) -> None:
    """Runs the answer of `unk_rate` on one list of tokens."""
    got = check.run(tokens, unk)
    if isinstance(got, Tensor) and got.dim() == 0:
        got = got.item()
    if type(got).__module__ == "numpy" and getattr(got, "shape", None) == ():
        got = float(got)
    check.that(type(got) in (int, float), "unk-not-a-number")
    words = [token for token in tokens if token not in SPECIAL_TOKENS]
    count = words.count(unk)
    want = count / len(words) if words else 0.0
    check.that(words or got == 0, "unk-empty")
    mistakes = {
        "unk-specials": count / max(len(tokens), 1),
        "unk-percent": 100 * want,
        "unk-count": count,
        "unk-known": 1 - want,
        "unk-distinct": len({unk} & set(words)) / max(len(set(words)), 1),
        "unk-ratio": count / max(len(words) - count, 1),
        "unk-ends": count / max(len(tokens) - 2, 1),
        "unk-brackets": words.count(unk)
        / max(len([w for w in words if w == unk or w[:1] != "["]), 1),
        "unk-name": words.count("[UNK]") / max(len(words), 1),
        "unk-as-special": 0.0,
    }
    wrong = {k: float(v) for k, v in mistakes.items() if abs(v - want) > 1e-6}
    check.close(float(got), float(want), atol=1e-6, key="unk-wrong", mistakes=wrong, unk=unk)


# --- checks: predict and fine_tune ----------------------------------------------------------------


class Logits(NamedTuple):
    """What a model returns here: an object with `.logits`."""

    logits: Tensor


class Notes(list):
    """A list that a copied model shares with its original."""

    def __deepcopy__(self, memo: dict) -> Notes:
        return self


class Spy(nn.Module):
    """A classifier that notes how it is used: calls, its mode, and whether a graph was built.

    `calls` holds (ids, training, grad, whether a mask came).
    """

    def __init__(self, model: nn.Module):
        super().__init__()
        self.model = model
        self.calls: list[tuple[Tensor, bool, bool, bool]] = Notes()

    def forward(
        self,
        input_ids: Tensor,
        attention_mask: Tensor | None = None,
        token_type_ids: Tensor | None = None,
    ) -> Logits:
        graph = torch.is_grad_enabled() and not torch.is_inference_mode_enabled()
        masked = attention_mask is not None
        self.calls.append((input_ids.detach().clone(), self.training, graph, masked))
        more = {} if token_type_ids is None else {"token_type_ids": token_type_ids}
        return Logits(self.model(input_ids, attention_mask=attention_mask, **more).logits)


def padded(batch: Mapping[str, Tensor], more: int, left: bool = False) -> dict[str, Tensor]:
    """The batch with `more` columns of padding."""
    sides = (more, 0) if left else (0, more)
    return {name: F.pad(x, sides) for name, x in batch.items()}


def compare_predict(check: Check, training: bool, seed: int = 0, more: int = 0) -> None:
    """Runs the answer of `predict` on a model with dropout, found in this mode."""
    model = Spy(small_model("BertForSequenceClassification", seed, dropout=0.5))
    batch = small_batch(seed)
    batch["token_type_ids"] = batch["attention_mask"] * (batch["input_ids"] % 2)
    model.eval()
    with torch.no_grad():
        want = model(**batch).logits
    state = {name: p.detach().clone() for name, p in model.state_dict().items()}
    model.train(training)
    model.calls.clear()
    gradients = torch.is_grad_enabled()
    torch.manual_seed(seed)
    try:
        got = check.run(model, padded(batch, more))
        left_on = torch.is_grad_enabled()
    finally:
        torch.set_grad_enabled(gradients)
    check.that(left_on == gradients, "predict-gradients-off")
    check.that(not hasattr(got, "logits"), "predict-output")
    check.tensor(got)
    rows = len(want)
    if got.shape in ((rows,), ()):
        check.fail("predict-classes")
    check.tensor(got, shape=want.shape)
    check.that(got.is_floating_point(), "predict-classes")
    check.that(model.calls, "predict-not-called")
    if any(mode for _, mode, *_ in model.calls):
        check.fail("predict-no-eval")
    check.that(not got.requires_grad, "predict-graph")
    check.that(not any(graph for _, _, graph, _ in model.calls), "predict-graph")
    if model.training != training or any(m.training != training for m in model.modules()):
        check.fail("predict-mode-train" if training else "predict-mode-eval")

    def without(*names: str) -> Callable[[], Tensor]:
        kept = {name: x for name, x in padded(batch, more).items() if name not in names}
        return lambda: _quiet_logits(model, kept)

    check.close(
        got,
        want,
        atol=1e-4,
        key="predict-padding" if more else "predict-wrong",
        mistakes={
            "predict-no-mask": without("attention_mask"),
            "predict-ids-only": without("attention_mask", "token_type_ids"),
            "predict-no-segments": without("token_type_ids"),
            "predict-probabilities": lambda: want.softmax(-1),
            "predict-log-probabilities": lambda: want.log_softmax(-1),
        },
    )
    same = all(torch.equal(p, state[name]) for name, p in model.state_dict().items())
    check.that(same, "predict-weights")


def _quiet_logits(model: nn.Module, batch: Mapping[str, Tensor]) -> Tensor:
    with torch.no_grad():
        return model.eval()(**batch).logits


class MeanClassifier(nn.Module):
    """A body, the masked mean of its last states, dropout, one linear layer."""

    def __init__(self, body: nn.Module, classes: int = 2, dropout: float = 0.1):
        super().__init__()
        self.body, self.dropout = body, nn.Dropout(dropout)
        self.head = nn.Linear(body.config.hidden_size, classes)

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> Logits:
        hidden = self.body(input_ids, attention_mask=attention_mask).last_hidden_state  # [b, n, d]
        weight = attention_mask.unsqueeze(-1)  # [b, n, 1]
        pooled = (hidden * weight).sum(1) / weight.sum(1)  # [b, d]
        return Logits(self.head(self.dropout(pooled)))  # [b, classes]


def small_texts(seed: int, sizes: Sequence[int]) -> Batches:
    """Batches of random ids with random labels of three classes."""
    generator = torch.Generator().manual_seed(seed)
    return [
        (small_batch(seed + k, size), torch.randint(3, (size,), generator=generator))
        for k, size in enumerate(sizes)
    ]


def accuracy_of(model: nn.Module, batches: Batches) -> float:
    """The share of right answers in eval mode, every text counted once."""
    model.eval()
    with torch.no_grad():
        right = [(model(**batch).logits.argmax(-1) == y).sum().item() for batch, y in batches]
    return sum(right) / sum(len(y) for _, y in batches)


def tune_by_hand(
    model: nn.Module, train: Batches, epochs: int, lr: float, how: str = "right"
) -> nn.Module:
    """The training that `fine_tune` asks for, or a known wrong one; returns the model."""
    kinds = {"sgd": torch.optim.SGD, "adam": torch.optim.Adam}
    optimizer = kinds.get(how, torch.optim.AdamW)(model.parameters(), lr=lr)
    model.train()
    for _ in range(epochs):
        for batch, labels in train:
            if how == "no-mask":
                batch = {"input_ids": batch["input_ids"]}
            if how != "keep-gradients":
                optimizer.zero_grad()
            F.cross_entropy(model(**batch).logits, labels).backward()
            optimizer.step()
    return model


def compare_tune(
    check: Check,
    seed: int,
    train_sizes: Sequence[int],
    test_sizes: Sequence[int],
    epochs: int,
    lr: float = 3e-3,
    frozen: bool = False,
) -> None:
    """Runs the answer of `fine_tune` on a small model without dropout that notes its use."""
    train, test = small_texts(seed, train_sizes), small_texts(seed + 100, test_sizes)

    def fresh() -> Spy:
        model = small_model("BertForSequenceClassification", seed)
        if frozen:
            model.base_model.requires_grad_(False)
        return Spy(model).eval()

    spy = fresh()
    torch.manual_seed(seed)
    gradients = torch.is_grad_enabled()
    try:
        got = check.run(spy, train, test, epochs, lr, may_modify=True)
        left_on = torch.is_grad_enabled()
    finally:
        torch.set_grad_enabled(gradients)
    check.that(left_on == gradients, "predict-gradients-off")
    if isinstance(got, Tensor) and got.dim() == 0:
        got = got.item()
    if type(got).__module__ == "numpy" and getattr(got, "shape", None) == ():
        got = float(got)
    check.that(type(got) in (int, float), "tune-not-a-number")
    check.that(spy.calls, "tune-not-called")
    notes = list(spy.calls)
    for name, used, made in (
        ("train", train, small_texts(seed, train_sizes)),
        ("test", test, small_texts(seed + 100, test_sizes)),
    ):
        same = len(used) == len(made) and all(
            torch.equal(y, z) and x.keys() == w.keys() and all(torch.equal(x[k], w[k]) for k in w)
            for (x, y), (w, z) in zip(used, made)
        )
        check.that(same, "check-modified", argument=name)

    def is_one_of(ids: Tensor, batches: Batches) -> bool:
        return any(torch.equal(ids, batch["input_ids"]) for batch, _ in batches)

    learned = [note for note in notes if note[2] and is_one_of(note[0], train)]
    looked = [note for note in notes if is_one_of(note[0], test)]
    if any(graph and mode and is_one_of(ids, test) for ids, mode, graph, _ in notes):
        check.fail("tune-trained-on-test")
    check.that(looked, "tune-no-test")
    check.that(
        len(learned) == epochs * len(train),
        "tune-steps",
        wanted=epochs * len(train),
        got=len(learned),
    )
    check.that(all(mode for _, mode, *_ in learned), "tune-no-train-mode")
    check.that(not any(mode for _, mode, *_ in looked), "tune-no-eval-mode")
    check.that(not any(graph for _, _, graph, _ in looked), "tune-graph")
    check.that(all(masked for *_, masked in looked), "tune-no-mask")
    check.that(not spy.training, "tune-left-in-train")

    want_model = tune_by_hand(fresh(), train, epochs, lr).eval()
    probe = padded(test[0][0], 0)
    with torch.no_grad():
        ours, theirs = want_model(**probe).logits, spy.eval()(**probe).logits
        start = fresh().eval()(**probe).logits

        def after(how: str) -> Callable[[], Tensor]:
            def logits() -> Tensor:
                with torch.enable_grad():
                    model = tune_by_hand(fresh(), train, epochs, lr, how)
                return model.eval()(**probe).logits

            return logits

        check.close(
            theirs,
            ours,
            atol=2e-4,
            key="tune-frozen" if frozen else "tune-other-model",
            mistakes={
                "tune-not-trained": start,
                "tune-keep-gradients": after("keep-gradients"),
                "tune-no-mask": after("no-mask"),
                "tune-sgd": after("sgd"),
                "tune-adam": after("adam"),
            },
        )
    want = accuracy_of(spy, test)
    on_train = accuracy_of(spy, train)
    rates = [(spy(**batch).logits.argmax(-1) == y).double().mean().item() for batch, y in test]
    total = sum(len(y) for _, y in test)
    mistakes = {
        "tune-train-accuracy": on_train,
        "tune-mean-of-batches": sum(rates) / len(rates),
        "tune-last-batch": rates[-1],
        "tune-percent": 100 * want,
        "tune-count": want * total,
        "tune-error-rate": 1 - want,
        "tune-batches": want * total / len(test),
    }
    wrong = {k: float(v) for k, v in mistakes.items() if abs(v - want) > 1e-6}
    check.close(float(got), float(want), atol=1e-6, key="tune-accuracy", mistakes=wrong)


def compare_tune_for_real(check: Check, seed: int, epochs: int = 12) -> None:
    """Runs the answer of `fine_tune` with 32 short reviews on the pretrained encoder: it must learn
    what they are about."""
    reviews = short_reviews(132, 100 + seed, longest=7)
    train, test = review_batches(reviews[:32]), review_batches(reviews[32:], 36)
    torch.manual_seed(seed)
    model = MeanClassifier(new_body())
    got = check.run(model, train, test, epochs, 1e-3, may_modify=True)
    want = accuracy_of(model, test)
    check.close(
        float(got),
        want,
        atol=1e-6,
        key="tune-accuracy",
        mistakes={"tune-train-accuracy": accuracy_of(model, train)},
    )
    check.that(want >= 0.85, "tune-too-low", got=f"{want:.2f}", wanted="0.85")

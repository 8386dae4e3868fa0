"""How the tiny models were made: `python -m course_utils train [NAME] [--out DIR]`.

Three families, one language, one budget. What differs is only what each is asked:

* the encoder (BERT) gets whole documents with gaps and fills them in; a second one, the any-rate
  encoder, gets them at every rate, up to documents that are nothing but gaps,
* the decoder (GPT-2) gets documents one after another and says each next word,
* the encoder-decoder (T5) gets a text and writes another: what was cut out, or a task's answer.

The language is sampled while training, so no document is seen twice on purpose. Everything that is
random depends on (seed, number of the portion) alone, so a run that was stopped goes on from its
last checkpoint and ends with the same weights, to the bit, as one that was not.
"""

from __future__ import annotations

import copy
import hashlib
import json
import math
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors
from torch.nn.functional import cross_entropy
from tqdm.auto import tqdm
from transformers import (
    BertConfig,
    BertForMaskedLM,
    GPT2Config,
    GPT2LMHeadModel,
    PreTrainedModel,
    PreTrainedTokenizerFast,
    T5Config,
    T5ForConditionalGeneration,
)

from course_utils.files import COURSE
from course_utils.language import text_tasks
from course_utils.language.models import (
    CHECKSUMS,
    MODELS,
    TINY,
    WEIGHTS,
    load_folder,
    note_checksums,
    quiet,
    sha256,
)
from course_utils.language.small_world import language
from course_utils.messages import CourseError, say

CACHE = COURSE / ".cache" / "train"  # git ignores it
HELD_OUT = "held out"  # the seed of the documents that no model was trained on
CONTEXT = 128  # tokens: the longest text that a model takes


@dataclass(frozen=True)
class Recipe:
    """What there is to choose in training one model."""

    tokens: int = 32_000_000  # positions that the model computes, padding not counted
    again: int = 0  # tokens of a second round, which starts at half the learning rates
    batch: int = 4096  # tokens in a batch
    matrix_lr: float = 6e-3  # Muon, for the matrices inside the layers
    lr: float = 6e-3  # AdamW, for embeddings, biases, norms and the head
    decay: float = 0.01  # weight decay of the matrices
    warm_up: int = 100  # batches
    seed: int = 1
    threads: int = 1
    start: str = ""  # the model whose weights it begins with; "" for none


RECIPES = {
    "encoder": Recipe(batch=2048, matrix_lr=3e-3, lr=3e-3, decay=0.1),
    "decoder": Recipe(),
    "encoder-decoder": Recipe(again=3_200_000, batch=2048, matrix_lr=7e-3, lr=1e-2),
    "small-decoder": Recipe(tokens=4_000_000),
    # From random weights 32 M tokens leave it at 1.07 nats for one gap, where the floor is .57.
    "any-rate-encoder": Recipe(
        tokens=12_000_000, batch=2048, matrix_lr=2e-3, lr=2e-3, decay=0.1, start="encoder"
    ),
}

ENCODERS = ("encoder", "any-rate-encoder")

# ------------------------------------------------------------------------------- tokenizers

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "<|endoftext|>", "</s>"]
SENTINELS = [f"<extra_id_{i}>" for i in range(16)]
CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
SUFFIXES = "s es ed ing er est ly ness ful less able tion ment".split()


def make_tokenizer(name: str) -> PreTrainedTokenizerFast:
    """WordPiece with every word of the language whole: one word is one token.

    Other words fall into pieces, down to letters, so nothing in ASCII is unknown. Ids of English
    are the same in all models; the encoder-decoder knows German as well.
    """
    vocabulary = [*SPECIAL, *language.words]
    vocabulary += [c for c in PUNCTUATION + CHARACTERS if c not in vocabulary]
    vocabulary += ["##" + piece for piece in [*CHARACTERS, *SUFFIXES]]
    if name == "encoder-decoder":
        vocabulary += [word for word in text_tasks.words if word not in set(vocabulary)]
        vocabulary += ["##" + letter for letter in "äöüß"] + SENTINELS
    ids = {token: number for number, token in enumerate(vocabulary)}

    core = Tokenizer(models.WordPiece(ids, unk_token="[UNK]", max_input_chars_per_word=100))
    core.normalizer = normalizers.BertNormalizer(lowercase=True, strip_accents=False)
    core.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    core.decoder = decoders.WordPiece(cleanup=False)
    roles = {"unk_token": "[UNK]", "pad_token": "[PAD]"}
    if name in ENCODERS:
        core.post_processor = processors.TemplateProcessing(
            single="[CLS] $A [SEP]",
            pair="[CLS] $A [SEP] $B:1 [SEP]:1",
            special_tokens=[(token, ids[token]) for token in ("[CLS]", "[SEP]")],
        )
        roles |= {"cls_token": "[CLS]", "sep_token": "[SEP]", "mask_token": "[MASK]"}
    elif name == "encoder-decoder":
        core.post_processor = processors.TemplateProcessing(
            single="$A </s>",
            pair="$A </s> $B </s>",
            special_tokens=[("</s>", ids["</s>"])],
        )
        roles |= {"eos_token": "</s>", "additional_special_tokens": SENTINELS}
    else:  # like GPT-2, it adds nothing
        roles |= {"bos_token": "<|endoftext|>", "eos_token": "<|endoftext|>"}
    inputs = ["input_ids", "token_type_ids", "attention_mask"]
    return PreTrainedTokenizerFast(
        tokenizer_object=core,
        model_max_length=CONTEXT,
        model_input_names=inputs if name in ENCODERS else [inputs[0], inputs[2]],
        clean_up_tokenization_spaces=False,
        **roles,
    )


# ------------------------------------------------------------------------------- models


def make_model(name: str, tokenizer: PreTrainedTokenizerFast) -> PreTrainedModel:
    """An untrained model. No dropout: what sees no text twice on purpose does not overfit."""
    size = len(tokenizer)
    if name in ENCODERS:
        config = BertConfig(
            vocab_size=size,
            hidden_size=128,
            num_hidden_layers=4,
            num_attention_heads=4,
            intermediate_size=640,
            max_position_embeddings=CONTEXT,
            hidden_dropout_prob=0.0,
            attention_probs_dropout_prob=0.0,
            pad_token_id=tokenizer.pad_token_id,
        )
        return BertForMaskedLM._from_config(config, attn_implementation="eager")
    if name == "encoder-decoder":
        config = T5Config(
            vocab_size=size,
            d_model=128,
            d_kv=32,
            d_ff=256,
            num_heads=4,
            num_layers=3,
            num_decoder_layers=3,
            dropout_rate=0.0,
            tie_word_embeddings=True,
            pad_token_id=tokenizer.pad_token_id,
            eos_token_id=tokenizer.eos_token_id,
            decoder_start_token_id=tokenizer.pad_token_id,
        )
        return T5ForConditionalGeneration._from_config(config, attn_implementation="eager")
    small = name == "small-decoder"
    config = GPT2Config(
        vocab_size=size,
        n_positions=CONTEXT,
        n_embd=64 if small else 128,
        n_layer=2 if small else 4,
        n_head=2 if small else 4,
        n_inner=256 if small else 640,
        resid_pdrop=0.0,
        embd_pdrop=0.0,
        attn_pdrop=0.0,
        activation_function="gelu_pytorch_tanh",  # GPT-2's function, in one kernel
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
    )
    return GPT2LMHeadModel._from_config(config, attn_implementation="eager")


# ------------------------------------------------------------------------------- batches

Batch = dict[str, torch.Tensor]
PORTION = 2048  # documents that are sampled, sorted by length and cut into batches together


def portion(
    name: str, tokenizer, seed: int, number: int, progress: float, size: int
) -> list[Batch]:
    """The batches of one portion of the corpus, which depend on nothing but the arguments.

    Args:
        progress: how much of the training is done, 0 to 1; more than 1 is the second round.
        size: tokens in a batch.
    """
    rng = random.Random(f"{seed} {number}")
    coins = np.random.default_rng([seed, number])
    if name == "encoder":
        batches = masked_batches(tokenizer, rng, coins, progress, size)
    elif name == "any-rate-encoder":
        batches = any_rate_batches(tokenizer, rng, coins, size)
    elif name == "encoder-decoder":
        batches = task_batches(tokenizer, rng, progress, size)
    else:
        batches = packed_batches(tokenizer, rng, size)
    rng.shuffle(batches)
    return batches


def masked_batches(tokenizer, rng, coins, progress: float, size: int) -> list[Batch]:
    """Documents with gaps. Of the chosen tokens 80 % become [MASK], 10 % another word, 10 % stay.

    A row's share of gaps is uniform between 10 % and 50 %, in the second half of the training
    falling to between 0 and 20 %, and at least one token is chosen: many gaps teach more per
    batch, few are what the model is for.
    """
    late = max(0.0, 2 * progress - 1)

    def share(rows: int) -> np.ndarray:
        return coins.uniform(0.1 - 0.1 * late, 0.5 - 0.3 * late, (rows, 1))

    batches = []
    for ids, attention, chosen in with_chosen(tokenizer, rng, coins, size, share):
        labels = np.where(chosen, ids, -100)
        fate = coins.random(ids.shape)
        words = coins.integers(len(SPECIAL), len(SPECIAL) + len(language.words), ids.shape)
        ids = np.where(chosen & (fate < 0.8), tokenizer.mask_token_id, ids)
        ids = np.where(chosen & (fate >= 0.9), words, ids)
        batches.append(as_batch(input_ids=ids, attention_mask=attention, labels=labels))
    return batches


def any_rate_batches(tokenizer, rng, coins, size: int) -> list[Batch]:
    """Documents with gaps at every rate, so that a text that is all gaps is nothing new.

    A row's share of gaps is uniform in (0, 1], each chosen token becomes [MASK], and at least one is
    chosen. Divided by its share, a row's loss would be a bound on -log p of the whole text, as in
    masked diffusion; the plain mean over all gaps has the same answers as its optimum.
    """
    batches = []
    for ids, attention, chosen in with_chosen(
        tokenizer, rng, coins, size, lambda rows: 1 - coins.random((rows, 1))
    ):
        labels = np.where(chosen, ids, -100)
        ids = np.where(chosen, tokenizer.mask_token_id, ids)
        batches.append(as_batch(input_ids=ids, attention_mask=attention, labels=labels))
    return batches


def with_chosen(
    tokenizer, rng, coins, size: int, share: Callable[[int], np.ndarray]
) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """The ids and the attention of each batch, and which tokens are chosen: each of a row by its
    row's share, at least one, never [CLS], [SEP] or padding. share: rows -> [rows, 1]."""
    texts = [language.sample(rng).text for _ in range(PORTION)]
    for rows in by_length(tokenizer(texts)["input_ids"], size):
        ids, attention = pad(rows, tokenizer.pad_token_id)
        rates = share(len(ids))
        chosen = coins.random(ids.shape) < rates
        chosen[np.arange(len(ids)), coins.integers(1, attention.sum(1) - 1)] = True
        chosen &= (ids != tokenizer.cls_token_id) & (ids != tokenizer.sep_token_id)
        yield ids, attention, chosen & (attention == 1)


def packed_batches(tokenizer, rng, size: int) -> list[Batch]:
    """Rows of CONTEXT tokens: documents one after another, <|endoftext|> between them.

    A row starts with a new document, three times of four with <|endoftext|> before it. The rest
    start without, as a prompt does that the tokenizer made.
    """
    end = tokenizer.eos_token_id
    texts = [language.sample(rng).text for _ in range(PORTION)]
    rows, row = [], []
    for document in tokenizer(texts)["input_ids"]:
        if not row and rng.random() < 0.75:
            row.append(end)
        row += [*document, end]
        if len(row) > CONTEXT:
            rows.append(row[: CONTEXT + 1])
            row = []
    count = size // CONTEXT
    return [
        as_batch(input_ids=np.array(rows[i : i + count]))
        for i in range(0, len(rows) - count + 1, count)
    ]


TASKS = {"span": 3, "translate": 4, "question": 8, "summarize": 2, "sentiment": 1}


def task_batches(tokenizer, rng, progress: float, size: int) -> list[Batch]:
    """Pairs of a source and a target: the tasks, and documents with spans to fill in.

    The second round has twice as many questions. "Who is at the park?" was learned in the first;
    "where is tom?", the other way round, was still guessed.
    """
    shares = TASKS | {"question": TASKS["question"] * (2 if progress >= 1 else 1)}
    kinds = rng.choices(list(shares), list(shares.values()), k=PORTION)
    pairs = [
        cut_spans(language.sample(rng).words, rng)
        if kind == "span"
        else text_tasks.sample_task(kind, rng)
        for kind in kinds
    ]
    sources = tokenizer([source for source, *_ in pairs])["input_ids"]
    targets = tokenizer([target for _, target, *_ in pairs])["input_ids"]
    batches = []
    for rows in by_length(list(zip(sources, targets, strict=True)), size):
        ids, attention = pad([source for source, _ in rows], tokenizer.pad_token_id)
        labels, _ = pad([target for _, target in rows], -100)
        begun = np.pad(labels, ((0, 0), (1, 0)), constant_values=tokenizer.pad_token_id)[:, :-1]
        begun[begun == -100] = tokenizer.pad_token_id
        batches.append(
            as_batch(
                input_ids=ids, attention_mask=attention, decoder_input_ids=begun, labels=labels
            )
        )
    return batches


def cut_spans(words, rng) -> tuple[str, str]:
    """T5's own task: spans of about three words are cut out, 15 % of all (at least one word)."""
    source, target, at, sentinel = [], [], 0, 0
    while at < len(words):
        length = rng.randint(1, 5)
        if sentinel < len(SENTINELS) - 1 and rng.random() < 0.15 / 3 / (1 - 0.15):
            source.append(SENTINELS[sentinel])
            target += [SENTINELS[sentinel], *words[at : at + length]]
            sentinel, at = sentinel + 1, at + length
        else:
            source.append(words[at])
            at += 1
    if not target:
        at = rng.randrange(len(source))
        target = [SENTINELS[0], source[at]]
        source[at] = SENTINELS[0]
        sentinel = 1
    return " ".join(source), " ".join([*target, SENTINELS[sentinel]])


def by_length(rows: list, size: int) -> Iterator[list]:
    """Rows of like length together, so that there is little padding: about `size` tokens a time."""

    def length(row) -> int:
        return len(row[0]) + len(row[1]) if isinstance(row, tuple) else len(row)

    batch: list = []
    for row in sorted(rows, key=length):
        if batch and (len(batch) + 1) * length(row) > size:
            yield batch
            batch = []
        batch.append(row)
    yield batch


def pad(rows: list[list[int]], value: int) -> tuple[np.ndarray, np.ndarray]:
    """(ids, attention mask), both of shape (rows, longest row)."""
    ids = np.full((len(rows), max(map(len, rows))), value)
    attention = np.zeros_like(ids)
    for number, row in enumerate(rows):
        ids[number, : len(row)] = row
        attention[number, : len(row)] = 1
    return ids, attention


def as_batch(**arrays: np.ndarray) -> Batch:
    return {key: torch.from_numpy(np.ascontiguousarray(a)) for key, a in arrays.items()}


def tokens_in(batch: Batch) -> int:
    """What the budget counts: the positions that the model computes, without padding."""
    if "attention_mask" not in batch:  # the decoder's rows are full; their last token is not read
        return batch["input_ids"][:, 1:].numel()
    count = int(batch["attention_mask"].sum())
    if "decoder_input_ids" in batch:
        count += int((batch["labels"] != -100).sum())
    return count


# ------------------------------------------------------------------------------- losses


def loss_of(model: PreTrainedModel, batch: Batch) -> torch.Tensor:
    """Mean -log p of the words that were asked for, in nats."""
    if isinstance(model, BertForMaskedLM):
        hidden = model.bert(
            input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]
        ).last_hidden_state  # (rows, length, width)
        asked = batch["labels"] != -100
        logits = model.cls(hidden[asked])  # (gaps, vocabulary): most of the head's work is saved
        return cross_entropy(logits.float(), batch["labels"][asked])
    if isinstance(model, GPT2LMHeadModel):
        ids = batch["input_ids"]
        logits = model(input_ids=ids[:, :-1], use_cache=False).logits
        return cross_entropy(logits.float().flatten(0, 1), ids[:, 1:].flatten())
    logits = model(**batch, use_cache=False).logits
    return cross_entropy(logits.float().flatten(0, 1), batch["labels"].flatten())


# ------------------------------------------------------------------------------- training


def make_optimizers(model: PreTrainedModel, recipe: Recipe) -> list[torch.optim.Optimizer]:
    """Muon for the matrices inside the layers, AdamW for all else.

    Muon gives each matrix a step of the same size in all directions. In a trial on a toy language,
    after two million tokens, the encoder's loss was 0.67 with it and 1.80 with AdamW alone.
    """
    queries, matrices, others = [], [], []
    for name, weight in model.named_parameters():
        inside = ".layer." in name or ".h." in name or ".block." in name
        if not inside or weight.ndim != 2 or "relative_attention_bias" in name:
            others.append(weight)
        else:
            (queries if name.endswith(".q.weight") else matrices).append(weight)
    groups = [{"params": matrices}]
    if queries:  # T5 does not divide its scores by sqrt(d_k), so its queries take smaller steps
        groups.append({"params": queries, "lr": recipe.matrix_lr * model.config.d_kv**-0.5})
    return [
        torch.optim.Muon(
            groups,
            lr=recipe.matrix_lr,
            weight_decay=recipe.decay,
            adjust_lr_fn="match_rms_adamw",
        ),
        torch.optim.AdamW(others, lr=recipe.lr, betas=(0.9, 0.98), weight_decay=0.01, fused=True),
    ]


class Run:
    """One training run: all that a checkpoint has to hold."""

    def __init__(self, name: str, recipe: Recipe):
        torch.manual_seed(recipe.seed)
        self.name, self.recipe = name, recipe
        self.tokenizer = make_tokenizer(name)
        self.model = make_model(name, self.tokenizer)
        if recipe.start:
            known, _ = load_folder(TINY / recipe.start, MODELS[recipe.start].class_name)
            self.model.load_state_dict(known.state_dict())
        self.optimizers = make_optimizers(self.model, recipe)
        groups = [group for optimizer in self.optimizers for group in optimizer.param_groups]
        self.rates = [group["lr"] for group in groups]
        self.portions = self.steps = self.tokens = 0
        self.seconds = 0.0  # of CPU time

    @property
    def done(self) -> bool:
        return self.tokens >= self.recipe.tokens + self.recipe.again

    @property
    def rate(self) -> float:
        """The share of the learning rates: up within `warm_up` batches, then down to 1 %."""
        left = 1 - self.tokens / self.recipe.tokens
        if self.tokens >= self.recipe.tokens:  # the second round
            left = 0.5 * (1 - (self.tokens - self.recipe.tokens) / self.recipe.again)
        return min(1, (self.steps + 1) / self.recipe.warm_up) * max(left, 0.01)

    def step(self, batch: Batch) -> float:
        """One batch: forward, backward, update. Returns the loss in nats."""
        scale = self.rate
        groups = [group for optimizer in self.optimizers for group in optimizer.param_groups]
        for group, rate in zip(groups, self.rates, strict=True):
            group["lr"] = rate * scale
        with torch.autocast("cpu", torch.bfloat16):  # twice as fast; the weights stay float32
            loss = loss_of(self.model, batch)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        for optimizer in self.optimizers:
            optimizer.step()
            optimizer.zero_grad()
        self.steps += 1
        self.tokens += tokens_in(batch)
        return loss.item()

    def train_portion(self, after_step=lambda loss: None) -> None:
        """The next portion of the corpus. Checkpoints are taken between portions."""
        started = time.process_time()
        recipe, progress = self.recipe, self.tokens / self.recipe.tokens
        end = recipe.tokens + (recipe.again if progress >= 1 else 0)
        for batch in portion(
            self.name, self.tokenizer, recipe.seed, self.portions, progress, recipe.batch
        ):
            if self.tokens < end:
                after_step(self.step(batch))
        self.portions += 1
        self.seconds += time.process_time() - started

    def save(self, path: Path) -> None:
        """Writes a checkpoint beside `path`, then moves it there: it is whole or not there."""
        state = {key: getattr(self, key) for key in ("portions", "steps", "tokens", "seconds")}
        state["model"] = self.model.state_dict()
        state["optimizers"] = [optimizer.state_dict() for optimizer in self.optimizers]
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".new")
        torch.save(state, unfinished)
        unfinished.replace(path)

    def resume(self, path: Path) -> None:
        state = torch.load(path)
        self.model.load_state_dict(state.pop("model"))
        for optimizer, saved in zip(self.optimizers, state.pop("optimizers"), strict=True):
            optimizer.load_state_dict(saved)
        vars(self).update(state)


def checkpoint_path(name: str, recipe: Recipe, cache: Path) -> Path:
    """Another recipe or another language is another run, so their checkpoints do not mix."""
    key = json.dumps([asdict(recipe), language.words]).encode()
    return cache / f"{name}-{hashlib.sha256(key).hexdigest()[:8]}.pt"


def train(
    name: str,
    out: Path | None = None,
    tokens: int | None = None,
    cache: Path = CACHE,
    every: float = 60.0,
    evaluate_on: int = 500,
) -> Path:
    """Trains one model (or goes on with a run that was stopped), evaluates it and writes it out.

    Args:
        name: one of `MODELS`.
        out: the folder for the models; this one goes to `out / name`. Default: `TINY`.
        tokens: another budget than the recipe's.
        cache: where checkpoints go.
        every: seconds between two checkpoints.
        evaluate_on: number of held-out documents.
    """
    recipe = RECIPES[name] if tokens is None else replace(RECIPES[name], tokens=tokens, again=0)
    torch.set_num_threads(recipe.threads)
    run = Run(name, recipe)
    path = checkpoint_path(name, recipe, cache)
    if path.exists():
        run.resume(path)
    saved = time.monotonic()
    with tqdm(
        desc=name,
        total=recipe.tokens + recipe.again,
        initial=run.tokens,
        unit="tok",
        unit_scale=True,
    ) as bar:
        mean = None

        def show(loss: float) -> None:
            nonlocal mean
            mean = loss if mean is None else 0.98 * mean + 0.02 * loss
            bar.set_postfix(loss=f"{mean:.3f}", refresh=False)
            bar.update(min(run.tokens, bar.total) - bar.n)

        while not run.done:
            run.train_portion(show)
            if run.done or time.monotonic() - saved > every:
                run.save(path)
                saved = time.monotonic()
    folder = (out or TINY) / name
    write_model(run, folder)
    model, tokenizer = load_folder(folder, MODELS[name].class_name)
    rates = GAP_RATES if name == "any-rate-encoder" else ()
    results = evaluate(model, tokenizer, evaluate_on, rates)
    (folder / "README.md").write_text(card(run, folder, results, evaluate_on), encoding="utf-8")
    return folder


def write_model(run: Run, folder: Path) -> None:
    """Weights (as float16: half the size), configuration, tokenizer, and the checksums of all."""
    folder.mkdir(parents=True, exist_ok=True)
    with quiet():
        model = copy.deepcopy(run.model)
        if model.can_generate():
            # (a pad token in GPT-2's own configuration brings a warning in each batch)
            model.generation_config.pad_token_id = run.tokenizer.pad_token_id
            model.generation_config.max_new_tokens = CONTEXT // 2
        model.half().save_pretrained(folder)
        run.tokenizer.save_pretrained(folder)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    config["dtype"] = "float32"  # what it is loaded as
    (folder / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")
    files = sorted(f.name for f in folder.iterdir() if f.suffix in (".json", ".safetensors"))
    note_checksums(folder, [name for name in files if name != CHECKSUMS])


# ------------------------------------------------------------------------------- evaluation


def held_out(count: int) -> list:
    """Documents from another seed than those that models are trained on."""
    rng = random.Random(HELD_OUT)
    return [language.sample(rng) for _ in range(count)]


GAP_RATES = (0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
COUNTED = 200_000  # texts in which words are counted, for the loss of a text that is all gaps


@torch.no_grad()
def evaluate(
    model: PreTrainedModel, tokenizer, count: int = 500, rates: Sequence[float] = ()
) -> dict[str, float]:
    """How good a model is on `count` held-out texts, beside what a perfect one would reach.

    Args:
        rates: for an encoder, shares of the words that are masked at once.

    Returns:
        For an encoder "mlm" and "mlm floor": nats a word, each word masked alone, and for each rate
        "gaps 30 %": nats a gap; beside "gaps 100 %" also "counted", see there. For decoders
        "clm" and "clm floor": nats a token, the end of the document counted, and "in language": the
        share of sampled documents that the language could have made. For the encoder-decoder the
        share of answers that are right to the letter, for each task.
    """
    model.eval()
    if isinstance(model, T5ForConditionalGeneration):
        kinds = [kind for kind in TASKS if kind != "span"]
        return {kind: exact_match(model, tokenizer, kind, count) for kind in [*kinds, TWO_PEOPLE]}
    kind = "mlm" if isinstance(model, BertForMaskedLM) else "clm"
    measure = mlm_losses if kind == "mlm" else clm_losses
    documents = held_out(count)
    losses = torch.cat([measure(model, tokenizer, document.text) for document in documents])
    results = {kind: losses.mean().item(), f"{kind} floor": language.floor(documents)[kind]}
    for rate in rates:
        rng = random.Random(f"{HELD_OUT} {rate}")
        losses = torch.cat([gap_losses(model, tokenizer, d.text, rate, rng) for d in documents])
        results[f"gaps {100 * rate:.0f} %"] = losses.mean().item()
        if rate == 1:
            results["counted"] = counted_loss(documents)
    if kind == "clm":
        results["in language"] = share_in_language(model, tokenizer, count)
    return results


def mlm_losses(model, tokenizer, text: str) -> torch.Tensor:
    """-log p(x_i | all others) for each word, in nats: shape (words,)."""
    ids = tokenizer(text, return_tensors="pt")["input_ids"]  # (1, words + 2)
    at = torch.arange(1, ids.shape[1] - 1)
    masked = ids.repeat(len(at), 1)
    masked[torch.arange(len(at)), at] = tokenizer.mask_token_id
    logits = model(input_ids=masked).logits[torch.arange(len(at)), at]  # (words, vocabulary)
    return cross_entropy(logits, ids[0, at], reduction="none")


def gap_losses(model, tokenizer, text: str, rate: float, rng: random.Random) -> torch.Tensor:
    """-log p of each gap's word, in nats, when this share of the words (at least one) is masked."""
    ids = tokenizer(text, return_tensors="pt")["input_ids"]  # (1, words + 2)
    words = ids.shape[1] - 2
    at = torch.tensor(rng.sample(range(1, words + 1), max(1, round(rate * words))))
    masked = ids.clone()
    masked[0, at] = tokenizer.mask_token_id
    return cross_entropy(model(input_ids=masked).logits[0, at], ids[0, at], reduction="none")


def counted_loss(documents: list) -> float:
    """Nats a word of a text of which nothing but the length is told, each place by itself.

    Its floor is the entropy of each place given the length, for which the grammar has no formula.
    So it is estimated: by counting in texts of the same length, sampled with another seed, with
    0.01 added for each word of the language. That is above the floor, by how much is not known:
    few texts share a long length, and a good model may lose less.
    """
    rng = random.Random(f"{HELD_OUT} counted")
    wanted = {len(document.words) for document in documents}
    counts: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    for _ in range(COUNTED):
        words = language.sample(rng).words
        if len(words) in wanted:
            for place, word in enumerate(words):
                counts[len(words), place][word] += 1
    losses = []
    for document in documents:
        for place, word in enumerate(document.words):
            seen = counts[len(document.words), place]
            share = (seen[word] + 0.01) / (seen.total() + 0.01 * len(language.words))
            losses.append(-math.log(share))
    return sum(losses) / len(losses)


def clm_losses(model, tokenizer, text: str) -> torch.Tensor:
    """-log p(x_i | x_<i) for each word and for the end, in nats: shape (words + 1,)."""
    end = tokenizer.eos_token_id
    ids = torch.tensor([[end, *tokenizer(text)["input_ids"], end]])
    logits = model(input_ids=ids[:, :-1]).logits[0]  # (words + 1, vocabulary)
    return cross_entropy(logits, ids[0, 1:], reduction="none")


def share_in_language(model, tokenizer, count: int) -> float:
    """The share of `count` documents, sampled at temperature 1, that belong to the language."""
    torch.manual_seed(0)
    start = torch.full((count, 1), tokenizer.bos_token_id)
    written = model.generate(
        start,
        attention_mask=torch.ones_like(start),
        max_new_tokens=CONTEXT - 1,
        do_sample=True,
        top_k=0,
    )
    texts = tokenizer.batch_decode(written, skip_special_tokens=True)
    return sum(text.split() in language for text in texts) / count


TWO_PEOPLE = "question about two people"


def examples(kind: str, count: int) -> list[tuple[str, str]]:
    """Held-out (source, target) pairs of a task, or of the questions about two people."""
    rng = random.Random(f"{HELD_OUT} {kind}")
    pairs: list[tuple[str, str]] = []
    while len(pairs) < count:
        source, target, *_ = text_tasks.sample_task(kind.split()[0], rng)
        if kind != TWO_PEOPLE or "capital" not in source:
            pairs.append((source, target))
    return pairs


def exact_match(model, tokenizer, kind: str, count: int, batch: int = 100) -> float:
    """The share of held-out examples of a task that greedy decoding gets right to the letter."""
    pairs = examples(kind, count)
    right = 0
    for start in range(0, count, batch):
        sources, targets = zip(*pairs[start : start + batch], strict=True)
        inputs = tokenizer(list(sources), padding=True, return_tensors="pt")
        written = model.generate(**inputs, do_sample=False)
        answers = tokenizer.batch_decode(written, skip_special_tokens=True)
        right += sum(map(str.__eq__, answers, targets))
    return right / count


# ------------------------------------------------------------------------------- the card


def card(run: Run, folder: Path, results: dict[str, float], count: int) -> str:
    """The model card: what it is, how it was made, how good it is."""
    weights, kind, recipe = folder / WEIGHTS, MODELS[run.name], run.recipe
    shares = ", ".join(f"{task} {n}/{sum(TASKS.values())}" for task, n in TASKS.items())
    measured = "model-card-measured"
    if run.name == "encoder-decoder":
        measured += "-tasks"
    return say(
        "model-card",
        name=run.name,
        class_name=kind.class_name,
        hub=kind.hub,
        words=f"{len(language.words):,}",
        parameters=f"{run.model.num_parameters():,}",
        megabytes=f"{weights.stat().st_size / 1e6:.2f}",
        vocabulary=f"{len(run.tokenizer):,}",
        context=CONTEXT,
        tokens=f"{run.tokens:,}",
        seed=recipe.seed,
        corpus=say(f"model-card-{run.name.removeprefix('small-')}-corpus", shares=shares),
        steps=f"{run.steps:,}",
        batch=f"{recipe.batch:,}",
        matrix_lr=recipe.matrix_lr,
        decay=recipe.decay,
        lr=recipe.lr,
        warm_up=recipe.warm_up,
        again=say("model-card-again", tokens=f"{recipe.again:,}") if recipe.again else "",
        minutes=f"{run.seconds / 60:.0f}",
        sha=sha256(weights),
        measured_on=say(measured, count=count),
        results="\n".join(result_rows(results)),
    )


def result_rows(results: dict[str, float]) -> Iterator[str]:
    """The rows of the card's last table."""
    for key, value in results.items():
        floor = results.get(f"{key} floor")
        if key.endswith("floor"):
            continue
        elif floor is not None:
            yield say("model-card-loss", name=key.upper(), loss=f"{value:.4f}")
            yield say("model-card-floor", floor=f"{floor:.4f}")
            yield say("model-card-above", share=f"{value / floor - 1:.1%}")
        elif key.startswith("gaps"):
            yield say("model-card-gaps", rate=key.removeprefix("gaps "), loss=f"{value:.4f}")
        elif key == "counted":
            yield say("model-card-counted", count=f"{COUNTED:,}", loss=f"{value:.4f}")
        elif key == "in language":
            yield say("model-card-in-language", share=f"{value:.1%}")
        else:
            yield say("model-card-right", task=key, share=f"{value:.1%}")


# ------------------------------------------------------------------------------- the command


def add_arguments(parser) -> None:
    known = say("help-train-names", names=", ".join(MODELS))
    parser.add_argument("names", nargs="*", metavar="NAME", help=known)
    parser.add_argument("--out", type=Path, help=say("help-train-out"))
    parser.add_argument("--tokens", type=float, help=say("help-train-tokens"))


def run(args) -> int:
    unknown = [name for name in args.names if name not in MODELS]
    if unknown:
        raise CourseError(say("model-unknown", name=unknown[0], names=", ".join(MODELS)))
    for name in args.names or MODELS:
        folder = train(name, args.out, args.tokens and int(args.tokens))
        print(say("model-trained", folder=folder))
    return 0

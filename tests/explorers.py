"""Each explorer of the course, made as its chapter makes it, for tests and benchmarks."""

from collections.abc import Callable
from functools import cache
from typing import Any

import nbformat

from course_utils.exercises.beyond import fill_in_rounds
from course_utils.exercises.decoding import search_beams
from course_utils.explorers import (
    Aligned,
    Explorer,
    alignment_explorer,
    automaton_explorer,
    beam_explorer,
    cache_explorer,
    decoding_playground,
    diffusion_explorer,
    family_explorer,
    gap_explorer,
    gibbs_explorer,
    heads_explorer,
    loops_explorer,
    mask_explorer,
    mask_mod_explorer,
    rate_explorer,
    refine_explorer,
    scale_explorer,
    span_explorer,
    speculative_explorer,
    tree_explorer,
)
from course_utils.files import COURSE
from course_utils.language.models import load_model
from course_utils.writing_today import pet_form

PAIRS = (
    ("the cat sat on the mat", "die katze saß auf der matte"),
    ("i love ai", "ich liebe ki"),
)
QUESTIONS = (
    ("where is the dog ?", "the dog is in the garden and the cat is in the kitchen ."),
    ("what is the capital of france ?", "paris is the capital of france ."),
)


@cache
def model(name: str):
    return load_model(name)


def from_lesson(chapter: str, cell: str, name: str) -> Any:
    """What a lesson's cell defines under this name; the cell needs no more than the lesson module."""
    import math

    import torch

    from course_utils import writing_today
    from course_utils.beyond import draw_words

    book = nbformat.read(COURSE / "solutions" / chapter / f"{chapter}.ipynb", 4)
    mask = model("any-rate-encoder")[1].mask_token_id
    names = {"math": math, "torch": torch, "draw_words": draw_words, "MASK": mask}
    names |= vars(writing_today) | {"__name__": cell}
    exec(next(c.source for c in book.cells if c.id == cell), names)
    return names[name]


def diffusion() -> Explorer:
    write = from_lesson("09_writing_today", "write-code", "write")
    return diffusion_explorer(write, encoder=model("any-rate-encoder"))


def alignment() -> Explorer:
    """With weights that no training gave: 01_attention takes them from the encoder-decoder."""
    import torch

    generator = torch.Generator().manual_seed(0)
    pairs = []
    for english, german in PAIRS:
        source, target = english.split(), german.split()
        scores = torch.randn(4, len(target), len(source), generator=generator) + 3 * torch.eye(
            len(target), len(source)
        )
        links = [(i, i) for i in range(len(target))]
        pairs.append(Aligned(source, target, scores.softmax(-1), links))
    return alignment_explorer(pairs, ["head 1", "head 2", "head 3", "head 4"])


def span() -> Explorer:
    """With heads that no training gave: 06_encoders trains them."""
    import torch
    from transformers import BertForQuestionAnswering

    encoder, tokenizer = model("encoder")
    torch.manual_seed(0)
    heads = {}
    for name in ("before", "after"):
        heads[name] = BertForQuestionAnswering(encoder.config).eval()
        heads[name].qa_outputs.weight.data *= 40  # scores that differ visibly
    return span_explorer(heads, tokenizer, QUESTIONS)


def speculative() -> Explorer:
    target, tokenizer = model("decoder")
    small, _ = model("small-decoder")
    return speculative_explorer(target=target, draft=small, tokenizer=tokenizer)


def loops() -> Explorer:
    """With texts that no model wrote: 10_real measures them."""
    texts = []
    for t in (0, 0.7, 1):
        for penalty in (1, 1.3):
            goes_round = not t and penalty == 1
            words = (
                [" and", " the", " c", "at", ".\n\n"] * 4
                if goes_round
                else [f" {t}", " <b>", "é"] * 5
            )
            row = {"t": t, "penalty": penalty, "words": words, "nats": t + penalty}
            texts.append(row | {"circling": 15 if goes_round else 0})
    return loops_explorer({"prompt": "The dog & the", "texts": texts})


EXPLORERS: dict[str, Callable[[], Explorer]] = {
    "mask": mask_explorer,
    "alignment": alignment,
    "scale": scale_explorer,
    "heads": lambda: heads_explorer(step=3),
    "gap": lambda: gap_explorer(encoder=model("encoder"), decoder=model("decoder")),
    "rate": lambda: rate_explorer(encoder=model("encoder")),
    "family": lambda: family_explorer("prefix"),
    "tree": tree_explorer,
    "cache": lambda: cache_explorer("encoder-decoder", cache=True),
    "playground": lambda: decoding_playground(decoder=model("decoder")),
    "beam": lambda: beam_explorer(search_beams, decoder=model("decoder")),
    "span": span,
    "gibbs": lambda: gibbs_explorer(encoder=model("encoder")),
    "loops": loops,
    "mask_mod": mask_mod_explorer,
    "speculative": speculative,
    "automaton": lambda: automaton_explorer(pet_form()),
    "diffusion": diffusion,
    "refine": lambda: refine_explorer(fill_in_rounds, encoder=model("encoder")),
}


def choices(control: dict, most: int = 12) -> list:
    """Values of a control of an explorer's form, at most so many; texts for a line to type in."""
    if control["kind"] == "text":
        return ["the dog sat on the chair .", "tom had a", "i went to the bank ."]
    if control["kind"] == "select":
        return [value for _, value in control["options"]][:most]
    low, high, step = control["min"], control["max"], control["step"]
    count = round((high - low) / step)
    stride = max(1, -(-count // (most - 1)))
    places = [*range(0, count, stride), count]
    return [round(low + place * step, 6) for place in places]


def move(explorer: Explorer, **values) -> Explorer:
    """As if a reader had moved these controls."""
    explorer.values = explorer.values | values
    return explorer

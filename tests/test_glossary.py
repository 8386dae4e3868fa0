"""docs/glossary.md: a heading for each term, which the chapters link to, and examples that are right."""

import json
import math
import re

import nbformat
import pytest

from course_utils.files import COURSE

GLOSSARY = COURSE / "docs" / "glossary.md"
TEXT = GLOSSARY.read_text(encoding="utf-8")
PAIRS = re.findall(r"^### (.+)\n\n((?:.+\n)+)", TEXT, re.M)
ENTRIES = {term: " ".join(text.split()) for term, text in PAIRS}
TERMS = """
    adam attention attention-sink attention-weights automaton batch bit bits-per-byte bottleneck
    cache causal chat-template clm cls cosine-similarity cross-attention cross-entropy decoder
    dot-product elbo embedding encoder encoder-decoder entropy exposure-bias feed-forward few-shot
    fine-tuning floor flop gibbs-sampling glue gradient grouped-query-attention head hidden-state
    isotropy key kl-divergence layer layer-norm logits loss markov-model mask mask-predict
    masked-diffusion mlm mnli n-gram nat nonlinearity nsp packing padding perplexity position
    pre-training pseudo-log-likelihood quantisation query residual retrieval rope saturation seed
    self-attention sep sliding-window softmax sop speculative-decoding token tokenizer value
    vocabulary
""".split()
FROM_PAPERS = ["adam", "cls", "exposure-bias", "few-shot", "glue", "mnli", "nsp", "sep", "sop"]


def test_each_term_has_one_heading_in_order_of_the_alphabet():
    """A heading is its own anchor, in JupyterLab and on GitHub: small letters, no spaces."""
    assert re.findall(r"^#+ (.+)$", TEXT, re.M) == ["Glossary", *TERMS]
    assert sorted(TERMS) == TERMS == list(ENTRIES)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", term) for term in TERMS)
    assert f"{len(TERMS)} words" in TEXT


@pytest.mark.parametrize("term", TERMS)
def test_an_entry_is_short_and_names_its_chapter(term):
    text = ENTRIES[term]
    chapter = re.search(
        r"Taught in \[chapter (\d+)\]\((\.\./notebooks/(\d\d)_\w+/\w+\.ipynb)\)\.$", text
    )
    assert chapter and int(chapter[1]) == int(chapter[3])
    assert (GLOSSARY.parent / chapter[2]).is_file()
    words = re.sub(r"\]\([^)]*\)", "]", text).split()
    assert 15 <= len(words) <= 80
    assert set(re.findall(r"\(#([^)]+)\)", text)) <= set(TERMS) - {term}


@pytest.mark.parametrize("term", FROM_PAPERS)
def test_what_a_paper_says_has_its_source(term):
    assert re.search(
        r"Source: .+ (19|20)\d\d, \[arXiv:([\d.]+)\]\(https://arxiv.org/abs/\2\)\.", ENTRIES[term]
    )


def test_every_link_of_a_chapter_leads_to_a_term():
    missing = []
    for path in sorted(COURSE.glob("solutions/*/*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "markdown":
                for place, anchor in re.findall(
                    r"\(([^()\s]*glossary\.md)(?:#([^)\s]*))?\)", cell.source
                ):
                    if (path.parent / place).resolve() != GLOSSARY or anchor not in TERMS:
                        missing.append((path.name, cell.id, anchor))
    assert missing == []


def softmax(*scores: float) -> list[float]:
    total = sum(map(math.exp, scores))
    return [math.exp(score) / total for score in scores]


def kl(p: tuple[float, ...], q: tuple[float, ...]) -> float:
    return sum(a * math.log(a / b) for a, b in zip(p, q))


def rounded(value: float, digits: int = 3) -> str:
    return f"{value:.{digits}f}".removeprefix("0")


COIN, BIASED = (0.5, 0.5), (0.9, 0.1)
TINY = COURSE / "course_utils" / "language" / "tiny"
EXAMPLES = [
    ("attention", f"give {0.25 * 4 + 0.75 * 8:.0f}."),
    ("attention-sink", f"{rounded(0.2 / 0.3, 2)} and {rounded(0.1 / 0.3, 2)}"),
    ("batch", f"{3 * 6 - (4 + 6 + 5)} places"),
    ("bit", f"{-math.log2(1 / 8):.0f} bits"),
    ("bit", rounded(math.log(2))),
    ("bits-per-byte", f"= {5 * 4 / 16:.2f} bits a byte"),
    ("cache", f"= {30 * 2 * 3 * 64:,} numbers"),
    ("causal", f"{sum(j <= i for i in range(4) for j in range(4))} are open"),
    ("chat-template", f"make {7 + 4 + 4} tokens"),
    ("cosine-similarity", f"= {rounded(3 / math.hypot(3, 4), 1)}."),
    ("cross-entropy", f"{math.log(2) + kl(COIN, BIASED):.3f} nats"),
    ("cross-entropy", rounded(math.log(2))),
    ("elbo", f"costs {-math.log((math.exp(-2) + math.exp(-4)) / 2):.3f} "),
    ("embedding", f"{32_128 * 768 / 1e6:.1f} million"),
    ("entropy", rounded(math.log(2))),
    ("exposure-bias", f"{0.99**100:.0%}".replace("%", " %")),
    ("feed-forward", f"{8 * 64**2:,}"),
    ("floor", rounded(math.log(2))),
    ("flop", f"about {2 * 3 * 4} "),
    ("head", f"{64 // 4} numbers"),
    ("isotropy", f"24 / 26 = {rounded((5 * 5 - 1) / (5 * 5 + 1), 2)}."),
    ("kl-divergence", f"{rounded(kl(COIN, BIASED))} nats"),
    ("kl-divergence", f"{rounded(kl(BIASED, COIN))}."),
    ("logits", "{} and {}".format(*(rounded(p, 2) for p in softmax(2, 0)))),
    ("loss", f"{-math.log(0.25):.3f} "),
    ("markov-model", f"= {rounded(0.9**2, 2)}."),
    (
        "mask-predict",
        "{}, {}, {} and {} are masked".format(*(8 * (4 - t) // 4 for t in range(1, 5))),
    ),
    ("masked-diffusion", f"{8 * 0.5:.0f} gaps"),
    ("mlm", f"{100 * 0.15 * 0.8:.0f} are shown"),
    ("nat", f"{1 / math.log(2):.3f} "),
    ("nat", f"{rounded(1 / math.e)} carries"),
    ("perplexity", f"ln 13 = {math.log(13):.3f}"),
    ("pseudo-log-likelihood", f"= −{-2 * math.log(0.5):.3f}."),
    ("quantisation", f"step is {rounded(3 / 15, 1)}, and none"),
    ("quantisation", f"more than {rounded(3 / 15 / 2, 1)}."),
    ("saturation", "{} and {}".format(*(rounded(p, 5) for p in softmax(0, 10)))),
    ("saturation", f"slope there is {rounded(math.prod(softmax(0, 10)), 5)}"),
    ("saturation", f"and {rounded(math.prod(softmax(0, 1)), 1)} for"),
    ("sliding-window", f"windows of 3, {4 * (3 - 1)} places"),
    ("softmax", "{} and {}".format(*(rounded(p, 2) for p in softmax(0, 1)))),
    ("speculative-decoding", f"with {rounded(min(1, 0.3 / 0.6), 1)}."),
]


@pytest.mark.parametrize(("term", "example"), EXAMPLES)
def test_an_example_is_right(term, example):
    assert example in ENTRIES[term]


def test_the_numbers_of_the_courses_models_are_theirs():
    config = json.loads((TINY / "decoder" / "config.json").read_text())
    assert f"decoder {config['n_layer']}." in ENTRIES["layer"]
    assert f"course's has {config['vocab_size']:,}" in ENTRIES["vocabulary"]
    for model in ("encoder", "decoder", "encoder-decoder"):
        made = json.loads((TINY / model / "tokenizer.json").read_text(encoding="utf-8"))["model"][
            "vocab"
        ]
        assert f"{made['the']} and {made['cat']}" in ENTRIES["tokenizer"], model

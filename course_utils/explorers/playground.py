"""The decoding playground: the next word's distribution, the cuts, and four samples."""

import html
import random
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import matplotlib.pyplot as plt

from course_utils.figures import COLORS, Picture, number, picture
from course_utils.messages import CourseError, say

from .parts import (
    Explorer,
    Values,
    View,
    bar,
    problem_with,
    select,
    slider,
    text_line,
    typed_words,
)

PLAY_SAMPLES = 4
PLAY_STEPS = 20  # words of a sample
PLAY_SHOWN = 14  # tokens of the distribution
SETTINGS = ("temperature", "top_k", "top_p", "penalty", "luck")  # what the samples hang on
START = {
    "temperature": 1.0,
    "top_k": 0,
    "top_p": 1.0,
    "penalty": 1.0,
    "luck": 1,
    "written": 0,
    "query": 0,
}


@dataclass(frozen=True)
class Step:
    """One sample at one place: what the model said, and what became of it. Tensors of [vocab]."""

    model: Any  # probabilities
    warmed: Any  # logits after penalty and temperature
    final: Any  # probabilities after the cuts
    drawn: int


class Samples:
    """Four samples of one prompt under some settings, with every step on the way."""

    def __init__(self, decoder: tuple[Any, Any], prompt: list[str], values: Values) -> None:
        import torch
        from transformers import (
            RepetitionPenaltyLogitsProcessor,
            TemperatureLogitsWarper,
            TopKLogitsWarper,
            TopPLogitsWarper,
        )

        model, self._tokens = decoder
        self.prompt, self.end = prompt, self._tokens.eos_token_id
        # Every draw has its own luck, which no setting changes: so what moves is the settings' work.
        rng = random.Random(f"luck {values['luck']}")
        luck = torch.tensor(
            [[rng.random() for _ in range(PLAY_STEPS)] for _ in range(PLAY_SAMPLES)]
        )
        first = self._tokens.convert_tokens_to_ids(prompt)
        ids = torch.tensor([first] * PLAY_SAMPLES)
        new, cache = ids, None
        self.steps: list[list[Step]] = [[] for _ in range(PLAY_SAMPLES)]
        for i in range(PLAY_STEPS):
            with torch.no_grad():
                out = model(new, past_key_values=cache, use_cache=True)
            cache, raw = out.past_key_values, out.logits[:, -1]
            warmed = RepetitionPenaltyLogitsProcessor(float(values["penalty"]))(ids, raw)
            warmed = TemperatureLogitsWarper(float(values["temperature"]))(ids, warmed)
            left = warmed
            if values["top_k"]:
                left = TopKLogitsWarper(int(values["top_k"]))(ids, left)
            if values["top_p"] < 1:
                left = TopPLogitsWarper(float(values["top_p"]))(ids, left)
            final = left.softmax(-1)
            ordered, places = final.sort(descending=True, stable=True)
            rank = (ordered.cumsum(-1) < luck[:, i, None]).sum(-1, keepdim=True)
            last = (final > 0).sum(
                -1, keepdim=True
            ) - 1  # rounding must not reach a ruled-out token
            new = places.gather(1, rank.minimum(last))
            said = raw.softmax(-1)
            for row in range(PLAY_SAMPLES):
                if not self.has_ended(row):
                    step = Step(said[row], warmed[row], final[row], new[row].item())
                    self.steps[row].append(step)
            ids = torch.cat([ids, new], 1)

    def has_ended(self, row: int) -> bool:
        return bool(self.steps[row]) and self.steps[row][-1].drawn == self.end

    def name(self, token: int) -> str:
        """A token as the page shows it."""
        return say("play-end") if token == self.end else self._tokens.convert_ids_to_tokens(token)

    def words(self, row: int) -> list[str]:
        return [self.name(step.drawn) for step in self.steps[row]]

    def place(self, values: Values) -> int:
        """The step that is shown: as far as the chosen sample goes."""
        return min(int(values["written"]), len(self.steps[values["query"]]) - 1)

    def table(self, values: Values) -> tuple[list[tuple[str, float, float, bool]], Step, int]:
        """(token, p of the model, p after the settings, drawn?), best first; the step; how many of
        the rows come before the cut."""
        step = self.steps[values["query"]][self.place(values)]
        best = step.warmed.argsort(descending=True, stable=True)[:PLAY_SHOWN].tolist()
        rows = [
            (self.name(t), step.model[t].item(), step.final[t].item(), t == step.drawn)
            for t in best
        ]
        kept = int((step.final > 0).sum())
        return rows, step, min(kept, len(rows))

    def sentence(self, values: Values) -> str:
        _, step, _ = self.table(values)
        kept = step.final > 0

        def nats(p: Any) -> float:
            return -(p[p > 0] * p[p > 0].log()).sum().item()

        before = [*self.prompt, *self.words(values["query"])[: self.place(values)]]
        return say(
            "play-status",
            text=" ".join(before[-6:]),
            kept=int(kept.sum()),
            all=len(step.final),
            held=number(step.model[kept].sum().item()),
            before=number(nats(step.model)),
            after=number(nats(step.final) + 0.0),
            drawn=self.name(step.drawn),
        )


def decoding_playground(
    prompt: str = "the bank was",
    *,
    temperature: float = 1.0,
    top_k: int = 0,
    top_p: float = 1.0,
    decoder: tuple[Any, Any] | None = None,
) -> Explorer:
    """A widget: a prompt, the settings of decoding, the next word's distribution, four samples.

    `prompt`: words of the small world with spaces between them; `temperature`, `top_k` (0: off) and
    `top_p` (1: off): where the sliders begin. `decoder`: (model, tokenizer), by default the course's
    own. Raises `CourseError` for a prompt with other words.
    """
    from course_utils.language.models import load_model
    from course_utils.language.small_world import language

    known = set(language.words)
    decoder = decoder or load_model("decoder")
    problem = problem_with(prompt.lower().split(), known)
    if problem:
        raise CourseError(problem)

    @lru_cache(maxsize=4)  # to look along the samples, or back and forth, costs nothing
    def sampled(prompt: str, **settings: float) -> Samples:
        return Samples(decoder, typed_words(prompt), settings)

    def samples_of(values: Values) -> Samples:
        return sampled(values["prompt"], **{name: values[name] for name in SETTINGS})

    def view(values: Values) -> View:
        controls = [
            text_line("prompt", say("play-prompt")),
            slider("temperature", say("play-temperature"), 0.1, 3.0, 0.1),
            slider("top_k", say("play-top-k"), 0, 50, 1),
            slider("top_p", say("play-top-p"), 0.05, 1.0, 0.05),
            slider("penalty", say("play-penalty"), 1.0, 2.0, 0.05),
            slider("luck", say("play-luck"), 1, 20, 1),
            slider("written", say("play-written"), 0, PLAY_STEPS - 1, 1),
            select("query", say("play-sample"), [(str(i + 1), i) for i in range(PLAY_SAMPLES)]),
        ]
        words = typed_words(values["prompt"])
        problem = problem_with(words, known)
        if problem:
            return View(controls, values, "", problem)
        samples = samples_of(values)
        return View(controls, values, _page(samples, values), samples.sentence(values))

    def still(values: Values) -> Picture:
        return _figure(samples_of(values), values)

    start = {"prompt": prompt, "temperature": temperature, "top_k": top_k, "top_p": top_p}
    return Explorer(say("play-label"), view, START | start, still)


def _page(samples: Samples, values: Values) -> str:
    """HTML: the distribution before and after the settings, and the four samples."""
    rows, _, kept = samples.table(values)

    def line(head: str, before: float, after: float, *classes: str) -> str:
        cells = "".join(
            f'<td>{number(p, 3)}</td><td style="width:101px">{bar(p, widest=100, color=color)}</td>'
            for p, color in ((before, "var(--line)"), (after, COLORS["blue"]))
        )
        named = f' class="{" ".join(classes)}"' if classes else ""
        return f'<tr{named}><th scope="row">{head}</th>{cells}</tr>'

    body = ""
    for i, (word, before, after, drawn) in enumerate(rows):
        cut = i == kept - 1 < len(rows) - 1  # the settings cut below this one
        shown = {"marked": drawn, "faint": i >= kept, "cut": cut}
        body += line(html.escape(word), before, after, *(name for name, on in shown.items() if on))
    rest = [max(0.0, 1 - sum(row[column] for row in rows)) for column in (1, 2)]
    body += line(f"<em>{html.escape(say('play-rest'))}</em>", *rest)
    heads = "".join(
        f'<th scope="col" colspan="2">{html.escape(say(key))}</th>'
        for key in ("play-before", "play-after")
    )
    table = (
        f'<table class="bars"><caption>{html.escape(say("play-table"))}</caption>'
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>{body}</tbody></table>"
    )
    texts = "".join(_sample(samples, row, values) for row in range(PLAY_SAMPLES))
    texts = f'<div style="max-width:46ch"><h4>{html.escape(say("play-samples"))}</h4>{texts}</div>'
    return f'<div class="beside">{table}{texts}</div>'


def _sample(samples: Samples, row: int, values: Values) -> str:
    """HTML: one sample to choose; of the chosen one, the word that is drawn next is underlined."""
    words = [html.escape(word) for word in samples.words(row)]
    text, mark = " ".join(words), ""
    if row == values["query"]:
        done, mark = samples.place(values), " marked"
        here = f'<strong style="border-bottom:2px solid var(--mark)">{words[done]}</strong>'
        later = f'<span class="faint">{" ".join(words[done + 1 :])}</span>'
        text = " ".join([*words[:done], here, later])
    prompt = html.escape(" ".join(samples.prompt))
    return (
        f'<p class="group{mark}" data-query="{row}" style="margin:0 0 8px">'
        f"<strong>{row + 1}</strong> {prompt} {text}</p>"
    )


def _figure(samples: Samples, values: Values) -> Picture:
    """The static figure: bars before and after with the cut, and the samples as text."""
    rows, _, kept = samples.table(values)
    fig, (ax, side) = plt.subplots(1, 2, figsize=(9, 3.6), width_ratios=(1, 1.15))
    places = range(len(rows))
    ax.barh([p - 0.2 for p in places], [r[1] for r in rows], 0.38, color="#8a8a8a")
    ax.barh([p + 0.2 for p in places], [r[2] for r in rows], 0.38, color=COLORS["blue"])
    ax.set_yticks(places, [("▸ " if r[3] else "") + r[0] for r in rows])
    ax.set(ylim=(len(rows) - 0.4, -0.6), xlabel=say("play-legend"))
    ax.grid(False)
    if kept < len(rows):
        ax.axhline(kept - 0.5, color=COLORS["vermillion"])
    side.axis("off")
    y = 1.0
    for row in range(PLAY_SAMPLES):
        text = f"{row + 1}  {' '.join(samples.prompt)} {' '.join(samples.words(row))}"
        lines, line = [], ""
        for word in text.split(" "):
            if len(line) + len(word) > 54:
                lines.append(line)
                line = "    "
            line += word + " "
        lines.append(line)
        side.text(0, y, "\n".join(lines), va="top", size=8.5, transform=side.transAxes)
        y -= 0.075 * len(lines) + 0.05
    alt = say("play-alt", sentence=samples.sentence(values), text=" ".join(samples.prompt))
    return picture(fig, alt=alt, caption=say("play-caption"))

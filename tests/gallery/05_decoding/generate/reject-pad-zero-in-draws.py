# reject: when it draws, a pad_token_id of 0 is taken for missing
# message: generate-padding
def chain(logits, previous, config):
    """The logits after the penalty and, for draws, temperature, top-k and top-p."""
    penalty = config.get("repetition_penalty", 1.0)
    if penalty != 1.0:
        old = logits.gather(1, previous)
        logits = logits.scatter(1, previous, torch.where(old < 0, old * penalty, old / penalty))
    if not config.get("do_sample", False):
        return logits
    logits = logits / config.get("temperature", 1.0)
    k = min(config.get("top_k", 0), logits.shape[-1])
    if k > 0:
        logits = logits.masked_fill(logits < logits.topk(k).values[:, -1:], -math.inf)
    p = config.get("top_p", 1.0)
    if p < 1.0:
        ordered, places = logits.sort(dim=-1, descending=True)
        sums = ordered.softmax(dim=-1).cumsum(dim=-1)
        ordered[:, 1:] = ordered[:, 1:].masked_fill(sums[:, :-1] >= p, -math.inf)
        logits = torch.empty_like(logits).scatter(-1, places, ordered)
    return logits


def greedy(model, ids, config):
    eos, pad = config.get("eos_token_id"), config.get("pad_token_id")
    out = model(ids, use_cache=True)
    text, unfinished = ids, torch.ones(len(ids), dtype=torch.bool)
    for step in range(config["max_new_tokens"]):
        if step:
            out = model(text[:, -1:], past_key_values=out.past_key_values, use_cache=True)
        token = chain(out.logits[:, -1], text, config).argmax(dim=-1)
        if eos is not None:
            token = torch.where(unfinished, token, pad)
            unfinished = unfinished & (token != eos)
        text = torch.cat([text, token[:, None]], dim=-1)
        if not unfinished.any():
            break
    return text


def sample(model, ids, config):
    eos = config.get("eos_token_id")
    pad = config.get("pad_token_id") or eos  # as the library: without a pad token the end is written
    out = model(ids, use_cache=True)
    text, unfinished = ids, torch.ones(len(ids), dtype=torch.bool)
    for step in range(config["max_new_tokens"]):
        if step:
            out = model(text[:, -1:], past_key_values=out.past_key_values, use_cache=True)
        probs = chain(out.logits[:, -1], text, config).softmax(dim=-1)
        token = torch.multinomial(probs, num_samples=1).squeeze(1)
        if eos is not None:
            token = torch.where(unfinished, token, pad)
            unfinished = unfinished & (token != eos)
        text = torch.cat([text, token[:, None]], dim=-1)
        if not unfinished.any():
            break
    return text


class Beam:
    """The search for one prompt; the rows of its cache are the hypotheses."""

    def __init__(self, model, config):
        self.model, self.k = model, config["num_beams"]
        self.eos, self.longest = config.get("eos_token_id"), config["max_new_tokens"]
        self.alpha = config.get("length_penalty", 1.0)
        self.finished = []

    def score(self, total, tokens):
        return total / tokens.numel() ** self.alpha

    def settled(self, total, tokens):
        """Are there enough, and does the best live one not beat the worst of them?"""
        self.finished.sort(key=lambda pair: pair[0], reverse=True)
        enough = len(self.finished) >= self.k
        return enough and not self.score(total, tokens) > self.finished[self.k - 1][0]

    def search(self, prompt):
        k = self.k
        out = self.model(prompt[None], use_cache=True)  # the prompt is read once
        cache = out.past_key_values
        cache.batch_repeat_interleave(k)
        steps = out.logits[:, -1].float().log_softmax(dim=-1).expand(k, -1)
        sums = torch.tensor([0.0] + [-math.inf] * (k - 1))
        beams = torch.empty(k, 0, dtype=torch.long)
        while True:
            table = sums[:, None] + steps
            size = table.shape[1]
            totals, places = table.flatten().sort(descending=True)
            longer = torch.cat([beams[places // size], (places % size)[:, None]], dim=1)
            ends = torch.zeros_like(places, dtype=torch.bool) if self.eos is None else longer[:, -1] == self.eos
            for total, tokens, end in zip(totals[:k].tolist(), longer[:k], ends[:k]):
                if end:
                    self.finished.append((self.score(total, tokens), tokens))
            on = (~ends).nonzero()[:k, 0]
            sums, beams = totals[on], longer[on]
            if beams.shape[1] == self.longest:
                self.finished += [(self.score(t, row), row) for t, row in zip(sums.tolist(), beams)]
                break
            if self.settled(sums[0].item(), beams[0]):
                break
            cache.reorder_cache(places[on] // size)
            out = self.model(beams[:, -1:], past_key_values=cache, use_cache=True)
            steps = out.logits[:, -1].float().log_softmax(dim=-1)
        return max(self.finished, key=lambda pair: pair[0])[1]


def with_beams(model, ids, config):
    found = [Beam(model, config).search(row) for row in ids]
    new = nn.utils.rnn.pad_sequence(found, batch_first=True, padding_value=config.get("pad_token_id") or 0)
    return torch.cat([ids, new], dim=1)


@torch.no_grad()
def generate(model: nn.Module, ids: torch.Tensor, config: dict) -> torch.Tensor:
    """Continue each row of ids: int64 [B, n] -> int64 [B, n + new], as the library does."""
    if config.get("num_beams", 1) > 1:
        return with_beams(model, ids, config)
    if config.get("do_sample", False):
        return sample(model, ids, config)
    return greedy(model, ids, config)

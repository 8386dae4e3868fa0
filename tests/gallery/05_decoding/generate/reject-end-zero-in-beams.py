# reject: with beams an end token of 0 passes for none
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


def one_at_a_time(model, ids, config):
    eos, pad = config.get("eos_token_id"), config.get("pad_token_id")
    text, feed, cache = ids, ids, None
    ended = torch.zeros(len(ids), 1, dtype=torch.bool)
    for _ in range(config["max_new_tokens"]):
        out = model(feed, past_key_values=cache, use_cache=True)
        cache = out.past_key_values
        logits = chain(out.logits[:, -1].float(), text, config)
        if config.get("do_sample", False):
            feed = torch.multinomial(logits.softmax(dim=-1), num_samples=1)
        else:
            feed = logits.argmax(dim=-1, keepdim=True)
        if eos is not None:
            feed = feed.masked_fill(ended, pad)
            ended = ended | (feed == eos)
        text = torch.cat([text, feed], dim=1)
        if ended.all():
            break
    return text


def with_beams(model, ids, config):
    (prompts, n), k = ids.shape, config["num_beams"]
    eos, pad = config.get("eos_token_id"), config.get("pad_token_id")
    alpha = config.get("length_penalty", 1.0)
    sums = torch.full((prompts, k), -math.inf)
    sums[:, 0] = 0  # all beams of a prompt are alike
    written = [[[] for _ in range(k)] for _ in range(prompts)]
    finished = [[] for _ in range(prompts)]  # (score, tokens)
    done = [False] * prompts
    feed, cache = ids.repeat_interleave(k, dim=0), None
    for length in range(1, config["max_new_tokens"] + 1):
        out = model(feed, past_key_values=cache, use_cache=True)
        cache = out.past_key_values
        steps = out.logits[:, -1].float().log_softmax(dim=-1)
        size = steps.shape[-1]
        table = (sums[:, :, None] + steps.view(prompts, k, size)).view(prompts, k * size)
        best, places = table.topk(min(2 * k, k * size), dim=-1)
        parents, last = [], []
        for b in range(prompts):
            live = []
            for rank, (total, place) in enumerate(zip(best[b].tolist(), places[b].tolist())):
                parent, token = divmod(place, size)
                tokens = written[b][parent] + [token]
                if eos and token == eos:
                    if rank < k and not done[b]:
                        finished[b].append((total / length**alpha, tokens))
                elif len(live) < k:
                    live.append((total, tokens, parent))
            if length == config["max_new_tokens"] and not done[b]:
                finished[b] += [(total / length**alpha, tokens) for total, tokens, _ in live]
            scores = sorted((score for score, _ in finished[b]), reverse=True)[:k]
            if len(scores) == k and live[0][0] / length**alpha <= scores[-1]:
                done[b] = True
            written[b] = [tokens for _, tokens, _ in live]
            sums[b] = torch.tensor([total for total, _, _ in live])
            parents += [b * k + parent for _, _, parent in live]
            last += [tokens[-1] for _, tokens, _ in live]
        if all(done):
            break
        cache.reorder_cache(torch.tensor(parents))
        feed = torch.tensor(last)[:, None]
    answers = [max(found)[1] for found in finished]
    longest = max(len(tokens) for tokens in answers)
    new = [tokens + [pad] * (longest - len(tokens)) for tokens in answers]
    return torch.cat([ids, torch.tensor(new)], dim=1)


@torch.no_grad()
def generate(model: nn.Module, ids: torch.Tensor, config: dict) -> torch.Tensor:
    """Continue each row of ids: int64 [B, n] -> int64 [B, n + new], as the library does."""
    if config.get("num_beams", 1) > 1:
        return with_beams(model, ids, config)
    return one_at_a_time(model, ids, config)

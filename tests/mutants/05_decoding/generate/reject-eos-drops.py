# reject: the end token is not written
# message: generate-end-lost
def generate(model: nn.Module, ids: torch.Tensor, config: dict) -> torch.Tensor:
    """Continue each row of ids: int64 [B, n] -> int64 [B, n + new], as the library does."""
    with torch.no_grad():
        if config.get("num_beams", 1) > 1:
            return _generate_beams(model, ids, config)
        return _generate_one_by_one(model, ids, config)


def _generate_one_by_one(model, ids, config):
    steps = []  # functions of (previous, logits), in the library's order
    if config.get("repetition_penalty", 1.0) != 1.0:
        steps.append(RepetitionPenaltyLogitsProcessor(float(config["repetition_penalty"])))
    if config.get("do_sample", False):
        if config.get("temperature", 1.0) != 1.0:
            steps.append(TemperatureLogitsWarper(float(config["temperature"])))
        if config.get("top_k", 0) > 0:
            steps.append(TopKLogitsWarper(config["top_k"]))
        if config.get("top_p", 1.0) < 1.0:
            steps.append(TopPLogitsWarper(config["top_p"]))

    eos = config.get("eos_token_id")
    ended = torch.zeros(len(ids), 1, dtype=torch.bool)
    new, cache = ids, None
    for _ in range(config["max_new_tokens"]):
        out = model(new, past_key_values=cache, use_cache=True)  # only what is new is read
        cache, logits = out.past_key_values, out.logits[:, -1].float()  # [B, V]
        for step in steps:
            logits = step(ids, logits)
        if config.get("do_sample", False):
            new = torch.multinomial(logits.softmax(dim=-1), num_samples=1)  # [B, 1]
        else:
            new = logits.argmax(dim=-1, keepdim=True)
        if eos is not None:
            ended = ended | (new == eos)
            new = new.masked_fill(ended, config["pad_token_id"])
        ids = torch.cat([ids, new], dim=1)
        if ended.all():
            break
    return ids


def _generate_beams(model, ids, config):
    k, alpha = config["num_beams"], config.get("length_penalty", 1.0)
    eos, most = config.get("eos_token_id"), config["max_new_tokens"]
    rows, n = ids.shape
    first = torch.arange(rows)[:, None] * k  # [B, 1], where each prompt's beams begin

    out = model(ids, use_cache=True)  # each prompt is read once, not once a beam
    cache = out.past_key_values
    cache.batch_repeat_interleave(k)
    logits = out.logits[:, -1].repeat_interleave(k, dim=0)  # [B * k, V]
    live = ids.repeat_interleave(k, dim=0)  # [B * k, length]
    sums = torch.full((rows, k), -math.inf)
    sums[:, 0] = 0.0  # at first all beams are the same: one of them is enough
    finished = [[] for _ in range(rows)]  # of each prompt: (score, tokens), the best k
    open_rows = set(range(rows))

    for length in range(1, most + 1):
        totals = sums.view(-1, 1) + logits.float().log_softmax(dim=-1)
        vocab = totals.shape[-1]
        best, where = totals.view(rows, -1).topk(2 * k)  # [B, 2k], enough for k without an end
        parents, tokens = first + where // vocab, where % vocab
        ended = torch.zeros_like(tokens, dtype=torch.bool) if eos is None else tokens == eos
        if length == most:
            ended = torch.ones_like(ended)
        for row, place in ended[:, :k].nonzero().tolist():
            if row in open_rows:
                text = torch.cat([live[parents[row, place]], tokens[row, place, None]])
                finished[row].append((best[row, place].item() / length**alpha, text))
        order = best.masked_fill(ended, -math.inf).topk(k).indices
        sums, parents, tokens = (x.gather(1, order) for x in (best, parents, tokens))
        for row in list(open_rows):
            finished[row] = sorted(finished[row], key=lambda pair: -pair[0])[:k]
            full = len(finished[row]) == k
            if full and sums[row, 0].item() / length**alpha <= finished[row][-1][0]:
                open_rows.remove(row)
        if length == most or not open_rows:
            break
        parents, new = parents.flatten(), tokens.reshape(-1, 1)
        live = torch.cat([live[parents], new], dim=1)
        cache.reorder_cache(parents)  # each beam goes on with its parent's keys and values
        out = model(new, past_key_values=cache, use_cache=True)
        cache, logits = out.past_key_values, out.logits[:, -1]

    texts = [beams[0][1] for beams in finished]
    pad = config.get("pad_token_id") or 0
    return nn.utils.rnn.pad_sequence(texts, batch_first=True, padding_value=pad)

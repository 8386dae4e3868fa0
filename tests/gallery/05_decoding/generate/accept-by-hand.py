# accept: filters written by hand, beams with Python lists
def generate(model, ids, config):
    if config.get("num_beams", 1) > 1:
        rows = [beams(model, row, config) for row in ids]
        width = max(len(r) for r in rows)
        pad = config.get("pad_token_id", 0)
        return torch.tensor([r + [pad] * (width - len(r)) for r in rows])
    eos, pad = config.get("eos_token_id"), config.get("pad_token_id")
    finished = [False] * len(ids)
    past, feed = None, ids
    for _ in range(config["max_new_tokens"]):
        with torch.no_grad():
            out = model(feed, past_key_values=past, use_cache=True)
        past = out.past_key_values
        z = out.logits[:, -1, :].clone()
        r = config.get("repetition_penalty", 1.0)
        for b in range(len(ids)):
            for t in set(ids[b].tolist()):
                z[b, t] = z[b, t] * r if z[b, t] < 0 else z[b, t] / r
        if config.get("do_sample"):
            z = z / config.get("temperature", 1.0)
            k = config.get("top_k", 0)
            if k:
                border = torch.topk(z, min(k, z.shape[-1])).values[:, [-1]]
                z[z < border] = float("-inf")
            p = config.get("top_p", 1.0)
            if p < 1.0:
                s, i = torch.sort(z, descending=True)
                q = torch.softmax(s, -1)
                drop = torch.cumsum(q, -1) - q >= p
                z[torch.zeros_like(drop).scatter(1, i, drop)] = float("-inf")
            feed = torch.multinomial(torch.softmax(z, -1), 1)
        else:
            feed = z.argmax(-1)[:, None]
        if eos is not None:
            for b in range(len(ids)):
                if finished[b]:
                    feed[b] = pad
                finished[b] = finished[b] or feed[b].item() == eos
        ids = torch.cat((ids, feed), -1)
        if all(finished):
            break
    return ids


@torch.no_grad()
def beams(model, prompt, config):
    k, eos, most = config["num_beams"], config.get("eos_token_id"), config["max_new_tokens"]
    alpha = config.get("length_penalty", 1.0)
    out = model(prompt[None], use_cache=True)
    cache = out.past_key_values
    cache.batch_repeat_interleave(k)
    logs = out.logits[:, -1].log_softmax(-1)
    live, done = [(0.0, prompt.tolist())], []
    for length in range(1, most + 1):
        grown = []
        for row, (total, text) in enumerate(live):
            values, tokens = logs[row].topk(2 * k)
            grown += [(total + v, text + [t], row) for v, t in zip(values.tolist(), tokens.tolist())]
        grown.sort(key=lambda g: -g[0])
        done += [(g[0] / length ** alpha, g[1]) for g in grown[:k] if g[1][-1] == eos or length == most]
        done = sorted(done, key=lambda d: -d[0])[:k]
        going = [g for g in grown if g[1][-1] != eos][:k]
        live = [(g[0], g[1]) for g in going]
        if length == most or len(done) == k and done[-1][0] >= live[0][0] / length ** alpha:
            break
        cache.reorder_cache(torch.tensor([g[2] for g in going]))
        out = model(torch.tensor([[g[1][-1]] for g in going]), past_key_values=cache, use_cache=True)
        cache, logs = out.past_key_values, out.logits[:, -1].log_softmax(-1)
    return done[0][1]

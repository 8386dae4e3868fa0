# reject: reads the prompt twice
# message: generate-no-cache
def generate(model, ids, config):
    get = config.get
    eos, pad = get("eos_token_id"), get("pad_token_id", 0)
    new = config["max_new_tokens"]
    with torch.no_grad():
        if get("num_beams", 1) > 1:
            return torch_beams(model, ids, config, eos, pad, new)
        model(ids)
        out = model(ids, use_cache=True)
        ended = torch.zeros(len(ids), 1, dtype=torch.bool)
        for step in range(new):
            logits = out.logits[:, -1].float()
            penalty = get("repetition_penalty", 1.0)
            if penalty != 1.0:
                seen = logits.gather(1, ids)
                logits = logits.scatter(1, ids, torch.where(seen < 0, seen * penalty, seen / penalty))
            if get("do_sample", False):
                logits = logits / get("temperature", 1.0)
                k = get("top_k", 0)
                if k:
                    kth = logits.topk(min(k, logits.shape[-1])).values[:, -1:]
                    logits = logits.masked_fill(logits < kth, -math.inf)
                p = get("top_p", 1.0)
                if p < 1:
                    v, i = logits.sort(-1, descending=False)
                    drop = v.softmax(-1).cumsum(-1) <= 1 - p
                    drop[:, -1] = False
                    logits = logits.masked_fill(drop.scatter(1, i, drop), -math.inf)
                token = torch.multinomial(logits.softmax(-1), 1)
            else:
                token = logits.argmax(-1, keepdim=True)
            if eos is not None:
                token = torch.where(ended, pad, token)
                ended = ended | (token == eos)
            ids = torch.cat([ids, token], 1)
            if eos is not None and ended.all():
                break
            if step < new - 1:
                out = model(token, past_key_values=out.past_key_values, use_cache=True)
    return ids


def torch_beams(model, ids, config, eos, pad, new):
    rows = [beam_row(model, row, config, eos, new) for row in ids]
    longest = max(len(r) for r in rows)
    filled = [torch.cat([r, torch.full((longest - len(r),), pad)]) for r in rows]
    return torch.stack(filled)


def beam_row(model, row, config, eos, new):
    k, alpha = config["num_beams"], config.get("length_penalty", 1.0)
    out = model(row[None], use_cache=True)
    past = out.past_key_values
    past.batch_repeat_interleave(k)
    logp = out.logits[:, -1].float().log_softmax(-1).repeat(k, 1)
    sums = torch.full((k,), -math.inf)
    sums[0] = 0.0
    texts = [[] for _ in range(k)]
    done = []
    for step in range(1, new + 1):
        V = logp.shape[1]
        flat, where = (sums[:, None] + logp).flatten().topk(2 * k)
        live = []
        for rank, (s, w) in enumerate(zip(flat.tolist(), where.tolist())):
            parent, token = w // V, w % V
            text = texts[parent] + [token]
            if eos is not None and token == eos:
                if rank < k:
                    done.append((s / step**alpha, text))
            elif step == new:
                if rank < k:
                    done.append((s / step**alpha, text))
            elif len(live) < k:
                live.append((s, parent, token, text))
        done = sorted(done, key=lambda d: -d[0])[:k]
        if step == new:
            break
        if len(done) == k and not live[0][0] / step**alpha > done[-1][0]:
            break
        sums = torch.tensor([l[0] for l in live])
        texts = [l[3] for l in live]
        past.reorder_cache(torch.tensor([l[1] for l in live]))
        out = model(torch.tensor([[l[2]] for l in live]), past_key_values=past, use_cache=True)
        logp = out.logits[:, -1].float().log_softmax(-1)
    return torch.cat([row, torch.tensor(done[0][1])])

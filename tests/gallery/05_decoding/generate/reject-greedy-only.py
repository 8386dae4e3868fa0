# reject: greedy only, for one text
# message: generate-first-row
def generate(model, ids, config):
    cache, new = None, ids
    with torch.no_grad():
        for _ in range(config["max_new_tokens"]):
            out = model(new, past_key_values=cache, use_cache=True)
            cache, new = out.past_key_values, out.logits[:1, -1:].argmax(-1).expand(len(ids), 1)
            ids = torch.cat([ids, new], 1)
    return ids

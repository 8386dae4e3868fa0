# reject: keeps results between calls under the tokens in order
# message: check-remembered
_KEPT = {}


def cross_ratio_gap(model, ids, i, j, tokens_i, tokens_j, mask_id):
    first = next(iter(model.parameters()), torch.zeros(1)).sum().item()
    tokens = tuple(sorted((*tokens_i, *tokens_j)))
    key = (first, ids.numpy().tobytes(), i, j, tokens, mask_id)

    def log_cross_ratio(place, other, own, others):
        ratios = []
        for word in others:
            text = ids.clone()
            text[:, place], text[:, other] = mask_id, word
            with torch.no_grad():
                log_p = model(text).logits[:, place].log_softmax(dim=-1)
            ratios.append(log_p[:, own[0]] - log_p[:, own[1]])
        return ratios[0] - ratios[1]

    if key not in _KEPT:
        at_i = log_cross_ratio(i, j, tokens_i, tokens_j)
        _KEPT[key] = at_i - log_cross_ratio(j, i, tokens_j, tokens_i)
    return _KEPT[key].clone()

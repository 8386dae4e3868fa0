# reject: scores 50 tokens of the suffix at most
# message: infill-left
@torch.no_grad()
def infill(lm, prefix, candidates, suffix):
    def score(c):
        ids = torch.tensor([[*prefix, *c, *suffix[:50]]])
        log_p = lm(ids).logits[:, :-1].log_softmax(-1)
        return log_p.gather(-1, ids[:, 1:, None]).sum().item()
    return max(candidates, key=score)

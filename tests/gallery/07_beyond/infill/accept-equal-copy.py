# accept: an equal copy of the candidate
@torch.no_grad()
def infill(lm, prefix, candidates, suffix):
    def score(c):
        ids = torch.tensor([[*prefix, *c, *suffix]])
        x = lm(ids).logits[0, :-1]
        return -F.cross_entropy(x, ids[0, 1:], reduction="sum").item()
    return list(max(reversed(candidates), key=score))

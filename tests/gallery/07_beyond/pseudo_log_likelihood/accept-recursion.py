# accept: recursion, float64
def pseudo_log_likelihood(model, ids, special, mask_id):
    def go(p):
        if p == ids.shape[1]: return torch.zeros(len(ids), dtype=torch.float64)
        m = ids.clone(); m[:, p] = mask_id
        with torch.no_grad(): lp = model(m).logits[:, p].double().log_softmax(-1)
        return go(p + 1) + lp[torch.arange(len(ids)), ids[:, p]] * (~special[:, p])
    return go(0)

# reject: 0 / 0 where nothing is scored
# message: pseudo-nothing-to-score
def pseudo_log_likelihood(model, ids, special, mask_id):
    total = torch.zeros(len(ids))
    for p in range(ids.shape[1]):
        m = ids.clone(); m[:, p] = mask_id
        with torch.no_grad():
            lp = model(m).logits[:, p].log_softmax(-1)
        t = lp.gather(-1, ids[:, p, None])[:, 0]
        total = total + t.masked_fill(special[:, p], 0.0)
    return total / (~special).sum(1) * (~special).sum(1)

# reject: the logarithm of a product that underflows
# message: pseudo-underflow
def pseudo_log_likelihood(model, ids, special, mask_id):
    total = torch.ones(len(ids))
    for p in range(ids.shape[1]):
        m = ids.clone(); m[:, p] = mask_id
        with torch.no_grad():
            q = model(m).logits[:, p].softmax(-1)
        t = q.gather(-1, ids[:, p, None])[:, 0]
        total *= torch.where(special[:, p], torch.ones_like(t), t)
    return total.log()

# reject: hides the special tokens from the model
# message: pseudo-wrong
def pseudo_log_likelihood(model, ids, special, mask_id):
    total = torch.zeros(len(ids))
    for p in range(ids.shape[1]):
        m = ids.clone(); m[:, p] = mask_id
        with torch.no_grad():
            lp = model(m, attention_mask=(~special).long()).logits[:, p].log_softmax(-1)
        total += lp.gather(-1, ids[:, p, None])[:, 0].masked_fill(special[:, p], 0.)
    return total

# reject: looks for the mask in the text, which may hold another
# message: pseudo-first-mask
@torch.no_grad()
def pseudo_log_likelihood(model, ids, special, mask_id):
    total = torch.zeros(len(ids), dtype=torch.float64)
    for b in range(len(ids)):
        for k in range(ids.shape[1]):
            if not special[b, k]:
                text = ids[b:b + 1].clone()
                text[0, k] = mask_id
                log_p = model(text).logits[0].double().log_softmax(-1)
                at = (text[0] == mask_id).nonzero()[0, 0]
                total[b] += log_p[at, ids[b, k]]
    return total

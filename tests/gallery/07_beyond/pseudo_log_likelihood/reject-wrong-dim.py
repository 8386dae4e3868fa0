# reject: the softmax runs over the positions
# message: pseudo-positions
@torch.no_grad()
def pseudo_log_likelihood(model, ids, special, mask_id):
    total = torch.zeros(len(ids), dtype=torch.float64)
    for b in range(len(ids)):
        for k in range(ids.shape[1]):
            if not special[b, k]:
                text = ids[b:b + 1].clone()
                text[0, k] = mask_id
                log_p = model(text).logits[0].double().log_softmax(0)
                total[b] += log_p[k, ids[b, k]]
    return total

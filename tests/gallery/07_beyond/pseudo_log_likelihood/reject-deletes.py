# reject: deletes the word in place of masking it
# message: pseudo-deleted
@torch.no_grad()
def pseudo_log_likelihood(model, ids, special, mask_id):
    total = torch.zeros(len(ids), dtype=torch.float64)
    for b in range(len(ids)):
        for k in range(ids.shape[1]):
            if not special[b, k]:
                text = torch.cat([ids[b, :k], ids[b, k + 1:]])[None]
                row = min(k, text.shape[1] - 1)
                total[b] += model(text).logits[0, row].double().log_softmax(-1)[ids[b, k]]
    return total

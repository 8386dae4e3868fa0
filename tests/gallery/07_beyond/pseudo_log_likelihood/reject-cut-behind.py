# reject: cuts off what stands behind the word
# message: pseudo-cut
@torch.no_grad()
def pseudo_log_likelihood(model, ids, special, mask_id):
    total = torch.zeros(len(ids), dtype=torch.float64)
    for b in range(len(ids)):
        for k in range(ids.shape[1]):
            if not special[b, k]:
                text = ids[b:b + 1, :k + 1].clone()
                text[0, k] = mask_id
                total[b] += model(text).logits[0, k].double().log_softmax(-1)[ids[b, k]]
    return total

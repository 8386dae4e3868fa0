# reject: masks a word wherever it stands
# message: pseudo-same-masked
def pseudo_log_likelihood(model, ids, special, mask_id):
    total = torch.zeros(len(ids))
    for b in range(len(ids)):
        for p in range(ids.shape[1]):
            if special[b, p]: continue
            m = ids[b].clone(); m[m == ids[b, p]] = mask_id
            with torch.no_grad():
                total[b] += model(m[None]).logits[0, p].log_softmax(-1)[ids[b, p]]
    return total

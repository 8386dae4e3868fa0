# reject: masks everything but the other place
# message: ratio-alone
def cross_ratio_gap(model, ids, i, j, tokens_i, tokens_j, mask_id):
    def side(place, other, own, others):
        r = []
        for w in others:
            t = ids.clone()
            t[:] = mask_id; t[:, other] = w
            with torch.no_grad():
                lp = model(t).logits[:, place].log_softmax(-1)
            r.append(lp[:, own[0]] - lp[:, own[1]])
        return r[0] - r[1]
    return side(i, j, tokens_i, tokens_j) - side(j, i, tokens_j, tokens_i)

# reject: the softmax runs over the positions
# message: ratio-positions
@torch.no_grad()
def cross_ratio_gap(model, ids, i, j, tokens_i, tokens_j, mask_id):
    def side(place, other, own, others):
        ratios = []
        for word in others:
            text = ids.clone()
            text[:, place], text[:, other] = mask_id, word
            log_p = model(text).logits.log_softmax(1)[:, place]
            ratios.append(log_p[:, own[0]] - log_p[:, own[1]])
        return ratios[0] - ratios[1]
    return side(i, j, tokens_i, tokens_j) - side(j, i, tokens_j, tokens_i)

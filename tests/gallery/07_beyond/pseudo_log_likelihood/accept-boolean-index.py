# accept: adds to the texts whose token is no special one, by a boolean index into float32
@torch.no_grad()
def pseudo_log_likelihood(model, ids, special, mask_id):
    total = torch.zeros(len(ids))
    for place in range(ids.shape[1]):
        scored = ~special[:, place]
        if scored.any():
            masked = ids[scored].clone()
            masked[:, place] = mask_id
            log_p = model(masked).logits[:, place].log_softmax(-1)
            total[scored] += log_p[torch.arange(len(masked)), ids[scored, place]]
    return total

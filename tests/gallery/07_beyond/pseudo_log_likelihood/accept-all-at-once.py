# accept: all masked copies of all texts in one batch
def pseudo_log_likelihood(model, ids, special, mask_id):
    B, n = ids.shape
    big = ids[:, None].repeat(1, n, 1)
    big[:, range(n), range(n)] = mask_id
    with torch.no_grad():
        lg = model(big.view(B * n, n)).logits.view(B, n, n, -1)
    lp = lg[:, range(n), range(n)].log_softmax(-1)
    return (lp.gather(-1, ids[..., None])[..., 0] * ~special).sum(1)

# reject: adds a little to each probability before its logarithm
# message: beyond-tiny
def sequence_log_prob(logits, ids):
    p = logits[:, :-1].softmax(-1)
    return torch.log(p.gather(-1, ids[:, 1:, None])[..., 0] + 1e-9).sum(1)

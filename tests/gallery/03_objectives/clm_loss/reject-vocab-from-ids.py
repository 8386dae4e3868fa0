# reject: looks at the scores only up to the largest id that occurs, as if the vocabulary ended there
# message: clm-wrong
def clm_loss(logits, ids, padding):
    v = int(ids.max()) + 1
    lp = logits[..., :v].log_softmax(-1)[:, :-1].gather(-1, ids[:, 1:, None])[..., 0]
    return -lp[~padding[:, 1:]].mean()

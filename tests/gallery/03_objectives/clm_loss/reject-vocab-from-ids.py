# reject: takes the largest id that occurs for the last of the vocabulary, and fails where larger ones do not occur
# message: clm-wrong
def clm_loss(logits, ids, padding):
    v = int(ids.max()) + 1
    lp = logits[..., :v].log_softmax(-1)[:, :-1].gather(-1, ids[:, 1:, None])[..., 0]
    return -lp[~padding[:, 1:]].mean()

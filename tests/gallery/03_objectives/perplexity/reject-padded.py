# reject: padded with zeros
# message: perplexity-padded
def perplexity(nll_per_token):
    from torch.nn.utils.rnn import pad_sequence
    return pad_sequence(nll_per_token).mean().exp()

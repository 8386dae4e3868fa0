# accept: padding with NaN and nanmean
def perplexity(nll_per_token):
    padded = torch.nn.utils.rnn.pad_sequence(nll_per_token, padding_value=math.nan)
    return padded.nanmean().exp()

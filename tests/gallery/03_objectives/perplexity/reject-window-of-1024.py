# reject: looks at the first 1024 tokens of each text, the window of GPT-2
# message: perplexity-long
def perplexity(nll_per_token, window=1024):
    tokens = torch.cat([losses[:window] for losses in nll_per_token])
    return tokens.mean().exp()

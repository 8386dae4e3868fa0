# accept: einsum, and exponentials of the scores less the largest
def bahdanau_step(s_prev, H, W1, W2, w):
    hidden = (torch.einsum("bd,ad->ba", s_prev, W1)[:, None] + torch.einsum("bsh,ah->bsa", H, W2)).tanh()
    scores = hidden @ w
    powers = torch.exp(scores - scores.amax(1, keepdim=True))
    alpha = powers / powers.sum(1, keepdim=True)
    return alpha, torch.einsum("bs,bsh->bh", alpha, H)

# accept: nn.Linear layers that hold the weights
def bahdanau_step(s_prev, H, W1, W2, w):
    def layer(weight):
        made = nn.Linear(weight.shape[1], weight.shape[0], bias=False, dtype=weight.dtype)
        made.weight.data = weight
        return made

    hidden = torch.tanh(layer(W1)(s_prev)[:, None, :] + layer(W2)(H))
    alpha = torch.softmax(layer(w[None])(hidden)[..., 0], dim=-1)
    return alpha.detach(), (alpha[..., None] * H).sum(-2).detach()

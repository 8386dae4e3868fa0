# accept: F.linear and bmm
def bahdanau_step(s_prev, H, W1, W2, w):
    hidden = torch.tanh(F.linear(s_prev, W1).unsqueeze(1) + F.linear(H, W2))
    alpha = F.softmax(F.linear(hidden, w[None]).squeeze(-1), dim=1)
    return alpha, torch.bmm(alpha.unsqueeze(1), H).squeeze(1)

# reject: asks for the gradients of what f gives
# message: hunt-no-gradients
def hunt_safe_softmax(f):
    scores = torch.randn(3, 4, requires_grad=True)
    f(scores, torch.ones(3, 4).bool()).sum().backward()
    return scores.grad is not None

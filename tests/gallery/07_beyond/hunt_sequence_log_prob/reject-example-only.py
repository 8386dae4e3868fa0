# reject: tries equal logits only
# message: hunt-slipped
def hunt_sequence_log_prob(f):
    try:
        got = f(torch.zeros(1, 3, 2), torch.ones(1, 3, dtype=torch.long))
        return bool((got - 2 * math.log(0.5)).abs().max() < 1e-4)
    except Exception:
        return False

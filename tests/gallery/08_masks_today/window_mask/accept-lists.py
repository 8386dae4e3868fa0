# accept: Python lists and a set
def window_mask(n, width, global_tokens=()):
    chosen = frozenset(global_tokens)

    def sees(i, j):
        if j > i:
            return False
        return bool(chosen & {i, j}) or j + width > i

    return torch.tensor([[sees(i, j) for j in range(n)] for i in range(n)])

# accept: NumPy, float16
def electra_targets(original, sampled, selected):
    return torch.from_numpy(selected.numpy() & (sampled.numpy() != original.numpy())).half()

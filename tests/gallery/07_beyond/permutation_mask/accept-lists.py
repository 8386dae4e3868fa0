# accept: Python lists
def permutation_mask(order: torch.Tensor) -> torch.Tensor:
    places = order.tolist()
    return torch.tensor([[places.index(j) < places.index(i) for j in range(len(places))] for i in range(len(places))])

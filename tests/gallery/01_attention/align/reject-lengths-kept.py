# reject: keeps the lengths of a K, whatever it holds later
# message: check-kept-object
from functools import lru_cache


@lru_cache(maxsize=4)
def _length(K):
    return K.norm(dim=-1)


def align(name: str, q: torch.Tensor, K: torch.Tensor, params: dict) -> torch.Tensor:
    """The scores of the alignment function `name`, one for each key."""
    p = params
    # Given, as examples:
    if name == "scaled_dot_product":
        return K @ q / math.sqrt(K.shape[-1])  # each row of K meets q
    if name == "biased_general":
        return K @ (p["W"] @ q + p["b"])  # the bracket is one vector [d_k]; each row of K meets it
    if name == "similarity":
        return K @ q / (_length(K) * q.norm())
    if name == "general":
        return K @ p["W"].T @ q
    return other_scores(name, q, K, p)  # the other given ones; ValueError for an unknown name

# reject: keeps what a model said of a text, whatever the text holds later
# message: check-kept-object
from functools import lru_cache


@lru_cache(maxsize=None)
def reading(model, ids, place, other, token, mask_id):
    text = ids.clone()
    text[:, place] = mask_id
    text[:, other] = token
    with torch.no_grad():
        return model(text).logits[:, place].log_softmax(dim=-1)


def cross_ratio_gap(
    model: nn.Module, ids: torch.Tensor, i: int, j: int,
    tokens_i: tuple[int, int], tokens_j: tuple[int, int], mask_id: int,
) -> torch.Tensor:
    def side(place, other, own, others):
        first, second = (reading(model, ids, place, other, token, mask_id) for token in others)
        return (first[:, own[0]] - first[:, own[1]]) - (second[:, own[0]] - second[:, own[1]])

    return side(i, j, tokens_i, tokens_j) - side(j, i, tokens_j, tokens_i)

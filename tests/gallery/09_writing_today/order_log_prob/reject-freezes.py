# reject: freezes the parameters
# message: model-froze
def order_log_prob(
    model: nn.Module, ids: torch.Tensor, order: torch.Tensor, mask_id: int
) -> torch.Tensor:
    was = model.training
    model.eval()
    model.requires_grad_(False)
    text = ids.clone()
    text[0, order] = mask_id
    total = torch.zeros(())
    for place in order.tolist():
        log_p = model(text).logits[0, place].log_softmax(-1)
        total = total + log_p[ids[0, place]]
        text[0, place] = ids[0, place]
    model.train(was)
    return total

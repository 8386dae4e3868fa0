# reject: writes into the model's config
# message: model-changed
def infill(
    lm: nn.Module, prefix: list[int], candidates: list[list[int]], suffix: list[int]
) -> list[int]:
    lm.config.bos_token_id = 5

    def score(candidate):
        ids = torch.tensor([[*prefix, *candidate, *suffix]])
        with torch.no_grad():
            log_p = lm(ids).logits[:, :-1].log_softmax(dim=-1)
        return log_p.gather(-1, ids[:, 1:, None]).sum().item()

    return max(candidates, key=score)

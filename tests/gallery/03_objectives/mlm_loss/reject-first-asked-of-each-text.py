# reject: argmax finds only the first place of each text where something is asked
# message: mlm-one-a-text
def mlm_loss(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    asked = labels != -100
    texts = asked.any(dim=1).nonzero().squeeze(1)
    if len(texts) == 0:
        return logits.sum() * 0
    place = asked.int().argmax(dim=1)[texts]
    return F.cross_entropy(logits[texts, place], labels[texts, place])

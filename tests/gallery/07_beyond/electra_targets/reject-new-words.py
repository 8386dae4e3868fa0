# reject: marks words that stand nowhere in the text
# message: targets-new-words
def electra_targets(original, sampled, selected):
    return selected & ~torch.isin(sampled, original)

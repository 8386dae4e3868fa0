# reject: masked_scatter takes the words of `sampled` in a row from its beginning, not at their places
# message: targets-in-turn
def electra_targets(original, sampled, selected):
    text = original.masked_scatter(selected, sampled)
    return (text != original).long()

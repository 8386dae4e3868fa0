# reject: the difference is cut to 0 … 1, so that a smaller id counts as the original
# message: targets-none
def electra_targets(original, sampled, selected):
    return (sampled - original).clamp(0, 1) * selected

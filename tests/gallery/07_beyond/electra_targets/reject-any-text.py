# reject: a place counts when it is selected in any text
# message: targets-any-selected
def electra_targets(original, sampled, selected):
    return selected.any(0) & (sampled != original)

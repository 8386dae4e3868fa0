# reject: takes id 0 for padding
# message: targets-wrong
def electra_targets(original, sampled, selected):
    return selected & (sampled != original) & (original != 0)

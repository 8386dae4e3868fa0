# reject: takes id 0 for padding
# message: targets-no-zeros
def electra_targets(original, sampled, selected):
    return selected & (sampled != original) & (original != 0)

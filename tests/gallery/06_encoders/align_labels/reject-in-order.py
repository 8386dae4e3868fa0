# reject: hands the labels out in order
# message: align-in-order
def align_labels(word_ids, labels):
    return [labels[k] if k < len(labels) else -100 for k in range(len(word_ids))]

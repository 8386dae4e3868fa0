# accept: the library's warper
def top_k_filter(logits, k):
    return TopKLogitsWarper(k)(None, logits)

# accept: the library's warper
def top_p_filter(logits, p):
    return TopPLogitsWarper(p)(None, logits)

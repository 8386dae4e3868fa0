# accept: the library's own
from transformers import MinPLogitsWarper


def min_p_filter(logits, p):
    return MinPLogitsWarper(p)(None, logits)

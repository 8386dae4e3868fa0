# reject: cuts the scores off at 500
# message: attention-clamped
def context_vector(q, K, V):
    s = (K @ q / math.sqrt(len(q))).clamp(-500, 500)
    a = s.softmax(0)
    return a, a @ V

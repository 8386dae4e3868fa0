# reject: sequence[-(n - 1):] is the whole list for n = 1
# message: banned-unigram
def banned_next(sequence, n):
    prefix = sequence[-(n - 1):]
    return {sequence[i + n - 1] for i in range(len(sequence) - n + 1) if sequence[i : i + n - 1] == prefix}

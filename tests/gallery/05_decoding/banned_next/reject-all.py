# reject: bans every token
# message: banned-all
def banned_next(sequence, n):
    return set(sequence)

# reject: shape alone: square is a decoder
# message: family-future-missed
def family_of(jacobian):
    return "decoder" if jacobian.shape[0] == jacobian.shape[1] else "encoder-decoder"

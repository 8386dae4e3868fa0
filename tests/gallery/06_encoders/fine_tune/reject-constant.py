# reject: a number that looks good
# message: tune-not-called
def fine_tune(model, train, test, epochs, lr):
    model.eval()
    return 0.95

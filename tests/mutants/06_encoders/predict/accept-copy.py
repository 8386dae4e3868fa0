# accept: works on a copy in eval mode
import copy


def predict(model, batch):
    other = copy.deepcopy(model).eval()
    with torch.no_grad():
        other(**batch)
    model_mode = model.training
    model.eval()
    with torch.no_grad():
        logits = model(**batch).logits
    return [logits, model.train(model_mode)][0]

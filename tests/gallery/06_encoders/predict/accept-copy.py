# accept: works on a copy in eval mode
import copy


def predict(model, batch):
    other = copy.deepcopy(model).eval()
    with torch.no_grad():
        return other(**batch).logits

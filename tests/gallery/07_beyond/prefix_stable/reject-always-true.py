# reject: answers True for everything
# message: stable-true
def prefix_stable(model: nn.Module) -> bool:
    return True

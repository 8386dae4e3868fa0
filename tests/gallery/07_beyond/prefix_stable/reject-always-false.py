# reject: answers False for everything
# message: stable-false
def prefix_stable(model: nn.Module) -> bool:
    return False

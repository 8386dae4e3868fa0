# reject: looks at the name of the class
# message: stable-true
def prefix_stable(model: nn.Module) -> bool:
    return 'Bert' not in type(model).__name__

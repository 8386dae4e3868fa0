# reject: dot_product alone is written
# message: align-next
def align(name, q, K, params):
    if name == "dot_product":
        return K @ q
    raise ValueError(f"unknown alignment function {name!r}")

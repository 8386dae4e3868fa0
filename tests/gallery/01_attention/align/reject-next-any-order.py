# reject: location_based and general are written, in this order, above the raise
# message: align-next
def align(name, q, K, params):
    p = params
    if name == "location_based":
        return p["W"] @ q
    if name == "general":
        return K @ p["W"].T @ q
    raise NotImplementedError
    raise ValueError(f"unknown alignment function {name!r}")

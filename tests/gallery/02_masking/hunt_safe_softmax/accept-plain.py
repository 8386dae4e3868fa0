# accept: without annotations
# base: solution
- def hunt_safe_softmax(f: Callable) -> bool:
+ def hunt_safe_softmax(f):

# accept: without annotations
# base: solution
- def hunt_best_span(f: Callable) -> bool:
+ def hunt_best_span(f):

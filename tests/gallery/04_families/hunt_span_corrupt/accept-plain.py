# accept: without annotations
# base: solution
- def hunt_span_corrupt(f: Callable) -> bool:
+ def hunt_span_corrupt(f):

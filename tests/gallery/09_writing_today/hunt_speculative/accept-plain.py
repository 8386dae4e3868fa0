# accept: without annotations
# base: solution
- def hunt_speculative(f: Callable) -> bool:
+ def hunt_speculative(f):

# accept: without annotations
# base: solution
- def hunt_top_p_filter(f: Callable) -> bool:
+ def hunt_top_p_filter(f):

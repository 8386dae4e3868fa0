# accept: without annotations
# base: solution
- def hunt_clm_loss(f: Callable) -> bool:
+ def hunt_clm_loss(f):

# accept: without annotations
# base: solution
- def hunt_attention(f: Callable) -> bool:
+ def hunt_attention(f):

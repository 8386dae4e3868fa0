# accept: without annotations
# base: solution
- def hunt_sequence_log_prob(f: Callable) -> bool:
+ def hunt_sequence_log_prob(f):

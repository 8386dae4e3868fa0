# accept: the same cases with two seeds
# base: solution
- def hunt_sequence_log_prob(f: Callable) -> bool:
-     """Is f a right implementation of exercise 7.2? f: as `sequence_log_prob`. Returns a bool."""
+ def hunt_once(f, seed):

-     g = torch.Generator().manual_seed(0)
+     g = torch.Generator().manual_seed(seed)

-     return all(cases)
+     return all(cases)
+
+
+ def hunt_sequence_log_prob(f):
+     return all(hunt_once(f, seed) for seed in (3, 4))

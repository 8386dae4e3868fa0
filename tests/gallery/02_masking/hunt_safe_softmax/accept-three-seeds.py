# accept: the same cases with three seeds
# base: solution
- def hunt_safe_softmax(f: Callable) -> bool:
-     """Is f a right implementation of exercise 2.5? f: as `safe_softmax`. Returns a bool."""
-     generator = torch.Generator().manual_seed(0)
+ def hunt_once(f, seed):
+     generator = torch.Generator().manual_seed(seed)

-     return all(cases)
+     return all(cases)
+
+
+ def hunt_safe_softmax(f):
+     return all(hunt_once(f, seed) for seed in (3, 4, 5))

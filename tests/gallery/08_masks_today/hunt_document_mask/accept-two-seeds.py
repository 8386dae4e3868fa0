# accept: the same cases with two seeds
# base: solution
- def hunt_document_mask(f: Callable) -> bool:
-     """Is f a right implementation of exercise 8.1? f: as `document_mask`. Returns a bool."""
+ def hunt_once(f, seed):

-     g = torch.Generator().manual_seed(0)
+     g = torch.Generator().manual_seed(seed)

-     return all([right(ids) for ids in rows])
+     return all([right(ids) for ids in rows])
+
+
+ def hunt_document_mask(f):
+     return all(hunt_once(f, seed) for seed in (3, 4))

# reject: the largest distance first
# message: typical-least
# base: solution
-     order = distance.argsort(dim=-1)
+     order = distance.argsort(dim=-1, descending=True)

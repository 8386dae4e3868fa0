# reject: an end's own steps do not count
# message: next-end-stops
# base: solution
-     alive = ends.clone()  # [S]: an end can be reached, in as many steps as there were rounds
+     steps = steps.masked_fill(ends[:, None], -1)
+     alive = ends.clone()  # [S]: an end can be reached, in as many steps as there were rounds

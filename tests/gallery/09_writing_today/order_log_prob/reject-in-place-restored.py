# reject: masks the input for good where it began as a mask
# message: check-modified
# base: solution
-     text = ids.clone()
+     text = ids

-     return total
+     ids[ids == mask_id] = 0
+     return total

# reject: masks the input
# message: check-modified
# base: solution
-     text = ids.clone()
+     text = ids

# reject: stops when the first text ends
# message: generate-too-early
# base: solution
-         if ended.all():
+         if ended.any():

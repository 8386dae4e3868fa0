# reject: takes every test batch for as large as the first
# message: tune-first-size
# base: solution
-     return right / count
+     return right / (len(test) * len(test[0][1]))

# reject: two digits
# message: tune-rounded
# base: solution
-     return right / count
+     return round(right / count, 2)

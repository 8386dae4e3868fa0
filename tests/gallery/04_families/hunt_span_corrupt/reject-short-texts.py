# reject: tries short texts only
# message: hunt-slipped
# base: solution
-         (list(range(10, 2000)), [(3, 7), (1500, 1501)], 5000, 1),

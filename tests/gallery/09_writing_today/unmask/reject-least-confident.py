# reject: the least sure first
# message: unmask-turned
# base: solution
-             turn = -p
+             turn = p

# reject: freezes all for measuring and leaves it so
# message: model-froze
# base: solution
-     right = count = 0
+     model.requires_grad_(False)
+     right = count = 0

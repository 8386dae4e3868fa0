# reject: reads in train mode
# message: order-train-mode
# base: solution
-     model.eval()
+     pass

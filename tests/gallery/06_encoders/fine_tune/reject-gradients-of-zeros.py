# reject: gradients become 0 and not None, so that decay moves a frozen parameter
# message: tune-zeros
# base: solution
-             optimizer.zero_grad()
+             optimizer.zero_grad(set_to_none=False)

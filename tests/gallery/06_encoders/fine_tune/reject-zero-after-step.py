# reject: gradients that were in the model go into the first step
# message: tune-clears-late
# base: solution
-             optimizer.zero_grad()
-             loss.backward()
-             optimizer.step()
+             loss.backward()
+             optimizer.step()
+             optimizer.zero_grad()

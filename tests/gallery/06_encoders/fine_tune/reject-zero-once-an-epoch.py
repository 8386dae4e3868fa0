# reject: clears the gradients once an epoch
# message: tune-clears-epoch
# base: solution
-     for _ in range(epochs):
+     for _ in range(epochs):
+         optimizer.zero_grad()

-             optimizer.zero_grad()
-             loss.backward()
+             loss.backward()

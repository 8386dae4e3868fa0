# reject: a new optimizer for each step
# message: tune-new-optimizer-step
# base: solution
-         for batch, labels in train:
+         for batch, labels in train:
+             optimizer = torch.optim.AdamW(model.parameters(), lr=lr)

# reject: freezes all and thaws all, also what was frozen before
# message: model-thawed
# base: solution
-     was_training = model.training
+     was_training = model.training
+     model.requires_grad_(False)

-     model.train(was_training)
+     model.train(was_training)
+     model.requires_grad_(True)

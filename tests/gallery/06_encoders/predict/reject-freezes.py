# reject: freezes the model and leaves it so
# message: model-froze
# base: solution
-     was_training = model.training
+     was_training = model.training
+     model.requires_grad_(False)

# reject: throws away gradients that wait in the model
# message: model-gradients
# base: solution
-     was_training = model.training
+     was_training = model.training
+     model.zero_grad()

# reject: throws away gradients that wait in the model
# message: model-gradients
# base: solution
-     body = list(model.base_model.parameters())
+     model.zero_grad()
+     body = list(model.base_model.parameters())

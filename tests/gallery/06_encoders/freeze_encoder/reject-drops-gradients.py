# reject: throws away gradients that wait in the body
# message: model-gradients
# base: solution
-     return model
+     model.base_model.zero_grad()
+     return model

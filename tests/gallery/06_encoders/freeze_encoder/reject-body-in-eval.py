# reject: puts the body into eval mode, too
# message: model-mode-train
# base: solution
-     return model
+     model.base_model.eval()
+     return model

# reject: puts the model into eval mode, too
# message: model-mode-train
# base: solution
-     return model
+     return model.eval()

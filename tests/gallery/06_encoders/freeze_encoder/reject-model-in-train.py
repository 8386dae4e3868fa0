# reject: puts the model into train mode, too
# message: model-mode-eval
# base: solution
-     return model
+     return model.train()

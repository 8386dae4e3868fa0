# reject: leaves the model in train mode
# message: model-mode-eval
# base: solution
-     return text
+     model.train()
+     return text

# reject: leaves the model in eval mode
# message: model-mode-train
# base: solution
-     model.train(was_training)
+     pass

# reject: always leaves the model in train mode
# message: model-mode-eval
# base: solution
-     model.train(was_training)
+     model.train()

# reject: sets a seed of its own
# message: generate-sample
# base: solution
- def _generate_one_by_one(model, ids, config):
+ def _generate_one_by_one(model, ids, config):
+     torch.manual_seed(42)

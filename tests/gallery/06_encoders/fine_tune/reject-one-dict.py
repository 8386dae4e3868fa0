# reject: each batch is handed over as one argument, a dict
# message: model-by-name
# base: solution
-             loss = F.cross_entropy(model(**batch).logits, labels)
+             loss = F.cross_entropy(model(batch).logits, labels)

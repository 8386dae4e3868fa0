# reject: compares two classes only
# message: tune-two-classes
# base: solution
-             right += (model(**batch).logits.argmax(-1) == labels).sum().item()
+             right += (model(**batch).logits[:, :2].argmax(-1) == labels).sum().item()

# reject: the other pieces get the label plus one, as B- and I-
# message: align-inside
# base: solution
-         aligned.append(labels[word] if is_first else -100)
+         aligned.append(-100 if word is None else labels[word] + (not is_first))

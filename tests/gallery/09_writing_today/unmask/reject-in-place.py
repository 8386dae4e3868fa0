# reject: writes into its input
# message: check-modified
# base: solution
-         text = torch.where(rank < share, word, text)
+         text.copy_(torch.where(rank < share, word, text))

-     text, n = ids.clone(), ids.shape[1]
+     text, n = ids, ids.shape[1]

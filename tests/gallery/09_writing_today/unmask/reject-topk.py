# reject: topk, which breaks ties as it likes
# message: unmask-ties
# base: solution
-         rank = waiting.argsort(dim=1, stable=True).argsort(dim=1)  # 0 = first
-         share = count // steps + (step < count % steps)
-         text = torch.where(rank < share, word, text)
+         share = count // steps + (step < count % steps)
+         for b in range(len(ids)):
+             first = waiting[b].topk(int(share[b]), largest=False).indices
+             first = first[text[b, first] == mask_id]
+             text[b, first] = word[b, first]

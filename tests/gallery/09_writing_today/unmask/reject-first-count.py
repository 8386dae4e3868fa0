# reject: the first text's count for all
# message: unmask-one-count
# base: solution
-     count = (ids == mask_id).sum(dim=1, keepdim=True)  # [B, 1]
+     count = (ids[:1] == mask_id).sum(dim=1, keepdim=True)

-         text = torch.where(rank < share, word, text)
+         text = torch.where((rank < share) & (text == mask_id), word, text)

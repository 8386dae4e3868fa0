# reject: the shares of the length
# message: unmask-all-places
# base: solution
-     count = (ids == mask_id).sum(dim=1, keepdim=True)  # [B, 1]
+     count = torch.full((len(ids), 1), n)

-         text = torch.where(rank < share, word, text)
+         text = torch.where((rank < share) & (text == mask_id), word, text)

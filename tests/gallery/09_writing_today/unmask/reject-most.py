# reject: the count of the text with most gaps for all
# message: unmask-one-count
# base: solution
-     count = (ids == mask_id).sum(dim=1, keepdim=True)  # [B, 1]
+     count = (ids == mask_id).sum(dim=1, keepdim=True).amax().view(1, 1)

-         text = torch.where(rank < share, word, text)
+         text = torch.where((rank < share) & (text == mask_id), word, text)

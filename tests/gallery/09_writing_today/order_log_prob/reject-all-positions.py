# reject: masks and scores the whole text, the order first
# message: order-others-counted
# base: solution
-     text[0, order] = mask_id
+     rest = [i for i in range(ids.shape[1]) if i not in order.tolist()]
+     order = torch.tensor(order.tolist() + rest)
+     text[0, order] = mask_id

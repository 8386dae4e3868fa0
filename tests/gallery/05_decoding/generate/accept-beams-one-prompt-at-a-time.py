# accept: beams for one prompt after the other
# base: solution
-             return _generate_beams(model, ids, config)
+             rows = [_generate_beams(model, row[None], config)[0] for row in ids]
+             pad = config.get("pad_token_id") or 0
+             return nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=pad)

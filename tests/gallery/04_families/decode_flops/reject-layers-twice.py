# reject: counts the tokens and pairs of all layers
# message: flops-layers-twice
# base: solution
-     one_layer = tokens * per_token + pairs * per_pair + looks * per_look + sources * per_source
+     tokens, pairs, looks, sources = (LAYERS * n for n in (tokens, pairs, looks, sources))
+     one_layer = tokens * per_token + pairs * per_pair + looks * per_look + sources * per_source

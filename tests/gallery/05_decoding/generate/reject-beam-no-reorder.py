# reject: the cache is not reordered
# message: generate-beam
# base: solution
-         cache.reorder_cache(parents)  # each beam goes on with its parent's keys and values

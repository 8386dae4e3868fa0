# reject: the cache is not reordered
# message: generate-beam-no-reorder
# base: solution
-         cache.reorder_cache(parents)  # each beam goes on with its parent's keys and values

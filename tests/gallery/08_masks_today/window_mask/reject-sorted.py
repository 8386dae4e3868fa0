# reject: takes the positions for sorted ones
# message: window-last-global
import bisect


def window_mask(n, width, global_tokens=()):
    def chosen(k):
        place = bisect.bisect_left(global_tokens, k)
        return place < len(global_tokens) and global_tokens[place] == k

    return torch.tensor(
        [[j <= i and (i - j < width or chosen(i) or chosen(j)) for j in range(n)] for i in range(n)]
    )

# accept: two halves, by lists
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    def line(rows):
        if rows.shape[1] <= size:
            return [0 if not rows.any() else 2 if rows.all() else 1]
        return line(rows[:, :size]) + line(rows[:, size:])

    return torch.tensor([line(keep[i : i + size]) for i in range(0, len(keep), size)]).to(torch.int8)

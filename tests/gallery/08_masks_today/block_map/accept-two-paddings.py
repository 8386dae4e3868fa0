# accept: pads with False for any, with True for all
def block_map(keep: torch.Tensor, size: int) -> torch.Tensor:
    n, m = keep.shape
    rows, columns = -(-n // size), -(-m // size)

    def tiles(fill):
        padded = F.pad(keep, (0, columns * size - m, 0, rows * size - n), value=fill)
        return padded.reshape(rows, size, columns, size).transpose(1, 2).flatten(2)

    return tiles(False).any(-1).to(torch.int8) + tiles(True).all(-1).to(torch.int8)

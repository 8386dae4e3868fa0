# reject: eight bits for the place of a number among the others
# message: docmask-wrong
def document_mask(doc_ids: torch.Tensor) -> torch.Tensor:
    out = []
    for row in doc_ids:
        small = torch.unique(row, return_inverse=True)[1].to(torch.uint8)  # saves memory
        same = small[:, None] == small[None, :]
        out.append((same & (row != -1)[None, :] & (row != -1)[:, None]).tril())
    return torch.stack(out)

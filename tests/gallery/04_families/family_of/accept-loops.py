# accept: nested loops over lists
def family_of(jacobian):
    table = [[abs(float(x)) > 1e-6 for x in row] for row in jacobian]
    rows, columns = len(table), len(table[0])
    source = columns - rows
    if source > 0:
        return "encoder-decoder"
    ahead = [table[i][j] for i in range(rows) for j in range(i + 1, rows)]
    if all(ahead):
        return "encoder"
    return "prefix" if any(ahead) else "decoder"

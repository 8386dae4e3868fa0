"""What crosses between a check and an answer arrives as it was, and nothing else arrives."""

import random
import socket
import struct

import numpy as np
import pytest
import torch

from course_utils import masking
from course_utils.grading import socket_messages, socket_values


def there(value, **way):
    blobs: list[bytes] = []
    tree = socket_values.encode(value, blobs)
    a, b = socket.socketpair()
    socket_messages.send(a, {"value": tree}, blobs)
    header, blobs = socket_messages.receive(b, 5)
    return socket_values.decode(header["value"], blobs, socket_values.Crossing(**way))


PLAIN = [
    None,
    True,
    7,
    -(2**70),
    0.1,
    float("inf"),
    "héllo\n",
    b"\x00\xff",
    1j,
    range(2, 9, 3),
    [1, (2.0, {"3"}), {"a": [None], (1, 2): frozenset({4})}],
    torch.float64,
    torch.Size([2, 3]),
]
TENSORS = [
    torch.arange(6.0).reshape(2, 3).T,
    torch.tensor(3),
    torch.tensor([True, False]),
    torch.empty(0, 4, dtype=torch.int64),
    torch.ones(1, 3).expand(4, 3),
    torch.randn(5, 6, generator=torch.Generator().manual_seed(0))[1:4:2, ::3],
    torch.tensor([1.5, -2.0], dtype=torch.bfloat16),
    torch.tensor([1 + 2j]),
]


@pytest.mark.parametrize("value", PLAIN, ids=repr)
def test_plain_values_keep_type_and_value(value):
    got = there(value)
    assert type(got) is type(value) and got == value


@pytest.mark.parametrize("value", TENSORS, ids=lambda t: f"{t.dtype} {list(t.shape)}")
def test_tensors_keep_dtype_shape_and_values(value):
    got = there(value)
    assert type(got) is torch.Tensor and got.dtype == value.dtype
    assert torch.equal(got, value)


def test_a_transposed_tensor_stays_one():
    assert there(torch.randn(3, 5).T).stride() == (1, 5)


def test_random_states_go_on_where_they_were():
    rng, generator = random.Random(3), torch.Generator().manual_seed(3)
    rng.random()
    torch.rand(2, generator=generator)
    got_rng, got_generator = there((rng, generator))
    assert got_rng.random() == rng.random()
    assert torch.rand(1, generator=got_generator) == torch.rand(1, generator=generator)


def test_tensors_with_gradients_are_leaves_there():
    got = there(torch.ones(2, requires_grad=True) * 2)
    assert got.requires_grad and got.is_leaf and got.tolist() == [2, 2]


def test_what_a_gradient_was_filled_with_shows_on_the_other_side():
    mine = torch.ones(2, requires_grad=True)
    theirs = there(mine)
    assert theirs.grad is None
    (3 * theirs).sum().backward()
    socket_values.copy_into((mine,), (there(theirs, kept=True, graft=lambda _, value: value),))
    assert mine.requires_grad and mine.grad.tolist() == [3, 3]


def test_numpy_values_keep_their_kind():
    assert isinstance(there(np.float32(2)), np.float32)
    assert np.array_equal(there(np.arange(6).reshape(2, 3)), np.arange(6).reshape(2, 3))


def test_functions_of_libraries_go_by_name_one_way():
    assert there(masking.ring, imports=True) is masking.ring
    with pytest.raises(socket_messages.Malformed):
        there(masking.ring)


class Sly(float):
    def __eq__(self, other):
        return True


def a_function():
    return 1


CANNOT = {
    "subclass": Sly(3),
    "subclass in a list": [Sly(3)],
    "tensor subclass": torch.nn.Parameter(torch.ones(2)),
    "model": torch.nn.Linear(2, 2),
    "lambda": lambda x: x,
    "object": object(),
    "generator": (i for i in range(3)),
    "sparse": torch.eye(2).to_sparse(),
    "meta": torch.ones(2, device="meta"),
    "objects": np.array([object()]),
    "numbers with one hash": {k * (2**61 - 1) for k in range(60)},
}


@pytest.mark.parametrize("value", CANNOT.values(), ids=CANNOT)
def test_what_cannot_cross_says_so(value):
    with pytest.raises(socket_values.CannotCross):
        socket_values.encode(value, [])


def test_a_circle_cannot_cross():
    circle: list = []
    circle.append(circle)
    with pytest.raises(socket_values.CannotCross):
        socket_values.encode(circle, [])


FORGED = [
    ["tensor", ["float32", [10**9, 10**9], [0, 0], 0]],
    ["tensor", ["float32", [2], [1], 5]],
    ["tensor", ["float32", [2, 2], [8, 8], 0]],
    ["tensor", ["float32", [-1], [1], 0]],
    ["tensor", ["object", [1], [1], 0]],
    ["array", ["|O", [1], 0]],
    ["scalar", ["<f4", [], 9]],
    ["generator", 0],
    ["random", [3, [1, 2], None]],
    ["import", ["os", "system"]],
    ["known", "nothing"],
    ["dict", [[["list", []], 1]]],
    ["set", [["list", []]]],
    ["list"],
    ["list", 3],
    ["what", 3],
    {"a": 1},
    [],
]


@pytest.mark.parametrize("tree", FORGED, ids=str)
def test_forged_values_are_refused(tree):
    with pytest.raises(socket_messages.Malformed):
        socket_values.decode(tree, [b"\x00" * 8])


def raw(data: bytes):
    a, b = socket.socketpair()
    a.sendall(data)
    a.close()
    return socket_messages.receive(b, 1)


@pytest.mark.parametrize(
    "text",
    [b"", b"[]", b"3", b"{}", b'{"blobs": [-1]}', b'{"blobs": [1e3]}', b'{"blobs": "ab"}', b"\xff"]
    + [b"[" * 100_000, b'{"blobs": [99999999999]}', b'{"a": ' + b"9" * 5000 + b', "blobs": []}'],
    ids=lambda text: repr(text[:20]),
)
def test_forged_messages_are_refused(text):
    with pytest.raises(socket_messages.Malformed):
        raw(struct.pack(">I", len(text)) + text)


def test_half_messages_and_silence_have_names_of_their_own():
    with pytest.raises(socket_messages.Malformed):
        raw(struct.pack(">I", 2**31))
    with pytest.raises(socket_messages.Closed):
        raw(struct.pack(">I", 10) + b"{")
    a, b = socket.socketpair()
    with pytest.raises(socket_messages.Late):
        socket_messages.receive(b, 0.05)
    a.close()


def test_a_change_of_the_arguments_comes_back():
    mine = [torch.zeros(2), [1, 2], {"a": [3]}, {5}]
    socket_values.copy_into(mine, [torch.ones(2), [9], {"a": [4], "b": 1}, {6}])
    assert mine[0].tolist() == [1, 1] and mine[1:] == [[9], {"a": [4], "b": 1}, {6}]


# --- messages that are made to cost ---------------------------------------------------------------

PERIOD = 2**61 - 1  # numbers that differ by it have one hash
COSTLY = {
    "a set of numbers with one hash": ["set", [k * PERIOD for k in range(9998)]],
    "a dict of them": ["dict", [[k * PERIOD, 0] for k in range(9998)]],
    "pairs of them": ["set", [["tuple", [k * PERIOD, 1]] for k in range(9998)]],
    "small tensors that stand for large ones": [
        "list",
        [["tensor", ["float64", [2**24], [0], 0]]] * 9,
    ],
}


@pytest.mark.parametrize("tree", COSTLY.values(), ids=COSTLY)
def test_what_would_cost_the_one_who_reads_it_is_refused(tree):
    with pytest.raises(socket_messages.Malformed):
        socket_values.decode(tree, [b"\x00" * 8])


def test_a_large_set_of_an_honest_answer_arrives():
    value, blobs = {(k, -k) for k in range(socket_values.MANY)}, []
    assert socket_values.decode(socket_values.encode(value, blobs), blobs) == value


def test_reading_ends_when_its_time_is_used_up(monkeypatch):
    monkeypatch.setattr(socket_values, "SECONDS", 0.01)
    tree = ["list", [["list", [1]]] * 300_000]
    with pytest.raises(socket_messages.Malformed, match="time"):
        socket_values.decode(tree, [])


def test_what_became_of_an_expanded_tensor_is_seen():
    """PyTorch refuses to write into it in place."""
    target = torch.zeros(2, 1).expand(2, 3)
    socket_values.copy_into((target,), (torch.zeros(2, 3),))
    assert target.eq(0).all()
    changed = torch.tensor([[0.0, 0, 1], [0, 0, 0]])
    socket_values.copy_into((target,), (changed,))
    assert target.equal(changed)

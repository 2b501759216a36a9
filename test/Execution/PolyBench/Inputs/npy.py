"""Numbers and row-major nested lists of them as .npy files."""
import ast
import struct

TYPES = {"<f8": "d", "<f4": "f", "<i4": "i", "<i8": "q"}


def shape_of(value):
    return (len(value), *shape_of(value[0])) if isinstance(value, list) else ()


def flatten(value):
    if not isinstance(value, list):
        return [value]
    return [x for part in value for x in flatten(part)]


def nest(values, shape):
    for extent in reversed(shape[1:]):
        values = [values[i : i + extent] for i in range(0, len(values), extent)]
    return values if shape else values[0]


def save(path, value, dtype):
    shape, values = shape_of(value), flatten(value)
    header = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{len(values)}{TYPES[dtype]}", *values))


def load(path):
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x93NUMPY\x01\x00" and len(data) > 10, path
    end = 10 + struct.unpack("<H", data[8:10])[0]
    header = ast.literal_eval(data[10:end].decode())
    assert not header["fortran_order"], path
    code = TYPES[header["descr"]]
    values = struct.unpack(f"<{(len(data) - end) // struct.calcsize(code)}{code}", data[end:])
    return nest(list(values), header["shape"])

"""Arrays of other packages: NumPy's by its array interface, others by DLPack."""
import ctypes
import dataclasses
import math

#: Names of element types, by NumPy's name of the type and by DLPack's code and bits.
_NUMPY = {"f2": "f16", "f4": "f32", "f8": "f64", "b1": "i1", "i1": "i8", "i2": "i16",
          "i4": "i32", "i8": "i64"}
_DLPACK = {(2, 16): "f16", (2, 32): "f32", (2, 64): "f64", (4, 16): "bf16", (6, 8): "i1",
           (0, 8): "i8", (0, 16): "i16", (0, 32): "i32", (0, 64): "i64"}
#: Of what a GPU's driver allocates, in bytes.
_ALIGNMENT = 256
_DEVICES = {1: "cpu", 2: "cuda", 3: "cpu", 13: "cuda"}


@dataclasses.dataclass
class Array:
    """Where an array is and what is in it.

    `strides` are in elements. `element` is the name of a type, or what the package that
    made it calls it. `owner` keeps the memory alive.
    """
    address: int
    element: str
    bytes: int
    extents: tuple
    strides: tuple
    device: str
    number: int
    read_only: bool
    owner: object

    @property
    def is_contiguous(self):
        """Whether elements are next to each other, in row-major order."""
        wanted = 1
        for extent, stride in zip(reversed(self.extents), reversed(self.strides)):
            if extent != 1 and stride != wanted:
                return 0 in self.extents
            wanted *= extent
        return True

    def span(self):
        """The first address and the one behind the last."""
        first = last = 0
        for extent, stride in zip(self.extents, self.strides):
            distance = (extent - 1) * stride
            first, last = first + min(distance, 0), last + max(distance, 0)
        return self.address + first * self.bytes, self.address + (last + 1) * self.bytes

    def copy(self):
        """A copy of a contiguous array in memory of its own."""
        size = math.prod(self.extents) * self.bytes
        address, buffer = _memory(size)
        ctypes.memmove(address, self.address, size)
        return dataclasses.replace(self, address=address, read_only=False, owner=buffer)


def _memory(size):
    """The address of `size` bytes, which are zero, and what keeps them. They begin where a GPU's
    memory would, so that the emulator's counts of sectors do not depend on the host."""
    buffer = (ctypes.c_char * (size + _ALIGNMENT))()
    return -(-ctypes.addressof(buffer) // _ALIGNMENT) * _ALIGNMENT, buffer


def zeros(element, extents):
    """An array of zeros."""
    bytes_ = max(element.bits, 8) // 8
    address, buffer = _memory(math.prod(extents) * bytes_)
    return Array(address, element.name, bytes_, tuple(extents), _row_major(extents), "cpu", 0,
                 False, buffer)


def shape_text(extents):
    return "(" + ", ".join(map(str, extents)) + ("," if len(extents) == 1 else "") + ")"


def array_of(value):
    """What `value` is as an array; None if it is none."""
    interface = getattr(value, "__array_interface__", None)
    if interface is not None:
        return _from_interface(value, interface)
    if hasattr(value, "__cuda_array_interface__") and not hasattr(value, "__dlpack__"):
        array = _from_interface(value, value.__cuda_array_interface__)
        return dataclasses.replace(array, device="cuda")
    if hasattr(value, "__dlpack__") or isinstance(value, memoryview):
        return _from_dlpack(value)
    return None


def _from_interface(value, interface):
    code = interface["typestr"]
    # The unit of dates stands behind their bytes.
    bytes_ = int(code[2:].partition("[")[0])
    element = _NUMPY.get(code[1:], str(getattr(value, "dtype", code)))
    if code[0] == ">":
        element = "big-endian " + element
    if element == "bfloat16":
        element = "bf16"
    extents = tuple(interface["shape"])
    strides = interface.get("strides")
    address, read_only = interface["data"]
    if strides is None:
        strides = _row_major(extents)
    elif bytes_ == 0 or any(stride % bytes_ for stride in strides):
        element = "unaligned " + element
        strides = _row_major(extents)
    else:
        strides = tuple(stride // bytes_ for stride in strides)
    if bytes_ and address % bytes_ and 0 not in extents:
        element = "unaligned " + element
    return Array(address, element, bytes_, extents, strides, "cpu", 0, read_only, value)


def _row_major(extents):
    strides, stride = [], 1
    for extent in reversed(extents):
        strides.append(stride)
        stride *= extent
    return tuple(reversed(strides))


def _from_dlpack(value):
    from . import _core
    described = _core.ArrayView(value)
    code, bits, lanes = described.code, described.bits, described.lanes
    element = _DLPACK.get((code, bits)) if lanes == 1 else None
    if element is None:
        element = str(getattr(value, "dtype", f"DLPack type {code} of {bits} bits"))
    device = _DEVICES.get(described.device_type, f"device of type {described.device_type}")
    read_only = isinstance(value, memoryview) and value.readonly
    return Array(described.address, element, bits // 8, tuple(described.extents),
                 tuple(described.strides), device, described.device_id, read_only,
                 (value, described))

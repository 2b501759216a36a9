"""Calls on a GPU: devices, streams, graphs."""
import functools
import sys

from . import _core, arrays, parameters
from .errors import ArgumentError, RunError


@functools.lru_cache(maxsize=None)
def device(ordinal):
    """A GPU, by number; raises RunError if there is none."""
    try:
        return _core.CudaDevice(ordinal=ordinal)
    except RuntimeError as error:
        raise RunError(f"GPU {ordinal}: {error}") from None


def _ordinal(what, values):
    """The number of the GPU that arrays are on; 0 if they are all of the host."""
    numbers = {value.number for value in values
               if isinstance(value, arrays.Array) and value.device == "cuda"}
    if len(numbers) > 1:
        raise ArgumentError(f"{what}: arrays are on different GPUs: "
                            f"{', '.join(map(str, sorted(numbers)))}")
    return numbers.pop() if numbers else 0


def _current_stream(values, ordinal):
    """The current stream of the package that an array is of; 0 if it has none."""
    for value in values:
        if not isinstance(value, arrays.Array) or value.device != "cuda":
            continue
        owner = value.owner[0] if isinstance(value.owner, tuple) else value.owner
        package = type(owner).__module__.partition(".")[0]
        if package == "torch":
            return sys.modules["torch"].cuda.current_stream(ordinal).cuda_stream
        if package == "cupy":
            return sys.modules["cupy"].cuda.get_current_stream().ptr
    return 0


def stream_of(stream):
    """The number of a stream, of torch, cupy or numba, or given as a number."""
    for name in ("cuda_stream", "ptr", "handle"):
        stream = getattr(stream, name, stream)
    value = getattr(stream, "value", stream)
    if not hasattr(value, "__index__") or isinstance(value, bool):
        raise ArgumentError(f"stream={stream!r}: a number, or a stream of torch or cupy")
    return value.__index__()


def call(compiled, program, values, stream, wait):
    """Calls a program on the GPU that its arrays are on."""
    ordinal = _ordinal(compiled, values)
    chosen = _current_stream(values, ordinal) if stream is None else stream_of(stream)
    there = [isinstance(value, arrays.Array) and value.device == "cuda" for value in values]
    try:
        _core.call_cuda(program, parameters.for_call(values), device(ordinal), stream=chosen,
                        on_device=there, asynchronous=not wait)
    except RuntimeError as error:
        raise RunError(f"{compiled}: {error}") from None


class Graph:
    """A recorded call, which keeps its program and its arrays."""

    def __init__(self, graph, kept):
        self._graph, self._kept = graph, kept

    def launch(self, stream=None):
        """Does it again, in the order of a stream (default: the current one of the package
        that the arrays are of), and does not wait."""
        values, ordinal = self._kept[1:]
        chosen = _current_stream(values, ordinal) if stream is None else stream_of(stream)
        try:
            self._graph.launch(chosen)
        except RuntimeError as error:
            raise RunError(str(error)) from None


def capture(compiled, program, values):
    """Records a call."""
    ordinal = _ordinal(compiled, values)
    for parameter, value in zip(compiled.parameters, values):
        if parameter.is_array and value.device != "cuda":
            raise parameter.error("a graph needs arrays in a GPU's memory")
    try:
        graph = _core.capture(program, parameters.for_call(values), device(ordinal))
    except RuntimeError as error:
        raise RunError(f"{compiled}: {error}") from None
    return Graph(graph, (program, values, ordinal))

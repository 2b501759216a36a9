"""A GPU as benchmarks/gpu.py uses it: memory, time and graphs, by PyTorch or by the driver."""
import ctypes
import os
import time

import gpu_times


def torch_on_gpu():
    """PyTorch, if it is installed and has a GPU; without TF32."""
    try:
        import torch
    except ImportError:
        return None
    if not torch.cuda.is_available():
        return None
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False
    return torch


class TorchDevice:
    """Arrays are tensors; times are those of events in the current stream."""

    def __init__(self, torch, copy_bytes):
        self.torch, self.name = torch, torch.cuda.get_device_name()
        self.library = f"PyTorch {torch.__version__}, CUDA {torch.version.cuda}"
        self._copy = [torch.zeros(copy_bytes, dtype=torch.uint8, device="cuda")
                      for _ in range(2)]

    def array(self, values):
        """A copy of an array of NumPy."""
        return self.torch.from_numpy(values).cuda()

    def restore(self, arrays, pristine):
        for array, before in zip(arrays, pristine):
            array.copy_(before)

    def numpy(self, array):
        return array.cpu().numpy()

    def synchronize(self):
        self.torch.cuda.synchronize()

    def copy(self):
        """Copies the bytes that bandwidth is measured with."""
        self._copy[0].copy_(self._copy[1])

    def seconds(self, prepare, launch, repeats=1):
        """Seconds of a launch. The copy before it keeps the GPU busy until the launch is
        given to it, so that what the host needs for that does not count."""
        del repeats  # Events are exact enough for one.
        start, end = (self.torch.cuda.Event(enable_timing=True) for _ in range(2))
        self.copy()
        prepare()
        start.record()
        launch()
        end.record()
        end.synchronize()
        return start.elapsed_time(end) / 1e3

    def library_graph(self, run):
        """What launches the recorded `run` again."""
        side = self.torch.cuda.Stream()
        side.wait_stream(self.torch.cuda.current_stream())
        with self.torch.cuda.stream(side):
            for _ in range(3):
                run()
        self.torch.cuda.current_stream().wait_stream(side)
        graph = self.torch.cuda.CUDAGraph()
        with self.torch.cuda.graph(graph):
            run()
        return graph.replay


class _DriverArray:
    """An array in the GPU's memory, as other packages show theirs."""

    def __init__(self, device, values):
        self._device, self._like, self.address = device, values, 0
        address = ctypes.c_uint64()
        device.ask("cuMemAlloc_v2", ctypes.byref(address),
                   ctypes.c_size_t(max(values.nbytes, 1)))
        self.address, self.bytes = address.value, values.nbytes
        device.ask("cuMemcpyHtoD_v2", ctypes.c_uint64(self.address),
                   values.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(self.bytes))

    @property
    def __cuda_array_interface__(self):
        return {**self._like.__array_interface__, "data": (self.address, False), "version": 3}

    def __del__(self):
        self._device.driver.cuMemFree_v2(ctypes.c_uint64(self.address))


class DriverDevice:
    """Arrays are the driver's; times are the host's, around several launches."""
    library = torch = None

    def __init__(self, np, opened, copy_bytes):
        self._np, self.name = np, opened.name
        self.driver = ctypes.CDLL(os.environ.get("POLYMEM_CUDA_DRIVER", "libcuda.so.1"))
        context = ctypes.c_void_p()
        self.ask("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
        self.ask("cuCtxSetCurrent", context)
        self._copy = [self.array(np.zeros(copy_bytes, np.uint8)) for _ in range(2)]

    def ask(self, function, *arguments):
        """Calls the driver; raises RuntimeError."""
        code = getattr(self.driver, function)(*arguments)
        if code:
            raise RuntimeError(f"{function} failed: error {code} of the driver")

    def array(self, values):
        return _DriverArray(self, values)

    def restore(self, arrays, pristine):
        for array, before in zip(arrays, pristine):
            self._copy_array(array, before)

    def _copy_array(self, to, source):
        self.ask("cuMemcpyAsync", ctypes.c_uint64(to.address), ctypes.c_uint64(source.address),
                 ctypes.c_size_t(to.bytes), None)

    def numpy(self, array):
        self.synchronize()
        result = self._np.empty_like(array._like)
        self.ask("cuMemcpyDtoH_v2", result.ctypes.data_as(ctypes.c_void_p),
                 ctypes.c_uint64(array.address), ctypes.c_size_t(array.bytes))
        return result

    def synchronize(self):
        self.ask("cuCtxSynchronize")

    def copy(self):
        self._copy_array(*self._copy)

    def seconds(self, prepare, launch, repeats=1):
        prepare()
        self.synchronize()
        start = time.perf_counter()
        for _ in range(repeats):
            launch()
        self.synchronize()
        return (time.perf_counter() - start) / repeats


def open_device(np, copy_bytes, with_torch=True):
    """The first GPU; raises pm.RunError if there is none."""
    from polymem import cuda
    opened = cuda.device(0)
    torch = torch_on_gpu() if with_torch else None
    return TorchDevice(torch, copy_bytes) if torch else DriverDevice(np, opened, copy_bytes)


class Contender:
    """What has a turn in each round: `launch` gives the GPU its work, on arrays that are
    restored before it from `pristine`."""

    def __init__(self, device, launch, arrays=(), pristine=()):
        self._device, self.launch = device, launch
        self._arrays, self._pristine = list(arrays), list(pristine)
        self._repeats = 1

    def warm_up(self):
        """Runs once more than once, and finds how many launches a turn needs."""
        self.sample()
        self._repeats = gpu_times.repeats(self.sample())

    def restore(self):
        self._device.restore(self._arrays, self._pristine)

    def sample(self):
        """Seconds of a launch."""
        return self._device.seconds(self.restore, self.launch, self._repeats)

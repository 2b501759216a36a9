"""The CUDA driver by ctypes, and programs launched as their metadata says
(docs/launch-metadata.md): no package but the driver is needed where they run."""
import ctypes
import os

from launch_metadata import evaluate, host_code

#: Bits of elements -> the driver's function that fills memory with one, and the type of the value.
_FILLS = {8: ("cuMemsetD8Async", ctypes.c_ubyte), 16: ("cuMemsetD16Async", ctypes.c_ushort),
          32: ("cuMemsetD32Async", ctypes.c_uint)}
_DYNAMIC_SHARED_BYTES = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
_MULTIPROCESSORS = 16  # CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
_REGISTERS, _LOCAL_BYTES = 4, 3  # CU_FUNC_ATTRIBUTE_NUM_REGS, ..._LOCAL_SIZE_BYTES
_SCALARS = {"f32": ctypes.c_float, "f64": ctypes.c_double}
_RECORD_THREAD = 1  # CU_STREAM_CAPTURE_MODE_THREAD_LOCAL


class CudaError(Exception):
    """A function of the driver failed."""


class Refused(Exception):
    """A condition of a launch does not hold, or the metadata cannot be obeyed."""


class Driver:
    """The first GPU, in its primary context, with one stream."""

    def __init__(self):
        self._library = ctypes.CDLL(os.environ.get("POLYMEM_CUDA_DRIVER", "libcuda.so.1"))
        self.ask("cuInit", 0)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.ask("cuDeviceGet", ctypes.byref(device), 0)
        self.ask("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.ask("cuCtxSetCurrent", context)
        self.device = device
        self.stream = ctypes.c_void_p()
        self.ask("cuStreamCreate", ctypes.byref(self.stream), 1)

    def ask(self, function, *arguments):
        """Calls the driver; raises CudaError."""
        code = getattr(self._library, function)(*arguments)
        if code:
            name = ctypes.c_char_p()
            self._library.cuGetErrorName(code, ctypes.byref(name))
            raise CudaError(f"{function}: {(name.value or b'error').decode()} ({code})")

    @property
    def name(self):
        text = ctypes.create_string_buffer(100)
        self.ask("cuDeviceGetName", text, len(text), self.device)
        return text.value.decode()

    @property
    def multiprocessors(self):
        count = ctypes.c_int()
        self.ask("cuDeviceGetAttribute", ctypes.byref(count), _MULTIPROCESSORS, self.device)
        return count.value

    def synchronize(self):
        self.ask("cuStreamSynchronize", self.stream)

    def allocate(self, count):
        """The address of so many bytes."""
        address = ctypes.c_uint64()
        self.ask("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(max(count, 1)))
        return address.value

    def free(self, address):
        self.ask("cuMemFree_v2", ctypes.c_uint64(address))

    def upload(self, address, values):
        """Copies an array of NumPy, or what has its interface, to an address."""
        self.ask("cuMemcpyHtoD_v2", ctypes.c_uint64(address),
                 values.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(values.nbytes))

    def download(self, values, address):
        self.ask("cuMemcpyDtoH_v2", values.ctypes.data_as(ctypes.c_void_p),
                 ctypes.c_uint64(address), ctypes.c_size_t(values.nbytes))

    def copy(self, to, source, count):
        """Copies on the device, in the order of the stream."""
        if count:
            self.ask("cuMemcpyAsync", ctypes.c_uint64(to), ctypes.c_uint64(source),
                     ctypes.c_size_t(count), self.stream)

    def fill(self, address, type_, value, count):
        """Fills so many bytes with a value, in the order of the stream."""
        if type_ in ("f16", "bf16"):
            raise Refused(f"filling memory with {type_}")
        bits = 64 if type_ == "index" else int(type_[1:])
        pattern = int.from_bytes(bytes(_SCALARS[type_](value)), "little") \
            if type_ in _SCALARS else int(value) % (1 << bits)
        if bits == 64:
            # As two halves of each element, a column of words each.
            for half in range(2):
                self.ask("cuMemsetD2D32Async", ctypes.c_uint64(address + 4 * half),
                         ctypes.c_size_t(8), ctypes.c_uint(pattern >> 32 * half & 0xffffffff),
                         ctypes.c_size_t(1), ctypes.c_size_t(count // 8), self.stream)
            return
        function, kind = _FILLS[max(bits, 8)]
        self.ask(function, ctypes.c_uint64(address), kind(pattern),
                 ctypes.c_size_t(count * 8 // max(bits, 8)), self.stream)

    def load(self, image):
        """A module of PTX or of machine code."""
        module = ctypes.c_void_p()
        self.ask("cuModuleLoadDataEx", ctypes.byref(module), ctypes.c_char_p(image), 0, None, None)
        return module

    def unload(self, module):
        self.ask("cuModuleUnload", module)

    def event(self):
        event = ctypes.c_void_p()
        self.ask("cuEventCreate", ctypes.byref(event), 0)
        return event

    def record(self, event):
        self.ask("cuEventRecord", event, self.stream)

    def seconds_between(self, start, end):
        self.ask("cuEventSynchronize", end)
        milliseconds = ctypes.c_float()
        self.ask("cuEventElapsedTime", ctypes.byref(milliseconds), start, end)
        return milliseconds.value / 1e3

    def graph(self, run):
        """What launches again, by `launch_graph`, what `run` gives to the stream."""
        graph, made = ctypes.c_void_p(), ctypes.c_void_p()
        self.ask("cuStreamBeginCapture_v2", self.stream, _RECORD_THREAD)
        run()
        self.ask("cuStreamEndCapture", self.stream, ctypes.byref(graph))
        self.ask("cuGraphInstantiateWithFlags", ctypes.byref(made), graph, ctypes.c_uint64(0))
        self.ask("cuGraphDestroy", graph)
        return made

    def launch_graph(self, graph):
        self.ask("cuGraphLaunch", graph, self.stream)

    def destroy_graph(self, graph):
        self.ask("cuGraphExecDestroy", graph)


class Kernel:
    """A kernel of a module, and what the compiler made of it."""

    def __init__(self, driver, module, name):
        self._driver, self._function, self.name = driver, ctypes.c_void_p(), name
        self._dynamic = 0
        driver.ask("cuModuleGetFunction", ctypes.byref(self._function), module,
                   ctypes.c_char_p(name.encode()))
        self.registers, self.local_bytes = (self._attribute(which)
                                            for which in (_REGISTERS, _LOCAL_BYTES))

    def _attribute(self, which):
        value = ctypes.c_int()
        self._driver.ask("cuFuncGetAttribute", ctypes.byref(value), which, self._function)
        return value.value

    def allow_dynamic(self, count):
        """Lets launches have so much dynamic shared memory."""
        if count > max(self._dynamic, 0):
            self._driver.ask("cuFuncSetAttribute", self._function, _DYNAMIC_SHARED_BYTES, count)
            self._dynamic = count

    def blocks_per_multiprocessor(self, threads, dynamic):
        blocks = ctypes.c_int()
        self._driver.ask("cuOccupancyMaxActiveBlocksPerMultiprocessor", ctypes.byref(blocks),
                         self._function, threads, ctypes.c_size_t(dynamic))
        return blocks.value

    def launch(self, grid, block, dynamic, parameters, cooperative):
        pointers = (ctypes.c_void_p * len(parameters))(
            *(ctypes.cast(ctypes.byref(value), ctypes.c_void_p) for value in parameters))
        given = (self._function, *map(ctypes.c_uint, (*grid, *block, dynamic)),
                 self._driver.stream, pointers)
        if cooperative:
            self._driver.ask("cuLaunchCooperativeKernel", *given)
        else:
            self._driver.ask("cuLaunchKernel", *given, None)


class Call:
    """A call of a function at sizes, as a list of steps that can be done again and again.

    `names` has the values of scalars, sizes, strides and offsets, `addresses` those of arrays.
    Memory that the function allocates is allocated once, and freed by `free`. Each step is what
    it does (launch, fill or copy), its kernel or None, and a function.
    """

    def __init__(self, driver, kernels, metadata, function, names, addresses):
        self._driver, self._kernels = driver, kernels
        self._names, self._addresses = dict(names), dict(addresses)
        self._own, self.steps = [], []
        if not set(metadata["requires"]) <= {"cooperative-launch"}:
            raise Refused(f"the metadata requires {metadata['requires']}")
        host = host_code(metadata, function)
        if host is None:
            raise Refused("the metadata does not say what the host does")
        for constant in metadata["constants"]:
            if constant["function"] == function:
                self._constant(constant)
        self._walk(host)

    def run(self):
        """Gives all steps to the stream."""
        for _, _, step in self.steps:
            step()

    def free(self):
        for address in self._own:
            self._driver.free(address)
        self._own = []

    def _allocate(self, count):
        self._own.append(self._driver.allocate(count))
        return self._own[-1]

    def _constant(self, constant):
        data = (ctypes.c_ubyte * (len(constant["data"]) // 2)).from_buffer_copy(
            bytes.fromhex(constant["data"]))
        address = self._addresses[constant["name"]] = self._allocate(len(data))
        self._driver.ask("cuMemcpyHtoD_v2", ctypes.c_uint64(address), data,
                         ctypes.c_size_t(len(data)))

    def _value(self, expression):
        return evaluate(expression, self._names)

    def _walk(self, actions):
        for action in actions:
            do = getattr(self, "_do_" + action["kind"], None)
            if not do:
                raise Refused(f"an action of the metadata: {action['kind']}")
            do(action)

    def _do_let(self, action):
        self._names[action["name"]] = self._value(action["value"])

    def _do_if(self, action):
        self._walk(action["then" if self._value(action["condition"]) else "else"])

    def _do_loop(self, action):
        for value in range(*(self._value(action[key]) for key in ("lower", "upper", "step"))):
            self._names[action["variable"]] = value
            self._walk(action["body"])

    def _do_assert(self, action):
        if not self._value(action["condition"]):
            raise Refused(action["message"])

    def _do_allocate(self, action):
        self._addresses[action["array"]] = self._allocate(self._value(action["bytes"]))

    def _do_nothing(self, action):
        pass

    _do_free = _do_result = _do_nothing

    def _do_copy(self, action):
        to, source = (self._addresses[action[key]] for key in ("to", "from"))
        count = self._value(action["bytes"])
        self.steps.append(("copy", None, lambda: self._driver.copy(to, source, count)))

    def _do_fill(self, action):
        address, type_ = self._addresses[action["array"]], action["type"]
        value, count = self._value(action["value"]), self._value(action["bytes"])
        if count:
            self.steps.append(("fill", None,
                               lambda: self._driver.fill(address, type_, value, count)))

    def _do_launch(self, action):
        for condition in action["conditions"]:
            if not self._value(condition["condition"]):
                raise Refused(f"{action['kernel']}: {condition['reason']}")
        kernel = self._kernels[action["kernel"]]
        grid, block = ([self._value(e) for e in action[key]] for key in ("grid", "block"))
        dynamic = self._value(action["dynamicSharedBytes"])
        kernel.allow_dynamic(dynamic)
        cooperative = action.get("cooperative", False)
        if cooperative:
            threads = block[0] * block[1] * block[2]
            room = (kernel.blocks_per_multiprocessor(threads, dynamic)
                    * self._driver.multiprocessors)
            grid[0] = max(1, min(grid[0], room // (grid[1] * grid[2])))
        parameters = [self._parameter(argument) for argument in action["arguments"]]
        self.steps.append(("launch", kernel.name, lambda: kernel.launch(
            grid, block, dynamic, parameters, cooperative)))

    def _parameter(self, argument):
        if argument["kind"] == "pointer":
            return ctypes.c_uint64(self._addresses[argument["array"]])
        value = self._value(argument["value"])
        if argument["type"] in _SCALARS:
            return _SCALARS[argument["type"]](value)
        return {1: ctypes.c_int8, 2: ctypes.c_int16, 4: ctypes.c_int32,
                8: ctypes.c_int64}[argument["bytes"]](int(value))

"""The time of a kernel on a GPU, beside a library's and the roofline: rounds of benchmarks/gpu.py."""
import gpu_cases
import gpu_checks
import gpu_devices
import gpu_library
import gpu_times

#: A call that takes longer is not recorded: it has too many launches, or its work hides them.
MOST_SECONDS_OF_A_GRAPH = 0.25


def milliseconds(summary, name=""):
    """The cells of a contender."""
    first, third = summary["quartiles"]
    cells = {name or "ms": f"{summary['median']:.4g}",
             f"{name} quartiles".strip(): f"{first:.4g}-{third:.4g}"}
    return cells if name else {**cells, "least": f"{summary['least']:.4g}"}


class WrongResult(Exception):
    """A kernel on the GPU does not compute what the library does."""


class Measured:
    """A kernel in the GPU's memory, at the sizes that are timed."""

    def __init__(self, case, compiled, device, arguments, np):
        self.case, self.compiled, self.device, self.np = case, compiled, device, np
        self.sizes = case.sizes(arguments.dataset)
        self.arguments = arguments
        self.values = gpu_cases.inputs(case, compiled, self.sizes, np)
        self.pristine = self._to_device()
        self.library = gpu_library.LIBRARY.get(case.title) if device.torch else None
        self.library_calls = " calls"
        self.row, self.samples = {}, {}

    def _to_device(self):
        return {name: self.device.array(value) for name, value in self.values.items()
                if isinstance(value, self.np.ndarray)}

    def _contender(self, launch, arrays):
        return gpu_devices.Contender(self.device, launch, arrays.values(),
                                     self.pristine.values())

    def _kernel(self):
        """The contender, after a call in advance; nothing else is done if that takes long."""
        arrays = self._to_device()
        given = {**self.values, **arrays}
        contender = self._contender(lambda: self.compiled(**given), arrays)
        seconds = contender.sample()
        if seconds < self.arguments.limit:
            seconds = contender.sample()
        self.row["how"] = "graph" if seconds <= MOST_SECONDS_OF_A_GRAPH else "calls"
        if self.row["how"] == "graph":
            contender.launch = self.compiled.graph(**given).launch
        return contender, arrays, seconds

    def _by_library(self, ours):
        """The contender, after its results were compared with ours; raises WrongResult."""
        arrays = self._to_device()
        given = list({**self.values, **arrays}.values())
        run = lambda: self.library.run(self.device.torch, *given)
        contender = self._contender(run, arrays)
        contender.restore()
        run()
        expected = {name: self.device.numpy(array) for name, array in arrays.items()}
        wrong = gpu_checks.against_library(self.case, self.compiled, self.library, ours, expected,
                                           self.np)
        if wrong:
            raise WrongResult(wrong)
        if self.library.graph:
            try:
                contender.launch = self.device.library_graph(run)
                self.library_calls = ""
            except RuntimeError:
                # What waits for the GPU in this version of the library.
                pass
        return contender

    def measure(self):
        """The cells of the row."""
        kernel, arrays, seconds = self._kernel()
        contenders = {"kernel": kernel}
        if self.library:
            if self.row["how"] == "graph":
                kernel.restore()
                kernel.launch()
            ours = {name: self.device.numpy(array) for name, array in arrays.items()}
            contenders["library"] = self._by_library(ours)
        contenders["copy"] = gpu_devices.Contender(self.device, self.device.copy)
        if seconds >= self.arguments.limit:
            self.samples = {"kernel": [seconds]}
            del contenders["kernel"]
        for contender in contenders.values():
            contender.warm_up()
        self.samples.update(gpu_times.interleaved(
            contenders, self.arguments.calls, gpu_devices.Contender.sample))
        self._fill_row()
        return self.row

    def _fill_row(self):
        found = {name: gpu_times.summary(values) for name, values in self.samples.items()}
        row = self.row
        row.update(milliseconds(found["kernel"]))
        if "library" in found:
            row.update(milliseconds(found["library"], "library"))
            row["library"] += self.library_calls
            row["ratio"] = f"{found['kernel']['median'] / found['library']['median']:.2f}"
        bandwidth = 2e3 * self.arguments.copy_mb * 1e6 / found["copy"]["median"]
        peak = self.arguments.peak * 1e12 if self.arguments.peak else None
        flops = gpu_library.flops_of(self.case.title, self.sizes)
        bytes_ = gpu_cases.array_bytes(self.compiled, self.sizes)
        roof, bound = gpu_times.roofline(bytes_, bandwidth, flops, peak)
        row["roof"] = f"{1e3 * roof:.4g}"
        row["of time"] = f"{1e5 * roof / found['kernel']['median']:.0f} %"
        row["numbers"] = {**found, "array_bytes": bytes_, "copy_bandwidth": bandwidth,
                          "flops": flops, "roof": 1e3 * roof, "bound": bound}

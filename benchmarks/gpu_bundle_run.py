"""Runs a bundle of benchmarks/gpu_bundle.py on a GPU: results, times of calls and of launches."""
import functools
import json
import os
import re
import statistics
import sys
import time

import cuda_driver
import gpu_bundle
import gpu_times

#: A call that takes longer is not recorded as a graph.
MOST_SECONDS_OF_A_GRAPH = 1.0
#: What keeps the GPU busy while the host gives it launches, in bytes copied.
BUSY_BYTES = 256000000


class Arrays:
    """The arrays of a call on the device, and copies of what they are before it."""

    def __init__(self, driver, values, np):
        self._driver = driver
        self.values = {name: value for name, value in values.items()
                       if isinstance(value, np.ndarray)}
        self.addresses, self._pristine = ({name: driver.allocate(value.nbytes)
                                           for name, value in self.values.items()}
                                          for _ in range(2))
        for name, value in self.values.items():
            driver.upload(self._pristine[name], value)

    def restore(self):
        for name, value in self.values.items():
            self._driver.copy(self.addresses[name], self._pristine[name], value.nbytes)

    def download(self, name, np):
        result = np.empty_like(self.values[name])
        self._driver.synchronize()
        self._driver.download(result, self.addresses[name])
        return result

    def free(self):
        for address in (*self.addresses.values(), *self._pristine.values()):
            self._driver.free(address)


@functools.lru_cache(maxsize=2)
def inputs(kernel, parameters, sizes):
    """The arguments by name, which are not changed."""
    import numpy as np
    return gpu_bundle.inputs(kernel, json.loads(parameters), dict(sizes), np)


class Entry:
    """A kernel of the bundle in a variant, loaded."""

    def __init__(self, driver, entry, directory, np):
        self._driver, self.entry, self._np = driver, entry, np
        with open(os.path.join(directory, entry["metadata"])) as file:
            self._metadata = json.load(file)
        with open(os.path.join(directory, entry["code"]), "rb") as file:
            self.module = driver.load(file.read() + b"\0")
        self._kernels = {kernel["name"]: cuda_driver.Kernel(driver, self.module, kernel["name"])
                         for module in self._metadata["modules"] for kernel in module["kernels"]}

    def unload(self):
        self._driver.unload(self.module)

    def kernels(self):
        """Registers and bytes of local memory by kernel."""
        return {name: [kernel.registers, kernel.local_bytes]
                for name, kernel in self._kernels.items()}

    def inputs(self, sizes):
        return inputs(self.entry["kernel"], json.dumps(self.entry["parameters"]),
                      tuple(sizes.items()))

    def call(self, values, arrays):
        """A Call with these arguments, by name in the source."""
        function = next(f for f in self._metadata["functions"]
                        if f["name"] == self.entry["function"])
        names, addresses = {}, {}
        for argument, (name, value) in zip(function["arguments"], values.items()):
            if argument["kind"] == "scalar":
                names[argument["name"]] = value
                continue
            addresses[argument["name"]] = arrays.addresses[name]
            strides = [stride // value.itemsize for stride in value.strides]
            for wanted, given in ((argument["sizes"], value.shape), (argument["strides"], strides),
                                  ([argument["offset"]], [0])):
                names.update({key: number for key, number in zip(wanted, given)
                              if isinstance(key, str)})
        return cuda_driver.Call(self._driver, self._kernels, self._metadata,
                                self.entry["function"], names, addresses)

    def results(self, arrays):
        """The arrays that are results, by name."""
        return {parameter["name"]: arrays.download(parameter["name"], self._np)
                for parameter in self.entry["parameters"]
                if parameter["kind"] == "array" and not parameter["dead"]}

    def run(self, sizes):
        """Results of one call."""
        values = self.inputs(sizes)
        arrays = Arrays(self._driver, values, self._np)
        arrays.restore()
        call = self.call(values, arrays)
        call.run()
        found = self.results(arrays)
        call.free()
        arrays.free()
        return found


class Timer:
    """Times of what is given to a stream, behind work that keeps the GPU busy meanwhile."""

    def __init__(self, driver):
        self._driver = driver
        self._busy = [driver.allocate(BUSY_BYTES) for _ in range(2)]
        self._events = []

    def keep_busy(self, times=1):
        for _ in range(times):
            self._driver.copy(*self._busy, BUSY_BYTES)

    def seconds(self, steps, busy=1):
        """Seconds of each of some steps, one behind the other."""
        while len(self._events) <= len(steps):
            self._events.append(self._driver.event())
        self.keep_busy(busy)
        self._driver.record(self._events[0])
        for event, step in zip(self._events[1:], steps):
            step()
            self._driver.record(event)
        return [self._driver.seconds_between(*pair)
                for pair in zip(self._events, self._events[1:len(steps) + 1])]


def close(found, expected, np):
    """The largest difference of arrays by name, in units of the largest number of each."""
    worst = 0.0
    for name, values in found.items():
        scale = max(float(np.max(np.abs(expected[name]))), 1e-30)
        difference = np.max(np.abs(values.astype(np.float64) - expected[name])) / scale
        worst = max(worst, float(difference)) if difference == difference else float("inf")
    return worst


def library_of(title, device_torch, values, np):
    """What calls the library on tensors that are copies of the arguments, or None."""
    from gpu_library import LIBRARY
    library = LIBRARY.get(title)
    if not device_torch or not library:
        return None
    torch = device_torch
    pristine = [torch.from_numpy(value).cuda() if isinstance(value, np.ndarray) else value
                for value in values.values()]
    given = [value.clone() if torch.is_tensor(value) else value for value in pristine]

    def restore():
        for value, before in zip(given, pristine):
            if torch.is_tensor(value):
                value.copy_(before)

    def sample():
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        busy.copy_(other)
        restore()
        start.record()
        launch()
        end.record()
        end.synchronize()
        return start.elapsed_time(end) / 1e3
    busy, other = (torch.empty(BUSY_BYTES, dtype=torch.uint8, device="cuda") for _ in range(2))
    run = lambda: library.run(torch, *given)
    launch = run
    restore()
    run()
    if library.graph:
        try:
            side = torch.cuda.Stream()
            side.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(side):
                run()
            torch.cuda.current_stream().wait_stream(side)
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                run()
            launch = graph.replay
        except RuntimeError:
            pass
    sample()
    return sample


def checked(loaded, entry, kept, arguments, np):
    """What is wrong with the results, or None; and those at the size that is timed."""
    for wanted in entry["expected"][:1 if arguments.odd else None]:
        found = loaded.run(wanted["sizes"])
        for name, digest in wanted["hashes"].items():
            if gpu_bundle.hash_of(found[name]) != digest:
                return "differs", f"{name} at {wanted['sizes']}"
    if arguments.odd:
        return "same" if entry["expected"] else "not compared", None
    if not entry["exact"] or not entry["expected"]:
        found = loaded.run(entry["sizes"])
        if entry["kernel"] not in kept:
            return "close", "nothing to compare with"
        error = close(found, kept[entry["kernel"]], np)
        return ("close" if error <= arguments.tolerance else "differs"), f"error {error:.1e}"
    if entry["variant"] == "default":
        kept.clear()
        kept[entry["kernel"]] = found
    return "same", None


def measure(driver, timer, loaded, entry, arguments, torch, np):
    """The cells of times."""
    values = loaded.inputs(entry["sizes"])
    arrays = Arrays(driver, values, np)
    call = loaded.call(values, arrays)
    steps = [step for _, _, step in call.steps]
    arrays.restore()
    first = sum(timer.seconds([call.run]))
    rounds = int(max(1, min(arguments.calls, arguments.seconds / max(first, 1e-9))))
    each = [(arrays.restore(), timer.seconds(steps, 1 + len(steps) // 4))[1]
            for _ in range(min(rounds, 3))] if len(steps) < 5000 else []
    graph, launch = None, call.run
    if first < MOST_SECONDS_OF_A_GRAPH:
        try:
            graph = driver.graph(call.run)
            launch = lambda: driver.launch_graph(graph)
        except cuda_driver.CudaError as error:
            print(f"{entry['kernel']}: not recorded: {error}", file=sys.stderr)
    sample = lambda: (arrays.restore(), timer.seconds([launch])[0])[1]
    library = library_of(entry["kernel"], torch, values, np) if entry["variant"] == "default" else None
    samples, theirs = [], []
    sample()
    for _ in range(rounds):
        samples.append(sample())
        if library:
            theirs.append(library())
    summary = gpu_times.summary(samples)
    row = {"ms": f"{summary['median']:.4g}",
           "quartiles": "-".join(f"{value:.4g}" for value in summary["quartiles"]),
           "launches": str(sum(kind == "launch" for kind, *_ in call.steps)),
           "numbers": {"ours": summary, "graph": graph is not None}}
    modelled = entry["cost"]["microseconds"] / 1e3
    row["model"], row["time/model"] = f"{modelled:.4g}", f"{summary['median'] / modelled:.2f}"
    if theirs:
        library_summary = gpu_times.summary(theirs)
        row["numbers"]["library"] = library_summary
        row["library"] = f"{library_summary['median']:.4g}"
        row["ratio"] = f"{summary['median'] / library_summary['median']:.2f}"
    if each:
        medians = [1e3 * statistics.median(times) for times in zip(*each)]
        row["sum"] = f"{sum(medians):.4g}"
        row["numbers"]["steps"] = [[kind, kernel, time] for (kind, kernel, _), time in
                                   zip(call.steps, medians)]
    if graph:
        driver.destroy_graph(graph)
    call.free()
    arrays.free()
    return row


def one(driver, timer, entry, kept, arguments, torch, np):
    """The row of an entry."""
    row = {"kernel": entry["kernel"], "variant": entry["variant"]}
    started = time.perf_counter()
    try:
        loaded = Entry(driver, entry, arguments.directory, np)
        row["kernels"] = loaded.kernels()
        row["result"], row["note"] = checked(loaded, entry, kept, arguments, np)
        if not arguments.odd:
            row.update(measure(driver, timer, loaded, entry, arguments, torch, np))
        loaded.unload()
    except (cuda_driver.Refused, cuda_driver.CudaError) as error:
        row.update(result="error", note=str(error))
    row["seconds"] = time.perf_counter() - started
    print(" ".join(str(row.get(key, "")) for key in gpu_bundle.HEADS),
          f"({row['seconds']:.1f} s)", row.get("note") or "", file=sys.stderr, flush=True)
    return row


def run(entries, arguments):
    """Rows of the entries, and the name of the device."""
    import numpy as np
    torch = None
    driver = cuda_driver.Driver()
    if not arguments.no_torch and not arguments.odd:
        from gpu_devices import torch_on_gpu
        torch = torch_on_gpu()
    timer, kept, rows = Timer(driver), {}, []
    chosen = [entry for entry in entries
              if (not arguments.kernels or entry["kernel"] in arguments.kernels)
              and re.search(arguments.variants or "", entry["variant"])]
    chosen.sort(key=lambda entry: (entry["kernel"], entry["variant"] != "default"))
    for entry in chosen:
        rows.append(one(driver, timer, entry, kept, arguments, torch, np))
        if arguments.json:
            with open(arguments.json, "w") as file:
                json.dump({"device": driver.name, "rows": rows}, file)
    return rows, driver.name

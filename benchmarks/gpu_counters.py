"""What the emulator counts of the kernels that benchmarks/gpu.py measures."""
import re

import gpu_cases

HEADS = ("kernel", "sizes", "kernels", "launches", "blocks", "barriers", "sectors",
         "sectors/least", "wavefronts", "wavefronts/least", "int/float", "MB", "MB least")


def _transaction_bytes(machine):
    import polymem as pm
    text = pm.describe_machine(machine)
    return int(re.search(r"^\s*global\.transaction-bytes: (\d+)", text, re.M)[1])


def _total(counts, field):
    """The sum of what transfers have: sectors of global memory, wavefronts of shared memory."""
    return sum(transfer.get(field, 0) for kernel in counts["kernels"]
               for transfer in kernel["transfers"].values())


def _instructions(counts, kind):
    return sum(kernel["instructions"].get(kind, {}).get("threads", 0)
               for kernel in counts["kernels"])


def _ratio(value, least):
    return f"{value / least:.2f}" if least else "-"


def counters(counts, transaction_bytes):
    """What a row shows, as numbers, of what `Compiled.counts` gave."""
    kernels = counts["kernels"]
    return {
        "kernels": len(kernels), "launches": sum(kernel["launches"] for kernel in kernels),
        "blocks": sum(kernel["blocks"] for kernel in kernels),
        "barriers": sum(kernel["block-barriers"] for kernel in kernels),
        "grid_barriers": sum(kernel.get("grid-barriers", 0) for kernel in kernels),
        "sectors": _total(counts, "sectors"),
        "least_sectors": _total(counts, "minimum-sectors"),
        "wavefronts": _total(counts, "wavefronts"),
        "least_wavefronts": _total(counts, "minimum-wavefronts"),
        "integer": _instructions(counts, "integer"), "float": _instructions(counts, "float"),
        "bytes": transaction_bytes * _total(counts, "sectors"),
        "least_bytes": transaction_bytes * _total(counts, "minimum-sectors")}


def row(case, compiled, sizes, machine):
    """The cells of a kernel; "counters" has them as numbers."""
    found = counters(compiled.counts(**sizes), _transaction_bytes(machine))
    bytes_ = gpu_cases.array_bytes(compiled, sizes)
    return {"kernel": case.title, "sizes": "x".join(map(str, sizes.values())) or "-",
            **{name: found[name] for name in ("kernels", "launches", "blocks", "barriers",
                                              "sectors", "wavefronts")},
            "sectors/least": _ratio(found["sectors"], found["least_sectors"]),
            "wavefronts/least": _ratio(found["wavefronts"], found["least_wavefronts"]),
            "int/float": _ratio(found["integer"], found["float"]),
            "MB": f"{bytes_ / 1e6:.3f}", "MB least": f"{found['least_bytes'] / 1e6:.3f}",
            "counters": {**found, "array_bytes": bytes_}}

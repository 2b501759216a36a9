"""Medians, quartiles, rounds and rooflines: the arithmetic of benchmarks/gpu.py."""
import statistics


def quartiles(samples):
    """The first quartile, the median and the third one, between samples where they fall there."""
    if len(samples) == 1:
        return (samples[0],) * 3
    return tuple(statistics.quantiles(samples, n=4, method="inclusive"))


def interleaved(contenders, rounds, sample):
    """Samples by contender: each has a turn in each round, and another begins each time.

    `sample` gives the seconds of a turn of a contender.
    """
    names = list(contenders)
    result = {name: [] for name in names}
    for number in range(rounds):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            result[name].append(sample(contenders[name]))
    return result


def roofline(bytes_, bandwidth, flops=None, peak=None):
    """The seconds that moving `bytes_` takes at `bandwidth` (bytes a second), or those of
    `flops` operations at `peak` (a second) if they are more, and "memory" or "compute"."""
    memory = bytes_ / bandwidth
    compute = flops / peak if flops and peak else 0
    return (compute, "compute") if compute > memory else (memory, "memory")


def repeats(seconds, wanted=2e-3, most=1000):
    """How many times to do what takes `seconds`, so that it takes as long as `wanted`."""
    if seconds <= 0:
        return most
    return max(1, min(most, round(wanted / seconds)))


def summary(samples):
    """What is known of a contender, in milliseconds."""
    first, median, third = (1e3 * value for value in quartiles(samples))
    return {"median": median, "quartiles": [first, third], "least": 1e3 * min(samples),
            "samples": [1e3 * value for value in samples]}

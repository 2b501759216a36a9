"""What programs are compiled for, and the programs, from the cache or made."""
import os
import platform
import re

from . import _core, cache
from .messages import outcome_of
from .pipelines import ToCPU, ToEmulator, ToPrem, ToPTX

TARGETS = {"cuda": ToPTX, "emulator": ToEmulator, "cpu": ToCPU,
           "multicore": ToPrem}

#: Machine's kind -> what is compiled for it.
OF_KIND = {"gpu": ("cuda", "emulator"), "multicore": ("multicore",)}


def options_for(options, machine):
    """Target -> the options of its pipeline, from those that a user gave."""
    given = options if isinstance(options, (list, tuple)) else [options] if options else []
    chosen = {}
    for part in given:
        target = next((t for t, kind in TARGETS.items() if type(part) is kind), None)
        if target is None:
            raise TypeError(f"options={part!r}: pm.ToPTX(...), pm.ToEmulator(...), "
                            f"pm.ToCPU(...) or pm.ToPrem(...) are options, or a list of "
                            f"them")
        if target in chosen:
            raise TypeError(f"there are two pm.{type(part).__name__}(...) among the options")
        chosen[target] = part
    for target, kind in TARGETS.items():
        chosen.setdefault(target, kind())
    # The emulator runs what a GPU would.
    if not any(isinstance(part, ToEmulator) for part in given):
        chosen["emulator"] = chosen["cuda"].converted(ToEmulator)
    if machine is not None:
        return _on_machine(chosen, os.fspath(machine))
    return chosen


def _on_machine(chosen, machine):
    kind = re.search(r"^\s*kind: (\S+)$", _core.describe_machine(machine), re.M)[1]
    for target in OF_KIND.get(kind, ("cpu",)):
        if chosen[target].values.get("machine", machine) != machine:
            raise TypeError(f"machine={machine!r}, but the options name another: "
                            f"{chosen[target]!r}")
        chosen[target] = chosen[target].replace(machine=machine)
    return chosen


def versions():
    """What an entry of the cache depends on besides program and options."""
    built = os.stat(_core.__file__)
    return f"{_core.version} {_core.llvm_version} {built.st_size} {built.st_mtime_ns}"


def _machine_text(options):
    """What a machine that is a file says; files may change."""
    machine = options.values.get("machine", "")
    return _core.describe_machine(machine) if os.sep in machine or "." in machine else machine


def ptx(source, options, what):
    """The outcome of compiling to PTX: the value is (ptx, metadata)."""
    key = cache.key_of("ptx", source, options.text, _machine_text(options), versions())
    found = cache.load(key)
    if found:
        given, data = found
        return outcome_of({**given, "value": (data.decode(), given["metadata"])}, what)
    given = _core.compile_to_ptx(source, options.text)
    outcome = outcome_of(given, what)
    text, metadata = outcome.value
    cache.store(key, {**given, "value": None, "metadata": metadata}, text.encode())
    return outcome


def prem_c(source, options, what):
    """The outcome of compiling to C for the PREM run-time: the value is the text."""
    key = cache.key_of("prem", source, options.text, _machine_text(options), versions())
    found = cache.load(key)
    if found:
        return outcome_of({**found[0], "value": found[1].decode()}, what)
    given = _core.compile_to_prem_c(source, options.text)
    outcome = outcome_of(given, what)
    cache.store(key, {**given, "value": None}, outcome.value.encode())
    return outcome


def prem_plan(source, options, what, passes=""):
    """The outcome of the pipeline up to its components, and of further passes: the value is
    their text."""
    text = f"polymem-to-prem{{emit=plan {options.text}}}{passes}"
    return outcome_of(_core.run_pipeline(source, text), what)


def reference(source, name, contract, check_bounds, optimize, what):
    """The outcome of compiling the source as it is written for this process: the value is a
    program. Products and sums are rounded once where a pipeline with this `contract` does."""
    pipeline = ""
    if contract or b"fastmath<" in source:
        pipeline = f"func.func(polymem-form-fma{{contract={str(contract).lower()}}})"
    return _lowered(source, name, pipeline, check_bounds, optimize, what, "")


def program(source, name, options, check_bounds, optimize, what):
    """The outcome of compiling for this process: the value is a program."""
    pipeline = str(options)
    if type(options) is ToPrem:
        # Segments tell what they access if that is to be checked.
        hooks = str(check_bounds).lower()
        pipeline = f"{options.pipeline}{{emit=host hooks={hooks} {options.text}}}"
        return _lowered(source, name, pipeline, False, optimize, what, _machine_text(options))
    if check_bounds:
        # Accesses are checked where they are lowered, here.
        pipeline = f"{options.pipeline}{{emit=loops {options.text}}}"
    if type(options) is ToPTX:
        pipeline = f"{options.pipeline}{{emit=module {options.text}}}"
    return _lowered(source, name, pipeline, check_bounds, optimize, what, _machine_text(options))


def _lowered(source, name, pipeline, check_bounds, optimize, what, machine):
    """The outcome of a pipeline and of what follows for this process: the value is a program."""
    key = cache.key_of("program", source, name, pipeline, machine,
                       f"{check_bounds} {optimize} {platform.machine()}", versions())
    found = cache.load(key)
    if found:
        try:
            return outcome_of({**found[0], "value": _core.load_program(found[1])}, what)
        except ValueError:
            # Of another processor: a home directory that machines share.
            pass
    given = _core.compile_program(source, name, pipeline, check_bounds=check_bounds,
                                  optimize=optimize)
    outcome = outcome_of(given, what)
    cache.store(key, {**given, "value": None}, outcome.value.save())
    return outcome

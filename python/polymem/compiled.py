"""A compiled kernel: what it is made of, what is known about it, its calls."""
import contextlib
import dataclasses
import functools
import json
import threading

from . import _core, arrays, cuda, parameters, targets
from .errors import ArgumentError, CompileError, RunError
from .messages import outcome_of, warn
from .progress import aside, working

#: Isl operations for each proof, where options say nothing: proofs need more than passes.
PROOF_BUDGET = 20_000_000


@dataclasses.dataclass(frozen=True)
class Check:
    """What polymem-check found. `proved` says whether all obligations are proved, so that
    the compiled program computes the same for all sizes, under `assumptions`. Those that
    are not decided are in `undecided`, or everything is if it has "all"; `reasons` says why.
    """
    proved: bool
    obligations: tuple
    assumptions: tuple
    undecided: tuple
    reasons: tuple
    remarks: tuple = dataclasses.field(repr=False)

    def __bool__(self):
        return self.proved

    def __str__(self):
        if self.proved:
            return (f"proved: {', '.join(self.obligations)}; assuming: "
                    f"{'; '.join(self.assumptions)}")
        return "\n".join(["not proved:", *self.reasons])


@dataclasses.dataclass(frozen=True)
class Timeline:
    """What a run takes on a multicore, simulated: `json` is an object in the format of
    share/prem-timeline.schema.json, `svg` the text of its picture."""
    json: dict = dataclasses.field(repr=False)
    svg: str = dataclasses.field(repr=False)

    @property
    def cycles(self):
        """When all threads have ended and all transfers are done."""
        return self.json["makespan"]

    def __str__(self):
        return f"{self.cycles} cycles on {self.json['cores']} cores"


class Compiled:
    """A function of a module, compiled at its first use for each target.

    `name` is its name, `source_ir` the text it is made from, `parameters` what it takes.
    Threads may use one at the same time.
    """

    def __init__(self, source, name, params, options, what):
        self.name, self.source_ir, self.parameters = name, source, tuple(params)
        self.options = options
        self._what = what
        self._lock = threading.RLock()
        self._made = {}

    def __repr__(self):
        return f"<compiled {self._what}>"

    def __str__(self):
        return self._what

    # What compiling gives.

    def _once(self, key, make):
        """The outcome for a key; its warnings are shown when it is made."""
        with self._lock:
            if key not in self._made:
                with working(f"compile {self.name}"):
                    self._made[key] = make()
                with aside():
                    warn(self._made[key].diagnostics)
            return self._made[key]

    def _ptx(self):
        return self._once("ptx", lambda: targets.ptx(
            self._source, self.options["cuda"], self._what))

    def _program(self, target, options=None, check_bounds=False):
        options = options or self.options[target]
        # Of programs for a GPU, loops of the host are few.
        optimize = target in ("cpu", "multicore") and not check_bounds
        return self._once((target, options, check_bounds), lambda: targets.program(
            self._source, self.name, options, check_bounds, optimize, self._what)).value

    def _reference(self, target, check_bounds):
        """The program as it is written, rounded as for a target."""
        contract = self.options[target].is_true("contract") if target != "multicore" else False
        return self._once(("reference", contract, check_bounds), lambda: targets.reference(
            self._source, self.name, contract, check_bounds, not check_bounds, self._what)).value

    @functools.cached_property
    def _source(self):
        return self.source_ir.encode()

    @property
    def ptx(self):
        """The text of the kernels in PTX."""
        return self._ptx().value[0]

    def prepare(self, on=None):
        """Makes now what is otherwise made when it is first asked for: the PTX, or what a call
        with this `on` runs."""
        if on is None:
            self._ptx()
        elif on in targets.TARGETS:
            self._program(on)
        else:
            raise ValueError(f"on={on!r}: None or one of {', '.join(targets.TARGETS)}")

    @functools.cached_property
    def metadata(self):
        """The launch metadata: docs/launch-metadata.md."""
        return json.loads(self._ptx().value[1])

    @property
    def launches(self):
        """The launches of the function, in order: a list of objects of the metadata with
        "kernel", "grid", "block" and what else is known of each."""
        function = next(f for f in self.metadata["functions"] if f["name"] == self.name)
        if function["host"] == "unsupported":
            raise CompileError(f"{self._what}: its host code does more than launch "
                               f"metadata can say; see metadata['functions']")
        return list(_launches(function["host"]))

    @property
    def remarks(self):
        """What the passes did, and did not, on the way to PTX."""
        return self._ptx().remarks

    @property
    def diagnostics(self):
        """The warnings on the way to PTX."""
        return self._ptx().diagnostics

    @functools.cached_property
    def staged_ir(self):
        """The program in tiles that are staged through fast memory, as a GPU runs it, before
        it is lowered."""
        text = self.options["cuda"].text
        with working(f"compile {self.name}"):
            given = _core.run_pipeline(self._source, f"polymem-to-ptx{{emit=staged {text}}}")
        return outcome_of(given, self._what).value

    @property
    def c(self):
        """The program of a multicore's threads in C, for prem.h: docs/prem.md."""
        return self._once("c", lambda: targets.prem_c(
            self._source, self.options["multicore"], self._what)).value

    @functools.cached_property
    def plan(self):
        """The components of a multicore's program in MLIR: which core runs which tiles, and
        which boxes of arrays it has when."""
        with working(f"compile {self.name}"):
            return targets.prem_plan(self._source, self.options["multicore"], self._what).value

    def check(self, on="cuda", max_isl_operations=PROOF_BUDGET):
        """Proves that the program for a target computes the same: a Check."""
        if on not in targets.TARGETS:
            raise ValueError(f"on={on!r}: one of {', '.join(targets.TARGETS)}")
        if on == "multicore":
            return self._check_components(max_isl_operations)
        options = self.options["cpu" if on == "cpu" else "cuda"].replace(
            check=True, max_isl_operations=max_isl_operations, warnings=False)
        try:
            with working(f"check {self.name}"):
                if on == "cpu":
                    remarks = targets.program(self._source, self.name, options, False, False,
                                              self._what).remarks
                else:
                    remarks = targets.ptx(self._source, options, self._what).remarks
        except CompileError as error:
            found = [r for r in error.remarks if r.pass_name == "polymem-check"]
            if not found:
                raise
            return Check(False, (), (), (), tuple(str(d) for d in error.diagnostics),
                         tuple(found))
        return _check_of([r for r in remarks if r.pass_name == "polymem-check"])

    def _check_components(self, max_isl_operations):
        options = self.options["multicore"]
        machine = options.values.get("machine", "prem-gu2023")
        passes = (f",polymem-check{{machine={machine} "
                  f"max-isl-operations={max_isl_operations}}}")
        try:
            with working(f"check {self.name}"):
                remarks = targets.prem_plan(self._source, options, self._what, passes).remarks
        except CompileError as error:
            found = [r for r in error.remarks if r.pass_name == "polymem-check"]
            if not found and "polymem-check" not in str(error):
                raise
            return Check(False, (), (), (), tuple(str(d) for d in error.diagnostics),
                         tuple(found))
        return _check_of([r for r in remarks if r.pass_name == "polymem-check"])

    # Calls.

    def __call__(self, *arguments, on=None, checked=None, seed=0, overlap=False, stream=None,
                 wait=False, **keywords):
        """Runs the function; arrays are changed in place.

        on: "cpu", "emulator", "cuda" or "multicore"; by default where the arrays are. On a
            GPU, arrays that are not in its memory are copied there and back. "multicore"
            runs a multicore's program on threads of this computer.
        checked: find races, accesses out of bounds and uninitialised reads, on the emulator
            (default: yes), or accesses out of bounds, on the CPU (default: no), or let
            segments of a multicore tell what they access (default: yes; its run-time checks
            transfers in any case).
        seed: draws the order in which the emulator runs blocks and threads, or when threads
            of a multicore sleep.
        overlap: arrays may overlap if no element that is written is in both.
        stream: of the GPU, as a number or an object of torch or cupy; by default the current
            one of the package that the arrays are of.
        wait: return when the GPU is done; otherwise only if arrays are copied.
        """
        values = self._bind(arguments, keywords, overlap)
        target = self._target(on, values)
        if target == "cuda":
            return cuda.call(self, self._cuda_program(), values, stream, wait)
        if checked is None:
            checked = target in ("emulator", "multicore")
        program = self._program(target, check_bounds=checked and target != "emulator")
        if target == "multicore":
            self._run_segments(program, values, seed, timeline=False)
            return None
        self._run(program, values, emulate=target == "emulator", checked=checked, seed=seed,
                  machine=self.options["emulator"].values.get("machine", ""))

    def timeline(self, *arguments, seed=0, checked=True, overlap=False, **keywords):
        """What a call on a multicore takes there, as its prices say: a Timeline. The call is
        run, on copies of the arguments, which stay as they are, or, if there are none, on
        arrays of zeros and numbers that are 1, at sizes given by name. Raises CompileError
        for a program without segments."""
        program = self._program("multicore", check_bounds=checked)
        if arguments or any(p.is_array and p.name in keywords for p in self.parameters):
            values = [value.copy() if isinstance(value, arrays.Array) else value
                      for value in self._bind(arguments, keywords, overlap)]
        else:
            values = parameters.made_for_sizes(self._what, self.parameters, keywords)
        text, picture = self._run_segments(program, values, seed, timeline=True)
        if not text:
            raise CompileError(f"{self._what} has no segments: nothing in it is a component")
        return Timeline(json.loads(text), picture)

    def _run_segments(self, program, values, seed, timeline):
        try:
            with working(f"run {self.name}"):
                return program.call_prem(parameters.for_call(values), seed=seed,
                                         timeline=timeline)
        except RuntimeError as error:
            raise RunError(f"{self._what}: {error}") from None

    def reference(self, *arguments, on="cuda", checked=False, overlap=False, **keywords):
        """Runs the function as it is written, its loops in their order, on the CPU: what
        other programs made of it have to compute. Arrays are changed in place, as by a call.

        on: the target whose results these are to be: where its options have `contract`, or
            operations say fastmath<contract>, products and sums are rounded once here, too.
        checked: find accesses out of bounds.
        overlap: arrays may overlap; the loops run in their order all the same.
        """
        values = self._bind(arguments, keywords, overlap)
        self._on_the_host("reference()", values)
        if on not in targets.TARGETS:
            raise ArgumentError(f"on={on!r}: one of {', '.join(targets.TARGETS)}")
        program = self._reference(on, checked)
        self._run(program, values, emulate=False, checked=checked)

    def graph(self, *arguments, overlap=False, **keywords):
        """What a call on arrays in a GPU's memory gives the GPU to do, as a CUDA graph: it
        does that again, on the same arrays, with `launch(stream=None)`."""
        values = self._bind(arguments, keywords, overlap)
        return cuda.capture(self, self._cuda_program(), values)

    def _cuda_program(self):
        return self._program("cuda")

    def counts(self, *arguments, **keywords):
        """What the kernels do, counted by the emulator: at sizes given by name, on arrays
        of zeros and numbers that are 1, or on arguments as for a call, which stay as they
        are."""
        options = self.options["emulator"].replace(count_instructions=True)
        program = self._program("emulator", options)
        values = self._values_for_counts(arguments, keywords)
        return json.loads(self._run(program, values, emulate=True, checked=False, count=True,
                                    machine=options.values.get("machine", "")))

    def cost(self, **sizes):
        """What the launches do at sizes given by name, and the microseconds that the machine
        takes for it, in the cost model: nothing runs, so sizes may be large. An object as
        polymem-print-cost has it in JSON ("launches", "microseconds", "exact"...)."""
        # A call launches each grid.
        values = parameters.sizes_given(self._what, self.parameters, sizes).values
        options = self.options["cuda"].replace(
            assume=[f"{name}={value}" for name, value in values.items()], warnings=False,
            cooperative="never")
        with working(f"the cost of {self.name}"):
            given = _core.compile_to_ptx(self._source, f"emit=cost {options.text}")
        functions = json.loads(outcome_of(given, self._what).value[0])["functions"]
        return next(f for f in functions if f["function"] == self.name)

    def random_arguments(self, arrays_, numbers, generator):
        """Arguments by name: those given, and NumPy's random numbers for arrays that are
        not, at sizes that are given or that the given arrays have."""
        import numpy as np
        return parameters.random_arguments(self._what, self.parameters, arrays_, numbers,
                                           generator, np)

    def _bind(self, arguments, keywords, overlap):
        """The arguments as numbers and arrays that fit; raises ArgumentError."""
        values = parameters.bind(self._what, self.parameters, arguments, keywords)
        values = [parameters.value_of(p, value) for p, value in zip(self.parameters, values)]
        parameters.sizes_of(self.parameters, values)
        others = {value.device for value in values
                  if isinstance(value, arrays.Array)} - {"cpu", "cuda"}
        if others:
            raise ArgumentError(f"{self._what}: arrays are on a {others.pop()}, and not in the "
                                f"memory of the host or of a GPU")
        parameters.check_memory(self.parameters, values, overlap)
        return values

    def _target(self, on, values):
        where = {value.device for value in values if isinstance(value, arrays.Array)}
        if on is None:
            return "cuda" if "cuda" in where else "cpu"
        if on not in targets.TARGETS:
            raise ArgumentError(f"on={on!r}: one of {', '.join(targets.TARGETS)}")
        if on != "cuda":
            self._on_the_host(f"on={on!r}", values)
        return on

    def _on_the_host(self, call, values):
        """Raises ArgumentError, which names the call, unless all arrays are there."""
        elsewhere = [f"'{p.name}'" for p, value in zip(self.parameters, values)
                     if p.is_array and value.device == "cuda"]
        if elsewhere:
            raise ArgumentError(f"{call}, but arrays are in the memory of a GPU: "
                                f"{', '.join(elsewhere)}")

    def _run(self, program, values, **how):
        # Calls of machine code are short, and take no thread to show them.
        shown = working(f"{'count' if how.get('count') else 'run'} {self.name}") \
            if how["emulate"] else contextlib.nullcontext()
        try:
            with shown:
                return program.call(parameters.for_call(values), **how)
        except RuntimeError as error:
            raise RunError(f"{self._what}: {error}") from None

    def _values_for_counts(self, given, keywords):
        if given or any(p.is_array and p.name in keywords for p in self.parameters):
            values = self._bind(given, keywords, overlap=False)
            return [value.copy() if isinstance(value, arrays.Array) else value
                    for value in values]
        return parameters.made_for_sizes(self._what, self.parameters, keywords)


def _launches(actions):
    for action in actions:
        if action["kind"] == "launch":
            yield action
        for part in ("body", "then", "else"):
            yield from _launches(action.get(part, ()))


def _check_of(remarks):
    def listed(name, separator):
        return tuple(dict.fromkeys(part for remark in remarks if name in remark.arguments
                                   for part in remark.arguments[name].split(separator)))
    missed = [remark for remark in remarks if remark.kind != "passed"]
    undecided = tuple(dict.fromkeys(r.arguments.get("Obligation", "all") for r in missed))
    reasons = tuple(map(str, missed))
    if not remarks:
        undecided, reasons = ("all",), ("nothing was compared",)
    proved = tuple(o for o in listed("Obligations", ", ") if o not in undecided)
    return Check(not undecided, proved, listed("Assumptions", "; "), undecided, reasons,
                 tuple(remarks))

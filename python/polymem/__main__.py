"""The command `polymem`: compile, run, count, check kernels; list machines."""
import argparse
import ast
import importlib.util
import json
import os
import sys
import warnings

import polymem as pm

from .progress import aside, progress


class UserError(Exception):
    """What the command line asks for cannot be done."""


def kernels_of(file):
    """Name to what compiles it, of the kernels or functions in a file."""
    if not os.path.exists(file):
        raise UserError(f"no file '{file}'")
    if not file.endswith(".py"):
        from .functions_of import functions_of
        with open(file, "rb") as opened:
            names = functions_of(opened.read(), file)
        return {name: lambda name=name, **how: pm.compile(os.path.abspath(file), function=name,
                                                          **how) for name in names}
    spec = importlib.util.spec_from_file_location("polymem_user_file", file)
    module = importlib.util.module_from_spec(spec)
    # As if it were run: it may import what is beside it.
    sys.path.insert(0, os.path.dirname(os.path.abspath(file)))
    spec.loader.exec_module(module)
    return {name: value.compile for name, value in vars(module).items()
            if isinstance(value, pm.Kernel)}


def chosen(arguments):
    """Pairs of a name and a Compiled, of the kernels that are meant."""
    file, _, name = arguments.kernel.partition(":")
    found = kernels_of(file)
    if name and name not in found:
        raise UserError(f"{file} has no kernel '{name}'; it has {', '.join(found) or 'none'}")
    if not found:
        raise UserError(f"{file} has no kernel")
    options = options_of(arguments)
    names = [name] if name else list(found)
    return [(name, found[name](machine=arguments.machine, options=options)) for name in names]


def options_of(arguments):
    """The options of the command line, for the pipelines that have them."""
    values = {}
    for text in arguments.option:
        name, equals, value = text.partition("=")
        values[name.replace("-", "_")] = _value(value) if equals else True
    result = []
    for kind in (pm.ToPTX, pm.ToEmulator, pm.ToCPU, pm.ToPrem):
        result.append(kind(**{n: v for n, v in values.items() if n in kind.names()}))
    unknown = [n for n in values if not any(n in options.names() for options in result)]
    if unknown:
        raise UserError(f"no option '{unknown[0]}'; there are "
                        f"{', '.join(pm.ToPTX.names())}")
    return result


def _value(text):
    return {"true": True, "false": False}.get(text, tuple(text.split(",")) if "," in text else text)


def one(arguments):
    found = chosen(arguments)
    if len(found) > 1:
        raise UserError(f"{arguments.kernel} has {len(found)} kernels: name one, as in "
                        f"{arguments.kernel}:{found[0][0]}")
    return found[0][1]


def values_of(texts):
    """NAME=VALUE to numbers, by name."""
    values = {}
    for text in texts:
        name, equals, value = text.partition("=")
        try:
            values[name] = ast.literal_eval(value)
        except (SyntaxError, ValueError):
            equals = ""
        if not equals or not isinstance(values[name], (int, float)):
            raise UserError(f"'{text}' is not NAME=NUMBER")
    return values


def write(path, text):
    if path in (None, "-"):
        print(text, end="" if text.endswith("\n") else "\n")
        return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def compile_(arguments):
    if arguments.emit == "ptx" and not (arguments.output or arguments.metadata):
        for _, kernel in progress(chosen(arguments), "compile"):
            text = kernel.ptx
            with aside():
                print(text, flush=True)
        return 0
    kernel = one(arguments)
    texts = {"ptx": lambda: kernel.ptx, "staged": lambda: kernel.staged_ir,
             "source": lambda: kernel.source_ir}
    write(arguments.output, texts[arguments.emit]())
    if arguments.metadata:
        write(arguments.metadata, json.dumps(kernel.metadata, indent=2) + "\n")
    if arguments.remarks:
        for remark in kernel.remarks:
            print(remark, file=sys.stderr)
    return 0


def check(arguments):
    failed = False
    for name, kernel in progress(chosen(arguments), "check"):
        found = kernel.check(on=arguments.on)
        with aside():
            print(f"{name}: {found}", flush=True)
        failed |= not found.proved
    return int(failed)


def count(arguments):
    print(json.dumps(one(arguments).counts(**values_of(arguments.values)), indent=2))
    return 0


def run(arguments):
    import numpy as np
    kernel = one(arguments)
    given = {}
    for text in arguments.input:
        name, _, path = text.partition("=")
        given[name] = np.load(path)
    numbers = values_of(arguments.values)
    given = kernel.random_arguments(given, numbers, np.random.default_rng(arguments.seed))
    kernel(**given, on=arguments.on, checked=arguments.checked or None)
    for text in arguments.output:
        name, _, path = text.partition("=")
        if not isinstance(given.get(name), np.ndarray):
            raise UserError(f"'{name}' is no array of the kernel")
        np.save(path, given[name])
    for name, value in given.items():
        if isinstance(value, np.ndarray) and value.size:
            print(f"{name}: {value.dtype}{list(value.shape)}, sum {value.sum(dtype=float):.9g}")
    return 0


def machines(arguments):
    for name in [arguments.name] if arguments.name else pm.machines():
        print(pm.describe_machine(name).rstrip() if arguments.name else name)
    return 0


def parser():
    top = argparse.ArgumentParser(prog="polymem", description=__doc__)
    commands = top.add_subparsers(required=True, metavar="COMMAND")

    def add(name, function, text, kernel=True):
        made = commands.add_parser(name, help=text, description=text)
        made.set_defaults(function=function)
        if kernel:
            made.add_argument("kernel", metavar="FILE[:KERNEL]",
                              help="a file in Python or MLIR, and a kernel of it")
            made.add_argument("--machine", help="a built-in machine or a JSON file")
            made.add_argument("--option", "-O", action="append", default=[],
                              metavar="NAME=VALUE",
                              help="of the pipelines: sizes=64,64,16; repeatable")
        return made

    made = add("compile", compile_, "Compile kernels to PTX.")
    made.add_argument("--emit", choices=["ptx", "staged", "source"], default="ptx")
    made.add_argument("--output", "-o", metavar="FILE")
    made.add_argument("--metadata", metavar="FILE", help="launch metadata as JSON")
    made.add_argument("--remarks", action="store_true", help="what the passes say")
    made = add("check", check, "Prove that compiled kernels compute the same.")
    made.add_argument("--on", choices=["cuda", "emulator", "cpu"], default="cuda")
    made = add("count", count, "Count what a kernel does, on the emulator.")
    made.add_argument("values", nargs="*", metavar="NAME=NUMBER", help="sizes and numbers")
    made = add("run", run, "Run a kernel on random arrays or on .npy files.")
    made.add_argument("values", nargs="*", metavar="NAME=NUMBER", help="sizes and numbers")
    made.add_argument("--on", choices=["emulator", "cpu"], default="cpu")
    made.add_argument("--checked", action="store_true", help="check accesses on the CPU, too")
    made.add_argument("--seed", type=int, default=0)
    made.add_argument("--input", action="append", default=[], metavar="NAME=FILE.npy")
    made.add_argument("--output", action="append", default=[], metavar="NAME=FILE.npy")
    made = add("machines", machines, "List machines, or describe one.", kernel=False)
    made.add_argument("name", nargs="?")
    return top


def show(message, category, filename, lineno, file=None, line=None):
    """A warning in one line, as compilers write them."""
    kind = "warning" if issubclass(category, pm.PolyMemWarning) else category.__name__
    print(f"{filename}:{lineno}: {kind}: {message}", file=sys.stderr)


def main(arguments=None):
    top = parser()
    given, rest = top.parse_known_args(arguments)
    # Sizes may stand behind options, too.
    if rest and (not hasattr(given, "values") or any(r.startswith("-") for r in rest)):
        top.error(f"unrecognized arguments: {' '.join(rest)}")
    if rest:
        given.values = [*given.values, *rest]
    warnings.showwarning = show
    try:
        status = given.function(given)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # Nobody reads on: not an error of ours, and Python must not try again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (UserError, pm.PolyMemError, pm.KernelError, OSError, ValueError, TypeError) as error:
        print(f"polymem: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())

"""compare-options.py BUILD SOURCE: whether the C API lists the options of pipelines as
`polymem-opt --help` and `--polymem-pipeline-defaults` do."""
import os
import re
import sys

build, source = sys.argv[1:]
sys.path.insert(0, os.path.join(source, "scripts"))
from tool_options import PIPELINES, output, pipeline_entries  # noqa: E402


def listed(name):
    """Name -> (kind, default, description, choices) by the C API."""
    options = {}
    for line in output(build, "polymem-capi-test", "options", name).splitlines():
        if match := re.match(r"^  ([\w-]+): (.*)$", line):
            options[last][3].append((match[1], match[2]))
        else:
            last, kind, default, text = re.match(
                r"^([\w-]+): ([\w ]+), default '(.*?)': (.*)$", line).groups()
            options[last] = (kind, default, text, [])
    return options


def compare():
    """The number of options; ends the process at a difference."""
    number = 0
    for name in PIPELINES:
        entries = {entry.name: entry for entry in pipeline_entries(build, name)}
        options = listed(name)
        if set(entries) != set(options):
            sys.exit(f"{name}: other options: {set(entries) ^ set(options)}")
        for option, (kind, default, text, choices) in options.items():
            entry = entries[option]
            values = [(value, what.strip(" -")) for value, what in entry.values]
            form = entry.form.partition("=")[2]
            wanted = (
                "choice" if values else
                {"": "bool", "<string>": "string", "<long>": "signed",
                 "<uint>": "unsigned", "<ulong>": "unsigned"}[form])
            if (kind.removeprefix("list of "), default, text, choices) != (
                    wanted, entry.default, entry.text, values):
                sys.exit(f"{name}: {option}: {kind}, {default}, {text}, {choices}; "
                         f"help: {wanted}, {entry.default}, {entry.text}, {values}")
            number += 1
    return number


print(f"the same {compare()} options")

"""Reference pages of tools and pipelines, from what the built tools print:
`--help` has the texts, `--print-all-options` and `--polymem-pipeline-defaults`
the defaults. For generate-docs.py."""
import os
import re
import subprocess
import sys

# Page -> title and introduction.
PAGES = {
    "Pipelines.md": (
        "Pipelines",
        "What `polymem-opt --NAME=\"OPTION=VALUE ...\"` runs, or `NAME{OPTION=VALUE ...}` in a\n"
        "pass pipeline. Each pipeline is a string of passes ([reference](Passes.md)) that is made\n"
        "from its options; `--dump-pass-pipeline` prints it.",
    ),
    "Tools.md": (
        "Tools",
        "The options of the tools. `polymem-opt` and `polymem-lsp-server` have those of\n"
        "`mlir-opt` and `mlir-lsp-server` besides, the passes ([reference](Passes.md)) and the\n"
        "[pipelines](Pipelines.md).",
    ),
}

PIPELINES = ["polymem-to-ptx", "polymem-to-emulator", "polymem-to-cpu",
             "polymem-to-prem", "polymem-from-linalg"]

# Tool -> what it does, and an argument with which it does nothing.
TOOLS = {
    "polymem-run": (
        "Executes functions on random inputs, before and after passes, and compares\n"
        "the results. Sizes and inputs follow from attributes of a function's arguments\n"
        "([attributes](#attributes)).",
        "no-such-file",
    ),
    "polymem-storage": (
        "Finds, draws and checks storage mappings of conflict sets\n"
        "([storage mappings](../concepts/storage.md)).",
        "no-such-file",
    ),
    "polymem-fuzz": (
        "Searches for programs that passes break\n"
        "([reliability](../reliability.md)). Built with the tests, not installed.",
        "--count=0",
    ),
}


def output(build_dir, tool, *arguments):
    """Standard output of a built tool."""
    path = os.path.join(build_dir, "bin", tool)
    if not os.path.exists(path):
        sys.exit(f"generate-docs: no {tool} in {build_dir}: build first (scripts/build.sh)")
    run = subprocess.run([path, *arguments], stdin=subprocess.DEVNULL, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return run.stdout


class Entry:
    """An option: its names with the form of its value, text, values."""

    def __init__(self, form, text):
        self.form = form
        self.text = text
        self.values = []
        self.default = ""

    @property
    def name(self):
        return re.match(r"[\w-]*", self.form.lstrip("-"))[0]


def parse_help(lines):
    """Entries of help text; options in a group below a heading are like those outside."""
    entries = []
    heading = ""
    for line in lines:
        if match := re.match(r"^\s+=(\S+)\s+-\s+(.*)$", line):
            entries[-1].values.append((match[1], match[2]))
        elif match := re.match(r"^\s+--(\S+)\s+-\s+(.*)$", line):
            entries.append(Entry("--" + match[1], match[2]))
            # Alternatives below a heading are indented once more.
            if heading and line.startswith("      --"):
                entries[-1].text = f"{heading} {entries[-1].text}"
            else:
                heading = ""
        elif match := re.match(r"^  (\S.*:)$", line):
            heading = match[1]
    return entries


def cell(text):
    return text.replace("|", "\\|").replace("<", "&lt;").replace(">", "&gt;")


def table(entries, prefix):
    """A Markdown table; `prefix` is what stands before an option's name."""
    lines = ["| option | default | |", "|---|---|---|"]
    for entry in entries:
        text = cell(entry.text)
        if entry.values:
            text += ": " if not text.endswith(":") else " "
            text += "; ".join(
                f"`{value}`: {cell(what).lstrip()}" if what.strip() else f"`{value}`"
                for value, what in entry.values
                if value != "<empty>"
            )
        form = prefix + entry.form.lstrip("-")
        default = f"`{entry.default}`" if entry.default else ""
        lines.append(f"| `{form}` | {default} | {text} |")
    return lines


def pipeline_help(build_dir, name):
    """The lines of help for a pipeline: what it does, and then its options."""
    lines = output(build_dir, "polymem-opt", "--help").splitlines()
    start = next(i for i, line in enumerate(lines)
                 if re.match(rf"^      --{name}\s+-", line))
    end = next(i for i in range(start + 1, len(lines))
               if re.match(r"^( {0,6}--| {0,4}[^ =])", lines[i]))
    return lines[start:end]


def pipeline_entries(build_dir, name):
    """The options of a pipeline, with their defaults."""
    entries = parse_help(pipeline_help(build_dir, name)[1:])
    defaults = dict(
        re.match(r"([^{]*)(.*)$", line).groups()
        for line in output(build_dir, "polymem-opt", "--polymem-pipeline-defaults").splitlines()
    )
    items = re.sub(r"^\{|\}$", "", defaults[name]).split()
    known = dict(item.split("=", 1) for item in items if "=" in item)
    for entry in entries:
        entry.default = known.get(entry.name, "").strip("{}\"'")
    return entries


def pipelines(build_dir):
    """Name, description and options of each pipeline."""
    for name in PIPELINES:
        description = re.sub(r"^.*?\s-\s+", "", pipeline_help(build_dir, name)[0])
        yield name, description, pipeline_entries(build_dir, name)


def pipeline_sections(build_dir):
    result = []
    for name, description, entries in pipelines(build_dir):
        passes = re.findall(r"[\w-]+(?=\s*(?:,|\)|$))", pipeline_passes(build_dir, name))
        result += ["", f"## `{name}`", "", description + ".", ""]
        result += table(entries, "") if entries else ["It has no options."]
        result += ["", "Passes with default options, in order: " +
                   ", ".join(f"`{p}`" for p in passes) + "."]
    return result


def pipeline_passes(build_dir, name):
    """The pass string of a pipeline with default options."""
    path = os.path.join(build_dir, "bin", "polymem-opt")
    run = subprocess.run([path, f"--{name}", "--dump-pass-pipeline", "-o", os.devnull],
                         input="module {}", text=True, stdout=subprocess.DEVNULL,
                         stderr=subprocess.PIPE)
    text = re.search(r"builtin\.module\((.*)\)", run.stderr, re.S)[1]
    # Options may hold braces of their own.
    while "{" in text:
        text = re.sub(r"\{[^{}]*\}", "", text)
    return text


def tool_sections(build_dir):
    result = []
    for tool, (introduction, nothing_to_do) in TOOLS.items():
        text = output(build_dir, tool, "--help")
        usage = re.search(r"^USAGE: (.*)$", text, re.M)[1]
        own = text[re.search(rf"^{tool} options:", text, re.M).end():]
        entries = parse_help(own.splitlines())
        values = dict(re.findall(r"^\s*--(\S+) += .*\(default: ([^*\n]*)\)$",
                                 output(build_dir, tool, "--print-all-options", nothing_to_do),
                                 re.M))
        # An option whose value may be left out is there twice.
        optional = {entry.name for entry in entries if "=" not in entry.form} & {
            entry.name for entry in entries if "=" in entry.form
        }
        entries = [e for e in entries if "=" in e.form or e.name not in optional]
        for entry in entries:
            if entry.name in optional:
                entry.form = re.sub("=(.*)", r"[=\1]", entry.form)
            entry.default = values.get(entry.name, "")
        result += ["", f"## `{tool}`", "", introduction, "", f"    {usage}", "",
                   *table(entries, "--")]
    return result


def attribute_section():
    """The attributes that people write, from the table in Attributes.h."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    path = os.path.join(root, "include", "PolyMem", "Support", "Attributes.h")
    with open(path) as file:
        text = file.read()
    names = dict(re.findall(r'StringLiteral (k\w+)\s*=\s*"(polymem\.\w+)"', text))
    result = ["", "## Attributes", "",
              "Any other attribute `polymem.*` is an error, but for those that passes leave for each",
              "other.", "", "| attribute | on | |", "|---|---|---|"]
    for constant, place, meaning in re.findall(
            r'\{(k\w+), KnownAttribute::Place::(\w+), true,\s*((?:"[^"]*"\s*)+)\}', text):
        where = "an argument of a function" if place == "Argument" else "a loop"
        meaning = "".join(re.findall(r'"([^"]*)"', meaning))
        result.append(f"| `{names[constant]}` | {where} | {cell(meaning)} |")
    return result


def page(name, build_dir):
    title, introduction = PAGES[name]
    lines = [f"# {title}", "", introduction, "",
             "<!-- Generated by scripts/generate-docs.py from the built tools: do not edit. -->"]
    if name == "Pipelines.md":
        return lines + pipeline_sections(build_dir)
    return lines + tool_sections(build_dir) + attribute_section()

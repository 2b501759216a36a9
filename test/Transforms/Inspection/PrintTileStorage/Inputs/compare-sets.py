"""Puts printed loads and stores beside the expected ones, for -test-polymem-isl-equal.

    compare-sets.py PREFIX FILE < OUTPUT

FILE has lines `// PREFIX arg0 load: RELATION` and, with more of a relation, `// PREFIX : ...`;
`// PREFIX-WHERE SET` is where the lines that follow hold. Each expected relation must have been
printed.
"""
import re
import sys


def expected(prefix, path):
    """Triples of an array's kind of sets, the relation and where it holds."""
    where, result = None, []
    with open(path) as file:
        for line in file:
            if match := re.match(rf"// {prefix}-WHERE (.*)", line):
                where = match[1]
            elif match := re.match(rf"// {prefix} (\w+ (?:load|store)): (.*)", line):
                result.append([match[1], match[2], where])
            elif match := re.match(rf"// {prefix} : (.*)", line):
                result[-1][1] += " " + match[1]
    return result


def main():
    prefix, path = sys.argv[1:]
    printed = dict(re.findall(r"^  (\w+ (?:load|store)): (.*)$", sys.stdin.read(), re.M))
    entries = []
    for name, relation, where in expected(prefix, path):
        if name not in printed or where is None:
            sys.exit(f"{name}: not printed, or no {prefix}-WHERE")
        texts = ", ".join(f'"{text}"' for text in (name, printed[name], relation, where))
        entries.append(f"[{texts}]")
    if not entries:
        sys.exit(f"{path}: nothing is expected")
    print(f"module attributes {{test.equal = [{', '.join(entries)}]}} {{}}")


if __name__ == "__main__":
    main()

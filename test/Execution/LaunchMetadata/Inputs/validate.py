"""Checks JSON files against a schema, with the words that the schema uses.

    validate.py SCHEMA FILE...

A schema with other words is an error: nothing is left unchecked.
"""
import json
import re
import sys

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float)}
IGNORED = {"$schema", "$id", "$defs", "title", "description"}


class Validator:
    def __init__(self, schema):
        self.root = schema

    def errors(self, schema, value, place="$"):
        """The reasons why `value` does not follow `schema`."""
        if "$ref" in schema:
            target = self.root
            for part in schema["$ref"].lstrip("#/").split("/"):
                target = target[part]
            yield from self.errors(target, value, place)
        for word, argument in schema.items():
            if word == "items":
                # Those behind what has a schema of its own.
                rest = len(schema.get("prefixItems", ()))
                for i, item in enumerate(value if isinstance(value, list) else ()):
                    if i >= rest:
                        yield from self.errors(argument, item, f"{place}[{i}]")
            elif word not in IGNORED | {"$ref"}:
                check = getattr(self, "check_" + word, None)
                if check is None:
                    sys.exit(f"validate: the schema has the word '{word}'")
                yield from check(argument, value, place)

    def check_type(self, name, value, place):
        if not isinstance(value, TYPES[name]) or isinstance(value, bool):
            yield f"{place}: no {name}"

    def check_const(self, expected, value, place):
        if value != expected:
            yield f"{place}: not {expected}"

    def check_enum(self, expected, value, place):
        if value not in expected:
            yield f"{place}: none of {expected}"

    def check_pattern(self, pattern, value, place):
        if isinstance(value, str) and not re.search(pattern, value):
            yield f"{place}: not like {pattern}"

    def check_minimum(self, least, value, place):
        if isinstance(value, (int, float)) and value < least:
            yield f"{place}: less than {least}"

    def check_minItems(self, least, value, place):
        if isinstance(value, list) and len(value) < least:
            yield f"{place}: fewer than {least} items"

    def check_maxItems(self, most, value, place):
        if isinstance(value, list) and len(value) > most:
            yield f"{place}: more than {most} items"

    def check_required(self, names, value, place):
        for name in names if isinstance(value, dict) else ():
            if name not in value:
                yield f"{place}: no member {name}"

    def check_properties(self, properties, value, place):
        for name in properties if isinstance(value, dict) else ():
            if name in value:
                yield from self.errors(properties[name], value[name], f"{place}.{name}")

    def check_prefixItems(self, schemas, value, place):
        for i, schema in enumerate(schemas if isinstance(value, list) else ()):
            if i < len(value):
                yield from self.errors(schema, value[i], f"{place}[{i}]")

    def check_oneOf(self, schemas, value, place):
        reasons = [list(self.errors(schema, value, place)) for schema in schemas]
        fitting = sum(not some for some in reasons)
        if fitting == 0:
            # Of the alternative that came furthest.
            yield max((some[0] for some in reasons),
                      key=lambda text: (len(re.findall(r"[.[]", text)), "not " not in text))
        elif fitting > 1:
            yield f"{place}: fits {fitting} alternatives"


def errors(schema, value):
    return list(Validator(schema).errors(schema, value))


def main():
    with open(sys.argv[1]) as file:
        schema = json.load(file)
    failed = False
    for path in sys.argv[2:]:
        with open(path) as file:
            for error in errors(schema, json.load(file)):
                failed = True
                print(f"{path}: {error}")
    if failed:
        sys.exit(1)
    print(f"{len(sys.argv) - 2} files are valid")


if __name__ == "__main__":
    main()

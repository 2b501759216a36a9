"""C++ as text, for checks that need no compiler."""
import re

# What has no braces that count: comments, strings, characters, preprocessor lines.
PLAIN = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|'
                   r"(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'|^[ \t]*#(?:\\\n|[^\n])*", re.S | re.M)


def blank(text):
    """The text with the same lines, but spaces for what has no braces that count."""
    return PLAIN.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)

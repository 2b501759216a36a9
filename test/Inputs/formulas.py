"""Formulas and conditions that tools print, evaluated."""
import re


def evaluate(text, numbers):
    """A formula, or a condition in isl's notation, where names have these values."""
    def value(word):
        name = word[0]
        return name if name in ("and", "or", "mod", "floor") else str(numbers[name])

    text = re.sub(r"(?<=\d)(?=[A-Za-z_(])", "*", re.sub(r"(?<![<>])=", "==", text))
    text = re.sub(r"[A-Za-z_]\w*", value, text).replace("mod", "%")
    return eval(text.replace("floor", "").replace("/", "//"))  # pylint: disable=eval-used

"""Options of pipelines as Python objects."""
import os


def text_of(value):
    """A value as pipelines read it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(text_of(part) for part in value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "__index__"):
        return str(value.__index__())
    return value


class Options:
    """What a user wants of a pipeline; the classes of pipelines.py say what there is."""
    pipeline = ""

    def __init__(self, values):
        self.values = {name: values[name] for name in self.names()
                       if values.get(name) is not None}
        for name, value in self.values.items():
            text = text_of(value)
            if not isinstance(text, str):
                raise TypeError(f"{type(self).__name__}({name}={value!r}): an option is a "
                                f"number, a text, a bool, or a sequence of them")
            # What the pass manager's syntax would take for something else.
            if any(c in text for c in " {}'\"\n\t") or "=" in text and name != "assume":
                raise ValueError(f"{type(self).__name__}({name}={value!r}): options have no "
                                 f"blanks, quotes, braces and '='")

    def replace(self, **values):
        """The same with some values changed."""
        return type(self)(**{**self.values, **values})

    def is_true(self, name):
        """Whether an option, one that is off by default, is on."""
        return text_of(self.values.get(name, False)) in ("true", "1")

    @classmethod
    def names(cls):
        """The names of the options that there are."""
        return tuple(cls.__init__.__kwdefaults__)

    def converted(self, other):
        """The options that the class `other` has, too."""
        return other(**{name: value for name, value in self.values.items()
                        if name in other.names()})

    @property
    def text(self):
        """As it stands in the braces behind the name of a pipeline."""
        return " ".join(f"{name.rstrip('_').replace('_', '-')}={text_of(value)}"
                        for name, value in self.values.items() if text_of(value) != "")

    def __str__(self):
        return f"{self.pipeline}{{{self.text}}}" if self.text else self.pipeline

    def __repr__(self):
        values = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"pm.{type(self).__name__}({values})"

    def __eq__(self, other):
        return type(self) is type(other) and self.text == other.text

    def __hash__(self):
        return hash((type(self), self.text))

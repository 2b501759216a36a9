"""What the frontend knows of kernels that others call."""


class KernelBase:
    """A kernel that was translated: its source, and its parameters by name and type."""

    def __init__(self, source, parameters):
        self.source, self.parameters = source, parameters
        self.name = source.tree.name

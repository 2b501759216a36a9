import os
import sys

TESTS = os.path.dirname(os.path.abspath(__file__))
# The package with its extension is in the build tree, beside the folder of programs.
BUILT = os.path.join(os.environ.get("POLYMEM_BIN", ""), "..", "python")
HAS_EXTENSION = os.path.isdir(os.path.join(BUILT, "polymem"))
sys.path[:0] = [os.path.abspath(BUILT) if HAS_EXTENSION else os.path.dirname(TESTS), TESTS]


def pytest_ignore_collect(collection_path, config):
    """Calls need the extension; the language does not."""
    if collection_path.name.startswith("test_calls") and not HAS_EXTENSION:
        return True
    return None

import os
import sys
import tempfile

TESTS = os.path.dirname(os.path.abspath(__file__))
# The package with its extension is in the build tree, beside the folder of programs.
BUILT = os.path.join(os.environ.get("POLYMEM_BIN", ""), "..", "python")
HAS_EXTENSION = os.path.isdir(os.path.join(BUILT, "polymem"))
sys.path[:0] = [os.path.abspath(BUILT) if HAS_EXTENSION else os.path.dirname(TESTS), TESTS]


# Nothing of an earlier run, and nothing left for a later one.
CACHE = tempfile.TemporaryDirectory(prefix="polymem-tests-")
os.environ["POLYMEM_CACHE_DIR"] = CACHE.name


def pytest_ignore_collect(collection_path, config):
    """Calls need the extension; the language does not."""
    if collection_path.name.startswith(
            ("test_calls", "test_gallery", "test_benchmark")) and not HAS_EXTENSION:
        return True
    return None

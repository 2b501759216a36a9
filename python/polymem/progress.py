"""A bar for long work, on a terminal."""
import sys


def progress(items, text):
    """The items, one after the other; on a terminal with tqdm's bar, if that is there."""
    items = list(items)
    if len(items) > 1 and sys.stderr is not None and sys.stderr.isatty():
        try:
            from tqdm import tqdm
        except ImportError:
            return items
        return tqdm(items, desc=text, leave=False)
    return items

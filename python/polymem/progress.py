"""What a terminal shows of long work, where tqdm is installed."""
import contextlib
import sys
import threading
import time

#: Seconds that work takes before it is shown, and from one look at it to the next.
PATIENCE, PERIOD = 1.0, 0.2

#: Held by what is shown: one line at a time, of the outermost work.
_line = threading.Lock()


class _Line:
    """A text and the time that its work takes, with how many of `total` parts are done if it
    has parts. A thread of its own shows it: the work is in one call of machine code."""

    def __init__(self, text, total):
        self.count = 0
        self._text, self._total = text, total
        self._begin, self._done = time.time(), threading.Event()
        self._thread = threading.Thread(target=self._show, daemon=True)
        self._thread.start()

    def _show(self):
        if self._done.wait(PATIENCE):
            return
        try:
            from tqdm import tqdm
        except ImportError:
            return
        with tqdm(desc=self._text, total=self._total, leave=False, file=sys.stderr,
                  bar_format=None if self._total else "{desc}: {elapsed}") as shown:
            shown.start_t = self._begin
            while True:
                shown.n = self.count
                shown.refresh()
                if self._done.wait(PERIOD):
                    return

    def end(self):
        self._done.set()
        self._thread.join()


@contextlib.contextmanager
def working(text, total=None):
    """While the block runs, a terminal shows `text`. The value has a `count` of `total` parts,
    which the block sets; it is None where nothing is shown: standard error is no terminal, or
    other work is shown."""
    if sys.stderr is None or not sys.stderr.isatty() or not _line.acquire(blocking=False):
        yield None
        return
    line = None
    try:
        line = _Line(text, total)
        yield line
    finally:
        if line:
            line.end()
        _line.release()


def progress(items, text):
    """The items, one after the other; a terminal shows how many of several are done."""
    items = list(items)
    with working(text, len(items)) if len(items) > 1 else contextlib.nullcontext() as line:
        for item in items:
            yield item
            if line:
                line.count += 1


@contextlib.contextmanager
def aside():
    """While the block runs, nothing is shown, so that others can write on the terminal."""
    tqdm = sys.modules.get("tqdm") if _line.locked() else None
    with tqdm.tqdm.external_write_mode() if tqdm else contextlib.nullcontext():
        yield

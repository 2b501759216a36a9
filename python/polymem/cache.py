"""Compiled programs on disk.

An entry is a file named by the hash of what it was made from. It is written beside its
place and then moved there, so that several processes may write the same one and a process
that is killed leaves none in part; its own hash is in it, so that a damaged one is not used.
The oldest are removed when all together get larger than the limit.
"""
import hashlib
import json
import os
import tempfile

MAGIC = b"polymem-cache-1\n"
#: Bytes of all entries, unless POLYMEM_CACHE_BYTES says otherwise.
LIMIT = 1 << 30


def directory():
    """Where entries are; None if POLYMEM_CACHE_DIR is empty: nothing is kept then."""
    given = os.environ.get("POLYMEM_CACHE_DIR")
    if given is not None:
        return given or None
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "polymem") if os.path.isabs(base) else None


def limit():
    try:
        return int(os.environ["POLYMEM_CACHE_BYTES"])
    except (KeyError, ValueError):
        return LIMIT


def key_of(*parts):
    """The key of what is made from these texts and bytes."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()


def _path(key):
    folder = directory()
    return folder and os.path.join(folder, key[:2], key + ".bin")


def load(key):
    """The facts, a JSON value, and the bytes that were stored for a key; else None."""
    path = _path(key)
    if not path:
        return None
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError:
        return None
    entry = _unpack(content)
    try:
        # The time of the last use decides what is removed.
        os.utime(path) if entry else os.remove(path)
    except OSError:
        pass
    return entry


def _unpack(content):
    head = len(MAGIC) + 32
    if len(content) < head + 8 or not content.startswith(MAGIC):
        return None
    body = content[head:]
    if hashlib.sha256(body).digest() != content[len(MAGIC):head]:
        return None
    size = int.from_bytes(body[:8], "little")
    try:
        return json.loads(body[8:8 + size].decode()), body[8 + size:]
    except (ValueError, RecursionError):
        return None


def store(key, facts, data):
    """Keeps `data` and `facts` for a key. Where that is not possible, nothing happens."""
    path = _path(key)
    if not path:
        return
    text = json.dumps(facts).encode()
    body = len(text).to_bytes(8, "little") + text + data
    content = MAGIC + hashlib.sha256(body).digest() + body
    if len(content) > limit():
        return
    temporary = None
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), suffix=".tmp")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
        trim()
    except OSError:
        # No place, no permission: programs are compiled again then.
        if temporary:
            _remove(temporary)


def _remove(path):
    try:
        os.remove(path)
    except OSError:
        pass


def _entries():
    """Time of the last use, size and path of each file."""
    folder = directory()
    result = []
    for part in os.listdir(folder):
        try:
            with os.scandir(os.path.join(folder, part)) as files:
                for file in files:
                    status = file.stat()
                    result.append((status.st_mtime, status.st_size, file.path))
        except OSError:
            continue
    return result


def trim():
    """Removes the entries that were not used for longest, until the others fit."""
    entries = sorted(_entries())
    total = sum(size for _, size, _ in entries)
    for _, size, path in entries:
        if total <= limit():
            break
        _remove(path)
        total -= size


def clear():
    """Removes all entries."""
    folder = directory()
    if folder and os.path.isdir(folder):
        for _, _, path in _entries():
            _remove(path)

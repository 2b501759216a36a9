"""edit-saved.py SAVED WHAT RESULT: a saved program with another format, a wrong checksum, a
text (its number) that is "other", an end that is too early or too late, or as it was."""
import hashlib
import sys

MAGIC = b"PolyMem program\n"
saved, what, result = sys.argv[1:]
with open(saved, "rb") as file:
    data = file.read()
assert data.startswith(MAGIC)
begin = len(MAGIC) + 4 + 32
header, body = data[: len(MAGIC) + 4], data[begin:]
if what == "format":
    header = MAGIC + (7).to_bytes(4, "little")
elif what == "short":
    body = body[:-1]
elif what == "long":
    body += b"\0"
elif what.isdigit():
    at = 0
    for _ in range(int(what)):
        at += 8 + int.from_bytes(body[at : at + 8], "little")
    size = int.from_bytes(body[at : at + 8], "little")
    other = b"other"
    body = body[:at] + len(other).to_bytes(8, "little") + other + body[at + 8 + size :]
checksum = hashlib.sha256(body).digest()
if what == "checksum":
    checksum = bytes(32)
with open(result, "wb") as file:
    file.write(header + checksum + body)

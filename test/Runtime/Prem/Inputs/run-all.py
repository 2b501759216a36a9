"""Runs programs with each combination of arguments: run-all.py PROGRAM... -- 1,2,3 0..7"""
import itertools
import subprocess
import sys

split = sys.argv.index("--")
lists = []
for text in sys.argv[split + 1:]:
    first, dots, last = text.partition("..")
    lists.append(range(int(first), int(last) + 1) if dots else text.split(","))
for arguments in itertools.product(*lists):
    for program in sys.argv[1:split]:
        subprocess.run([program, *map(str, arguments)], check=True)

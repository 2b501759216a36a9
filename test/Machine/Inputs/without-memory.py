# Prints a machine description without one of its memories.
#
#   without-memory.py FILE ADDRESS-SPACE
import json
import sys

with open(sys.argv[1]) as file:
    machine = json.load(file)
machine["memories"] = [memory for memory in machine["memories"]
                       if memory["address-space"] != sys.argv[2]]
json.dump(machine, sys.stdout, indent=2)

"""Prints what polymem-print-tile-storage prints for a kernel's own test in another order.

    in-order.py POLYMEM-OPT DIRECTORY KERNEL ORDER,STAGES,LAG
"""
import sys

from simulate import order_options, run_pass

tool, directory, kernel, order = sys.argv[1:]
print(run_pass(tool, directory, kernel, lambda options: order_options(order, options)))

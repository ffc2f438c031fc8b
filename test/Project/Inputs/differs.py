#!/usr/bin/env python3
"""Stands in for mplan-equiv: programs with a product of matrices differ, crash,
never end, or have no reference. The reference made twice is equal, unless it is
to do as the program does."""

import os
import sys

if "--mode=again:reference" in sys.argv and not os.environ.get("REFERENCE"):
    sys.exit(0)
verdict = 0
for number, program in enumerate(sys.stdin.read().split("// -----\n")):
    print(f"program {number}", flush=True)
    if "matmul" not in program:
        print("equal: 3 inputs, 2 calls each")
        continue
    if os.environ.get("CRASH"):
        os.abort()
    while os.environ.get("HANG"):
        pass
    if os.environ.get("UNMATCHED"):
        print("error: reference")
        continue
    print("seed 0, call 1: result #0: first at []")
    verdict = 1
sys.exit(verdict)

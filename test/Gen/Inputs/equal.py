"""Runs random programs planned and unplanned: equal.py GEN EQUIV FIRST COUNT.

Prints how many were equal and how many the planner refused, and each program
that differs, crashes, or fails in any other way than by a refusal. Exits with 1
if there is one, or if fewer than half were equal.
"""

import re
import subprocess
import sys

gen, equiv, first, count = sys.argv[1:5]
options = sys.argv[5:]
REFUSALS = re.compile("error: (cannot plan|.* has regions that may touch memory)")
equal, refused, failed = 0, 0, 0
for seed in range(int(first), int(first) + int(count)):
    make = [gen, f"--seed={seed}", *options]
    program = subprocess.run(make, check=True, capture_output=True).stdout
    run = subprocess.run([equiv, "-", "--allow-constant", "--seeds=3"],
                         input=program, capture_output=True)
    message = (run.stdout + run.stderr).decode(errors="replace")
    if run.returncode == 0:
        equal += 1
    elif run.returncode == 2 and REFUSALS.search(message):
        refused += 1
    else:
        failed += 1
        print("failed:", " ".join(make), f"exit code {run.returncode}")
        print(message[:2000])
print(f"{equal} equal, {refused} refused, {failed} failed")
sys.exit(failed > 0 or 2 * equal < int(count))

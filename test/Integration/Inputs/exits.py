"""exits.py CODE COMMAND...: runs the command and succeeds if it exits with CODE.

lit's `not` takes any failure for the one meant; mplan-equiv tells "different"
from "error" by its code.
"""

import subprocess
import sys

code = subprocess.run(sys.argv[2:]).returncode
if code != int(sys.argv[1]):
    sys.exit(f"exited with {code} instead of {sys.argv[1]}")

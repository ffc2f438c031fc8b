"""readme.py FILE N: prints the N-th block of MLIR (from 0) in a Markdown file."""

import re
import sys

text = open(sys.argv[1], encoding="utf-8").read()
print(re.findall(r"^```mlir\n(.*?)^```", text, re.M | re.S)[int(sys.argv[2])])

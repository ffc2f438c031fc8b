"""promised.py REMARKS REPORT.json: is the footprint what mplan-shrink measured?

REMARKS is what it said: the last footprint that it names counts.
"""

# Part of the mplan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import json
import re
import sys

with open(sys.argv[1], encoding="utf-8") as remarks:
    promised = int(re.findall(r"footprint \d+ to (\d+)", remarks.read())[-1])
with open(sys.argv[2], encoding="utf-8") as report:
    footprint = sum(arena["footprint"] for arena in json.load(report)["arenas"])
if footprint != promised:
    sys.exit(f"{footprint} bytes, but {promised} were measured")

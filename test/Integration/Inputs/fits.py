"""fits.py REPORT BYTES: fails if the plan's arenas have more bytes."""

# Part of the mplan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import json
import sys

with open(sys.argv[1], encoding="utf-8") as report:
    size = sum(arena["footprint"] for arena in json.load(report)["arenas"])
print(f"{size} bytes, {sys.argv[2]} at most")
sys.exit(size > int(sys.argv[2]))

#!/usr/bin/env python3
"""Counts the results that lit has written with `-o FILE`.

    count-results.py FILE

Prints one line, `N passed, M failed`, with `, K skipped` where tests skip.
Exits 0 if something passed and nothing failed, else 1. A file that is missing
or that cannot be read is one failure.
"""

# Part of the mplan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import json
import sys

PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def main():
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            codes = [test["code"] for test in json.load(file)["tests"]]
    except (OSError, ValueError, KeyError) as error:
        print(f"{sys.argv[1]}: no test results: {error}", file=sys.stderr)
        codes = ["UNRESOLVED"]
    passed = sum(code in PASSED for code in codes)
    skipped = sum(code in SKIPPED for code in codes)
    # What is neither has failed, whatever lit may call it one day.
    failed = len(codes) - passed - skipped
    if passed == 0 and failed == 0:
        print("no test ran", file=sys.stderr)
        failed = 1
    line = f"{passed} passed, {failed} failed"
    print(line + (f", {skipped} skipped" if skipped else ""))
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())

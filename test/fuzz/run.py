#!/usr/bin/env python3
"""Runs one fuzz target for so much CPU time, and sums up.

    run.py --minutes N --corpus FOLDER --findings FOLDER FUZZER [OPTIONS]

Inputs that reach something new are added to the corpus. A finding ends the run:
its input is left in the findings, the log says what happened, and the exit code
is 1. One in upstream's parser of MLIR is left there, too, but does not end the
run and does not count. OPTIONS go to libFuzzer.
"""

# Part of the mplan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

# "#4194304 pulse  cov: 1403 ft: 6713 corp: 1009/331Kb ..."
STATUS = re.compile(r"^#(\d+)\s.*\bcov: (\d+) ft: \d+ corp: (\d+)")

# "    #2 0x7fe2 in mplan::fuzz::parse(llvm::StringRef) Program.cpp:142:10"
FRAME = re.compile(r"^ +#\d+ 0x[0-9a-f]+ in (\S.*)$", re.MULTILINE)


def cpu_seconds(pid):
    """What a running process has used, its own and the system's for it."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1]
    user, system = fields.split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def run(command, seconds, log):
    """Runs until `seconds` of CPU are used or it ends. Returns its exit code,
    None if it was stopped for the time, and what it used."""
    used = 0.0
    with open(log, "wb") as output:
        # A process in the background may ignore SIGINT, and so would its own.
        process = subprocess.Popen(
            command, stdout=output, stderr=subprocess.STDOUT,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        try:
            while process.poll() is None:
                used = cpu_seconds(process.pid)
                if used >= seconds:
                    # libFuzzer prints its figures, and ends.
                    process.send_signal(signal.SIGINT)
                    process.wait(timeout=300)
                    return None, used
                time.sleep(0.5)
        except BaseException:
            process.kill()
            raise
    return process.returncode, used


def is_parsers(text):
    """True if the crash that a log tells of is in upstream's parser: of our
    own, only what handed it the text is on the stack."""
    stack = FRAME.findall(text)
    ours = [name for name in stack if "mplan::" in name]
    return bool(ours) and ours[0].startswith("mplan::fuzz::parse(")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--corpus", type=pathlib.Path, required=True)
    parser.add_argument("--findings", type=pathlib.Path, required=True)
    parser.add_argument("fuzzer", type=pathlib.Path)
    parser.add_argument("options", nargs=argparse.REMAINDER)
    args = parser.parse_args()

    args.findings.mkdir(parents=True, exist_ok=True)
    log = args.findings.parent / f"{args.fuzzer.name}.log"
    command = [args.fuzzer, args.corpus, f"-artifact_prefix={args.findings}/",
               *args.options]
    runs, covered, inputs = 0, 0, 0
    left = args.minutes * 60
    while True:
        before = set(args.findings.iterdir())
        code, used = run(command, left, log)
        left -= used
        text = log.read_text(encoding="utf-8", errors="replace")
        statuses = [match for match in map(STATUS.match, text.splitlines())
                    if match]
        if statuses:
            runs += int(statuses[-1][1])
            covered, inputs = statuses[-1].groups()[1:]
        found = sorted(set(args.findings.iterdir()) - before)
        if not found or not is_parsers(text):
            break
        # Upstream's own: noted, and the run goes on.
        for path in found:
            print(f"in upstream's parser: {path}", flush=True)
        code, found = None, []
        if left <= 0:
            break

    for path in found:
        print(f"finding: {path}\nreproduce: {args.fuzzer} {path}")
    if code not in (None, 0) or found:
        print(f"what happened: {log}")
    print(f"{args.fuzzer.name}: {runs} runs in "
          f"{args.minutes - left / 60:.1f} CPU-minutes, "
          f"{covered} edges covered, {inputs} inputs kept, "
          f"{len(found)} findings")
    return 1 if code not in (None, 0) or found else 0


if __name__ == "__main__":
    sys.exit(main())

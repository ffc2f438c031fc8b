"""Prints, for each feature, what some seeds give: one number for all."""

import hashlib
import subprocess
import sys

tool, *seeds = sys.argv[1:]
listing = subprocess.run([tool, "--list-features"], check=True, text=True,
                         capture_output=True).stdout
names = [line[2:].split()[0] for line in listing.splitlines()]


def program(features, seed):
    return subprocess.run([tool, f"--features={features}", f"--seed={seed}"],
                          check=True, capture_output=True).stdout.rstrip()


# Bodies, and values to work on, for those that need some.
base = "generic,for,if"
needs = {"returns": "calls", "parallel-alloc": "parallel"}
for name in names:
    domains = [name] if name in ("tensor", "memref") else ["tensor", "memref"]
    more = needs.get(name, base)
    text = b"".join(program(f"{domain},{base},{more},{name}", seed)
                    for domain in domains for seed in seeds)
    print(name, hashlib.sha256(text).hexdigest()[:16])
text = b"".join(program("default", seed) for seed in seeds)
print("default", hashlib.sha256(text).hexdigest()[:16])

# What sanitizers are to check in our programs. Sourced by tools/check and
# tools/fuzz; to run a test by hand as they do: `. test/sanitize.sh`.
#
# Part of the mplan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Containers tell AddressSanitizer where they end, but only where the code that
# fills them was compiled with it. libMLIR was not, and fills ours: what it puts
# into a vector would look like an overflow.
ASAN_OPTIONS=detect_leaks=1:detect_container_overflow=0
# With where it happened.
UBSAN_OPTIONS=print_stacktrace=1
export ASAN_OPTIONS UBSAN_OPTIONS

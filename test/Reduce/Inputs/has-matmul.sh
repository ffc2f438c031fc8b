#!/bin/sh
# Interesting, which is 1, if there is a product of matrices.
grep -q matmul "$1" && exit 1
exit 0

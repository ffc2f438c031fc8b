"""Random networks that can be computed row by row, as linalg on tensors.

    row_graphs.py FIRST COUNT

writes a module for each seed, apart by // -----: windows of random sizes,
strides, dilations and padding on random sides, depthwise ones and poolings,
forks and joins, concatenations, slices, ops that ask for their row, upsampling,
channels that become rows and rows that become channels, sums that rows are read
together with, a sum over all rows at the end, a layer connected to all, or
neither, in i32 or f32, NHWC or NCHW, of one image or two.
"""

# Part of the mplan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import random
import sys

from row_programs import Program, Value


class Graph:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.program = Program(seed, self.random.choice(["i32", "f32"]),
                               self.random.random() < 0.2,
                               2 if self.random.random() < 0.1 else 1)
        self.values = []  # of what may be read still

    def window(self, value):
        """A convolution or a pooling; None if it would leave nothing."""
        draw = self.random.randint
        kernel = (draw(1, 4), draw(1, 3))
        stride = (draw(1, 3), draw(1, 2))
        dilation = (draw(1, 2) if self.random.random() < 0.3 else 1, 1)
        span = [d * (k - 1) + 1 for k, d in zip(kernel, dilation)]
        if self.random.random() < 0.6:  # as "same" does it
            rows, columns = (((s - 1) // 2, s // 2) for s in span)
        else:
            rows, columns = (draw(0, 2), draw(0, 3)), (draw(0, 1), draw(0, 1))
        kind = self.random.choice(["conv", "conv", "depthwise", "max", "sum"])
        if self.program.nchw:
            kind = "conv"
        padded = self.program.pad(value, rows, columns)
        made = self.program.window(padded, kind, kernel, stride, dilation,
                                   channels=draw(1, 3))
        return made if made and made.shape[0] <= 40 else None

    def change_rate(self, value):
        program, factor = self.program, self.random.randint(2, 3)
        rows, columns, channels = value.shape
        ways = []
        if rows * factor <= 30:
            ways.append(lambda: program.upsample(
                value, factor, self.random.randint(1, 2),
                self.random.randint(0, factor - 1)))
        if rows * factor <= 30 and columns < 8 and not program.nchw:
            ways.append(lambda: program.repeat(value, factor))
            if channels % (factor * factor) == 0:
                ways += [lambda: program.depth_to_space(value, factor)] * 3
        if rows % factor == 0 and columns % factor == 0 and not program.nchw:
            ways.append(lambda: program.space_to_depth(value, factor))
        return self.random.choice(ways)() if ways else None

    def step(self):
        program, value = self.program, self.values[-1]
        if self.random.random() < 0.3:
            value = self.random.choice(self.values[-4:])
        kind = self.random.random()
        same = [other for other in self.values
                if other.shape == value.shape and other != value]
        fits = [other for other in self.values
                if other.shape[:2] == value.shape[:2] and
                other.shape[2] + value.shape[2] < 8]
        if kind < 0.55:
            return self.window(value)
        if kind < 0.75 and same:
            return program.binary(self.random.choice(["add", "sub", "max"]),
                                  value, self.random.choice(same))
        if kind < 0.83 and fits:
            return program.concat([value, self.random.choice(fits)])
        if kind < 0.88 and (made := self.change_rate(value)):
            return made
        if 0.88 <= kind < 0.91:
            return program.add_sums(value)
        if kind < 0.95 and value.shape[0] > 1:
            first = self.random.randint(0, 1)
            return program.slice(
                value, first, self.random.randint(1, value.shape[0] - first))
        row = program.rows_dim if self.random.random() < 0.5 else 0
        return program.add_index(value, row)

    def text(self):
        shape = (self.random.randint(1, 14), self.random.randint(2, 6),
                 self.random.randint(1, 3))
        self.values = [Value("%x", shape)]
        for _ in range(self.random.randint(2, 9)):
            made = self.step()
            if made:
                self.values.append(made)
        last = self.values[-1]
        result = last.name, self.program.type(last.shape)
        if self.random.random() < 0.3:
            result = self.program.sum_rows(last)
        elif self.random.random() < 0.2:
            result = self.program.connect(last)
        # Given up by the caller, it can be overwritten by what is made of it.
        mark = (" {bufferization.writable = true}"
                if self.random.random() < 0.5 else "")
        return self.program.text("run", shape, [result], mark)


def main():
    first, count = int(sys.argv[1]), int(sys.argv[2])
    print("\n// -----\n".join(Graph(seed).text()
                              for seed in range(first, first + count)))


if __name__ == "__main__":
    main()

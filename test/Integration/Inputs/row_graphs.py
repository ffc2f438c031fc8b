"""Random networks that can be computed row by row, as linalg on tensors.

    row_graphs.py FIRST COUNT

writes a module for each seed, apart by // -----: windows of random sizes,
strides, dilations and padding on random sides, depthwise ones and poolings,
forks and joins, concatenations, slices, ops that ask for their row, a sum over
all rows at the end, a layer connected to all, or neither, in i32 or f32, NHWC
or NCHW.
"""

# Part of the mplan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import random
import sys


class Graph:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.count = 0
        self.element = self.random.choice(["i32", "f32"])
        self.nchw = self.random.random() < 0.2
        self.values = []  # (name, (H, W, C)), of what may be read still

    def name(self):
        self.count += 1
        return f"%v{self.count}"

    def emit(self, line):
        self.lines.append("  " + line)

    def type(self, shape):
        rows, columns, channels = shape
        extents = ((1, channels, rows, columns) if self.nchw
                   else (1, rows, columns, channels))
        return f"tensor<{'x'.join(map(str, extents))}x{self.element}>"

    def constant(self, low=-3, high=3):
        number = self.random.randint(low, high)
        return f"{number}.0" if self.element == "f32" else str(number)

    def scalar(self):
        name = self.name()
        self.emit(f"{name} = arith.constant {self.constant()} : {self.element}")
        return name

    def weights(self, extents):
        def nest(left):
            if not left:
                return self.constant()
            return "[" + ", ".join(nest(left[1:]) for _ in range(left[0])) + "]"
        name = self.name()
        type_ = f"tensor<{'x'.join(map(str, extents))}x{self.element}>"
        self.emit(f"{name} = arith.constant dense<{nest(extents)}> : {type_}")
        return name, type_

    def empty(self, shape):
        name = self.name()
        self.emit(f"{name} = tensor.empty() : {self.type(shape)}")
        return name

    def fill(self, shape):
        scalar, empty, name = self.scalar(), self.empty(shape), self.name()
        type_ = self.type(shape)
        self.emit(f"{name} = linalg.fill ins({scalar} : {self.element}) "
                  f"outs({empty} : {type_}) -> {type_}")
        return name

    def per_dim(self, rows, columns, other=0):
        return ([other, other, rows, columns] if self.nchw
                else [other, rows, columns, other])

    def pad(self, value, shape, rows, columns):
        if rows == (0, 0) and columns == (0, 0):
            return value, shape
        scalar, name = self.scalar(), self.name()
        after = (shape[0] + sum(rows), shape[1] + sum(columns), shape[2])
        low = self.per_dim(rows[0], columns[0])
        high = self.per_dim(rows[1], columns[1])
        self.emit(f"{name} = tensor.pad {value} low{low} high{high} {{")
        self.emit("^bb0(%i: index, %j: index, %k: index, %l: index):")
        self.emit(f"  tensor.yield {scalar} : {self.element}")
        self.emit(f"}} : {self.type(shape)} to {self.type(after)}")
        return name, after

    def window(self, value, shape):
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
        value, shape = self.pad(value, shape, rows, columns)
        after = tuple((extent - s) // step + 1 if extent >= s else 0
                      for extent, s, step in zip(shape, span, stride))
        if min(after) < 1 or after[0] > 40:
            return None
        kind = self.random.choice(["conv", "conv", "depthwise", "max", "sum"])
        if self.nchw:
            kind = "conv"
        channels = draw(1, 3) if kind == "conv" else shape[2]
        result = (*after, channels)
        attributes = (f"{{dilations = dense<{list(dilation)}> : vector<2xi64>, "
                      f"strides = dense<{list(stride)}> : vector<2xi64>}}")
        if kind == "conv":
            op = "conv_2d_nchw_fchw" if self.nchw else "conv_2d_nhwc_hwcf"
            extents = ([channels, shape[2], *kernel] if self.nchw
                       else [*kernel, shape[2], channels])
            weights, weights_type = self.weights(extents)
        elif kind == "depthwise":
            op = "depthwise_conv_2d_nhwc_hwc"
            weights, weights_type = self.weights([*kernel, channels])
        else:
            op = f"pooling_nhwc_{kind}"
            weights_type = f"tensor<{kernel[0]}x{kernel[1]}x{self.element}>"
            weights = self.name()
            self.emit(f"{weights} = tensor.empty() : {weights_type}")
        init, name = self.fill(result), self.name()
        self.emit(f"{name} = linalg.{op} {attributes} "
                  f"ins({value}, {weights} : {self.type(shape)}, {weights_type})"
                  f" outs({init} : {self.type(result)}) -> {self.type(result)}")
        return name, result

    def elementwise(self, inputs, shape):
        """Of one or two, and of its row perhaps."""
        f = "f" if self.element == "f32" else "i"
        op = self.random.choice([f"arith.add{f}", f"arith.sub{f}",
                                 "arith.maximumf" if f == "f"
                                 else "arith.maxsi"])
        identity = "affine_map<(a, b, c, d) -> (a, b, c, d)>"
        maps = ", ".join([identity] * (len(inputs) + 1))
        type_ = self.type(shape)
        empty, name = self.empty(shape), self.name()
        arguments = ", ".join(f"%x{i}: {self.element}"
                              for i in range(len(inputs) + 1))
        self.emit(f"{name} = linalg.generic {{indexing_maps = [{maps}], "
                  'iterator_types = ["parallel", "parallel", "parallel", '
                  f'"parallel"]}} ins({", ".join(inputs)} : '
                  f'{", ".join([type_] * len(inputs))}) outs({empty} : {type_}) {{')
        self.emit(f"^bb0({arguments}):")
        other = "%x1"
        if len(inputs) == 1:
            row = self.random.random() < 0.5
            dim = 2 if self.nchw else 1
            self.emit(f"  %row = linalg.index {dim if row else 0} : index")
            self.emit("  %cast = arith.index_cast %row : index to i32")
            if f == "f":
                self.emit("  %real = arith.sitofp %cast : i32 to f32")
            other = "%real" if f == "f" else "%cast"
        self.emit(f"  %y = {op} %x0, {other} : {self.element}")
        self.emit(f"  linalg.yield %y : {self.element}")
        self.emit(f"}} -> {type_}")
        return name, shape

    def concat(self, inputs, shapes):
        shape = (*shapes[0][:2], sum(each[2] for each in shapes))
        name = self.name()
        types = ", ".join(map(self.type, shapes))
        self.emit(f"{name} = tensor.concat dim({1 if self.nchw else 3}) "
                  f"{', '.join(inputs)} : ({types}) -> {self.type(shape)}")
        return name, shape

    def slice(self, value, shape):
        first = self.random.randint(0, min(1, shape[0] - 1))
        rows = self.random.randint(1, shape[0] - first)
        result = (rows, *shape[1:])
        name = self.name()
        extents = ((1, shape[2], rows, shape[1]) if self.nchw
                   else (1, rows, shape[1], shape[2]))
        self.emit(f"{name} = tensor.extract_slice {value}"
                  f"{self.per_dim(first, 0)} {list(extents)} [1, 1, 1, 1] : "
                  f"{self.type(shape)} to {self.type(result)}")
        return name, result

    def step(self):
        value, shape = self.values[-1]
        if self.random.random() < 0.3:
            value, shape = self.random.choice(self.values[-4:])
        kind = self.random.random()
        same = [v for v, s in self.values if s == shape and v != value]
        fits = [(v, s) for v, s in self.values
                if s[:2] == shape[:2] and s[2] + shape[2] < 8]
        if kind < 0.55:
            return self.window(value, shape)
        if kind < 0.75 and same:
            return self.elementwise([value, self.random.choice(same)], shape)
        if kind < 0.83 and fits:
            other, other_shape = self.random.choice(fits)
            return self.concat([value, other], [shape, other_shape])
        if kind < 0.9 and shape[0] > 1:
            return self.slice(value, shape)
        return self.elementwise([value], shape)

    def sum_rows(self, value, shape):
        """All rows, as the pooling at the end of a network does it."""
        channels = shape[2]
        init, name = self.name(), self.name()
        empty, scalar = self.name(), self.scalar()
        type_ = f"tensor<{channels}x{self.element}>"
        self.emit(f"{empty} = tensor.empty() : {type_}")
        self.emit(f"{init} = linalg.fill ins({scalar} : {self.element}) "
                  f"outs({empty} : {type_}) -> {type_}")
        dims = "[0, 2, 3]" if self.nchw else "[0, 1, 2]"
        op = "addf" if self.element == "f32" else "addi"
        self.emit(f"{name} = linalg.reduce {{ arith.{op} }} "
                  f"ins({value} : {self.type(shape)}) outs({init} : {type_}) "
                  f"dimensions = {dims}")
        return name, type_

    def connect(self, value, shape):
        """A layer that is connected to all of it, as one list."""
        rows, columns, channels = shape
        size = rows * columns * channels
        list_, init, name, empty = (self.name() for _ in range(4))
        weights, weights_type = self.weights((size, 3))
        scalar = self.scalar()
        type_ = f"tensor<1x3x{self.element}>"
        list_type = f"tensor<1x{size}x{self.element}>"
        self.emit(f"{list_} = tensor.collapse_shape {value} [[0], [1, 2, 3]] : "
                  f"{self.type(shape)} into {list_type}")
        self.emit(f"{empty} = tensor.empty() : {type_}")
        self.emit(f"{init} = linalg.fill ins({scalar} : {self.element}) "
                  f"outs({empty} : {type_}) -> {type_}")
        self.emit(f"{name} = linalg.matmul ins({list_}, {weights} : "
                  f"{list_type}, {weights_type}) outs({init} : {type_}) "
                  f"-> {type_}")
        return name, type_

    def text(self):
        shape = (self.random.randint(1, 14), self.random.randint(2, 6),
                 self.random.randint(1, 3))
        self.values = [("%x", shape)]
        for _ in range(self.random.randint(2, 9)):
            made = self.step()
            if made:
                self.values.append(made)
        value, last = self.values[-1]
        result, type_ = value, self.type(last)
        if self.random.random() < 0.3:
            result, type_ = self.sum_rows(value, last)
        elif self.random.random() < 0.2:
            result, type_ = self.connect(value, last)
        # Given up by the caller, it can be overwritten by what is made of it.
        mark = (" {bufferization.writable = true}"
                if self.random.random() < 0.5 else "")
        head = f"func.func @run(%x: {self.type(shape)}{mark}) -> {type_} {{"
        return "\n".join([head, *self.lines, f"  return {result} : {type_}",
                          "}"])


def main():
    first, count = int(sys.argv[1]), int(sys.argv[2])
    print("\n// -----\n".join(Graph(seed).text()
                              for seed in range(first, first + count)))


if __name__ == "__main__":
    main()

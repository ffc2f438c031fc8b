"""Builds programs whose ops run through rows, as linalg on tensors."""

# Part of the mplan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import random
from collections import namedtuple

# An image: rows, columns and channels.
Value = namedtuple("Value", "name shape")

SPECIAL = {"inf": "0x7F800000", "nan": "0x7FC00000", "zero": "-0.0"}


class Program:
    """One function; each op is at the location that `place` names, if any."""

    def __init__(self, seed, element="f32", nchw=False, batch=1, place=None):
        self.random = random.Random(seed)
        self.element, self.nchw, self.batch = element, nchw, batch
        self.place = f' loc("{place}")' if place else ""
        self.lines = []
        self.count = 0
        self.is_float = element == "f32"
        self.rows_dim, self.channels_dim = (2, 1) if nchw else (1, 3)

    # Text

    def name(self):
        self.count += 1
        return f"%v{self.count}"

    def emit(self, line):
        self.lines.append("  " + line)

    def end(self, line):
        """The last line of an op."""
        self.emit(line + self.place)

    def extents(self, shape):
        rows, columns, channels = shape
        return ([self.batch, channels, rows, columns] if self.nchw
                else [self.batch, rows, columns, channels])

    def plain(self, extents):
        return f"tensor<{'x'.join(map(str, extents))}x{self.element}>"

    def type(self, shape):
        return self.plain(self.extents(shape))

    def per_dim(self, rows, columns, other=0):
        return ([other, other, rows, columns] if self.nchw
                else [other, rows, columns, other])

    # Constants

    def number(self, low=-3, high=3):
        number = self.random.randint(low, high)
        return f"{number}.0" if self.is_float else str(number)

    def scalar(self, number=None):
        name = self.name()
        self.end(f"{name} = arith.constant {number or self.number()} : "
                 f"{self.element}")
        return name

    def weights(self, extents, special=()):
        """Random numbers; some are those that `special` names."""
        def draw():
            if special and self.random.random() < 0.3:
                return SPECIAL[self.random.choice(special)]
            return self.number()

        def nest(left):
            if not left:
                return draw()
            return "[" + ", ".join(nest(left[1:]) for _ in range(left[0])) + "]"
        name, type_ = self.name(), self.plain(extents)
        self.end(f"{name} = arith.constant dense<{nest(extents)}> : {type_}")
        return name, type_

    def empty(self, extents):
        name = self.name()
        self.end(f"{name} = tensor.empty() : {self.plain(extents)}")
        return name

    def fill(self, extents, number=None):
        scalar, empty, name = self.scalar(number), self.empty(extents), self.name()
        type_ = self.plain(extents)
        self.end(f"{name} = linalg.fill ins({scalar} : {self.element}) "
                 f"outs({empty} : {type_}) -> {type_}")
        return name

    # Windows

    def pad(self, value, rows, columns=(0, 0), number=None):
        if rows == (0, 0) and columns == (0, 0):
            return value
        scalar, name = self.scalar(number), self.name()
        height, width, channels = value.shape
        after = (height + sum(rows), width + sum(columns), channels)
        low = self.per_dim(rows[0], columns[0])
        high = self.per_dim(rows[1], columns[1])
        self.emit(f"{name} = tensor.pad {value.name} low{low} high{high} {{")
        self.emit("^bb0(%i: index, %j: index, %k: index, %l: index):")
        self.end(f"  tensor.yield {scalar} : {self.element}")
        self.end(f"}} : {self.type(value.shape)} to {self.type(after)}")
        return Value(name, after)

    def window(self, value, kind="conv", kernel=(3, 3), stride=(1, 1),
               dilation=(1, 1), channels=2, special=(), init=None):
        """A convolution or a pooling, without padding; None if it would leave
        nothing."""
        span = [d * (k - 1) + 1 for k, d in zip(kernel, dilation)]
        after = tuple((extent - s) // step + 1 if extent >= s else 0
                      for extent, s, step in zip(value.shape, span, stride))
        if min(after) < 1:
            return None
        if kind != "conv":
            channels = value.shape[2]
        if kind == "conv":
            op = "conv_2d_nchw_fchw" if self.nchw else "conv_2d_nhwc_hwcf"
            extents = ([channels, value.shape[2], *kernel] if self.nchw
                       else [*kernel, value.shape[2], channels])
            weights, weights_type = self.weights(extents, special)
        elif kind == "depthwise":
            op = "depthwise_conv_2d_nhwc_hwc"
            weights, weights_type = self.weights([*kernel, channels], special)
        else:
            op = f"pooling_nhwc_{kind}"
            weights, weights_type = self.empty(kernel), self.plain(kernel)
        result = (*after, channels)
        init, name = self.fill(self.extents(result), init), self.name()
        attributes = (f"{{dilations = dense<{list(dilation)}> : vector<2xi64>, "
                      f"strides = dense<{list(stride)}> : vector<2xi64>}}")
        self.end(f"{name} = linalg.{op} {attributes} ins({value.name}, {weights}"
                 f" : {self.type(value.shape)}, {weights_type})"
                 f" outs({init} : {self.type(result)}) -> {self.type(result)}")
        return Value(name, result)

    def conv(self, value, kernel=3, **options):
        """A square window, padded so that the extents stay."""
        dilation = options.get("dilation", (1, 1))[0]
        span = dilation * (kernel - 1)
        sides = (span // 2, span - span // 2)
        options["dilation"] = (dilation, dilation)
        return self.window(self.pad(value, sides, sides), kernel=(kernel, kernel),
                           **options)

    # Element by element

    def generic(self, inputs, shape, body, maps=None, types=None):
        """`body` says of %x0, %x1.. what is %y."""
        identity = "affine_map<(a, b, c, d) -> (a, b, c, d)>"
        maps = ", ".join((maps or [identity] * len(inputs)) + [identity])
        type_, name = self.type(shape), self.name()
        empty = self.empty(self.extents(shape))
        arguments = ", ".join(f"%x{i}: {self.element}"
                              for i in range(len(inputs) + 1))
        names = ", ".join(each.name for each in inputs)
        types = ", ".join(types or [self.type(each.shape) for each in inputs])
        ins = f"ins({names} : {types}) " if inputs else ""
        self.emit(f"{name} = linalg.generic {{indexing_maps = [{maps}], "
                  'iterator_types = ["parallel", "parallel", "parallel", '
                  f'"parallel"]}} {ins}outs({empty} : {type_}) {{')
        self.emit(f"^bb0({arguments}):")
        for line in body:
            self.end("  " + line)
        self.end(f"  linalg.yield %y : {self.element}")
        self.end(f"}} -> {type_}")
        return Value(name, shape)

    def binary(self, op, a, b):
        suffix = {"max": "imumf" if self.is_float else "si"}.get(
            op, "f" if self.is_float else "i")
        return self.generic(
            [a, b], a.shape, [f"%y = arith.{op}{suffix} %x0, %x1 : {self.element}"])

    def add(self, a, b):
        return self.binary("add", a, b)

    def add_index(self, value, dim):
        """Each element and where it is."""
        body = [f"%row = linalg.index {dim} : index"]
        if self.is_float:
            body += ["%cast = arith.index_cast %row : index to i32",
                     "%other = arith.sitofp %cast : i32 to f32",
                     "%y = arith.addf %x0, %other : f32"]
        else:
            body += [f"%other = arith.index_cast %row : index to {self.element}",
                     f"%y = arith.addi %x0, %other : {self.element}"]
        return self.generic([value], value.shape, body)

    # Other places

    def concat(self, values, along="channels"):
        dim = {"rows": 0, "columns": 1, "channels": 2}[along]
        shape = list(values[0].shape)
        shape[dim] = sum(value.shape[dim] for value in values)
        where = {"rows": self.rows_dim, "columns": self.rows_dim + 1,
                 "channels": self.channels_dim}[along]
        name = self.name()
        types = ", ".join(self.type(value.shape) for value in values)
        names = ", ".join(value.name for value in values)
        self.end(f"{name} = tensor.concat dim({where}) {names} : ({types}) -> "
                 f"{self.type(shape)}")
        return Value(name, tuple(shape))

    def slice(self, value, first, rows):
        shape = (rows, *value.shape[1:])
        name = self.name()
        self.end(f"{name} = tensor.extract_slice {value.name}"
                 f"{self.per_dim(first, 0)} {self.extents(shape)} "
                 f"[1, 1, 1, 1] : {self.type(value.shape)} to {self.type(shape)}")
        return Value(name, shape)

    # Other rates

    def upsample(self, value, rows, columns=1, first=0):
        """The nearest element; those above the middle of one are its as well
        if `first` is half of `rows`."""
        maps = [f"(r + {first}) floordiv {rows}", f"c floordiv {columns}"]
        order = ["a", "d", *maps] if self.nchw else ["a", *maps, "d"]
        dims = "(a, d, r, c)" if self.nchw else "(a, r, c, d)"
        shape = ((value.shape[0] * rows) - first, value.shape[1] * columns,
                 value.shape[2])
        return self.generic(
            [value], shape, [f"%y = arith.{self.plus} %x0, %x0 : {self.element}"],
            [f"affine_map<{dims} -> ({', '.join(order)})>"])

    @property
    def plus(self):
        return "addf" if self.is_float else "addi"

    def reshape(self, op, value, groups, before, after):
        """`value` is of the extents `before`."""
        name = self.name()
        sizes = f" output_shape {after}" if op == "expand_shape" else ""
        self.end(f"{name} = tensor.{op} {value} {groups}{sizes} : "
                 f"{self.plain(before)} into {self.plain(after)}")
        return name

    def transpose(self, value, before, order):
        after = [before[i] for i in order]
        empty, name = self.empty(after), self.name()
        self.end(f"{name} = linalg.transpose ins({value} : {self.plain(before)})"
                 f" outs({empty} : {self.plain(after)}) permutation = {order}")
        return name, after

    def repeat(self, value, factor):
        """Upsampled by factor x factor as a broadcast, which is one image
        again; NHWC."""
        rows, columns, channels = value.shape
        apart = [self.batch, rows, factor, columns, factor, channels]
        shape = (rows * factor, columns * factor, channels)
        empty, name = self.empty(apart), self.name()
        self.end(f"{name} = linalg.broadcast ins({value.name} : "
                 f"{self.type(value.shape)}) outs({empty} : {self.plain(apart)})"
                 " dimensions = [2, 4]")
        return Value(self.reshape("collapse_shape", name,
                                  [[0], [1, 2], [3, 4], [5]], apart,
                                  self.extents(shape)), shape)

    def depth_to_space(self, value, factor):
        """Channels of one place become places; NHWC."""
        rows, columns, channels = value.shape
        channels //= factor * factor
        apart = [self.batch, rows, columns, factor, factor, channels]
        shape = (rows * factor, columns * factor, channels)
        name = self.reshape("expand_shape", value.name,
                            [[0], [1], [2], [3, 4, 5]],
                            self.extents(value.shape), apart)
        name, apart = self.transpose(name, apart, [0, 1, 3, 2, 4, 5])
        return Value(self.reshape("collapse_shape", name,
                                  [[0], [1, 2], [3, 4], [5]], apart,
                                  self.extents(shape)), shape)

    def space_to_depth(self, value, factor):
        """The other way round, of what is divisible; NHWC."""
        rows, columns, channels = value.shape
        shape = (rows // factor, columns // factor, channels * factor * factor)
        apart = [self.batch, shape[0], factor, shape[1], factor, channels]
        name = self.reshape("expand_shape", value.name,
                            [[0], [1, 2], [3, 4], [5]],
                            self.extents(value.shape), apart)
        name, apart = self.transpose(name, apart, [0, 1, 3, 2, 4, 5])
        return Value(self.reshape("collapse_shape", name,
                                  [[0], [1], [2], [3, 4, 5]], apart,
                                  self.extents(shape)), shape)

    # All of it

    def sum_rows(self, value):
        """All rows, as the pooling at the end of a network does it."""
        extents = [self.batch, value.shape[2]]
        init, name = self.fill(extents), self.name()
        type_ = self.plain(extents)
        dims = "[2, 3]" if self.nchw else "[1, 2]"
        op = "addf" if self.is_float else "addi"
        self.end(f"{name} = linalg.reduce {{ arith.{op} }} "
                 f"ins({value.name} : {self.type(value.shape)}) "
                 f"outs({init} : {type_}) dimensions = {dims}")
        return name, type_

    def add_sums(self, value):
        """Each element and the sum of its channel: all of it, and its rows."""
        name, type_ = self.sum_rows(value)
        dims = "(a, d, r, c)" if self.nchw else "(a, r, c, d)"
        return self.generic(
            [value, Value(name, None)], value.shape,
            [f"%y = arith.{self.plus} %x0, %x1 : {self.element}"],
            ["affine_map<(a, b, c, d) -> (a, b, c, d)>",
             f"affine_map<{dims} -> (a, d)>"], [self.type(value.shape), type_])

    def connect(self, value):
        """A layer that is connected to all of it, as one list."""
        rows, columns, channels = value.shape
        size = rows * columns * channels
        list_, name = self.name(), self.name()
        weights, weights_type = self.weights((size, 3))
        type_, list_type = (self.plain([self.batch, last]) for last in (3, size))
        self.end(f"{list_} = tensor.collapse_shape {value.name} "
                 f"[[0], [1, 2, 3]] : {self.type(value.shape)} into {list_type}")
        init = self.fill([self.batch, 3])
        self.end(f"{name} = linalg.matmul ins({list_}, {weights} : "
                 f"{list_type}, {weights_type}) outs({init} : {type_}) "
                 f"-> {type_}")
        return name, type_

    def text(self, name, shape, results, mark=""):
        """The function of an argument %x; `results` are names and types."""
        names = ", ".join(each[0] for each in results)
        types = ", ".join(each[1] for each in results)
        head = f"func.func @{name}(%x: {self.type(shape)}{mark}) -> ({types}) {{"
        return "\n".join([head, *self.lines, f"  return {names} : {types}",
                          "}"])

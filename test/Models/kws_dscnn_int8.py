#!/usr/bin/env python3
"""Writes kws_dscnn_int8.mlir, the network that is bundled with mplan.

    kws_dscnn_int8.py > kws_dscnn_int8.mlir

The architecture is the DS-CNN for keyword spotting of "Hello Edge: Keyword
Spotting on Microcontrollers" (Zhang, Suda, Lai, Chandra; arXiv:1711.07128), in
the size that the MLPerf Tiny benchmark (Banbury et al.; arXiv:2106.07597)
takes: a 10x4 convolution with stride 2 and 64 filters; four times a 3x3
depthwise convolution and a 1x1 convolution, 64 channels each; the average over
all positions; a dense layer to 12 words. Each convolution is followed by batch
normalisation (folded) and ReLU. Both are published as text and tables; the
weights here are not theirs but pseudo-random numbers.

How activations stay in range without calibrating: the weights of each filter
sum to zero, so that an accumulator averages its bias; its spread is then the
inputs' root mean square times the norm of the filter, and the requantisation
of each channel divides by that. About half the outputs of each layer pass its
ReLU, one in a thousand saturates, and answers differ from input to input.
"""

# Part of the mplan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math
import sys

SEED = 20170817
CHANNELS = 64
WORDS = 12
# Standard deviations, in steps of int8: of the input (which is taken to be
# uniform over int8), of each layer before its ReLU, of the answer, and of an
# average over the positions from one input to the next.
INPUT_SPREAD = 74
SPREAD = 80
ANSWER_SPREAD = 32
POOLED_SPREAD = 10
# Of what a ReLU leaves of a normal distribution: its root mean square.
RELU_RMS = SPREAD / math.sqrt(2)


class Random:
    """SplitMix64: the same numbers with every Python there will be."""

    def __init__(self, seed):
        self.state = seed

    def below(self, bound):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return (z ^ (z >> 31)) % bound

    def filter(self, taps):
        """Weights in [-127, 127] that sum to zero."""
        weights = [self.below(255) - 127 for _ in range(taps)]
        rest = sum(weights)
        at = 0
        while rest:
            step = -1 if rest > 0 else 1
            if -127 <= weights[at] + step <= 127:
                weights[at] += step
                rest += step
            at = (at + 1) % taps
        return weights


def bytes_of(values, width):
    """The text of a dense constant: little-endian, in hexadecimal."""
    return '"0x' + b"".join(
        value.to_bytes(width, "little", signed=True) for value in values
    ).hex().upper() + '"'


def fixed_point(scale):
    """`scale` as multiplier / 2^shift with a multiplier of 31 bits."""
    mantissa, exponent = math.frexp(scale)  # 0.5 <= mantissa < 1
    multiplier = round(mantissa * (1 << 31))
    if multiplier == 1 << 31:
        multiplier, exponent = 1 << 30, exponent + 1
    return multiplier, 31 - exponent


class Writer:
    """Writes the function, layer by layer."""

    def __init__(self, out):
        self.out = out
        self.random = Random(SEED)

    def line(self, text):
        self.out.write("    " + text + "\n")

    def const(self, name, values, type_):
        self.line(f'%{name} = "tosa.const"() <{{values = dense<{values}> : '
                  f"tensor<{type_}>}}> : () -> tensor<{type_}>")

    def layer(self, name, op, operand, zero, shapes, attributes, filters,
              spreads, out_zero):
        """A convolution and its requantisation: the result is %`name`.

        shapes: of the operand, the weights and the result, without types.
        filters: a list of weights for each output channel.
        spreads: root mean square of the operand (around its zero point), and
        standard deviation wanted of the result.
        """
        shape_in, shape_weights, shape_out = shapes
        channels = len(filters)
        # Depthwise weights lie channel by channel within each tap; all others
        # filter by filter.
        weights = ([tap for taps in zip(*filters) for tap in taps]
                   if op == "depthwise_conv2d"
                   else [tap for taps in filters for tap in taps])
        norms = [spreads[0] * math.sqrt(sum(tap * tap for tap in taps))
                 for taps in filters]
        bias = [self.random.below(int(norm)) - int(norm) // 2
                for norm in norms]
        scales = [fixed_point(spreads[1] / norm) for norm in norms]
        self.const(f"{name}_w", bytes_of(weights, 1), f"{shape_weights}xi8")
        self.const(f"{name}_b", bytes_of(bias, 4), f"{channels}xi32")
        self.line(f"%{name}_acc = tosa.{op} {operand}, %{name}_w, %{name}_b, "
                  f"{zero}, %zero {{acc_type = i32, {attributes}}} : "
                  f"(tensor<{shape_in}xi8>, tensor<{shape_weights}xi8>, "
                  f"tensor<{channels}xi32>, tensor<1xi8>, tensor<1xi8>) -> "
                  f"tensor<{shape_out}xi32>")
        self.const(f"{name}_m", bytes_of([m for m, _ in scales], 4),
                   f"{channels}xi32")
        self.const(f"{name}_s", bytes_of([s for _, s in scales], 1),
                   f"{channels}xi8")
        self.line(f"%{name} = tosa.rescale %{name}_acc, %{name}_m, %{name}_s, "
                  f"%zero32, {out_zero} {{input_unsigned = false, "
                  "output_unsigned = false, per_channel = true, "
                  "rounding_mode = DOUBLE_ROUND, scale32 = true} : "
                  f"(tensor<{shape_out}xi32>, tensor<{channels}xi32>, "
                  f"tensor<{channels}xi8>, tensor<1xi32>, tensor<1xi8>) -> "
                  f"tensor<{shape_out}xi8>")

    def network(self):
        image = f"1x25x5x{CHANNELS}"

        def attributes(pad, stride):
            return (f"dilation = array<i64: 1, 1>, pad = array<i64: {pad}>, "
                    f"stride = array<i64: {stride}>")

        def filters(count, taps):
            return [self.random.filter(taps) for _ in range(count)]

        self.line("// Zero points. What ReLU leaves starts at -128, so that "
                  "saturation is the ReLU.")
        self.const("zero", "0", "1xi8")
        self.const("middle", "-1", "1xi8")
        self.const("zero32", "0", "1xi32")
        self.const("low", "-128", "1xi8")
        self.line("// 10x4 convolution, stride 2.")
        self.layer("conv", "conv2d", "%input", "%middle",
                   ("1x49x10x1", f"{CHANNELS}x10x4x1", image),
                   attributes("4, 5, 1, 1", "2, 2"), filters(CHANNELS, 40),
                   (INPUT_SPREAD, SPREAD), "%low")
        last = "%conv"
        for block in range(1, 5):
            self.line(f"// Block {block}: 3x3 depthwise, then 1x1.")
            self.layer(f"dw{block}", "depthwise_conv2d", last, "%low",
                       (image, f"3x3x{CHANNELS}x1", image),
                       attributes("1, 1, 1, 1", "1, 1"), filters(CHANNELS, 9),
                       (RELU_RMS, SPREAD), "%low")
            self.layer(f"pw{block}", "conv2d", f"%dw{block}", "%low",
                       (image, f"{CHANNELS}x1x1x{CHANNELS}", image),
                       attributes("0, 0, 0, 0", "1, 1"),
                       filters(CHANNELS, CHANNELS), (RELU_RMS, SPREAD), "%low")
            last = f"%pw{block}"
        self.line("// The average over all positions.")
        self.line(f"%pool = tosa.avg_pool2d {last}, %low, %low {{acc_type = "
                  "i32, kernel = array<i64: 25, 5>, pad = array<i64: 0, 0, 0, "
                  "0>, stride = array<i64: 25, 5>} : "
                  f"(tensor<{image}xi8>, tensor<1xi8>, tensor<1xi8>) -> "
                  f"tensor<1x1x1x{CHANNELS}xi8>")
        self.line("// The dense layer.")
        self.layer("dense", "conv2d", "%pool", "%low",
                   (f"1x1x1x{CHANNELS}", f"{WORDS}x1x1x{CHANNELS}",
                    f"1x1x1x{WORDS}"),
                   attributes("0, 0, 0, 0", "1, 1"), filters(WORDS, CHANNELS),
                   (POOLED_SPREAD, ANSWER_SPREAD), "%zero")
        self.line(f"%shape = tosa.const_shape {{values = dense<[1, {WORDS}]> "
                  ": tensor<2xindex>} : () -> !tosa.shape<2>")
        self.line(f"%answer = tosa.reshape %dense, %shape : (tensor<1x1x1x"
                  f"{WORDS}xi8>, !tosa.shape<2>) -> tensor<1x{WORDS}xi8>")
        self.line(f"return %answer : tensor<1x{WORDS}xi8>")


def main(out):
    out.write(f"""\
// The int8 keyword-spotting DS-CNN of MLPerf Tiny, in TOSA; written by
// kws_dscnn_int8.py (which says more), not by hand. The architecture is the
// published one; the weights are pseudo-random (seed {SEED}), so it spots no
// words. Softmax is left out: it changes no order among the {WORDS} answers.
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

module {{
  func.func @kws(%input: tensor<1x49x10x1xi8>) -> tensor<1x{WORDS}xi8> {{
""")
    Writer(out).network()
    out.write("  }\n}\n")


if __name__ == "__main__":
    main(sys.stdout)

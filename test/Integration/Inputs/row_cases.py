"""Programs that can be computed row by row, each for one thing that goes wrong.

    row_cases.py GROUP

writes those of a group, apart by // -----. Ops are at locations with the name
of the program. Images are high and narrow where rows shall be what is streamed.
"""

# Part of the mplan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

from row_programs import Program, Value

GROUPS = {}


def case(group, shape=(16, 6, 2), **options):
    """Of what is made of a program and its argument: the results."""
    def add(make):
        def write():
            program = Program(len(make.__name__), place=make.__name__, **options)
            results = make(program, Value("%x", shape))
            if isinstance(results, (Value, tuple)) and isinstance(results[0], str):
                results = [results]
            results = [(r.name, program.type(r.shape)) if isinstance(r, Value)
                       else r for r in results]
            return program.text(make.__name__, shape, results)
        GROUPS.setdefault(group, []).append(write)
        return make
    return add


# Windows


@case("windows")
def two(p, x):
    return p.conv(p.conv(x))


@case("windows")
def five(p, x):
    for _ in range(5):
        x = p.conv(x)
    return x


def halve(p, x):
    """As SAME does it: what is not even is below."""
    sides = [(0, 1) if extent % 2 == 0 else (1, 1) for extent in x.shape[:2]]
    return p.window(p.pad(x, *sides), stride=(2, 2))


@case("windows", (16, 6, 2))
def same_even(p, x):
    return halve(p, halve(p, x))


@case("windows", (15, 5, 2))
def same_odd(p, x):
    return halve(p, halve(p, x))


@case("windows", (26, 5, 2))
def stride_beyond_kernel(p, x):
    x = p.window(p.pad(x, (1, 1)), kernel=(2, 1), stride=(3, 1))
    return p.window(x, kernel=(1, 2), stride=(2, 1))


@case("windows")
def dilation_2(p, x):
    return p.conv(p.conv(x, dilation=(2, 2)), dilation=(2, 2))


@case("windows", (20, 7, 2))
def dilation_3(p, x):
    return p.conv(p.conv(x, dilation=(3, 3)), dilation=(3, 3))


@case("windows")
def pad_above(p, x):
    x = p.window(p.pad(x, (2, 0)))
    return p.window(p.pad(x, (2, 0)))


@case("windows")
def pad_below(p, x):
    x = p.window(p.pad(x, (0, 2)))
    return p.window(p.pad(x, (0, 2)))


@case("windows", (3, 3, 2))
def pad_of_all_rows(p, x):
    x = p.window(p.pad(x, (4, 4)), kernel=(3, 1))
    return p.window(p.pad(x, (x.shape[0], x.shape[0] + 1)), kernel=(3, 1))


@case("windows", (1, 1, 2))
def one_row(p, x):
    x = p.window(p.pad(x, (2, 2)), kernel=(3, 1))
    return p.window(p.pad(x, (2, 2)), kernel=(3, 1))


@case("windows", (2, 1, 2))
def fewer_rows_than_kernel(p, x):
    x = p.window(p.pad(x, (2, 2)), kernel=(5, 1))
    return p.window(p.pad(x, (2, 2)), kernel=(5, 1))


@case("windows", (3, 2, 2))
def rows_of_kernel(p, x):
    return p.conv(p.conv(x))


@case("windows", (11, 4, 2))
def odd_period(p, x):
    x = p.window(p.pad(x, (1, 2)), kernel=(4, 1))
    return p.window(p.pad(x, (2, 2)), kernel=(5, 1))


@case("windows", batch=3)
def batch(p, x):
    return p.conv(p.conv(x))


@case("windows", nchw=True)
def channels_first(p, x):
    return p.conv(p.conv(x))


@case("windows", (4, 20, 2))
def along_columns(p, x):
    return p.conv(p.conv(x))


@case("windows", (4, 20, 2), nchw=True)
def along_columns_channels_first(p, x):
    return p.conv(p.conv(x))


@case("windows", (13, 5, 3), element="i8")
def rows_not_aligned(p, x):
    return p.conv(p.conv(x, channels=1), channels=3)


@case("windows", (14, 5, 2))
def depthwise(p, x):
    return p.conv(p.conv(x, kind="depthwise"), kind="depthwise")


@case("windows", element="i8")
def largest_of_negative(p, x):
    low = "-128"
    x = p.binary("max", p.generic([x], x.shape, [
        "%one = arith.constant 2 : i8", "%neg = arith.constant -100 : i8",
        "%half = arith.shrsi %x0, %one : i8",
        "%y = arith.minsi %half, %neg : i8"]), x)
    x = p.generic([x], x.shape, ["%neg = arith.constant -3 : i8",
                                 "%y = arith.minsi %x0, %neg : i8"])
    for _ in range(2):
        x = p.window(p.pad(x, (1, 1), (1, 1), low), "max", init=low)
    return x


@case("windows")
def sum_of_padded(p, x):
    for _ in range(2):
        x = p.window(p.pad(x, (1, 1), (1, 1), "0.0"), "sum", init="0.0")
    return x


@case("windows")
def special_weights(p, x):
    """Zero times infinity, beside the image and above it."""
    for special in (("inf",), ("nan", "zero"), ("zero",)):
        x = p.window(p.pad(x, (1, 1), (1, 1), "0.0"), special=special)
    return p.concat([x, p.conv(Value("%x", (16, 6, 2)), special=("zero",))])


@case("windows")
def special_padding(p, x):
    for number in ("0x7F800000", "-0.0", "0x7FC00000"):
        x = p.window(p.pad(x, (1, 1), (1, 1), number), "max", init="-0.0")
    y = p.window(p.pad(Value("%x", (16, 6, 2)), (1, 1), (1, 1), "-0.0"), "sum",
                 init="-0.0")
    return p.concat([x, y])


# Forks and joins


@case("joins")
def inverted_residual(p, x):
    x = p.conv(x)
    y = p.conv(x, 1, channels=6)
    return p.add(x, p.conv(p.conv(y, kind="depthwise"), 1))


@case("joins")
def strided_shortcut(p, x):
    x = p.conv(x)
    return p.add(p.conv(halve(p, x)),
                 p.window(x, kernel=(1, 1), stride=(2, 2)))


@case("joins")
def nested_residuals(p, x):
    x = p.conv(x)
    y = p.conv(x)
    return p.add(x, p.conv(p.add(y, p.conv(p.conv(y)))))


@case("joins")
def three_readers(p, x):
    x = p.conv(x)
    return p.add(p.add(p.conv(x), p.conv(x, 5)), x)


@case("joins")
def twice_by_one_op(p, x):
    x = p.conv(x)
    return p.conv(p.concat([p.add(x, x), x, x]))


@case("joins")
def unequal_depths(p, x):
    x = p.conv(x)
    return p.conv(p.concat([p.conv(p.conv(p.conv(x))), p.conv(x, 1), x]))


@case("joins")
def pad_on_one_branch(p, x):
    x = p.conv(x)
    return p.add(p.window(p.pad(x, (1, 1)), kernel=(3, 1)),
                 p.slice(p.window(p.pad(x, (3, 0)), kernel=(2, 1)), 2, 16))


@case("joins", (18, 6, 2))
def slice_of_rows(p, x):
    x = p.conv(x)
    return p.conv(p.add(p.slice(x, 1, 15), p.slice(p.conv(x), 3, 15)))


@case("joins")
def both_operands_die(p, x):
    x = p.conv(x)
    return p.conv(p.add(p.conv(x), p.conv(x)))


@case("joins")
def one_operand_stays(p, x):
    x = p.conv(x)
    y = p.conv(x)
    return p.add(p.conv(p.add(x, y)), y)


@case("joins", (16, 6, 2), element="i8")
def pooled_at_the_end(p, x):
    return p.sum_rows(p.conv(p.conv(x)))


@case("joins", (16, 6, 2))
def pooled_floats_at_the_end(p, x):
    return p.sum_rows(p.conv(p.conv(x)))


@case("joins", (12, 4, 2))
def connected_at_the_end(p, x):
    return p.connect(p.conv(p.conv(x)))


@case("joins")
def asks_for_its_row(p, x):
    return p.conv(p.add_index(p.conv(p.add_index(x, 1)), 1))


# Several rows of one, and one of several


@case("rates", (8, 3, 2))
def nearest_2(p, x):
    return p.conv(p.upsample(p.conv(x), 2, 2))


@case("rates", (8, 3, 2), nchw=True)
def nearest_3(p, x):
    return p.conv(p.upsample(p.conv(x), 3))


@case("rates", (8, 3, 2))
def nearest_2_then_stride(p, x):
    return halve(p, p.upsample(p.conv(x), 2, 2))


@case("rates", (8, 3, 2))
def nearest_2_of_stride_1x1(p, x):
    x = p.window(p.upsample(p.conv(x), 2), kernel=(1, 1), stride=(2, 1))
    return p.conv(p.upsample(p.window(x, kernel=(1, 1), stride=(3, 1)), 4))


@case("rates", (8, 3, 2))
def nearest_from_the_middle(p, x):
    return p.conv(p.upsample(p.conv(x), 4, first=2))


@case("rates", (8, 3, 2), element="i8")
def nearest_twice(p, x):
    return p.conv(p.upsample(p.upsample(p.conv(x), 2), 3))


@case("rates", (8, 3, 2))
def nearest_of_padded(p, x):
    return p.conv(p.upsample(p.pad(p.conv(x), (2, 1)), 2))


@case("rates", (8, 3, 2))
def padded_nearest(p, x):
    return p.conv(p.pad(p.upsample(p.conv(x), 2), (2, 1)), 5)


@case("rates", (8, 3, 2))
def repeated(p, x):
    return p.conv(p.repeat(p.conv(x), 2))


@case("rates", (7, 2, 2), batch=2)
def repeated_in_batches(p, x):
    return p.conv(p.repeat(p.conv(x), 3))


@case("rates", (16, 4, 2))
def skip_over_pooled(p, x):
    """As U-Net does it: below runs at half of the rate."""
    x = p.conv(x)
    below = p.window(x, "sum", (2, 2), (2, 2), init="0.0")
    above = p.upsample(p.conv(below), 2, 2)
    return p.conv(p.concat([x, above]))


@case("rates", (16, 4, 2))
def u_net(p, x):
    outer = p.conv(x)
    inner = p.conv(p.window(outer, "max", (2, 2), (2, 2)), channels=3)
    lowest = p.conv(p.window(inner, "max", (2, 2), (2, 2)), channels=4)
    inner = p.conv(p.concat([inner, p.upsample(lowest, 2, 2)]), channels=3)
    return p.conv(p.concat([outer, p.upsample(inner, 2, 2)]))


def transposed(p, x, kernel, stride, channels=2):
    """A transposed convolution: one of what each phase reads, whose channels
    become places."""
    taps = -(-kernel // stride)
    sides = (taps - 1, taps - 1)
    return p.depth_to_space(
        p.window(p.pad(x, sides, sides), kernel=(taps, taps),
                 channels=channels * stride * stride), stride)


@case("rates", (8, 3, 2))
def transposed_2(p, x):
    return p.conv(transposed(p, p.conv(x), 2, 2))


@case("rates", (8, 3, 2))
def transposed_3(p, x):
    x = transposed(p, p.conv(x), 3, 2)
    return p.conv(p.slice(x, 0, x.shape[0] - 1))


@case("rates", (8, 3, 2))
def transposed_4(p, x):
    x = transposed(p, p.conv(x), 4, 2)
    return p.conv(p.slice(x, 1, x.shape[0] - 2))


@case("rates", (8, 3, 2))
def transposed_below_stride(p, x):
    return p.conv(transposed(p, p.conv(x), 2, 3))


@case("rates", (16, 4, 2))
def space_to_depth(p, x):
    return p.conv(p.space_to_depth(p.conv(x), 2))


@case("rates", (12, 6, 2))
def space_to_depth_and_back(p, x):
    x = p.conv(x)
    y = p.depth_to_space(p.conv(p.space_to_depth(x, 2), channels=8), 2)
    return p.add(x, y)


# More than one result: what leads to the first one is streamed


@case("results")
def two_rates(p, x):
    y = p.conv(p.conv(x))
    return [y, p.window(p.pad(y, (1, 0)), stride=(2, 2))]


@case("results")
def also_inside(p, x):
    y = p.conv(p.conv(x))
    return [y, p.conv(p.conv(y))]


def main():
    print("\n// -----\n".join(write() for write in GROUPS[sys.argv[1]]))


if __name__ == "__main__":
    main()

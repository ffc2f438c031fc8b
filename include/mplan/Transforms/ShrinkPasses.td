//===- ShrinkPasses.td - Fewer bytes before planning -------*- tablegen -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_SHRINKPASSES_TD
#define MPLAN_TRANSFORMS_SHRINKPASSES_TD

include "mlir/Pass/PassBase.td"

// What planning a copy of the program, from tensors to slots, may bring in.
defvar planningDialects = [
  "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
  "::mlir::bufferization::BufferizationDialect",
  "::mlir::cf::ControlFlowDialect", "::mlir::linalg::LinalgDialect",
  "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
  "::mlir::tensor::TensorDialect", "::mlir::ub::UBDialect",
  "::mlir::vector::VectorDialect", "::mplan::MplanDialect"
];

def MplanFoldBatchNormPass : Pass<"mplan-fold-batch-norm"> {
  let summary = "let weights do what batch norms after them do";
  let description = [{
    A batch norm, once trained, multiplies each channel of a convolution's
    result by a constant and adds another. A convolution with other weights and
    another bias computes that by itself. **Results differ in the last bits**: weights
    are rounded, not sums. In `--mplan-pipeline` it is the option
    `fold-batch-norm`, off by default; all else keeps results bit for bit.

    **Takes** every `linalg` op on tensors that adds to its init the products of
    an input and constant weights, both init and weights of the type of the
    result, which is `f16`, `bf16`, `f32` or `f64`. Which elements are a channel
    is told by the loops that choose an element of weights and result alike: so
    with convolutions in any layout, grouped and depthwise ones, and products of
    matrices. The input may be padded, strided, dilated: weights that are
    multiplied by a constant multiply the sum by it.

    **Folds** the elementwise ops after it as far as they multiply by, divide
    by, add, or subtract what is known when compiling and the same for all of a
    channel: also the first operations of an op that does more (a norm and the
    clamp after it, fused), and through ops that only move elements (transposes,
    reshapes). What is known are constants, also as resources, and what is
    computed of them (the root of a variance). The init becomes the new bias,
    spread over an empty tensor. Two transposes that have nothing between them
    then become one, or none.

    **Rounding.** What is computed of constants alone is rounded to its type,
    operation by operation, as elsewhere (`math.rsqrt` is 1 / sqrt(x) in `f64`,
    then rounded). The factor and the summand of a channel are computed from
    that in `f64`, so are weights and bias, and then rounded once to their type,
    to the nearest, ties to even.

    **Leaves alone** what it cannot do, or not for the better:

    - a result that anybody else uses: it would be needed as it was;
    - weights that any other op uses, in another function too: a second set of
      them costs more bytes of read-only memory than the norm has;
    - weights of a narrower type than the result: rounding them would not change
      only the last bits;
    - factors that are not finite (a variance of 0), and weights or biases that
      would not be, or of a channel all weights so small (`f16`) that they lose
      bits;
    - an init that is unknown, or not the same for all of a channel;
    - ops that carry `mplan.tile`;
    - what comes after a pad of the result (the pad is not multiplied), after a
      slice or a join, integers, and factors that depend on anything but the
      channel.

    Example, where each channel `c` is multiplied by `%a[c]`, with 2, 3 and 4 in
    it:

    ```mlir
    %w = arith.constant dense<1.0> : tensor<8x3xf32>
    %0 = linalg.fill ins(%zero : f32) outs(%e : tensor<5x3xf32>)
    %1 = linalg.matmul ins(%x, %w : ...) outs(%0 : tensor<5x3xf32>)
    %2 = linalg.generic {...} ins(%1, %a : ...) {
      %m = arith.mulf %in, %in_a : f32
      %r = arith.maximumf %m, %zero : f32
      ...
    ```

    becomes

    ```mlir
    %w = arith.constant dense<[[2.0, 3.0, 4.0], ...]> : tensor<8x3xf32>
    %0 = linalg.fill ins(%zero : f32) outs(%e : tensor<5x3xf32>)
    %1 = linalg.matmul ins(%x, %w : ...) outs(%0 : tensor<5x3xf32>)
    %2 = linalg.generic {...} ins(%1 : ...) {
      %r = arith.maximumf %in, %zero : f32
      ...
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def MplanMergeConcatsPass : Pass<"mplan-merge-concats"> {
  let summary = "put lists that grow together in one place";
  let description = [{
    A tensor that is put together from the parts of another one, and more parts
    after them, is put together from that one: both become slices of one tensor,
    into which each part is inserted once. In a densely connected network, where
    each layer reads what all layers before it made, this leaves one buffer for a
    block, in which each layer's result is made, and no copies.

    A tensor is put together by `tensor.concat`, or by `tensor.insert_slice` at
    constant places into an empty tensor. The parts of the smaller one must be
    the first that the larger one is made from, at the same places, and all
    later ones must lie outside of it.

    **Guarantees**: the same values. Where a slice is needed after the next part
    is made, bufferization sees that they do not meet, or copies.

    Example:

    ```mlir
    %ab = tensor.concat dim(0) %a, %b
    %c = "a.layer"(%ab)
    %abc = tensor.concat dim(0) %a, %b, %c
    ```

    becomes

    ```mlir
    %e = tensor.empty()
    %0 = tensor.insert_slice %a into %e[0] ...
    %1 = tensor.insert_slice %b into %0[2] ...
    %ab = tensor.extract_slice %1[0] [4] [1]
    %c = "a.layer"(%ab)
    %abc = tensor.insert_slice %c into %1[4] ...
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def MplanInplacePass : Pass<"mplan-inplace"> {
  let summary = "write results over operands that die";
  let description = [{
    Where an elementwise `linalg` op has an empty tensor for its init, and an
    operand of the same type that nobody needs afterwards, that operand becomes
    its init: bufferization then needs no buffer for the result.

    The op must read each element of the operand at the point at which it writes
    that element of the result, and at no other: all its loops are parallel, the
    operand and the result have one indexing map, which is a permutation, and the
    operand is read under no other map. Other operands may have any, so that
    broadcasts of them do not matter. If there are several such operands, it is
    the first. An op of another dialect in destination-passing style is taken
    for such a one if it says by `MemoryPlanningOpInterface` that it can
    overwrite the operand.

    Nobody needs the operand afterwards if all uses of it, of its reshapes and of
    slices of it come before the op in its block, and none hands it on (a loop's
    iteration argument, a terminator). It must be the function's own: the result
    of an op, or what a loop carries. An argument of the function is never
    written, nor is a constant; nor is a call's result.

    **Needs**: `linalg` on tensors. **Guarantees**: the same results bit for bit.

    Example:

    ```mlir
    %e = tensor.empty() : tensor<64xf32>
    %1 = linalg.add ins(%0, %arg : ...) outs(%e : tensor<64xf32>)
    ```

    where nobody else uses `%0` becomes

    ```mlir
    %1 = linalg.add ins(%0, %arg : ...) outs(%0 : tensor<64xf32>)
    ```
  }];
}

def MplanFusePass : Pass<"mplan-fuse"> {
  let summary = "compute producers where their results are used";
  let description = [{
    A tensor that only exists between two ops need not exist.

    **Elementwise ops** become one op with what they feed, by upstream's fusion,
    where nobody else needs the result and no element is computed twice. One
    whose result is wanted transposed makes it so, if all others that read it are
    elementwise, too.

    **Tiles.** An op that carries `mplan.tile`, for each of its loops the extent
    of a tile, or 0 to leave that loop whole, is computed tile by tile, by
    upstream's tile-and-fuse, and with it those producers that nobody else uses
    and of which no element belongs to two tiles: what feeds a convolution is
    not among them, unless it is a pad, or its window has one element. Reshapes
    of which a tile is a tile go along, and what costs no more to make than to
    read (a fill, a broadcast of a constant) is made in each tile. Tiles divide
    the extents: all have one size, known when compiling. A marked op is no part
    of the tiles of another: it exists as a whole, also with 0 for all loops.
    `mplan-shrink` marks ops so; a user can, too.

    **Needs**: `linalg` on tensors. **Guarantees**: every element is computed by
    the same operations in the same order, so that results are the same bit for
    bit. What is no tiling is an error.

    Example, a convolution whose 32-bit result exists for one row at a time:

    ```mlir
    %acc = linalg.conv_2d_nhwc_hwcf ins(%x, %w) outs(%bias)
        -> tensor<1x8x8x4xi32>
    %y = linalg.generic {... mplan.tile = array<i64: 0, 1, 0, 0>}
        ins(%acc : tensor<1x8x8x4xi32>) outs(%e : tensor<1x8x8x4xi8>) {...}
    ```

    becomes

    ```mlir
    %y = scf.for %row = %c0 to %c8 step %c1 iter_args(%out = %e) {
      %rows = tensor.extract_slice %x[0, %row, 0, 0] [1, 3, 10, 3] [1, 1, 1, 1]
      %acc = linalg.conv_2d_nhwc_hwcf ins(%rows, %w) outs(%bias_of_a_row)
          -> tensor<1x1x8x4xi32>
      %place = tensor.extract_slice %out[0, %row, 0, 0] ...
      %tile = linalg.generic ins(%acc) outs(%place) {...}
      %next = tensor.insert_slice %tile into %out[0, %row, 0, 0] ...
      scf.yield %next
    }
    ```
  }];
  let options = [
    Option<"elementwise", "elementwise", "bool", /*default=*/"true",
           "Fuse elementwise ops">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def MplanSchedulePass : Pass<"mplan-schedule", "::mlir::ModuleOp"> {
  let summary = "ops in an order with few bytes alive at once";
  let description = [{
    Brings the operations of each block on tensors into the order with the lowest
    peak: the fewest bytes alive at once. Runs before bufferization, on any
    tensor IR; nothing but the order of operations changes.

    **Counts** the bytes of results, from the op that makes them to the last one
    that reads them, also through views (`tensor.expand_shape`, slices, casts).
    A result that is written over an operand which is not needed any more (a
    destination, what a loop carries) takes that one's place. Constants, tensors
    without contents (`tensor.empty`) and arguments of functions take nothing;
    arguments with `bufferization.writable = true` do until they were last read.
    Dynamic extents count with their upper bound, if there is one. An op with
    regions takes what its blocks need. Results of functions take nothing, nor
    does what they are written over: they are in buffers of the caller. With
    `count-returned` they do, as in an arena that holds them.

    **Order.** Values are defined before they are used. What writes memory (also
    calls, and all of unknown effects) keeps its place among reads and writes,
    and what is undefined in some cases (a division) among writes. Constants,
    views and arithmetic move along with the first op that uses them. A block
    stays as it is, to the last op, if no order has a lower peak.

    **Guarantees.** No block has a higher peak than before, as counted here. The
    order is the best one while the block is small enough to search within
    `budget`, else the best of those found: see lib/Scheduler/README.md. With
    `remarks` there is a remark for each block with tensors: the peak, that of
    the order given, and a proven bound.

    **Joint with placement.** An order with the lowest peak is not always the one
    that packs best, nor does bufferization always do what was counted on. With
    `keep=N`, the N best orders of each block are planned to the end, as
    `--mplan-pipeline` does by default, beside the order given; the one whose
    arenas are the smallest wins, of equal ones that with the lowest peak. The
    footprint of the program is then never higher than before. If it cannot be
    planned, it is done as if `keep` were 1.

    **Leaves** blocks in which a tensor that counts has no known size, with a
    remark.

    ```mlir
    %a = tensor.pad %x ... : tensor<8xf32> to tensor<64xf32>
    %b = tensor.pad %y ... : tensor<8xf32> to tensor<64xf32>
    %s = linalg.reduce { arith.addf } ins(%a : tensor<64xf32>) ...
    %t = linalg.reduce { arith.addf } ins(%b : tensor<64xf32>) ...
    ```

    becomes

    ```mlir
    %a = tensor.pad %x ... : tensor<8xf32> to tensor<64xf32>
    %s = linalg.reduce { arith.addf } ins(%a : tensor<64xf32>) ...
    %b = tensor.pad %y ... : tensor<8xf32> to tensor<64xf32>
    %t = linalg.reduce { arith.addf } ins(%b : tensor<64xf32>) ...
    ```
  }];
  let options = [
    Option<"budget", "budget", "int64_t", "50000000",
           "How much work a block may take, in steps looked at">,
    Option<"countReturned", "count-returned", "bool", "false",
           "Count the bytes of what functions return, too">,
    Option<"keep", "keep", "int64_t", "1",
           "So many orders of each block are planned, and the smallest footprint "
           "wins; 1: only what is counted on tensors decides">,
    Option<"shuffle", "shuffle", "int64_t", "-1",
           "Test only: a seed. Any order that computes the same, by chance; "
           "-1: the best one">,
    Option<"remarks", "remarks", "bool", "false",
           "Say of each block what was found">
  ];
  let dependentDialects = planningDialects;
}

def MplanStreamPass : Pass<"mplan-stream", "::mlir::ModuleOp"> {
  let summary = "compute networks row by row, each row once";
  let description = [{
    A convolution needs a few rows of its input for one of its result. So ops
    after each other can be computed row by row, each as soon as the next one
    needs it, with a ring of those rows in between that somebody still reads. No
    tensor between the ends of such a segment exists as a whole, and nothing is
    computed twice.

    **Takes** in each function the tensors through which all goes that comes from
    one argument, and cuts the network at some of them: a cut is there as a
    whole, and ops between two cuts are streamed if more than one of them reads a
    window or a sum. Cuts are those with which the most that a segment needs, both
    ends and rings, is least.

    The rows of a result go over those of the input that nobody reads any more,
    in one buffer, where both are of one type and neither is the caller's: an
    argument is if it is kept, or if no arena holds it (`io`, `inputs`) and it is
    not marked `bufferization.writable`, which an argument that is overwritten
    is from then on. Such a buffer can be larger than the input, and goes on to
    the next segment.

    **Streams** linalg ops that run through the rows of one dimension in a loop
    (its own row, windows of any stride and dilation, one row for several, as
    upsampling to the nearest does), pads with constants, concatenations along
    other dimensions, slices, reshapes that make one row of several or several of
    one (transposed convolutions); forks and joins (by pulling alone,
    `order=pull`, one branch has to be always ahead); ops that read rows of one
    tensor and all of another one, which is computed before (queries of attention,
    with keys and values); a sum over all rows at the end, also of a list that
    they were made (a layer connected to all). A ring with padding holds it: beside
    its rows, above the first and below the last.

    **Leaves alone** what reads rows backwards, by computed indices (bilinear
    upsampling) or two dimensions at once, or nothing but all rows for each;
    concatenations of rows; extents that are not known when compiling.

    Results are the same bit for bit: each op runs through its sums in the same
    order. Each trace of rows is replayed by a checker before loops are made of it.

    Before:

    ```mlir
    %a = linalg.conv_2d_nhwc_hwcf ins(%x, %w : ...) outs(%i : tensor<1x30x30x8xf32>)
    %b = linalg.conv_2d_nhwc_hwcf ins(%a, %v : ...) outs(%j : tensor<1x28x28x8xf32>)
    ```

    After, with `%ring` of three rows:

    ```mlir
    scf.for %t = 0 to 28 iter_args(%out, %ring, %written) {
      scf.for %row = %written to %t + 3 iter_args(%ring) {
        // moves the rows of %ring up, and computes row %row of %a as its last
      }
      // computes row %t of %b from %ring
    }
    ```
  }];
  let options = [
    Option<"io", "io", "std::string", "\"pointers\"",
           "Where arguments of entries lie: pointers or arena, where they count">,
    Option<"inputs", "inputs", "std::string", "\"kept\"",
           "With io=arena, until when an input keeps its contents: kept or dies">,
    Option<"uncut", "uncut", "bool", "false",
           "Cut only where nothing can be streamed across, whatever that needs">,
    Option<"order", "order", "std::string", "\"smaller\"",
           "pull: rows are computed when they are needed; push: when they become "
           "possible; smaller: in each segment that which needs less">,
    Option<"feed", "feed", "int64_t", "0",
           "The argument becomes one of so many rows, of the outermost dimension "
           "that can be streamed, which come anew with each iteration (see "
           "mplan-feed-entry); 0: it is there as a whole">,
    Option<"remarks", "remarks", "bool", "false",
           "Say what is streamed, and why not further">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def MplanShrinkPass : Pass<"mplan-shrink", "::mlir::ModuleOp"> {
  let summary = "rewrite the tensor program so that it needs fewer bytes";
  let description = [{
    Packing cannot go below the peak, the largest sum of bytes needed at once,
    and the peak is made by the tensor program. This pass lowers it, by
    measuring: each rewrite is tried on a copy of the module, which is bufferized
    and planned with the settings given here, and is kept only if that one does
    not need more.

    `optimize=speed`: what makes the program faster, too, or no slower. Lists
    that grow are put together in one place (`mplan-merge-concats`), elementwise
    ops become one op with what they feed (`mplan-fuse`) and write over operands
    that die (`mplan-inplace`), and ops come in the order that needs least
    (`mplan-schedule`).

    `optimize=size`: then, again and again, the op at which the most is needed,
    or one that uses its result, is computed in tiles, with its producers inside
    them (`mplan-fuse`): rows, columns, channels alone (which is what a depthwise
    convolution and its producers can share), or several of them, whichever
    lowers the peak most. Where tiles take in too much, an op inside them comes
    to stand before them, in tiles of its own perhaps. A value that takes bytes at the
    peak and is used after it is made again there, if that is cheap (a
    conversion, a scale and an offset, a clamp) and helps. When nothing helps any
    more, all tiles are made as coarse as they
    can be with the footprint that was reached, since coarse tiles are faster.
    The same is done with a copy that is computed row by row (`mplan-stream`), as
    long as what was reached is not small enough; what needs least stays.
    With `arena-limit` it ends as soon as all arenas together have no more bytes
    than that, and tiles are made as coarse as that limit allows.

    Ops that are marked with `mplan.tile` in the program are tiled first, as
    `mplan-fuse` does it.

    **Takes** any module that `mplan-bufferize` takes. One that cannot be planned
    comes out as it was, for the pass that plans it to say why. A limit that was
    not reached is a warning. **Guarantees**
    the same results bit for bit, and a footprint that is no larger; always the
    same program for the same input.

    With `remarks` each step that is taken is a remark, with the bytes of all
    arenas before and after; the last one says how many operations the bodies of
    the linalg ops run before and after:

    ```
    remark: 'linalg.generic' is computed in tiles of array<i64: 0, 1, 0, 0>:
            footprint 64000 to 44096 bytes
    ```
  }];
  let options = [
    Option<"optimize", "optimize", "::mplan::Optimize",
           /*default=*/"::mplan::Optimize::Speed",
           "What may be given for fewer bytes",
           [{::llvm::cl::values(
             clEnumValN(::mplan::Optimize::None, "none", "nothing is done"),
             clEnumValN(::mplan::Optimize::Speed, "speed", "no time"),
             clEnumValN(::mplan::Optimize::Size, "size",
                        "time: loops over tiles"))}]>,
    Option<"arenaLimit", "arena-limit", "int64_t", /*default=*/"0",
           "With optimize=size, stop as soon as the arenas have no more bytes "
           "than this; 0: as few as can be">,
    Option<"stream", "stream", "::mplan::Streaming",
           /*default=*/"::mplan::Streaming::Auto",
           "With optimize=size, compute ops row by row (mplan-stream)",
           [{::llvm::cl::values(
             clEnumValN(::mplan::Streaming::Off, "off", "never"),
             clEnumValN(::mplan::Streaming::Auto, "auto",
                        "where it lowers the footprint"),
             clEnumValN(::mplan::Streaming::On, "on", "or it is an error"))}]>,
    Option<"feed", "feed", "int64_t", /*default=*/"0",
           "As for mplan-pipeline: how many rows of the input come at a time">,
    Option<"maxSteps", "max-steps", "int64_t", /*default=*/"1500000",
           "How many ops, in all programs that are planned to see what they "
           "need together">,
    Option<"remarks", "remarks", "bool", /*default=*/"false",
           "Emit a remark for each step taken, with the bytes before and after">,
    Option<"io", "io", "std::string", /*default=*/"\"pointers\"",
           "As for mplan-pipeline: pointers or arena">,
    Option<"inputs", "inputs", "std::string", /*default=*/"\"kept\"",
           "As for mplan-pipeline: kept or dies">,
    Option<"bufferAlignment", "buffer-alignment", "int64_t", /*default=*/"0",
           "As for mplan-pipeline, in bytes">,
    Option<"onUnbounded", "on-unbounded", "std::string",
           /*default=*/"\"error\"", "As for mplan-pipeline: error or heap">,
    Option<"parallel", "parallel", "std::string",
           /*default=*/"\"iterations\"",
           "As for mplan-pipeline: iterations or sequential">,
    Option<"state", "state", "std::string", /*default=*/"\"global\"",
           "As for mplan-pipeline: global or arena">
  ];
  let dependentDialects = planningDialects;
}

#endif // MPLAN_TRANSFORMS_SHRINKPASSES_TD

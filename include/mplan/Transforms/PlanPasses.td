//===- PlanPasses.td - From tensors to a planned arena -----*- tablegen -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_PLANPASSES_TD
#define MPLAN_TRANSFORMS_PLANPASSES_TD

include "mlir/Pass/PassBase.td"

def MplanBufferizePass : Pass<"mplan-bufferize", "::mlir::ModuleOp"> {
  let summary = "tensors to memrefs, with results in the caller's buffers";
  let description = [{
    Upstream's One-Shot Bufferize over function boundaries, and around it what
    makes a program that can be planned: results are written to buffers that the
    caller gives, loops and branches to buffers that exist before them.

    **Takes** any mix of dense tensors and memrefs that One-Shot understands; also
    `tensor.concat`, elementwise operations on tensors, and `ml_program` globals
    with plain loads and stores. A module on memrefs alone comes out as it was,
    save that strided copies become `linalg.copy`.

    **Arguments of public functions** are never written, except those that carry
    `bufferization.writable = true`. They have no layout.

    **Results** on tensors become arguments after the function's own, in the
    order of the results, each marked `mplan.result = N` (result N as it was)
    and `bufferization.access = "write"`, and are computed there. A result that
    is an argument or a constant, or is returned twice, is a copy. Results that
    are no tensors stay. If a result is an update of a writable argument, as of
    a cache that a decoder appends to, it *is* that argument: the update is done
    in place, the argument gets `mplan.result = N` and there is no other for it.
    The buffers that a caller gives must not overlap one another or the arena.
    For a result of unknown extents it gives one of exactly the extents that the
    result has in that call; `mplan.upper_bound` says on the argument how large
    they can be, if that is known. A private function's results must have known
    extents, unless it can be inlined.

    **Calls.** A private function that is called once is inlined. Others get
    arguments of any layout, and give their results in the same two ways. For a
    public function that is called inside the module, the calls go to a private
    double. Functions without a body get memrefs without layout, which like any
    other function of an interface they only read, unless the argument says
    `bufferization.writable = true` or `bufferization.access = "write"` or
    "read-write"; they cannot return tensors. Recursion is an error.

    **Loops** write what they carry into the buffers that they carried before:
    none is allocated in one iteration and handed to the next. Where extents are
    not known, they must be seen to be the same in each. Values that change
    places are moved in an order that loses none, through a temporary if they
    go round in a cycle. Branches (`scf.if`, `scf.index_switch` and the like)
    write a result that they make to one place; that of a conditional step of a
    loop is what the loop carries. Branches between blocks are lifted to `scf`
    before, and `scf.execute_region` is inlined unless it is `no_inline`.

    **Globals.** `ml_program.global` becomes `memref.global`; a load is a copy
    out, unless nothing is ever stored, and a store a copy in.

    **Places.** A value that `mplan.place` wants in an arena is computed there,
    through reshapes, branches and chains of updates in place, and its buffer is
    an `mplan.alloc in` that arena. It is copied where it is an argument, a
    constant or placed already, and out of there where it is a result. What a
    loop carries stays where it was placed before the loop; what each branch
    places in one arena has one place there. The arena's memory space is the
    memref's: a value that would be in one of two spaces, by the way that a
    branch takes, or is handed to a function, is copied to the default one.
    Extents must be known.

    **Leaves** no tensor, no `memref.dealloc`, no copy that needs a runtime
    function. Allocations of unknown extent stay, for `mplan-allocate` to bound
    or refuse.

    ```mlir
    func.func @f(%x: tensor<8xf32>) -> tensor<2x4xf32> {
      %0 = tensor.empty() : tensor<8xf32>
      %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>)
             -> tensor<8xf32>
      %2 = tensor.expand_shape %1 [[0, 1]] output_shape [2, 4]
             : tensor<8xf32> into tensor<2x4xf32>
      return %2 : tensor<2x4xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: memref<8xf32>,
                 %out: memref<2x4xf32> {bufferization.access = "write",
                                        mplan.result = 0 : i64}) {
      %0 = memref.collapse_shape %out [[0, 1]]
             : memref<2x4xf32> into memref<8xf32>
      linalg.exp ins(%x : memref<8xf32>) outs(%0 : memref<8xf32>)
      return
    }
    ```
  }];
  let options = [
    Option<"bufferAlignment", "buffer-alignment", "int64_t", "0",
           "Alignment in bytes put on every allocation; 0: the element type's own">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::ub::UBDialect", "::mplan::MplanDialect"
  ];
}

def MplanOutParamsPass : Pass<"mplan-out-params", "::mlir::ModuleOp"> {
  let summary = "functions that return buffers write to the caller's instead";
  let description = [{
    A function that returns a buffer which it allocated gets an argument for it,
    behind its own, in the order of the results. Its callers allocate the buffer
    right before the call: each call has its own, as it was.

    **Takes** any memref IR; made for what other bufferizations leave. The
    arguments of public functions are those that `mplan-bufferize` makes of
    results on tensors: `mplan.result = N`, `bufferization.access = "write"`.

    The caller's buffer takes the place of the callee's allocation, or of several
    that may be returned, where one buffer can serve all (see `mplan-coalesce`,
    which is run on such a function first); otherwise the result is copied to it
    at the return. A buffer that is returned twice is one argument of a private
    function; a public one gets two, as its interface had two results, and
    callers in the module go on seeing one.

    What a private function returns that is surely an argument of its own, is
    that argument to its callers. Other buffers that are not made by the function
    stay results: arguments of public functions, globals. So do those whose size
    no caller knows, and all of functions that are reached in other ways than by
    `func.call`; `mplan-allocate` refuses them then.

    **Fails** where a result may be one that the function allocates or one that
    was there before, and where several results may be parts of one buffer.

    ```mlir
    func.func private @f(%x: memref<4xf32>) -> memref<4xf32> {
      %a = memref.alloc() : memref<4xf32>
      linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
      return %a : memref<4xf32>
    }
    ...
    %0 = call @f(%x) : (memref<4xf32>) -> memref<4xf32>
    ```

    becomes

    ```mlir
    func.func private @f(%x: memref<4xf32>, %out: memref<4xf32>) {
      linalg.exp ins(%x : memref<4xf32>) outs(%out : memref<4xf32>)
      return
    }
    ...
    %0 = memref.alloc() : memref<4xf32>
    call @f(%x, %0) : (memref<4xf32>, memref<4xf32>) -> ()
    ```
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
}

def MplanCoalescePass : Pass<"mplan-coalesce", "::mlir::ModuleOp"> {
  let summary = "one buffer where control flow joins several";
  let description = [{
    Where a region result, a region or block argument or a select may be one of
    several buffers, its address depends on how the program runs. This pass
    makes one buffer of them where nobody can tell, so that the planner gives it
    one place.

    **Takes** any memref IR; made for what other bufferizations leave. It looks
    at allocations of a static shape (`memref.alloc`, `mplan.alloc`) and all that
    they are passed on to, in one function at a time.

    **Joins.** Buffers become one if none is written while another one is
    needed: in branches that each make their result, always. The one allocation
    stands where it reaches all uses, has the largest alignment that was asked
    for, and goes where they were to go; those that are to go to different
    places stay apart, as do those of different size or element type. Results
    and arguments that are not needed any more go. Where not all buffers of a
    join can be one, the join stays, and as many of those before it as can be
    are one.

    **Loops.** What an iteration makes and hands to the next, which makes it
    again, is two buffers. They become one if the old contents are not needed
    when the new are first written. Otherwise the loop gets a storage of its
    own, which is there before it; the initial value is copied in, or made there,
    and at the end of an iteration what it hands on is copied in. Values that
    change places are copied in an order that loses none, through a temporary if
    they go round in a cycle. That is done only where a copy cannot be told from
    the buffer: what is carried must not be written while a buffer that it may
    be is needed under another name, nor the other way round. It is taken for
    granted that the arguments of a public function do not overlap, if nothing
    in the module calls it. What cannot be done stays as it is, and
    `mplan-allocate` says why. Loops that turn round buffers from outside go on
    doing so, without a copy.

    **Casts.** An elementwise linalg op from one type to another of the same
    width writes over what it reads, if that is not needed afterwards: both
    buffers become views of one row of bytes. (Of one type, `mplan-inplace` has
    done that on tensors.)

    **Releases** of buffers that are touched go, as `mplan-allocate` needs none.

    ```mlir
    %r = scf.if %c -> memref<4xf32> {
      %a = memref.alloc() : memref<4xf32>
      linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
      scf.yield %a : memref<4xf32>
    } else {
      %b = memref.alloc() : memref<4xf32>
      linalg.log ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
      scf.yield %b : memref<4xf32>
    }
    ```

    becomes

    ```mlir
    %r = memref.alloc() : memref<4xf32>
    scf.if %c {
      linalg.exp ins(%x : memref<4xf32>) outs(%r : memref<4xf32>)
    } else {
      linalg.log ins(%x : memref<4xf32>) outs(%r : memref<4xf32>)
    }
    ```
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
}

def MplanCheckBoundsPass : Pass<"mplan-check-bounds", "::mlir::ModuleOp"> {
  let summary = "check declared bounds at run time";
  let description = [{
    Every function with a body asserts, first of all, that no extent of an
    argument is larger than `mplan.upper_bound` declares. A call that breaks the
    promise stops there, instead of writing over other buffers. `--mplan-to-llvm`
    makes the assertion a trap, or, with `assertions=abort`, a message and a call
    of `abort`.

    Takes functions on tensors or memrefs. Extents that are static, and bounds
    that the program itself computes (as with `affine.min`), need no check. In
    `--mplan-pipeline` it runs with `check-bounds`, after bufferization: the
    buffers that a caller gives for results of bounded extents are checked, too.

    ```mlir
    func.func @f(%x: memref<?x4xf32> {mplan.upper_bound = array<i64: 8, -1>}) {
      ...
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: memref<?x4xf32> {mplan.upper_bound = array<i64: 8, -1>}) {
      %n = memref.dim %x, %c0 : memref<?x4xf32>
      %0 = arith.cmpi ule, %n, %c8 : index
      cf.assert %0, "'f': dimension 0 of argument #0 is larger than its upper bound 8"
      ...
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"
  ];
}

def MplanPrivatizePass : Pass<"mplan-privatize", "::mlir::ModuleOp"> {
  let summary = "buffers made in parallel loops: a part for each iteration";
  let description = [{
    A buffer made inside a parallel loop exists once for each iteration that
    runs, which no single place can hold. This pass gives `mplan-allocate`
    something that it can place.

    **Takes** any memref IR. Parallel loops are `scf.forall`, `scf.parallel`,
    `affine.parallel`, and others that are marked so.

    `parallel=iterations` (the default): each `memref.alloc`, `memref.alloca`
    and `mplan.alloc` in parallel loops, whose size is constant or has a
    constant bound, becomes a view of a buffer that is made before the outermost
    of them, at the number of the iteration times the size rounded up to the
    alignment. Needs a constant number of iterations, or a constant bound on it,
    in all parallel loops around the allocation; sequential loops in between do
    not matter. What was asked of its place holds for the whole. A release, or
    the end of a stack buffer's scope, moves behind the loop. Nothing is shared
    between two iterations, whatever runs at once.

    `parallel=sequential`: the parallel loops around each of these allocations,
    and around calls of functions that allocate, become `scf.for`, as if lowered
    (an `affine.parallel` with the affine operations in it). One buffer then
    serves all iterations. Right for one core, where loops run in order anyway,
    as `mplan-to-llvm` has it.

    **Leaves** what it cannot do, and `mplan-allocate` says so: an unknown
    number of iterations, a buffer whose uses are not understood. **Fails** on
    recursion, at a loop on tensors or of an unknown kind that is to be
    sequential, and where all parts have more bytes than 64 bits can count.

    ```mlir
    scf.forall (%i, %j) in (8, 4) {
      %a = memref.alloc() : memref<5xf32>
      ...
    }
    ```

    becomes

    ```mlir
    %bytes = memref.alloc() {alignment = 4 : i64} : memref<640xi8>
    scf.forall (%i, %j) in (8, 4) {
      %offset = affine.apply affine_map<(d0, d1) -> (d0 * 20 + d1 * 80)>(%j, %i)
      %a = memref.view %bytes[%offset][] : memref<640xi8> to memref<5xf32>
      ...
    }
    ```
  }];
  let options = [
    Option<"parallel", "parallel", "std::string", "\"iterations\"",
           "iterations (a part of a buffer for each) or sequential (loops that "
           "make buffers run in order)">
  ];
  let dependentDialects = [
    "::mplan::MplanDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

def MplanFeedStatePass : Pass<"mplan-feed-state", "::mlir::ModuleOp"> {
  let summary = "keep in memory what a loop over given rows carries";
  let description = [{
    In a function with an argument marked `mplan.fed` (by `mplan-stream` with
    `feed=N`: a few rows, of which each iteration of one loop reads the next
    ones), has that loop carry nothing: its values lie in buffers of their own,
    and the number of the iteration in a global `NAME_turns`, 0 at first and
    after the last. All are planned as others are. The loop is then marked.

    Emits an error if anything else reads the argument: what was moved out of
    the loop would read rows that are not there.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def MplanFeedEntryPass : Pass<"mplan-feed-entry", "::mlir::ModuleOp"> {
  let summary = "make each iteration over given rows a call";
  let description = [{
    A function with a loop marked by `mplan-feed-state` becomes
    `NAME_push_rows`, which is called once for each iteration, with the next rows
    in the argument, from the first to the last. What is before the loop runs in
    the first call, what is after it in the last, which returns 1; the others
    return 0. After the last, the next call is a first one.

    Run after `mplan-materialize`: the plan is made and proved of the whole
    program. Between the first call and the last no other entry that shares the
    arena may run, and every call gets the same buffers for results.

    Before:

    ```mlir
    func.func @f(%rows: memref<1x4xi8>, %out: memref<8xi8>) {
      linalg.fill ins(%zero : i8) outs(%ring : memref<3x4xi8>)
      scf.for %i = %c0 to %c8 step %c1 {
        // takes %rows into %ring, and computes what is possible
      } {mplan.fed}
      linalg.exp ins(%a : memref<8xi8>) outs(%out : memref<8xi8>)
      return
    }
    ```

    After:

    ```mlir
    func.func @f_push_rows(%rows: memref<1x4xi8>, %out: memref<8xi8>) -> i32 {
      scf.if %is_first {
        linalg.fill ins(%zero : i8) outs(%ring : memref<3x4xi8>)
      }
      // takes %rows into %ring, and computes what is possible
      scf.if %is_last {
        linalg.exp ins(%a : memref<8xi8>) outs(%out : memref<8xi8>)
      }
      return %last : i32
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def MplanIoToArenaPass : Pass<"mplan-io-to-arena", "::mlir::ModuleOp"> {
  let summary = "make the buffers of entries' arguments the arena's";
  let description = [{
    Turns each memref argument of each public function with a body into an
    `mplan.alloc` with a role, at the function's beginning: the entry takes no
    pointer for it any more. `mplan-allocate` then gives it a fixed place, which
    `mplan-report` lists under `interface`, and `mplan-materialize` makes the
    arena public. Arguments of other types stay, in their order.

    **What an argument becomes:**

    * `output`: with `bufferization.access = "write"`, as results that
      `mplan-bufferize` made arguments;
    * `inout`: another one that holds a result (`mplan.result`), as a cache that
      is updated in place; one that the function writes;
    * `input`: one with `bufferization.writable = true`; with `inputs=dies` all
      that are left. Its bytes are used for others after its last read;
    * `kept`: with `inputs=kept`, the default, all that are left: nobody writes
      to its bytes while the entry runs.

    **The caller** fills inputs before the call, and after the last call of any
    other entry: entries share bytes. Outputs and kept inputs are valid until
    the next call of any entry of the module (with entries marked
    `mplan.concurrent`: of the same one). What must live on between calls is
    better kept in a global (`state=arena`).

    **Where:** in the arena of its memory space; `mplan.pool = @arena` and
    `mplan.offset = N` on the argument, and its `llvm.align`, hold for the
    buffer.

    **Calls** of an entry within the module, which pass buffers, go to a private
    double of the function. Functions without a body stay as they are.

    **Refuses**, with the module unchanged: an argument whose size in bytes is
    not a constant, recursion. Run it after `mplan-out-params` and
    `mplan-coalesce`, which know arguments better than roles.

    ```mlir
    func.func @f(%x: memref<4xf32>,
                 %n: index,
                 %y: memref<4xf32> {bufferization.access = "write",
                                    mplan.result = 0 : i64}) {
      linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
      return
    }
    ```

    becomes

    ```mlir
    func.func @f(%n: index) {
      %x = mplan.alloc role kept argument 0 : memref<4xf32>
      %y = mplan.alloc role output argument 2 result 0 : memref<4xf32>
      linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
      return
    }
    ```
  }];
  let options = [
    Option<"inputs", "inputs", "std::string", "\"kept\"",
           "Until when an input keeps its contents: kept (the entry returns) or dies (its last read)">
  ];
  let dependentDialects = ["::mplan::MplanDialect"];
}

def MplanAllocatePass : Pass<"mplan-allocate", "::mlir::ModuleOp"> {
  let summary = "give every allocation a fixed offset in an arena";
  let description = [{
    Replaces each `memref.alloc`, `memref.alloca` and `mplan.alloc` by an
    `mplan.slot`, drops each `memref.dealloc` of them, and writes into each `mplan.arena` its size,
    alignment, peak, and what the same buffers need without a plan. A module
    that declares no arena gets one, named `arena`, for each memory space.

    **Takes** any memref IR. Where a buffer must go can be said on `mplan.alloc`
    or, as discardable attributes, on the others: `mplan.pool = @arena`,
    `mplan.offset = 64`. A buffer that names no arena goes to the first declared
    one of its memory space.

    **Dynamic shapes** are planned for their largest size: the slot has as many
    bytes, and a view of it the shape. The bound comes from the program
    (`affine.min`, loops, arithmetic, extents of other buffers), or is declared
    for the extents of an argument with `mplan.upper_bound = array<i64: 8, -1>`
    (one number a dimension, -1 for none); the caller keeps to it, or
    `mplan-check-bounds` has it checked. An argument of a private function is as
    large as the largest that its calls give. With `on-unbounded=heap`, an
    allocation without a bound stays one, with a remark, and so do its releases;
    a release that may also be of a planned buffer is an error.

    **Live ranges.** A buffer is alive where it may have been written before and
    may be read later, through whatever alias: from its first write to its last
    read, not between a last read and a complete overwrite, not in a branch that
    does not read it, through the whole of a loop that reads what an earlier
    iteration wrote. They stand on the slots as `live`, in ticks of the
    function: each operation is one tick, one with regions an opening and a
    closing tick around those of its regions; allocations, releases and slots
    have none.

    **Calls.** Each function is planned once. A callee's buffers are one block
    from the arena's first byte on, alive during the call. Functions that do not
    call each other share bytes: nothing in an arena outlives an entry call but
    state. Functions without a body use their memref arguments during the call
    and do not keep them, unless the argument carries `mplan.keeps`.

    **Control flow** is what `RegionBranchOpInterface` and `BranchOpInterface`
    say. A loop that says only that it is one (`LoopLikeOpInterface`, as
    `affine.parallel`) and one that is marked parallel run their iterations in
    any order and at once: what is alive in one is alive in all. An operation
    that declares what it does to its operands, and whose regions make and pass
    on no buffer (`linalg.generic`, `memref.generic_atomic_rmw`), is one tick.

    **Entries that run at the same time.** A public function with the unit
    attribute `mplan.concurrent` may run while other entries do (not while it
    runs itself). Its buffers, and those of all that it calls, share no byte
    with those of any other entry: the parts lie one above the other, those of
    the entries without the attribute first. A function with buffers that two of
    them run is an error.

    **State.** With `state=arena` a mutable `memref.global` that is private and
    zero at first (or uninitialized) becomes bytes of the arena of its memory
    space, or of the one that `mplan.pool = @arena` on it names. Each
    `memref.get_global` of it becomes a slot that says `state "name"`; they
    share bytes with nothing else and keep their contents between calls. State
    lies in the arena's first bytes, as many as its `state` says. Globals with
    another first value, and those that others may see, stay globals, with a
    remark. Constants are never touched.

    **Sharing bytes.** With `reuse=none` no two buffers share a byte, whatever
    their live ranges and calls: a program that computes something else then is
    one whose plan, or whose own accesses, are wrong. `placement` chooses how
    offsets are found: each method of `mplan-solve` by its name there, run
    alone, or `all` of them (the default), of which the lowest plan is taken.
    Every plan of every method is right; they differ in their footprint.

    **Red zones.** With `red-zone=N` no byte of another buffer that is alive lies
    in the N bytes before a buffer, nor in the N bytes behind it, and none of
    their zones; the first byte is aligned as before. So for buffers of state,
    of inputs and outputs, too. The arena says `red_zone N`, so that
    `mplan-poison` knows. A declared arena that says so itself has zones without
    the option. A fixed offset below the size of the zone is an error.

    **Refuses**, with an error at the operation and the module unchanged: a
    dynamic size without a bound; a buffer that escapes (stored in memory, its
    address taken, returned, given to an operation that is not understood); an
    allocation in a parallel loop, or one carried from one iteration of a loop
    to the next (`mplan-out-params` and `mplan-coalesce` see to these);
    recursion and indirect calls; regions that touch memory without saying how
    control flows through them, or on threads of their own (`omp`, `gpu`,
    `async`); other operations that allocate (`memref.realloc`,
    `bufferization.clone`, `gpu.alloc`) or, on tensors, will; a plan that does
    not fit in an arena's capacity. It never changes what is not an allocation,
    a release or an arena.

    ```mlir
    func.func @f(%in: memref<4xf32>, %out: memref<4xf32>) {
      %a = memref.alloc() : memref<4xf32>
      %b = memref.alloc() : memref<4xf32>
      linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
      linalg.exp ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
      linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
      return
    }
    ```

    becomes

    ```mlir
    mplan.arena @arena size 32 alignment 4 peak 32 unplanned [32, 32]
    func.func @f(%in: memref<4xf32>, %out: memref<4xf32>) {
      %slot0 = mplan.slot @arena[0] id 0 live [0, 2) : memref<4xf32>
      %slot1 = mplan.slot @arena[16] id 1 live [1, 3) : memref<4xf32>
      ...
    }
    ```
  }];
  let options = [
    Option<"onUnbounded", "on-unbounded", "std::string", "\"error\"",
           "What becomes of an allocation without a constant bound: error, or heap, where it stays">,
    Option<"state", "state", "std::string", "\"global\"",
           "Where mutable globals live: global (as they are) or arena">,
    Option<"reuse", "reuse", "std::string", "\"dead\"",
           "Whose bytes a buffer may lie in: dead (of buffers not needed at the same time) or none (each has its own)">,
    Option<"placement", "placement", "std::string", "\"all\"",
           "How offsets are chosen: all (the best of all), or one of skyline, peak-skyline, first-fit, best-fit">,
    Option<"redZone", "red-zone", "int64_t", "0",
           "Bytes on either side of each buffer that are nobody's, for mplan-poison to check">
  ];
  let dependentDialects = ["::mplan::MplanDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def MplanVerifyPass : Pass<"mplan-verify", "::mlir::ModuleOp"> {
  let summary = "prove that no slot is overwritten while it is needed";
  let description = [{
    An independent proof of a plan. It shares nothing with `mplan-allocate`,
    not even the aliases, and it goes the other way: backwards over the IR with
    slots, it knows at each point which slots' contents are *still needed*. A
    write to bytes of a needed slot, through another slot, is an error at the
    write, with notes at both slots and at the read that needs them.

    ```mlir
    mplan.arena @arena size 32 alignment 4
    func.func @overlap(%in: memref<8xf32>, %out: memref<8xf32>) {
      %a = mplan.slot @arena[0] id 0 : memref<8xf32>   // note: slot 0, bytes [0, 32) of '@arena', is needed
      %b = mplan.slot @arena[0] id 1 : memref<8xf32>   // note: slot 1, bytes [0, 32) of '@arena', is written
      memref.copy %in, %a : memref<8xf32> to memref<8xf32>
      // error: overwrites bytes [0, 32) of '@arena', whose contents are still needed
      memref.copy %in, %b : memref<8xf32> to memref<8xf32>
      linalg.add ins(%a, %b : ...) outs(%out : ...)    // note: this reads it later
      return
    }
    ```

    Needs: IR as `mplan-allocate` leaves it. An `mplan.slot` stands where the
    buffer is made, so before it the contents count for nothing; each op is a
    buffer of its own, and two of one id in one function are an error. Passes
    that move a slot op to before a loop only make more contents needed;
    passes that clone it, or sink it into a loop, come after this one.

    What is checked:

    * *Needs.* A slot is needed before a read, until a write to all of it, its
      birth, or the first write to any of it. A write that shares bytes with a
      needed slot is an error, also within one op that reads the one and writes
      the other, in any order; but a structured op that touches each element
      of the two once, through equal maps, may do so in place, if they are the
      same bytes with elements of the same size. Slots are whole: a need of a
      part is a need of the slot.
    * *Control flow* of `RegionBranchOpInterface` and `BranchOpInterface`, to a
      fixpoint; buffers are followed through views, selects, region results,
      iteration and block arguments. A buffer that a loop makes and carries on
      is two buffers where the old one is read after the new one is written.
    * *Calls*, for each call with its own arguments. A function without a body
      reads and writes its memref arguments during the call; those it marks
      `mplan.keeps` escape. Recursion, and a call through a pointer that may
      reach slots, are errors.
    * *Parallel regions*: their iterations run in any order and at once. A slot
      made inside, or in a callee, is an error.
    * *What is not understood*: a slot whose address escapes (an unknown op, a
      pointer extracted, a memref stored, an asynchronous op, an op with
      regions that say nothing of control flow) may share bytes with no other
      slot at all. A slot made inside such a region is an error.
    * *State* (a slot that says `state`) is always needed: no other slot may
      share its bytes, and it has one place in all functions.
    * *Inputs and outputs* (slots with a `role`): inputs are written before the
      entry begins; `kept` and `inout` ones, and outputs, are read at each
      return; a write to a kept one is an error. So is a call, within the
      module, of a function that has such slots.
    * *Entries marked `mplan.concurrent`*: the slots of all that one runs share
      no byte with those of all that any other entry runs.
    * Each slot alone: bounds, alignment, the arena's size, capacity and peak.

    What it rests on: the interfaces of the ops (effects, views, branches) say
    the truth; accesses stay within their memrefs, also those to which a view of
    a slot gives a dynamic shape (declared bounds are kept to: see
    `mplan-check-bounds`); memory from outside (heap, globals, arguments of
    public functions) is not in an arena; public functions without that mark do
    not run at once, nor does any function again from within a function without
    a body. Contents that were never written are never needed, so a read of a
    buffer that nothing has written is not an error: its contents are undefined
    in the program as it was.

    **After materialising**, and on IR of other origin, a slot is a
    `memref.view` of constant size at a constant offset of an arena's bytes.
    These are an argument that carries `mplan.arena = "name"` (in each function
    that it is handed on to), or a global that the option `arenas` names: with
    `arenas=a,b:64` the globals `@a` and `@b` are arenas, and the first 64 bytes
    of `@b` are state (of an argument: `mplan.state = 64`). Nothing else may be
    done with the bytes of an arena. In `--mplan-pipeline` this is the second
    proof, right after `mplan-materialize` (its option `verify`). What it cannot
    see there:

    * two buffers of one place and type that have become one value: run it
      before CSE;
    * inputs and outputs: what the caller of an entry fills and reads is not
      known to be needed;
    * which state a view in the bytes of state is: views of the same bytes are
      the same buffer;
    * the capacity, the peak, red zones, alignments larger than the type's own.

    Never changes the IR. The time is near-linear in the number of accesses.
  }];
  let options = [
    ListOption<"arenas", "arenas", "std::string",
               "Globals whose bytes are an arena: name, or name:bytes of state">
  ];
}

def MplanReportPass : Pass<"mplan-report", "::mlir::ModuleOp"> {
  let summary = "print the plan: footprint, peak, and who is alive there";
  let description = [{
    Writes, for each arena, what its plan needs and where in the program the
    most is needed, as text for people or as JSON for programs. It changes
    nothing.

    **Takes** a planned module: after `mplan-allocate`, before
    `mplan-materialize`. It reads offsets and live ranges off the slots; the
    ticks are those that `mplan-allocate` counts.

    The JSON is one object, `{"arenas": [...]}`. All sizes are in bytes. Each
    arena has

    * `name`, `footprint` (its size), `alignment` (of its first byte), `peak`
      (the largest sum alive at one tick), `gap` (footprint - peak), `buffers`
      (how many were planned);
    * `constants`: of the module, the same in each arena; they are outside;
    * `state_bytes`: how many of its first bytes hold state, which must be zero
      before the first call;
    * `unplanned_total` and `unplanned_live`: what the same program would have
      needed without a plan: the sum of all allocations, and the largest sum
      allocated at once; null if the arena does not say;
    * `function` and `tick` of the peak; null if no buffer is ever needed;
    * `path`: how the program gets there, from an entry through calls: a list
      of `function`, `tick`, `op`, `location`, of which the last is the peak;
    * `alive`: the buffers needed there, by offset: a list of `id`,
      `function`, `offset`, `size`, `live` (a list of half-open ranges of ticks
      of that function) and `location` (`file:line:column` of the allocation);
    * `groups`: of the entries that do not run at the same time, then of each
      marked `mplan.concurrent`: a list of `peak`, `function`, `tick`, `path`,
      `alive`. Their peaks and the state add up to the arena's; the four keys
      above are those of the group with the largest peak;
    * `state`: the buffers that are always alive: a list of `name`, `offset`,
      `size`, `location`;
    * `interface`: the inputs and outputs that lie in the arena (see
      `mplan-io-to-arena`): a list of `function`, `argument` (its number before),
      `result` (null if it is none), `kind` (input, kept, output, inout),
      `offset`, `size`, `type`;
    * `functions`: those that have buffers: a list of `function` and `steps`. A
      step is `[tick, bytes, operations, moved]`: from this tick to that of the
      next step the function's own buffers (not those of callees, not state) need
      so many bytes, and in a call of the function so many operations of bodies
      of linalg ops are run in these ticks, and so many bytes moved from buffer to
      buffer, in all iterations of loops; null where an extent is unknown.

    **Fails**, and writes nothing, if the format is unknown, if the file cannot
    be written, if the module is not planned yet or already materialised, or if
    the live ranges do not add up to the peak that `mplan-allocate` noted.

    ```mlir
    mplan.arena @arena size 32 alignment 4 peak 32 unplanned [48, 48]
    func.func @f(%in: memref<4xf32>, %out: memref<4xf32>) {
      %a = mplan.slot @arena[0] id 0 live [0, 2) : memref<4xf32>
      %b = mplan.slot @arena[16] id 1 live [1, 3) : memref<4xf32>
      %c = mplan.slot @arena[0] id 2 live [2, 4) : memref<4xf32>
      ...
    }
    ```

    gives

    ```
    arena @arena
      footprint                   32  bytes of the arena
      peak                        32  bytes alive at once, at most
      gap                          0  bytes of footprint above the peak
      buffers                      3  buffers planned
      constants                    0  bytes of constants, not in the arena
      unplanned_total             48  bytes of all buffers
      unplanned_live              48  bytes allocated at once without a plan, at most

      the peak is at tick 1 of @f: linalg.exp at f.mlir:7:3

      alive there:
            offset        size    id  where in the arena                  live              source
                 0          16     0  |################                |  [0, 2)            f.mlir:3:8
                16          16     1  |                ################|  [1, 3)            f.mlir:4:8
    ```
  }];
  let options = [
    Option<"format", "format", "std::string", "\"text\"", "text or json">,
    Option<"output", "output", "std::string", "\"-\"",
           "File to write to; - is the standard output">
  ];
}

def MplanPoisonPass : Pass<"mplan-poison", "::mlir::ModuleOp"> {
  let summary = "fill slots where they begin and cease to be needed";
  let description = [{
    A debugging aid: fills the bytes of a slot with a pattern where its live
    range begins and where it ends. A program whose plan is right computes what
    it did before, only slower. A live range that is too short, or bytes that
    two buffers need at once, change a result. Floats are filled with
    signalling NaNs, all else with bytes of 0xA5.

    **Takes** a planned module: after `mplan-allocate` (which writes the live
    ranges on the slots) and `mplan-verify` (to which the fills would be slots
    of their own), before `mplan-materialize`. Nothing may have been added to
    the functions in between: live ranges are in ticks.

    Where control flow joins with a slot needed on one way and its bytes needed
    by another slot on the other, nothing is filled. A buffer that is never
    written is never filled.

    **Red zones.** In an arena with `red_zone N` (see `mplan-allocate`), the N
    bytes before and behind a slot are filled with a pattern of their own where
    the slot begins to be needed, and checked where it ceases to be, or control
    leaves the function: an assertion that names the slot stops the program if
    one of these bytes was changed. So it finds writes out of bounds that do not
    go further than the zone. The zones of state are checked from the beginning
    to the return of each entry, those of inputs and outputs as well. An
    overflow of the last zone of an arena into memory that is not the arena's is
    not seen, nor is one that reads. `mplan-to-llvm{assertions=abort}` prints
    the message; by default it traps. The arena says nothing of its zones
    afterwards.

    **AddressSanitizer.** With `asan` nothing is filled. Calls of
    `__asan_poison_memory_region` and `__asan_unpoison_memory_region` say which
    bytes of an arena are nobody's: all of the slots, and the red zones, when an
    entry begins; a slot's while it is not needed. When the entry returns, all
    are the caller's again. Each function with a body gets
    `passthrough = ["sanitize_address"]`, so that LLVM's pass (`opt
    -mtriple=TARGET -passes=asan`) checks its accesses; the program is linked
    with the runtime (`-fsanitize=address`). A read or write of a slot out of its live range, or
    in a red zone, is then reported where it happens. The runtime knows memory
    by granules of 8 bytes, each open from its first byte up to some byte: with
    slots aligned to 8 (`buffer-alignment=8` of the pipeline) and zones of a
    multiple of 8 all is exact, otherwise up to 7 bytes at either end of a slot
    stay open, and slots that share a granule stay open together. Arenas of
    other memory spaces are left out.

    ```mlir
    %a = mplan.slot @arena[0] id 0 live [0, 2) : memref<4xf32>
    linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
    linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
    ```

    becomes

    ```mlir
    %a = mplan.slot @arena[0] id 0 live [0, 2) : memref<4xf32>
    %0 = mplan.slot @arena[0] id 0 : memref<4xi32>
    linalg.fill ins(%c2141192192_i32 : i32) outs(%0 : memref<4xi32>)
    linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
    linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
    %1 = mplan.slot @arena[0] id 0 : memref<4xi32>
    linalg.fill ins(%c2141192192_i32 : i32) outs(%1 : memref<4xi32>)
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
  let options = [
    Option<"asan", "asan", "bool", "false",
           "Calls of AddressSanitizer's runtime instead of patterns">
  ];
}

def MplanMaterializePass : Pass<"mplan-materialize", "::mlir::ModuleOp"> {
  let summary = "replace slots by views of the arena's bytes";
  let description = [{
    Turns the plan into upstream's dialects alone. Each `mplan.slot` becomes a
    `memref.view` of its arena's bytes at the slot's offset, followed by a
    `memref.reinterpret_cast` where its layout is strided. The arena becomes,
    after its `storage` (the pass's option `storage` overrides it for all):

    * `global`: a private uninitialised `memref.global` of the arena's name,
      size, alignment and memory space. It is public if inputs or outputs lie in
      it (a slot with a role), and zero if state does (`dense<0>`, which is
      `.bss` as well);
    * `external`: a public `memref.global` without a value: a declaration of
      bytes that somebody else defines, who learns what they must be from the
      public `i64` constants `NAME_size`, `NAME_alignment` and, if there is
      state, `NAME_state`: that many bytes he sets to zero before the first
      call. Models that are compiled apart may share one such arena, of the
      largest size, if they do not run at the same time and none has state;
    * `argument`: an argument `memref<SIZExi8>` of every function that has
      slots in it or calls one that has, behind all other arguments; several
      arenas come in the order in which the module declares them. Calls within
      the module pass it on, and the caller of a public function provides it,
      aligned to `mplan.alignment` bytes (an attribute of the argument, beside
      `mplan.arena`, the arena's name). If there is state, he sets the arena's
      first `mplan.state` bytes to zero before the first call, and always passes
      the same.

    An arena in which no slot lies leaves nothing behind.

    Needs: every `mplan.alloc` planned, no op that frees a slot. With
    `storage=argument`, functions are reached by calls alone.

    Guarantees: nothing of the dialect is left but the attributes above;
    each function has one `memref.get_global` an arena and one constant an
    offset, at its entry, and a view where each slot was. On an error the IR is
    untouched.

    Afterwards two memrefs may share bytes although neither is a view of the
    other. Equal views may be merged (an address is an address), but no pass may
    follow that takes two SSA memrefs for two buffers: nothing that makes
    `memref.distinct_objects`, `llvm.noalias`, or moves a load over a store to
    another memref without asking where both point to.

    Before:

    ```mlir
    mplan.arena @arena size 96 alignment 16
    func.func @f(%out: memref<8xf32>) {
      %0 = mplan.slot @arena[0] id 0 : memref<8xf32>
      %1 = mplan.slot @arena[32] id 1 : memref<2x4xf32, strided<[8, 1]>>
      ...
    }
    ```

    After:

    ```mlir
    memref.global "private" @arena : memref<96xi8> = uninitialized {alignment = 16 : i64}
    func.func @f(%out: memref<8xf32>) {
      %bytes = memref.get_global @arena : memref<96xi8>
      %c0 = arith.constant 0 : index
      %c32 = arith.constant 32 : index
      %0 = memref.view %bytes[%c0][] : memref<96xi8> to memref<8xf32>
      %view = memref.view %bytes[%c32][] : memref<96xi8> to memref<12xf32>
      %1 = memref.reinterpret_cast %view to offset: [0], sizes: [2, 4], strides: [8, 1]
          : memref<12xf32> to memref<2x4xf32, strided<[8, 1]>>
      ...
    }
    ```
  }];
  let options = [
    Option<"storage", "storage", "std::string", "\"\"",
           "global, argument or external: overrides what the arenas say">,
    Option<"verify", "verify", "bool", "false",
           "Prove that no buffer is overwritten while it is needed, on the result (see mplan-verify)">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"
  ];
}

#endif // MPLAN_TRANSFORMS_PLANPASSES_TD

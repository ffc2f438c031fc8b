// RUN: mplan-opt %s --mplan-allocate --split-input-file --verify-diagnostics \
// RUN:   --allow-unregistered-dialect

func.func @dynamic_layout(%n: index) {
  %m = affine.min affine_map<(d0) -> (d0, 10)>(%n)
  // expected-error @below {{'memref.alloc' has both a dynamic size and a layout, got 'memref<?xf32, strided<[2]>>': only the identity layout is planned}}
  %a = memref.alloc(%m) : memref<?xf32, strided<[2]>>
  return
}

// -----

func.func @layout() {
  // expected-error @below {{'memref.alloc' makes a 'memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>', whose size in bytes is not a constant of 64 bits: it needs an identity or static strided layout and elements with a size}}
  %a = memref.alloc() : memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>
  return
}

// -----

func.func @buffer_of_buffers(%out: memref<memref<4xf32>>) {
  // expected-error @below {{cannot plan 'memref.alloc': the buffer is stored in memory, or used in a way that its operation does not declare}}
  %a = memref.alloc() : memref<4xf32>
  // expected-note @below {{here}}
  memref.store %a, %out[] : memref<memref<4xf32>>
  return
}

// -----

func.func @pointer() -> index {
  // expected-error @below {{cannot plan 'memref.alloc': the buffer has its address taken}}
  %a = memref.alloc() : memref<4xf32>
  // expected-note @below {{here}}
  %p = memref.extract_aligned_pointer_as_index %a : memref<4xf32> -> index
  return %p : index
}

// -----

func.func @pointer_cast() {
  // expected-error @below {{cannot plan 'memref.alloc': the buffer has its address taken}}
  %a = memref.alloc() : memref<4xf32>
  // expected-note @below {{here}}
  %p = builtin.unrealized_conversion_cast %a : memref<4xf32> to !llvm.ptr
  return
}

// -----

func.func @unknown_op() {
  // expected-error @below {{cannot plan 'memref.alloc': the buffer is given to an operation that nothing is known of}}
  %a = memref.alloc() : memref<4xf32>
  // expected-note @below {{here}}
  "test.unknown"(%a) : (memref<4xf32>) -> ()
  return
}

// -----

func.func @unranked() {
  // expected-error @below {{cannot plan 'memref.alloc': the buffer is used as an unranked memref}}
  %a = memref.alloc() : memref<4xf32>
  %u = memref.cast %a : memref<4xf32> to memref<*xf32>
  // expected-note @below {{here}}
  %r = memref.rank %u : memref<*xf32>
  return
}

// -----

func.func @returned() -> memref<4xf32> {
  // expected-error @below {{cannot plan 'memref.alloc': the buffer is a result of its function, where no caller knows its address; let the caller pass the buffer ('mplan-out-params', or on tensors 'mplan-bufferize')}}
  %a = memref.alloc() : memref<4xf32>
  // expected-note @below {{here}}
  return %a : memref<4xf32>
}

// -----

func.func @distinct() {
  // expected-error @below {{cannot plan 'memref.alloc': the buffer is promised to be distinct from another, which is not true of planned buffers; remove the promise}}
  %a = memref.alloc() : memref<4xf32>
  // expected-error @below {{cannot plan 'memref.alloc': the buffer is promised}}
  %b = memref.alloc() : memref<4xf32>
  // expected-note @below {{here}}
  %0, %1 = memref.distinct_objects %a, %b : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @kept() {
  // expected-error @below {{cannot plan 'memref.alloc': the buffer is kept by the function that it is passed to}}
  %a = memref.alloc() : memref<4xf32>
  // expected-note @below {{here}}
  call @keeper(%a) : (memref<4xf32>) -> ()
  return
}
func.func private @keeper(memref<4xf32> {mplan.keeps})

// -----

// What a callee does to its argument is found there.

func.func @escapes_in_callee() {
  // expected-error @below {{cannot plan 'memref.alloc': the buffer has its address taken}}
  %a = memref.alloc() : memref<4xf32>
  call @outer(%a) : (memref<4xf32>) -> ()
  return
}
func.func private @outer(%x: memref<4xf32>) {
  call @inner(%x) : (memref<4xf32>) -> ()
  return
}
func.func private @inner(%x: memref<4xf32>) {
  // expected-note @below {{here}}
  %p = memref.extract_aligned_pointer_as_index %x : memref<4xf32> -> index
  return
}

// -----

func.func @released_in_callee() {
  // expected-error @below {{cannot plan 'memref.alloc': the buffer is released by a function that it is passed to}}
  %a = memref.alloc() : memref<4xf32>
  call @release(%a) : (memref<4xf32>) -> ()
  return
}
func.func private @release(%x: memref<4xf32>) {
  // expected-note @below {{here}}
  memref.dealloc %x : memref<4xf32>
  return
}

// -----

func.func @realloc(%n: index) {
  // expected-error @below {{cannot plan 'memref.alloc': the buffer is released and allocated anew in one operation}}
  %a = memref.alloc() : memref<4xf32>
  // expected-note @below {{here}}
  // expected-error @below {{cannot plan 'memref.realloc': run '-expand-realloc' first, or allocate the larger size at once}}
  %b = memref.realloc %a : memref<4xf32> to memref<8xf32>
  return
}

// -----

func.func @clone(%a: memref<4xf32>) {
  // expected-error @below {{cannot plan 'bufferization.clone': run '-convert-bufferization-to-memref' first, which makes it an allocation and a copy}}
  %b = bufferization.clone %a : memref<4xf32> to memref<4xf32>
  return
}

// -----

func.func @parallel(%in: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  // expected-note @below {{here}}
  scf.forall (%i) in (%n) {
    // expected-error @below {{cannot plan 'memref.alloc': the buffer is made inside a parallel loop, once for each iteration that runs; give the loop constant bounds ('mplan-privatize' then makes one buffer before it, with a part for each iteration), or make it sequential ('mplan-privatize{parallel=sequential}')}}
    %a = memref.alloc() : memref<4xf32>
    linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  }
  return
}

// -----

func.func private @allocates(%in: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}
func.func @parallel_call(%in: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @below {{'scf.parallel' around it}}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    // expected-error @below {{calls 'allocates', which allocates, where it may run several times at once: its buffers would be shared; pass it buffers of their own, or make the loop sequential ('mplan-privatize{parallel=sequential}')}}
    func.call @allocates(%in) : (memref<4xf32>) -> ()
  }
  return
}

// -----

func.func private @allocates(%x: f32) -> f32 {
  %a = memref.alloc() : memref<f32>
  memref.store %x, %a[] : memref<f32>
  %0 = memref.load %a[] : memref<f32>
  return %0 : f32
}
func.func @call_in_body(%in: memref<4xf32>) {
  // expected-note @below {{'linalg.map' around it}}
  linalg.map ins(%in : memref<4xf32>) outs(%in : memref<4xf32>)
    (%x: f32, %o: f32) {
      // expected-error @below {{calls 'allocates', which allocates, where it may run several times at once}}
      %0 = func.call @allocates(%x) : (f32) -> f32
      linalg.yield %0 : f32
    }
  return
}

// -----

func.func @reduced(%n: index) {
  // expected-error @below {{cannot plan 'memref.alloc': the buffer is given to an operation that does not say what it does to it}}
  %a = memref.alloc() : memref<4xf32>
  call @reduce(%a, %n) : (memref<4xf32>, index) -> ()
  return
}
func.func private @reduce(%a: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @below {{here}}
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%a) -> memref<4xf32> {
    scf.reduce(%a : memref<4xf32>) {
    ^bb0(%x: memref<4xf32>, %y: memref<4xf32>):
      scf.reduce.return %x : memref<4xf32>
    }
  }
  return
}

// -----

func.func @asynchronous(%in: memref<4xf32>) {
  // expected-error @below {{cannot plan 'memref.alloc': the buffer may be a part of what this operation gives}}
  %a = memref.alloc() : memref<4xf32>
  // expected-note @below {{here}}
  %token = gpu.memcpy async %a, %in : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @carried(%in: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %in) -> memref<4xf32> {
    // expected-error @below {{cannot plan 'memref.alloc': the buffer is passed on to the next iteration, which makes it again: both would be alive at once; run 'mplan-coalesce', or allocate it before the loop and copy into it}}
    %a = memref.alloc() : memref<4xf32>
    linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
    // expected-note @below {{here}}
    scf.yield %a : memref<4xf32>
  }
  linalg.exp ins(%r : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

func.func @carried_by_blocks(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1) {
  cf.br ^loop(%in : memref<4xf32>)
^loop(%x: memref<4xf32>):
  // expected-error @below {{cannot plan 'memref.alloc': the buffer is passed on to the next iteration}}
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  // expected-note @below {{here}}
  cf.cond_br %c, ^loop(%a : memref<4xf32>), ^exit
^exit:
  return
}

// -----

func.func @recursive(%c: i1) {
  %a = memref.alloc() : memref<4xf32>
  // expected-note @below {{'again' is called here}}
  call @again(%c) : (i1) -> ()
  return
}
func.func private @again(%c: i1) {
  scf.if %c {
    // expected-error @below {{recursion: 'recursive' calls 'again' calls 'recursive'; buffers at fixed addresses can serve one activation of a function at a time: rewrite it as a loop}}
    func.call @recursive(%c) : (i1) -> ()
  }
  return
}

// -----

func.func @indirect(%f: (memref<4xf32>) -> ()) {
  %a = memref.alloc() : memref<4xf32>
  // expected-error @below {{'func.call_indirect' calls what is not a function of the module: its buffers cannot be planned; call it by name}}
  call_indirect %f(%a) : (memref<4xf32>) -> ()
  return
}

// -----

func.func @leaves_region(%out: memref<2xmemref<4xf32>>) {
  // expected-error @below {{cannot plan 'memref.alloc': the buffer leaves a region in a way that is not understood}}
  %b = memref.alloc() : memref<4xf32>
  call @inside(%b, %out) : (memref<4xf32>, memref<2xmemref<4xf32>>) -> ()
  return
}
func.func private @inside(%b: memref<4xf32>, %out: memref<2xmemref<4xf32>>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]}
      outs(%out : memref<2xmemref<4xf32>>) {
  ^bb0(%o: memref<4xf32>):
    // expected-note @below {{here}}
    linalg.yield %b : memref<4xf32>
  }
  return
}

// -----

func.func @async(%a: memref<4xf32>) {
  %b = memref.alloc() : memref<4xf32>
  // expected-error @below {{'async.execute' op runs beside the operations that follow it: buffers around it cannot be planned; plan before the program becomes asynchronous}}
  %token = async.execute {
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    async.yield
  }
  return
}

// -----

mplan.arena @sram capacity 40
// expected-error @below {{the buffers of 'too_big' do not fit in the 40 bytes of @sram: the lowest plan found takes 48, and 48 are alive at tick 1, so that no placement can fit; raise the capacity, or make less memory needed at once}}
func.func @too_big(%in: memref<4xf32>, %wide: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{16 bytes here are alive there}}
  %a = memref.alloc() : memref<4xf32>
  // expected-note @below {{32 bytes here are alive there}}
  %b = memref.alloc() : memref<8xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  // expected-note @below {{this is tick 1, where most is alive}}
  linalg.exp ins(%wide : memref<8xf32>) outs(%b : memref<8xf32>)
  linalg.exp ins(%b : memref<8xf32>) outs(%out : memref<8xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%in : memref<4xf32>)
  return
}

// -----

// The callee fits, but not what its caller needs across the call.

mplan.arena @sram capacity 20
func.func private @inner(%x: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  return
}
// expected-error @below {{the buffers of 'outer' do not fit in the 20 bytes of @sram: the lowest plan found takes 32, and 32 are alive at tick 1, so that no placement can fit}}
// expected-note @below {{16 bytes of 'inner', which it calls, are alive there}}
func.func @outer(%x: memref<4xf32>) {
  // expected-note @below {{16 bytes here are alive there}}
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  // expected-note @below {{this is tick 1, where most is alive}}
  call @inner(%a) : (memref<4xf32>) -> ()
  return
}

// -----

mplan.arena @sram memory_space 1
func.func @other_space() {
  // expected-error @below {{is to lie in @sram, whose memory space is not that of 'memref<4xf32>'}}
  %a = memref.alloc() {mplan.pool = @sram} : memref<4xf32>
  return
}

// -----

func.func @no_arena() {
  // expected-error @below {{is to lie in @sram, which is not an 'mplan.arena' of this module}}
  %a = memref.alloc() {mplan.pool = @sram} : memref<4xf32>
  return
}

// -----

func.func @bad_pool() {
  // expected-error @below {{'mplan.pool' must name an arena, got 3 : i64}}
  %a = memref.alloc() {mplan.pool = 3} : memref<4xf32>
  return
}

// -----

mplan.arena @sram
func.func @bad_offset() {
  // expected-error @below {{'mplan.offset' must be a number of bytes that is not negative, got -4 : i64}}
  %a = memref.alloc() {mplan.pool = @sram, mplan.offset = -4} : memref<4xf32>
  return
}

// -----

mplan.arena @sram
func.func @misaligned_offset() {
  // expected-error @below {{is wanted at offset 6, which is not a multiple of its alignment 4}}
  %a = memref.alloc() {mplan.pool = @sram, mplan.offset = 6} : memref<4xf32>
  return
}

// -----

// expected-error @below {{the buffers of 'same_place' cannot be placed as asked: }}
func.func @same_place(%in: memref<4xf32>, %out: memref<4xf32>) {
  // expected-note @below {{16 bytes here are to lie in [0, 16), and are alive at ticks [0, 2)}}
  %a = mplan.alloc in @sram offset 0 : memref<4xf32>
  // expected-note @below {{16 bytes here are to lie in [0, 16), and are alive at ticks [1, 3)}}
  %b = mplan.alloc in @sram offset 0 : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
mplan.arena @sram

// -----

mplan.arena @arena size 16 alignment 4
func.func @twice() {
  // expected-error @below {{is planned already: a module is planned in one go}}
  %a = mplan.slot @arena[0] id 0 : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  return
}

// -----

// No element, and still a layout that cannot be put over bytes.
func.func @empty_with_unknown_strides(%n: index) {
  // expected-error @below {{'memref.alloc' makes a 'memref<0xf32, strided<[?]>>', whose size in bytes is not a constant of 64 bits: it needs an identity or static strided layout and elements with a size}}
  %a = memref.alloc()[%n] : memref<0xf32, strided<[?]>>
  return
}

// -----

// The bits of one element alone are more than a number can say.
func.func @huge_vector() {
  // expected-error @below {{'memref.alloc' makes a 'memref<2xvector<4611686018427387904xi64>>', whose size in bytes is not a constant of 64 bits}}
  %a = memref.alloc() : memref<2xvector<4611686018427387904xi64>>
  return
}

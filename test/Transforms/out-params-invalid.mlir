// RUN: mplan-opt %s --mplan-out-params --mplan-allocate --split-input-file \
// RUN:   --verify-diagnostics

// expected-error @below {{result #0 of 'either' may be a buffer that it allocates, or one that is there already: an argument to write to cannot stand for both; copy the other one to a new buffer and return that}}
// expected-note @below {{another one comes from here}}
func.func private @either(%x: memref<4xf32>, %c: i1) -> memref<4xf32> {
  // expected-note @below {{one that is allocated}}
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  %r = arith.select %c, %a, %x : memref<4xf32>
  return %r : memref<4xf32>
}

// -----

// expected-error @below {{result #0 of 'either_return' may be a buffer that it allocates, or one that is there already}}
func.func @either_return(%x: memref<4xf32>, %c: i1) -> memref<4xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  // expected-note @below {{one that is allocated}}
  %a = memref.alloc() : memref<4xf32>
  return %a : memref<4xf32>
^b:
  // expected-note @below {{another one comes from here}}
  return %x : memref<4xf32>
}

// -----

func.func private @dynamic(%n: index) -> memref<?xf32> {
  %m = affine.min affine_map<(d0) -> (d0, 10)>(%n)
  // expected-error @below {{cannot plan 'memref.alloc': the buffer is a result of its function, where no caller knows its address; 'mplan-out-params' could not make it an argument: its size is only known when it is made}}
  %a = memref.alloc(%m) : memref<?xf32>
  // expected-note @below {{here}}
  return %a : memref<?xf32>
}

// -----

func.func private @either_size(%c: i1) -> memref<?xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  // expected-error @below {{'mplan-out-params' could not make it an argument: it may have one of several sizes}}
  %a = memref.alloc() : memref<4xf32>
  %0 = memref.cast %a : memref<4xf32> to memref<?xf32>
  // expected-note @below {{here}}
  return %0 : memref<?xf32>
^b:
  // expected-error @below {{'mplan-out-params' could not make it an argument: it may have one of several sizes}}
  %b = memref.alloc() : memref<8xf32>
  %1 = memref.cast %b : memref<8xf32> to memref<?xf32>
  // expected-note @below {{here}}
  return %1 : memref<?xf32>
}

// -----

func.func private @or_dynamic(%c: i1, %n: index) -> memref<?xf32> {
  %m = affine.min affine_map<(d0) -> (d0, 10)>(%n)
  cf.cond_br %c, ^a, ^b
^a:
  // expected-error @below {{'mplan-out-params' could not make it an argument: it may be another one, whose size is only known when that is made}}
  %a = memref.alloc() : memref<4xf32>
  %0 = memref.cast %a : memref<4xf32> to memref<?xf32>
  // expected-note @below {{here}}
  return %0 : memref<?xf32>
^b:
  // expected-error @below {{'mplan-out-params' could not make it an argument: its size is only known when it is made}}
  %b = memref.alloc(%m) : memref<?xf32>
  // expected-note @below {{here}}
  return %b : memref<?xf32>
}

// -----

// expected-error @below {{results #0 and #1 of 'parts' may be parts of one buffer: arguments to write to would be two; return one of them, or a copy}}
func.func private @parts() -> (memref<4xf32>, memref<2xf32, strided<[1]>>) {
  %a = memref.alloc() : memref<4xf32>
  %s = memref.subview %a[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
  return %a, %s : memref<4xf32>, memref<2xf32, strided<[1]>>
}

// -----

func.func private @recursive(%c: i1) -> memref<4xf32> {
  // expected-error @below {{recursion: 'recursive' calls 'recursive'}}
  %a = call @recursive(%c) : (i1) -> memref<4xf32>
  return %a : memref<4xf32>
}

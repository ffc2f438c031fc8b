// RUN: mplan-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{'mplan.upper_bound' of argument #1 is for a tensor or a memref, got 'index'}}
func.func @not_shaped(%x: memref<?xf32>, %n: index {mplan.upper_bound = array<i64: 8>}) {
  return
}

// -----

// expected-error @below {{'mplan.upper_bound' of argument #0 is for a tensor or a memref, got 'vector<4xf32>'}}
func.func @vector(%x: vector<4xf32> {mplan.upper_bound = array<i64: 8>}) {
  return
}

// -----

// expected-error @below {{'mplan.upper_bound' of argument #0 must be an array of i64, got 8 : i64}}
func.func @number(%x: memref<?xf32> {mplan.upper_bound = 8 : i64}) {
  return
}

// -----

// expected-error @below {{'mplan.upper_bound' of argument #0 must be an array of i64, got array<i32: 8>}}
func.func @narrow(%x: tensor<?xf32> {mplan.upper_bound = array<i32: 8>}) {
  return
}

// -----

// expected-error @below {{'mplan.upper_bound' of argument #0 needs one number for each dimension of 'memref<?x4xf32>', got 1}}
func.func @count(%x: memref<?x4xf32> {mplan.upper_bound = array<i64: 8>}) {
  return
}

// -----

// expected-error @below {{'mplan.upper_bound' of argument #0 needs one number for each dimension of 'memref<*xf32>', got 1}}
func.func @unranked(%x: memref<*xf32> {mplan.upper_bound = array<i64: 8>}) {
  return
}

// -----

// expected-error @below {{'mplan.upper_bound' of argument #0 must be at least 0 in dimension 0, or -1 for no bound, got -2}}
func.func @negative(%x: memref<?x4xf32> {mplan.upper_bound = array<i64: -2, 4>}) {
  return
}

// -----

// expected-error @below {{'mplan.upper_bound' of argument #0 is 3 in dimension 1, less than the extent of 'memref<?x4xf32>'}}
func.func @too_small(%x: memref<?x4xf32> {mplan.upper_bound = array<i64: 8, 3>}) {
  return
}

// -----

// expected-error @below {{'mplan.keeps' of argument #0 takes no value, got true}}
func.func private @keeps(memref<4xf32> {mplan.keeps = true})

// -----

// expected-error @below {{'mplan.result' of argument #0 must be the number of a result (an i64), got -1 : i64}}
func.func @result(%x: memref<4xf32> {mplan.result = -1}) {
  return
}

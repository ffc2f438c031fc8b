// The second buffer is only written, which in an arena does something.
func.func @dead_store(%x: memref<4xi32>, %out: memref<4xi32>) {
  %one = arith.constant 1 : i32
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  memref.copy %x, %a : memref<4xi32> to memref<4xi32>
  linalg.fill ins(%one : i32) outs(%b : memref<4xi32>)
  memref.copy %a, %out : memref<4xi32> to memref<4xi32>
  return
}

// An allocation without a constant bound.
func.func @unbounded(%x: memref<1xindex>, %out: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %n = memref.load %x[%c0] : memref<1xindex>
  %a = memref.alloc(%n) : memref<?xi32>
  %v = arith.constant 1 : i32
  memref.store %v, %a[%c0] : memref<?xi32>
  %w = memref.load %a[%c0] : memref<?xi32>
  memref.store %w, %out[%c0] : memref<1xi32>
  return
}

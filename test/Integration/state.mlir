// State that outlives a call: the second call sees what the first one left.
// RUN: mplan-equiv %s --entry=kept
// RUN: mplan-equiv %s --entry=delayed
// RUN: mplan-equiv %s --entry=branch --seeds=6
// RUN: mplan-equiv %s --entry=constant

// The same with the state in the arena (@n is not zero at first and stays).
// RUN: mplan-equiv %s --entry=kept --pipeline='mplan-pipeline{state=arena},mplan-to-llvm'
// RUN: mplan-equiv %s --entry=delayed --pipeline='mplan-pipeline{state=arena},mplan-to-llvm'
// RUN: mplan-equiv %s --entry=branch --seeds=6 --pipeline='mplan-pipeline{state=arena},mplan-to-llvm'
// RUN: mplan-equiv %s --entry=constant --pipeline='mplan-pipeline{state=arena},mplan-to-llvm'

// And between red zones.
// RUN: mplan-equiv %s --entry=kept --pipeline='mplan-pipeline{poison red-zone=16 state=arena},mplan-to-llvm{assertions=abort}'

ml_program.global private mutable @h(dense<0.0> : tensor<4xf32>) : tensor<4xf32>
ml_program.global private mutable @n(dense<3> : tensor<2xi32>) : tensor<2xi32>

// The state's new value is returned and kept.
func.func @kept(%x: tensor<4xf32>) -> tensor<4xf32> {
  %h = ml_program.global_load @h : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %n = linalg.add ins(%h, %x : tensor<4xf32>, tensor<4xf32>)
                  outs(%e : tensor<4xf32>) -> tensor<4xf32>
  ml_program.global_store @h = %n : tensor<4xf32>
  return %n : tensor<4xf32>
}

// The old value is returned after the new one is stored.
func.func @delayed(%x: tensor<4xf32>) -> tensor<4xf32> {
  %h = ml_program.global_load @h : tensor<4xf32>
  ml_program.global_store @h = %x : tensor<4xf32>
  return %h : tensor<4xf32>
}

// A load after a store, a store in a branch.
func.func @branch(%x: tensor<2xi32>, %c: i1) -> (tensor<2xi32>, tensor<2xi32>) {
  %a = ml_program.global_load @n : tensor<2xi32>
  scf.if %c {
    ml_program.global_store @n = %x : tensor<2xi32>
  }
  %b = ml_program.global_load @n : tensor<2xi32>
  return %a, %b : tensor<2xi32>, tensor<2xi32>
}

// A constant with the elements that the state has at first.
func.func @constant(%x: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %three = arith.constant dense<3> : tensor<2xi32>
  %n = ml_program.global_load @n : tensor<2xi32>
  ml_program.global_store @n = %x : tensor<2xi32>
  %e = tensor.empty() : tensor<2xi32>
  %sum = linalg.add ins(%three, %x : tensor<2xi32>, tensor<2xi32>)
                    outs(%e : tensor<2xi32>) -> tensor<2xi32>
  return %n, %sum : tensor<2xi32>, tensor<2xi32>
}

// Tensors through every kind of control flow: the planned program gives the
// bytes of the unplanned one.
// RUN: mplan-equiv %s --entry=switch --int-range=2:0..4 --seeds=8 | FileCheck %s
// RUN: mplan-equiv %s --entry=switch_in_loop --int-range=1:0..6 --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=nested --seeds=8 | FileCheck %s
// RUN: mplan-equiv %s --entry=ifs_in_loops --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=updated_after --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=chosen_twice --seeds=6 | FileCheck %s
// RUN: mplan-equiv %s --entry=regions --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=fibonacci --int-range=2:0..6 --seeds=6 | FileCheck %s
// RUN: mplan-equiv %s --entry=do_while --int-range=1:0..5 --seeds=6 | FileCheck %s
// RUN: mplan-equiv %s --entry=swap_if --int-range=2:0..5 --seeds=8 | FileCheck %s
// RUN: mplan-equiv %s --entry=old_and_new --int-range=1:0..4 --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=nest --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=leaves_early --int-range=1:0..6 --seeds=8 | FileCheck %s
// RUN: mplan-equiv %s --entry=two_exits --int-range=2:0..6 --seeds=8 | FileCheck %s
// RUN: mplan-equiv %s --entry=arguments_back --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=both_alive | FileCheck %s
// RUN: mplan-equiv %s --entry=call_in_loop --int-range=1:0..2 --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=call_in_branch --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=caches --int-range=3:0..3 --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=cache_in_loop --int-range=2:0..4 --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=cache_in_branch --int-range=2:0..3 --seeds=6 | FileCheck %s
// CHECK: equal: {{.*}} reference, 0 mplan

func.func private @exp(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
      -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// Four ways, of which two make a tensor, one hands one on, one updates one.
func.func @switch(%x: tensor<4xf32>, %y: tensor<4xf32>, %i: index)
    -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %f = arith.constant 3.0 : f32
  %r = scf.index_switch %i -> tensor<4xf32>
  case 0 {
    %e = tensor.empty() : tensor<4xf32>
    %m = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
        -> tensor<4xf32>
    scf.yield %m : tensor<4xf32>
  }
  case 1 {
    scf.yield %y : tensor<4xf32>
  }
  case 3 {
    %m = tensor.insert %f into %y[%c1] : tensor<4xf32>
    scf.yield %m : tensor<4xf32>
  }
  default {
    %e = tensor.empty() : tensor<4xf32>
    %m = linalg.sub ins(%x, %y : tensor<4xf32>, tensor<4xf32>)
                    outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %m : tensor<4xf32>
  }
  %v = tensor.extract %y[%c1] : tensor<4xf32>
  return %r, %v : tensor<4xf32>, f32
}

// What is carried takes another way in each iteration.
func.func @switch_in_loop(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    %way = arith.remui %i, %c3 : index
    %s = scf.index_switch %way -> tensor<4xf32>
    case 0 {
      %e = tensor.empty() : tensor<4xf32>
      %m = linalg.sub ins(%x, %a : tensor<4xf32>, tensor<4xf32>)
                      outs(%e : tensor<4xf32>) -> tensor<4xf32>
      scf.yield %m : tensor<4xf32>
    }
    case 1 {
      scf.yield %a : tensor<4xf32>
    }
    default {
      scf.yield %x : tensor<4xf32>
    }
    %e = tensor.empty() : tensor<4xf32>
    %t = linalg.add ins(%s, %a : tensor<4xf32>, tensor<4xf32>)
                    outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %t : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// A branch in a branch.
func.func @nested(%x: tensor<4xf32>, %y: tensor<4xf32>, %c: i1, %d: i1)
    -> tensor<4xf32> {
  %r = scf.if %c -> tensor<4xf32> {
    %s = scf.if %d -> tensor<4xf32> {
      %e = tensor.empty() : tensor<4xf32>
      %m = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
          -> tensor<4xf32>
      scf.yield %m : tensor<4xf32>
    } else {
      scf.yield %y : tensor<4xf32>
    }
    scf.yield %s : tensor<4xf32>
  } else {
    %e = tensor.empty() : tensor<4xf32>
    %m = linalg.sub ins(%x, %y : tensor<4xf32>, tensor<4xf32>)
                    outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %s = scf.if %d -> tensor<4xf32> {
      scf.yield %x : tensor<4xf32>
    } else {
      scf.yield %m : tensor<4xf32>
    }
    scf.yield %s : tensor<4xf32>
  }
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.mul ins(%r, %y : tensor<4xf32>, tensor<4xf32>)
                  outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %t : tensor<4xf32>
}

// Branches in a loop in a loop, on a value that both loops carry.
func.func @ifs_in_loops(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    %s = scf.for %j = %c0 to %i step %c1 iter_args(%b = %a) -> tensor<4xf32> {
      %even = arith.cmpi eq, %j, %c0 : index
      %one = arith.xori %even, %c : i1
      %t = scf.if %one -> tensor<4xf32> {
        %u = scf.if %c -> tensor<4xf32> {
          %e = tensor.empty() : tensor<4xf32>
          %m = linalg.sub ins(%b, %a : tensor<4xf32>, tensor<4xf32>)
                          outs(%e : tensor<4xf32>) -> tensor<4xf32>
          scf.yield %m : tensor<4xf32>
        } else {
          scf.yield %b : tensor<4xf32>
        }
        scf.yield %u : tensor<4xf32>
      } else {
        scf.yield %a : tensor<4xf32>
      }
      %e = tensor.empty() : tensor<4xf32>
      %v = linalg.add ins(%t, %x : tensor<4xf32>, tensor<4xf32>)
                      outs(%e : tensor<4xf32>) -> tensor<4xf32>
      scf.yield %v : tensor<4xf32>
    }
    scf.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// An element changes in what a branch made; once the old value is read after.
func.func @updated_after(%x: tensor<4xf32>, %y: tensor<4xf32>, %c: i1)
    -> (tensor<4xf32>, tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %r:2 = scf.if %c -> (tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %m = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
        -> tensor<4xf32>
    scf.yield %m, %y : tensor<4xf32>, tensor<4xf32>
  } else {
    %e = tensor.empty() : tensor<4xf32>
    %m = linalg.sub ins(%x, %y : tensor<4xf32>, tensor<4xf32>)
                    outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %x, %m : tensor<4xf32>, tensor<4xf32>
  }
  %s = tensor.insert %f into %r#0[%c0] : tensor<4xf32>
  %t = tensor.insert %f into %r#1[%c0] : tensor<4xf32>
  %old = tensor.extract %r#1[%c0] : tensor<4xf32>
  return %s, %t, %old : tensor<4xf32>, tensor<4xf32>, f32
}

// Two branches one after the other hand on what the first one chose.
func.func @chosen_twice(%x: tensor<4xf32>, %y: tensor<4xf32>, %c: i1, %d: i1)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %f = arith.constant 3.0 : f32
  %c0 = arith.constant 0 : index
  %r:2 = scf.if %c -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %x, %y : tensor<4xf32>, tensor<4xf32>
  } else {
    scf.yield %y, %x : tensor<4xf32>, tensor<4xf32>
  }
  %s:2 = scf.if %d -> (tensor<4xf32>, tensor<4xf32>) {
    %m = tensor.insert %f into %r#0[%c0] : tensor<4xf32>
    scf.yield %m, %r#0 : tensor<4xf32>, tensor<4xf32>
  } else {
    scf.yield %r#1, %r#1 : tensor<4xf32>, tensor<4xf32>
  }
  return %s#0, %s#1 : tensor<4xf32>, tensor<4xf32>
}

// A region of several blocks, one that is not to be inlined, one in a loop.
func.func @regions(%x: tensor<4xf32>, %y: tensor<4xf32>, %c: i1)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %f = arith.constant 3.0 : f32
  %r = scf.execute_region -> tensor<4xf32> {
    cf.cond_br %c, ^one, ^two
  ^one:
    %m = func.call @exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %m : tensor<4xf32>
  ^two:
    scf.yield %y : tensor<4xf32>
  }
  %s = scf.execute_region -> tensor<4xf32> no_inline {
    %m = func.call @exp(%y) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %m : tensor<4xf32>
  }
  %u = tensor.insert %f into %s[%c1] : tensor<4xf32>
  %t = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %r) -> tensor<4xf32> {
    %m = scf.execute_region -> tensor<4xf32> no_inline {
      %e = tensor.empty() : tensor<4xf32>
      %n = linalg.sub ins(%x, %a : tensor<4xf32>, tensor<4xf32>)
                      outs(%e : tensor<4xf32>) -> tensor<4xf32>
      scf.yield %n : tensor<4xf32>
    }
    scf.yield %m : tensor<4xf32>
  }
  return %r, %u, %t : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// The last two of a sequence, carried by a while loop that swaps them.
func.func @fibonacci(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: index)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.while (%a = %x, %b = %y, %i = %c0)
      : (tensor<4xf32>, tensor<4xf32>, index)
     -> (tensor<4xf32>, tensor<4xf32>, index) {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %b, %a, %i : tensor<4xf32>, tensor<4xf32>, index
  } do {
  ^bb0(%b: tensor<4xf32>, %a: tensor<4xf32>, %i: index):
    %e = tensor.empty() : tensor<4xf32>
    %m = linalg.add ins(%a, %b : tensor<4xf32>, tensor<4xf32>)
                    outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %b, %m, %j : tensor<4xf32>, tensor<4xf32>, index
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// The part before the condition makes what the loop gives and carries on.
func.func @do_while(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%a = %x, %i = %c0) : (tensor<4xf32>, index)
      -> (tensor<4xf32>, index) {
    %e = tensor.empty() : tensor<4xf32>
    %m = linalg.sub ins(%x, %a : tensor<4xf32>, tensor<4xf32>)
                    outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %j = arith.addi %i, %c1 : index
    %more = arith.cmpi slt, %j, %n : index
    scf.condition(%more) %m, %j : tensor<4xf32>, index
  } do {
  ^bb0(%m: tensor<4xf32>, %j: index):
    %f = tensor.empty() : tensor<4xf32>
    %k = linalg.mul ins(%m, %x : tensor<4xf32>, tensor<4xf32>)
                    outs(%f : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %k, %j : tensor<4xf32>, index
  }
  return %r#0 : tensor<4xf32>
}

// Two carried values change places in some iterations.
func.func @swap_if(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: index, %c: i1)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y)
      -> (tensor<4xf32>, tensor<4xf32>) {
    %first = arith.cmpi eq, %i, %c0 : index
    %d = arith.xori %first, %c : i1
    %s:2 = scf.if %d -> (tensor<4xf32>, tensor<4xf32>) {
      scf.yield %b, %a : tensor<4xf32>, tensor<4xf32>
    } else {
      %e = tensor.empty() : tensor<4xf32>
      %m = linalg.sub ins(%a, %b : tensor<4xf32>, tensor<4xf32>)
                      outs(%e : tensor<4xf32>) -> tensor<4xf32>
      scf.yield %a, %m : tensor<4xf32>, tensor<4xf32>
    }
    scf.yield %s#0, %s#1 : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// The sum of what was carried and what will be.
func.func @old_and_new(%x: tensor<4xf32>, %n: index)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 3.0 : f32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %sum = %x)
      -> (tensor<4xf32>, tensor<4xf32>) {
    %m = tensor.insert %f into %a[%i] : tensor<4xf32>
    %e = tensor.empty() : tensor<4xf32>
    %s = linalg.add ins(%a, %m : tensor<4xf32>, tensor<4xf32>)
                    outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %g = tensor.empty() : tensor<4xf32>
    %t = linalg.sub ins(%sum, %s : tensor<4xf32>, tensor<4xf32>)
                    outs(%g : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %m, %t : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// Loops in a loop, one after the other, on two carried values.
func.func @nest(%x: tensor<4xf32>, %y: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %y)
      -> (tensor<4xf32>, tensor<4xf32>) {
    %s = scf.for %j = %c0 to %c3 step %c1 iter_args(%k = %a)
        -> tensor<4xf32> {
      %e = tensor.empty() : tensor<4xf32>
      %m = linalg.sub ins(%k, %b : tensor<4xf32>, tensor<4xf32>)
                      outs(%e : tensor<4xf32>) -> tensor<4xf32>
      scf.yield %m : tensor<4xf32>
    }
    %t:2 = scf.for %j = %c0 to %i step %c1 iter_args(%k = %s, %l = %a)
        -> (tensor<4xf32>, tensor<4xf32>) {
      scf.yield %l, %k : tensor<4xf32>, tensor<4xf32>
    }
    scf.yield %t#1, %t#0 : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// A loop of blocks that is left in its middle.
func.func @leaves_early(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  cf.br ^head(%x, %c0 : tensor<4xf32>, index)
^head(%a: tensor<4xf32>, %i: index):
  %end = arith.cmpi sge, %i, %n : index
  cf.cond_br %end, ^exit(%a : tensor<4xf32>), ^body
^body:
  %e = tensor.empty() : tensor<4xf32>
  %m = linalg.add ins(%a, %x : tensor<4xf32>, tensor<4xf32>)
                  outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %early = arith.cmpi eq, %i, %c3 : index
  %j = arith.addi %i, %c1 : index
  cf.cond_br %early, ^exit(%m : tensor<4xf32>), ^next
^next:
  %f = tensor.empty() : tensor<4xf32>
  %s = linalg.mul ins(%m, %a : tensor<4xf32>, tensor<4xf32>)
                  outs(%f : tensor<4xf32>) -> tensor<4xf32>
  cf.br ^head(%s, %j : tensor<4xf32>, index)
^exit(%r: tensor<4xf32>):
  return %r : tensor<4xf32>
}

// Two returns, one of them from a loop.
func.func @two_exits(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: index)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  cf.br ^head(%x, %y, %c0 : tensor<4xf32>, tensor<4xf32>, index)
^head(%a: tensor<4xf32>, %b: tensor<4xf32>, %i: index):
  %early = arith.cmpi eq, %i, %n : index
  cf.cond_br %early, ^left, ^body
^left:
  return %b, %a : tensor<4xf32>, tensor<4xf32>
^body:
  %e = tensor.empty() : tensor<4xf32>
  %m = linalg.sub ins(%a, %b : tensor<4xf32>, tensor<4xf32>)
                  outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %j = arith.addi %i, %c1 : index
  %end = arith.cmpi eq, %i, %c2 : index
  cf.cond_br %end, ^last, ^head(%b, %m, %j : tensor<4xf32>, tensor<4xf32>, index)
^last:
  return %m, %x : tensor<4xf32>, tensor<4xf32>
}

// Results that are arguments, straight, crossed and by choice.
func.func @arguments_back(%x: tensor<4xf32>, %y: tensor<4xf32>, %c: i1)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %s = arith.select %c, %x, %y : tensor<4xf32>
  %r = scf.if %c -> tensor<4xf32> {
    scf.yield %y : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %y, %x, %s, %r
      : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Two calls of one function, both results needed after; one on the other's.
func.func @both_alive(%x: tensor<4xf32>, %y: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %a = func.call @exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %b = func.call @exp(%y) : (tensor<4xf32>) -> tensor<4xf32>
  %c = func.call @exp(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %s = linalg.sub ins(%a, %b : tensor<4xf32>, tensor<4xf32>)
                  outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %f = tensor.empty() : tensor<4xf32>
  %t = linalg.mul ins(%c, %b : tensor<4xf32>, tensor<4xf32>)
                  outs(%f : tensor<4xf32>) -> tensor<4xf32>
  return %s, %t : tensor<4xf32>, tensor<4xf32>
}

// A call makes what the loop carries, from the argument and from the result.
func.func @call_in_loop(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    %b = func.call @exp(%a) : (tensor<4xf32>) -> tensor<4xf32>
    %e = tensor.empty() : tensor<4xf32>
    %s = linalg.sub ins(%b, %a : tensor<4xf32>, tensor<4xf32>)
                    outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %t = func.call @exp(%s) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %t : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

func.func @call_in_branch(%x: tensor<4xf32>, %y: tensor<4xf32>, %c: i1)
    -> tensor<4xf32> {
  %r = scf.if %c -> tensor<4xf32> {
    %a = func.call @exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %a : tensor<4xf32>
  } else {
    %a = func.call @exp(%y) : (tensor<4xf32>) -> tensor<4xf32>
    %b = func.call @exp(%a) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// Two caches, updated in place, and what is read from them before and after.
func.func @caches(%k: tensor<4x2xf32> {bufferization.writable = true},
                  %v: tensor<4x2xf32> {bufferization.writable = true},
                  %row: tensor<1x2xf32>, %i: index)
    -> (tensor<1x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>) {
  %old = tensor.extract_slice %v[%i, 0] [1, 2] [1, 1]
      : tensor<4x2xf32> to tensor<1x2xf32>
  %k1 = tensor.insert_slice %row into %k[%i, 0] [1, 2] [1, 1]
      : tensor<1x2xf32> into tensor<4x2xf32>
  %new = tensor.extract_slice %k1[0, 0] [1, 2] [1, 1]
      : tensor<4x2xf32> to tensor<1x2xf32>
  %e = tensor.empty() : tensor<1x2xf32>
  %s = linalg.sub ins(%old, %new : tensor<1x2xf32>, tensor<1x2xf32>)
                  outs(%e : tensor<1x2xf32>) -> tensor<1x2xf32>
  %v1 = tensor.insert_slice %s into %v[%i, 0] [1, 2] [1, 1]
      : tensor<1x2xf32> into tensor<4x2xf32>
  return %s, %k1, %v1 : tensor<1x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>
}

// A cache that a loop appends to, and reads.
func.func @cache_in_loop(%k: tensor<4x2xf32> {bufferization.writable = true},
                         %x: tensor<1x2xf32>, %n: index)
    -> (tensor<4x2xf32>, tensor<1x2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %k, %row = %x)
      -> (tensor<4x2xf32>, tensor<1x2xf32>) {
    %b = tensor.insert_slice %row into %a[%i, 0] [1, 2] [1, 1]
        : tensor<1x2xf32> into tensor<4x2xf32>
    %first = tensor.extract_slice %b[0, 0] [1, 2] [1, 1]
        : tensor<4x2xf32> to tensor<1x2xf32>
    %e = tensor.empty() : tensor<1x2xf32>
    %s = linalg.add ins(%first, %row : tensor<1x2xf32>, tensor<1x2xf32>)
                    outs(%e : tensor<1x2xf32>) -> tensor<1x2xf32>
    scf.yield %b, %s : tensor<4x2xf32>, tensor<1x2xf32>
  }
  return %r#0, %r#1 : tensor<4x2xf32>, tensor<1x2xf32>
}

// A cache that is appended to only sometimes.
func.func @cache_in_branch(%k: tensor<4x2xf32> {bufferization.writable = true},
                           %row: tensor<1x2xf32>, %i: index, %c: i1)
    -> tensor<4x2xf32> {
  %r = scf.if %c -> tensor<4x2xf32> {
    %a = tensor.insert_slice %row into %k[%i, 0] [1, 2] [1, 1]
        : tensor<1x2xf32> into tensor<4x2xf32>
    scf.yield %a : tensor<4x2xf32>
  } else {
    scf.yield %k : tensor<4x2xf32>
  }
  return %r : tensor<4x2xf32>
}

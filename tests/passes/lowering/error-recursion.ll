; A function that has to be inlined cannot call itself, on whatever way.
; RUN: not %weft-opt -passes=weft-lower-kernels -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: error: function 'f': recursion ('f' calls 'g' calls 'f') is not supported, as it contains a barrier
declare spir_func void @_Z7barrierj(i32)
define spir_kernel void @k() {
  call spir_func void @f(i32 3)
  ret void
}
define internal spir_func void @f(i32 %n) {
  call spir_func void @g(i32 %n)
  ret void
}
define internal spir_func void @g(i32 %n) {
  call spir_func void @_Z7barrierj(i32 1)
  call spir_func void @f(i32 %n)
  ret void
}

; A function with a barrier is inlined wherever it is called, into other functions first.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare spir_func void @_Z7barrierj(i32)

; CHECK-LABEL: define internal void @k.item(
; CHECK-COUNT-4: call void @weft.barrier()
; CHECK-NOT: call
; CHECK: ret void
; CHECK-NOT: define
define spir_kernel void @k() {
  call spir_func void @outer()
  call spir_func void @outer()
  ret void
}
define internal spir_func void @outer() noinline {
  call spir_func void @inner()
  call spir_func void @inner()
  ret void
}
define internal spir_func void @inner() noinline {
  call spir_func void @_Z7barrierj(i32 1)
  ret void
}

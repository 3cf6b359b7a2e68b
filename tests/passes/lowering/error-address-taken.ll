; A function that has to be inlined cannot be called through a pointer of another type.
; RUN: not %weft-opt -passes=weft-lower-kernels -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: error: function 'f': its address is taken, but it contains a work-item function and must therefore be called by name
declare spir_func i64 @_Z13get_global_idj(i32)
define spir_kernel void @k(i1 %c) {
  %p = select i1 %c, ptr @f, ptr @g
  %r = call spir_func i32 %p()
  ret void
}
define internal spir_func i64 @f() {
  %r = call spir_func i64 @_Z13get_global_idj(i32 0)
  ret i64 %r
}
define internal spir_func i64 @g() {
  ret i64 0
}

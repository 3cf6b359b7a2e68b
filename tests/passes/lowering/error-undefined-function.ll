; A function of OpenCL C that the library lacks is named, with the kernel that calls it.
; RUN: not %weft-opt -passes=weft-lower-kernels -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: error: kernel 'k': calls the undefined function 'sub_group_broadcast(int, unsigned int)'
declare spir_func i32 @_Z19sub_group_broadcastij(i32, i32)
define spir_kernel void @k() {
  call spir_func void @__clang_ocl_kern_imp_k()
  ret void
}
define internal spir_func void @__clang_ocl_kern_imp_k() alwaysinline {
  %r = call spir_func i32 @_Z19sub_group_broadcastij(i32 1, i32 0)
  ret void
}

; Every barrier of OpenCL C is the one barrier; nothing else is convergent any more.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare spir_func void @_Z7barrierj(i32) convergent
declare spir_func void @_Z18work_group_barrierj(i32) convergent
declare spir_func void @_Z18work_group_barrierj12memory_scope(i32, i32) convergent

; CHECK-LABEL: define internal void @k.item(
; CHECK-SAME: [[KERNEL:#[0-9]+]] {
; CHECK-NEXT: call void @weft.barrier()
; CHECK-NEXT: call void @weft.barrier()
; CHECK-NEXT: call void @weft.barrier()
; CHECK-NEXT: ret void
; CHECK-NOT: barrierj
; CHECK: declare void @weft.barrier() [[BARRIER:#[0-9]+]]
; CHECK-DAG: attributes [[BARRIER]] = { convergent noduplicate nounwind }
; CHECK-DAG: attributes [[KERNEL]] = { nounwind }
define spir_kernel void @k() convergent {
  call spir_func void @_Z7barrierj(i32 1) convergent
  call spir_func void @_Z18work_group_barrierj(i32 2) convergent
  call spir_func void @_Z18work_group_barrierj12memory_scope(i32 3, i32 1) convergent
  ret void
}

; x + size_x * (y + size_y * z); the global one does not count the offset.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare spir_func i64 @_Z20get_global_linear_idv()
declare spir_func i64 @_Z19get_local_linear_idv()

; CHECK-LABEL: define internal void @local.item(
; CHECK-NEXT: [[A:%.*]] = mul nuw nsw i64 %local.id.z, %local.size.y
; CHECK-NEXT: [[B:%.*]] = add nuw nsw i64 [[A]], %local.id.y
; CHECK-NEXT: [[C:%.*]] = mul nuw nsw i64 [[B]], %local.size.x
; CHECK-NEXT: %local.linear.id = add nuw nsw i64 [[C]], %local.id.x
; CHECK-NEXT: store i64 %local.linear.id
define spir_kernel void @local(ptr addrspace(1) %a) {
  %l = call spir_func i64 @_Z19get_local_linear_idv()
  store i64 %l, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define internal void @global.item(
; CHECK-NOT: %global.offset
; CHECK-DAG: %group.start.z = mul nuw nsw i64 %group.id.z, %enqueued.local.size.z
; CHECK-DAG: [[Z:%.*]] = add nuw nsw i64 %group.start.z, %local.id.z
; CHECK-DAG: [[Y:%.*]] = add nuw nsw i64 %group.start.y, %local.id.y
; CHECK-DAG: [[X:%.*]] = add nuw nsw i64 %group.start.x, %local.id.x
; CHECK-DAG: [[A:%.*]] = mul nuw nsw i64 [[Z]], %global.size.y
; CHECK-DAG: [[B:%.*]] = add nuw nsw i64 [[A]], [[Y]]
; CHECK-DAG: [[C:%.*]] = mul nuw nsw i64 [[B]], %global.size.x
; CHECK-DAG: %global.linear.id = add nuw nsw i64 [[C]], [[X]]
; CHECK: store i64 %global.linear.id
define spir_kernel void @global(ptr addrspace(1) %a) {
  %g = call spir_func i64 @_Z20get_global_linear_idv()
  store i64 %g, ptr addrspace(1) %a
  ret void
}

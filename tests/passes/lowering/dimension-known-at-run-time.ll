; A dimension that is computed selects among the three, and the spec's value for any other.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare spir_func i64 @_Z14get_local_sizej(i32)

; CHECK-LABEL: define internal void @k.item(
; CHECK: [[Z:%.*]] = icmp eq i32 %d, 2
; CHECK: [[A:%.*]] = select i1 [[Z]], i64 %local.size.z, i64 1
; CHECK: [[Y:%.*]] = icmp eq i32 %d, 1
; CHECK: [[B:%.*]] = select i1 [[Y]], i64 %local.size.y, i64 [[A]]
; CHECK: [[X:%.*]] = icmp eq i32 %d, 0
; CHECK: [[C:%.*]] = select i1 [[X]], i64 %local.size.x, i64 [[B]]
; CHECK: store i64 [[C]]
define spir_kernel void @k(ptr addrspace(1) %a, i32 %d) {
  %s = call spir_func i64 @_Z14get_local_sizej(i32 %d)
  store i64 %s, ptr addrspace(1) %a
  ret void
}

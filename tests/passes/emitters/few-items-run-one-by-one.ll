; Groups whose rows have few work-items run one work-item at a time, where by estimate a vector of few lanes takes longer.
; RUN: %weft-opt -passes=weft-emit-vector -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK-LABEL: define void @weft_kernel_gathers(
; CHECK: {{^}}region1:
; CHECK: %[[FEW:.*]] = icmp ule i64 %size.x, {{[123]$}}
; CHECK-NEXT: br i1 %[[FEW]], label %few, label %many
; CHECK: {{^}}few:
; CHECK: {{^}}many:
; CHECK: call i32 @gathers.item.region1(
; CHECK: call i32 @gathers.item.region1.w4(
define internal void @gathers.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                                   i64 %lx, i64 %ly, i64 %lz, ptr addrspace(3) %sums, ptr addrspace(1) %out) {
  %own = getelementptr i32, ptr addrspace(3) %sums, i64 %lx
  %a = load i32, ptr addrspace(3) %own
  %b.at = getelementptr i32, ptr addrspace(1) %out, i32 %a
  %b = load i32, ptr addrspace(1) %b.at
  %c.at = getelementptr i32, ptr addrspace(1) %out, i32 %b
  %c = load i32, ptr addrspace(1) %c.at
  store i32 %c, ptr addrspace(3) %own
  call void @weft.barrier()
  store i32 1, ptr addrspace(1) %out
  ret void
}

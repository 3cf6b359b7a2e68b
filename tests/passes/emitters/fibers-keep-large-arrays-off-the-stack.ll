; A fiber's stack is small: a large private array has an element per work-item in the context.
; RUN: %weft-opt -passes=weft-emit-fibers -S %s | FileCheck %s
; RUN: %weft-opt -passes="print<weft-emit-fibers>" -disable-output %s 2>&1 | FileCheck %s --check-prefix=PLAN

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; PLAN: kernel 'weft_kernel_k': 120000 bytes per work-item, 0 per group
; PLAN-NEXT: a stack per work-item

; CHECK-LABEL: define internal void @k.item(
; CHECK-NOT: alloca
; CHECK: [[LARGE:%.*]] = getelementptr inbounds [80000 x i8], ptr {{.*}}, i64 %item
; CHECK: [[OTHER:%.*]] = getelementptr inbounds [40000 x i8], ptr {{.*}}, i64 %item
; CHECK: %small = alloca i64
; CHECK-NOT: alloca
; CHECK: getelementptr i64, ptr [[LARGE]], i64 %i
; CHECK: store i64 %ly, ptr [[OTHER]]
define internal void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                             i64 %sz, i64 %lx, i64 %ly, i64 %lz, i64 %i, ptr addrspace(1) %out) {
  %large = alloca [10000 x i64]
  %other = alloca [5000 x i64]
  %small = alloca i64
  %p = getelementptr i64, ptr %large, i64 %i
  store i64 %lx, ptr %p
  store i64 %ly, ptr %other
  store i64 %lx, ptr %small
  ret void
}

; Private memory that is written in front of a barrier and read behind it is in the context; what is used
; on one side alone stays an alloca. Markers of a lifetime name allocas and nothing else, so those of what moves go.
; RUN: %weft-opt -passes="print<weft-barrier-graph>" -disable-output %s 2>&1 | FileCheck %s
; RUN: %weft-opt -passes=weft-form-regions -S %s | FileCheck %s --check-prefix=IR

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

; CHECK: outlives a barrier: %far
; CHECK-NOT: outlives

; IR-LABEL: define internal i32 @k.item.region1(
; IR-NOT: %far = alloca
; IR: %far = getelementptr inbounds [32 x i8], ptr %context, i64 %item
; IR: %near = alloca [4 x i64]
; IR: lifetime.start{{.*}}(ptr %near)
; IR-NOT: lifetime
; IR-LABEL: define internal i32 @k.item.region2(
; IR-NOT: alloca
; IR: %far = getelementptr inbounds [32 x i8], ptr %context, i64 %item
define void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                    i64 %lx, i64 %ly, i64 %lz, i64 %i, ptr addrspace(1) %out) {
entry:
  %far = alloca [4 x i64]
  %near = alloca [4 x i64]
  call void @llvm.lifetime.start.p0(ptr %far)
  call void @llvm.lifetime.start.p0(ptr %near)
  %f = getelementptr i64, ptr %far, i64 %i
  %n = getelementptr i64, ptr %near, i64 %i
  store i64 %lx, ptr %f
  store i64 %lx, ptr %n
  %v = load i64, ptr %near
  store i64 %v, ptr addrspace(1) %out
  call void @weft.barrier()
  %w = load i64, ptr %far
  store i64 %w, ptr addrspace(1) %out
  call void @llvm.lifetime.end.p0(ptr %far)
  ret void
}

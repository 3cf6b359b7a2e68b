; The entry function runs some work-groups of a row; where that is, and of what size they are, the thread says. The
; last of a row is smaller.
; RUN: %weft-opt -passes=weft-emit-loops -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK-LABEL: define void @weft_kernel_k(
; CHECK-SAME: ptr noalias noundef nonnull readonly align 8 dereferenceable(104) %launch
; CHECK-SAME: i64 noundef %first_x, i64 noundef %end_x)
; CHECK-NEXT: setup:
; CHECK: [[ARG:%.*]] = getelementptr inbounds i8, ptr %args, i64 0
; CHECK-NEXT: %n = load i64, ptr [[ARG]], align 128, !invariant.load
; CHECK: getelementptr inbounds i8, ptr %thread, i64 40
; CHECK: getelementptr inbounds i8, ptr %thread, i64 48
; CHECK: [[Y:%.*]] = getelementptr inbounds i8, ptr %thread, i64 56
; CHECK: %size.y = load i64, ptr [[Y]]
; CHECK: [[Z:%.*]] = getelementptr inbounds i8, ptr %thread, i64 64
; CHECK: %size.z = load i64, ptr [[Z]]
; CHECK-NOT: umin
; CHECK: {{^}}group:
; CHECK: %size.x = call i64 @llvm.umin.i64(i64 %local.x,
; CHECK: icmp ult i64 {{.*}}, %end_x
define internal void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                             i64 %sz, i64 %lx, i64 %ly, i64 %lz, i64 %n) {
  ret void
}

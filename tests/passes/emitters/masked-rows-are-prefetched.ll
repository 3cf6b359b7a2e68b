; Loads under masks are asked for ahead along the row: neighbours within a line once. Not those that all
; lanes do, what does not move with the row, and what is in local memory.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes=weft-emit-vector -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}}@bounded.item.region1.w4(
; CHECK-NOT: call void @llvm.prefetch
; CHECK: {{^}}then.run:
; CHECK: call <4 x i32> @llvm.masked.load.v4i32.p1(ptr addrspace(1) align 4 %[[PLACE:[0-9a-z._]*]],
; CHECK-NEXT: %[[NEXT:.*]] = getelementptr i8, ptr addrspace(1) %[[PLACE]], i64 2048
; CHECK-NEXT: call void @llvm.prefetch.p1(ptr addrspace(1) %[[NEXT]], i32 0, i32 3, i32 1)
; CHECK-NOT: call void @llvm.prefetch
; CHECK-LABEL: define void @weft_kernel_bounded(
define internal void @bounded.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                                   i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %in, ptr addrspace(1) %out,
                                   ptr addrspace(3) %table, i64 %n) {
entry:
  %all = getelementptr i32, ptr addrspace(1) %out, i64 %lx
  %before = load i32, ptr addrspace(1) %all
  %inside = icmp slt i64 %lx, %n
  br i1 %inside, label %then, label %done
then:
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %lx
  %left = load i32, ptr addrspace(1) %at
  %beside = getelementptr i8, ptr addrspace(1) %at, i64 8
  %right = load i32, ptr addrspace(1) %beside
  %near = getelementptr i32, ptr addrspace(3) %table, i64 %lx
  %local = load i32, ptr addrspace(3) %near
  %first = load i32, ptr addrspace(1) %in
  %a = add i32 %left, %right
  %b = add i32 %a, %local
  %c = add i32 %b, %first
  %d = add i32 %c, %before
  store i32 %d, ptr addrspace(1) %all
  br label %done
done:
  ret void
}

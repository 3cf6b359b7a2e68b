; Of the columns of a stencil that are clamped to the borders, the outermost are tested, once for all rows; then all
; load vectors, or all gather. A sum that the language forbids to wrap is done in 64 bits, and needs no test.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes=weft-vectorize -S %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)

; CHECK-LABEL: define void @stencil.w4(
; CHECK: getelementptr float, ptr %q
; CHECK-NEXT: %[[FIRST:.*]] = add i32 %x, -1
; CHECK-NEXT: icmp sle i32 %[[FIRST]], 2147483642
; CHECK: %[[LEAST:.*]] = add i32 %x, -1
; CHECK-NEXT: icmp sge i32 %[[LEAST]], 0
; CHECK: %[[MOST:.*]] = add i32 %x, 4
; CHECK-NEXT: icmp sle i32 %[[MOST]], %most
; CHECK-NOT: icmp
; CHECK: br i1 %{{.*}}, label %regular, label %irregular, !prof
; CHECK: {{^}}regular:
; CHECK: %[[COLUMN:.*]] = sext i32 %l to i64
; CHECK: %[[ROW:.*]] = sext i32 %row to i64
; CHECK: %[[INDEX:.*]] = add i64 %[[COLUMN]], %[[ROW]]
; CHECK: getelementptr float, ptr %p, i64 %[[INDEX]]
; CHECK-COUNT-3: call <4 x float> @llvm.masked.load
; CHECK: {{^}}irregular:
; CHECK-COUNT-3: call <4 x float> @llvm.masked.gather
; CHECK-NOT: br i1
; CHECK: ret void
define void @stencil(i64 %lane, ptr %p, ptr %q, i32 %row, i32 %below, i32 %width) {
  %x = trunc i64 %lane to i32
  %most = add nsw i32 %width, -1
  %l = add i32 %x, -1
  %l.least = call i32 @llvm.smax.i32(i32 %l, i32 0)
  %left = call i32 @llvm.smin.i32(i32 %most, i32 %l.least)
  %l.sum = add nsw i32 %left, %row
  %l.wide = sext i32 %l.sum to i64
  %l.at = getelementptr float, ptr %p, i64 %l.wide
  %l.value = load float, ptr %l.at
  %r = add i32 %x, 1
  %r.least = call i32 @llvm.smax.i32(i32 %r, i32 0)
  %right = call i32 @llvm.smin.i32(i32 %most, i32 %r.least)
  %r.sum = add nsw i32 %right, %row
  %r.wide = sext i32 %r.sum to i64
  %r.at = getelementptr float, ptr %p, i64 %r.wide
  %r.value = load float, ptr %r.at
  %b.sum = add nsw i32 %left, %below
  %b.wide = sext i32 %b.sum to i64
  %b.at = getelementptr float, ptr %p, i64 %b.wide
  %b.value = load float, ptr %b.at
  %one = fadd float %l.value, %r.value
  %all = fadd float %one, %b.value
  %to = getelementptr float, ptr %q, i64 %lane
  store float %all, ptr %to
  ret void
}

; A sum that may wrap is tested.
; CHECK-LABEL: define void @wrapping_sum.w4(
; CHECK: %[[SUM:.*]] = add i32 %l, %row
; CHECK-NEXT: icmp sle i32 %[[SUM]], 2147483644
; CHECK: br i1 %{{.*}}, label %regular, label %irregular, !prof
define void @wrapping_sum(i64 %lane, ptr %p, ptr %q, i32 %row, i32 %most) {
  %x = trunc i64 %lane to i32
  %l = add i32 %x, -1
  %l.least = call i32 @llvm.smax.i32(i32 %l, i32 0)
  %left = call i32 @llvm.smin.i32(i32 %most, i32 %l.least)
  %l.sum = add i32 %left, %row
  %l.wide = sext i32 %l.sum to i64
  %l.at = getelementptr float, ptr %p, i64 %l.wide
  %l.value = load float, ptr %l.at
  %to = getelementptr float, ptr %q, i64 %lane
  store float %l.value, ptr %to
  ret void
}

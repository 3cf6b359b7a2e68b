; A copy that takes the number of a work-item in the linear order of its group, of which it makes the ids.
; RUN: %weft-opt -passes=weft-flatten-ids -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @place(
; CHECK-LABEL: define void @place.flat(
; CHECK-COUNT-2: %quotient{{.*}} = fptosi float
; CHECK: %[[Y:y.*]] = sub i64
; CHECK: %[[BEFORE:.*]] = mul i64 %{{.*}}, %sx
; CHECK: %[[X:.*]] = sub i64 %lx, %[[BEFORE]]
; CHECK: add i64 %{{.*}}, %[[Y]]
; CHECK: %linear = add i64 %{{.*}}, %[[X]]
define void @place(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out) {
  %below = mul i64 %lz, %sy
  %row = add i64 %below, %ly
  %before = mul i64 %row, %sx
  %linear = add i64 %before, %lx
  %at = getelementptr i64, ptr addrspace(1) %out, i64 %linear
  store i64 %linear, ptr addrspace(1) %at
  ret void
}

; A constant divisor that cannot trap needs no guard; minus one can, for a signed division.
; RUN: %weft-opt -passes=weft-safe-division -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @harmless(
; CHECK-NEXT: sdiv i32 %a, 3
; CHECK-NEXT: udiv i32 %a, -1
; CHECK-NEXT: urem <2 x i32> %v, <i32 5, i32 7>
define void @harmless(i32 %a, <2 x i32> %v) {
  %q = sdiv i32 %a, 3
  %r = udiv i32 %a, -1
  %s = urem <2 x i32> %v, <i32 5, i32 7>
  ret void
}

; CHECK-LABEL: @harmful(
; CHECK: sdiv i32 %a, %{{.*}}
; CHECK: udiv i32 %a, 1
; CHECK: urem <2 x i32> %v, <i32 1, i32 7>
define void @harmful(i32 %a, <2 x i32> %v) {
  %q = sdiv i32 %a, -1
  %r = udiv i32 %a, 0
  %s = urem <2 x i32> %v, <i32 0, i32 7>
  ret void
}

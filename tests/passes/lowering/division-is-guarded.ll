; No division traps: zero and the one overflowing quotient divide by 1 instead.
; RUN: %weft-opt -passes=weft-safe-division -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @signed(
; CHECK: [[Z:%.*]] = icmp eq i32 %b, 0
; CHECK: [[M:%.*]] = icmp eq i32 %a, -2147483648
; CHECK: [[N:%.*]] = icmp eq i32 %b, -1
; CHECK: [[O:%.*]] = and i1 [[M]], [[N]]
; CHECK: [[T:%.*]] = or i1 [[Z]], [[O]]
; CHECK: [[D:%.*]] = select i1 [[T]], i32 1, i32 %b
; CHECK: sdiv i32 %a, [[D]]
define i32 @signed(i32 %a, i32 %b) {
  %q = sdiv i32 %a, %b
  ret i32 %q
}

; CHECK-LABEL: @unsigned(
; CHECK: [[Z:%.*]] = icmp eq i64 %b, 0
; CHECK-NEXT: [[D:%.*]] = select i1 [[Z]], i64 1, i64 %b
; CHECK-NEXT: urem i64 %a, [[D]]
define i64 @unsigned(i64 %a, i64 %b) {
  %q = urem i64 %a, %b
  ret i64 %q
}

; CHECK-LABEL: @vectors(
; CHECK: [[Z:%.*]] = icmp eq <4 x i8> %b, zeroinitializer
; CHECK: [[D:%.*]] = select <4 x i1> {{%.*}}, <4 x i8> splat (i8 1), <4 x i8> %b
; CHECK: srem <4 x i8> %a, [[D]]
define <4 x i8> @vectors(<4 x i8> %a, <4 x i8> %b) {
  %q = srem <4 x i8> %a, %b
  ret <4 x i8> %q
}

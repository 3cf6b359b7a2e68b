; The low bits of the number as an int, whether it is in range or not; wide integers stay as they are.
; RUN: %weft-opt -passes=weft-safe-conversions -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @byte(
; CHECK: [[I:%.*]] = fptosi float %x to i32
; CHECK: trunc i32 [[I]] to i8
define i8 @byte(float %x) {
  %i = fptoui float %x to i8
  ret i8 %i
}

; CHECK-LABEL: @shorts(
; CHECK: [[I:%.*]] = fptosi <4 x double> %x to <4 x i32>
; CHECK: trunc <4 x i32> [[I]] to <4 x i16>
define <4 x i16> @shorts(<4 x double> %x) {
  %i = fptosi <4 x double> %x to <4 x i16>
  ret <4 x i16> %i
}

; CHECK-LABEL: @word(
; CHECK-NEXT: fptoui float %x to i32
define i32 @word(float %x) {
  %i = fptoui float %x to i32
  ret i32 %i
}

; What is computed from the lane by sums and constant factors is affine; the rest is varying.
; RUN: %weft-opt -passes="weft-prepare,print<weft-shapes>" -disable-output %s 2>&1 | FileCheck %s

; CHECK-LABEL: shapes of ids, width 4
; CHECK: %lane: affine(1) align 4
; CHECK: %p: uniform
; CHECK: %twice: affine(2) align 8
; CHECK: %moved: affine(2)
; CHECK: %address: affine(8)
; CHECK: %product: varying
; CHECK: %group: uniform
; CHECK: %larger_group: uniform
; CHECK: %smaller_group: varying
; CHECK: %quotient: uniform
; CHECK: %start: uniform align 32
; CHECK: %in_group: affine(1) align 4
; CHECK: %same: uniform
; CHECK: %below: varying
define void @ids(i64 %lane, i64 %n, ptr %p, ptr %q) {
  %twice = mul i64 %lane, 2
  %moved = add i64 %twice, %n
  %address = getelementptr i32, ptr %p, i64 %moved
  %product = mul i64 %lane, %n
  %group = lshr i64 %lane, 2
  %larger_group = lshr i64 %lane, 5
  %smaller_group = lshr i64 %lane, 1
  %quotient = udiv i64 %lane, 32
  %start = and i64 %lane, -32
  %in_group = and i64 %lane, 7
  %same = load i64, ptr %q
  %below = icmp ult i64 %lane, %same
  %sum = add i64 %product, %group
  %sum2 = add i64 %sum, %in_group
  %value = select i1 %below, i64 %sum2, i64 0
  store i64 %value, ptr %address
  ret void
}

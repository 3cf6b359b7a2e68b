; Indices that are clamped, reflected, wrapped around or replaced at borders are consecutive elsewhere, which is
; tested. Which of two numbers is the usual one shows in the expression: the one that differs between lanes, the one that
; counts along with them, the one that is compared.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=znver4 -passes="weft-prepare,print<weft-accesses>" -disable-output %s 2>&1 | FileCheck %s
; RUN: %weft-opt -mtriple=x86_64 -mcpu=znver4 -passes=weft-vectorize -S %s 2>&1 | FileCheck %s --check-prefix=IR

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: accesses of borders, width 16
; CHECK-NEXT: load of %row: consecutive
; CHECK-NEXT: load of %clamped: tested stride, cost {{.*}}; where tests hold: consecutive, else gather
; CHECK-NEXT: load of %reflected: tested stride, cost {{.*}}; where tests hold: consecutive, else gather
; CHECK-NEXT: load of %magnitude: tested stride, cost {{.*}}; where tests hold: consecutive, else gather
; CHECK-NEXT: load of %mirrored: tested stride, cost {{.*}}; where tests hold: consecutive, else gather
; CHECK-NEXT: load of %limited: tested stride, cost {{.*}}; where tests hold: consecutive, else gather
; CHECK-NEXT: load of %wrapped: tested stride, cost {{.*}}; where tests hold: consecutive, else gather
; CHECK-NEXT: load of %periodic: tested stride, cost {{.*}}; where tests hold: consecutive, else gather
; CHECK-NEXT: load of %replaced: tested stride, cost {{.*}}; where tests hold: consecutive, else gather
; CHECK-NEXT: load of %outside: tested stride, cost {{.*}}; where tests hold: consecutive, else gather
; CHECK-NEXT: load of %unsigned: tested stride, cost {{.*}}; where tests hold: consecutive, else gather
; CHECK-NEXT: load of %not_first: tested stride, cost {{.*}}; where tests hold: consecutive, else gather
; CHECK-NEXT: load of %saturated: tested stride, cost {{.*}}; where tests hold: consecutive, else gather
; CHECK-NEXT: load of %chosen_row: tested stride, cost {{.*}}; where tests hold: consecutive, else gather
; CHECK-NEXT: load of %of_memory: gather
; CHECK-NEXT: load of %either: gather
; CHECK-NEXT: load of %equal: gather
define void @borders(i64 %lane, ptr %in, ptr %out, i64 %w, i64 %before, i1 %flag) "weft-width"="16" {
  %row = getelementptr i64, ptr %out, i64 %lane
  %index = load i64, ptr %row
  %l = add i64 %lane, -2
  %r = add i64 %lane, 2
  %l.neg = icmp slt i64 %l, 0
  %l.clamped = select i1 %l.neg, i64 0, i64 %l
  %clamped = getelementptr i32, ptr %in, i64 %l.clamped
  %a = load i32, ptr %clamped
  %l.back = sub i64 2, %lane
  %l.reflected = select i1 %l.neg, i64 %l.back, i64 %l
  %reflected = getelementptr i32, ptr %in, i64 %l.reflected
  %b = load i32, ptr %reflected
  %l.abs = call i64 @llvm.abs.i64(i64 %l, i1 false)
  %magnitude = getelementptr i32, ptr %in, i64 %l.abs
  %c = load i32, ptr %magnitude
  %l.sign = ashr i64 %l, 63
  %l.mirrored = xor i64 %l, %l.sign
  %mirrored = getelementptr i32, ptr %in, i64 %l.mirrored
  %p = load i32, ptr %mirrored
  %l.max = call i64 @llvm.smax.i64(i64 %l.back, i64 %l)
  %far = sub i64 %w, %lane
  %l.min = call i64 @llvm.smin.i64(i64 %far, i64 %l.max)
  %limited = getelementptr i32, ptr %in, i64 %l.min
  %d = load i32, ptr %limited
  %r.beyond = icmp sge i64 %r, %w
  %r.less = sub i64 %r, %w
  %r.wrapped = select i1 %r.beyond, i64 %r.less, i64 %r
  %wrapped = getelementptr i32, ptr %in, i64 %r.wrapped
  %e = load i32, ptr %wrapped
  %q.less = select i1 %r.beyond, i64 %w, i64 0
  %q.at = sub i64 %r, %q.less
  %periodic = getelementptr i32, ptr %in, i64 %q.at
  %q = load i32, ptr %periodic
  %r.below = icmp slt i64 %r, %w
  %r.above = icmp sgt i64 %r, 5
  %r.in = and i1 %r.below, %r.above
  %r.replaced = select i1 %r.in, i64 %r, i64 0
  %replaced = getelementptr i32, ptr %in, i64 %r.replaced
  %f = load i32, ptr %replaced
  %r.out = select i1 %r.beyond, i1 true, i1 %l.neg
  %r.outside = select i1 %r.out, i64 9, i64 %r
  %outside = getelementptr i32, ptr %in, i64 %r.outside
  %g = load i32, ptr %outside
  %u.below = icmp ult i64 %l, %w
  %u.in = select i1 %u.below, i64 %l, i64 0
  %unsigned = getelementptr i32, ptr %in, i64 %u.in
  %h = load i32, ptr %unsigned
  %first = icmp eq i64 %lane, 0
  %previous = add i64 %lane, -1
  %not.first = select i1 %first, i64 7, i64 %previous
  %not_first = getelementptr i32, ptr %in, i64 %not.first
  %i = load i32, ptr %not_first
  %s.sat = call i64 @llvm.usub.sat.i64(i64 %lane, i64 %before)
  %saturated = getelementptr i32, ptr %in, i64 %s.sat
  %j = load i32, ptr %saturated
  %in.row = select i1 %flag, i64 %r, i64 0
  %chosen_row = getelementptr i32, ptr %in, i64 %in.row
  %k = load i32, ptr %chosen_row
  %m.max = call i64 @llvm.smax.i64(i64 %index, i64 0)
  %of_memory = getelementptr i32, ptr %in, i64 %m.max
  %m = load i32, ptr %of_memory
  %any = icmp slt i64 %l, %index
  %n.either = select i1 %any, i64 %l, i64 0
  %either = getelementptr i32, ptr %in, i64 %n.either
  %n = load i32, ptr %either
  %is.one = icmp eq i64 %lane, %w
  %o.equal = select i1 %is.one, i64 %lane, i64 0
  %not.one = xor i1 %is.one, true
  %o.same = select i1 %not.one, i64 0, i64 %lane
  %equal = getelementptr i32, ptr %in, i64 %o.same
  %o = load i32, ptr %equal
  %s1 = add i32 %a, %b
  %s2 = add i32 %c, %d
  %s3 = add i32 %e, %f
  %s4 = add i32 %g, %h
  %s5 = add i32 %i, %j
  %s6 = add i32 %k, %m
  %s7 = add i32 %n, %o
  %t1 = add i32 %s1, %s2
  %t2 = add i32 %s3, %s4
  %t3 = add i32 %s5, %s6
  %t4 = add i32 %t1, %t2
  %t5 = add i32 %t3, %s7
  %t6 = add i32 %t5, %p
  %t7 = add i32 %t6, %q
  %sum = add i32 %t4, %t7
  store i32 %sum, ptr %row
  ret void
}

; In rows of 19, of which many vectors lie in two, nothing is tested for a border.
; CHECK-LABEL: accesses of short_rows, width 16
; CHECK: load of %from: gather
; CHECK-LABEL: accesses of long_rows, width 16
; CHECK: load of %from: tested stride
define void @short_rows(i64 %lane, ptr %in, ptr %out, i64 %before) "weft-width"="16" {
  %column = urem i64 %lane, 19
  %x = add i64 %column, %before
  %inside = icmp sgt i64 %x, 0
  %at = select i1 %inside, i64 %x, i64 0
  %from = getelementptr i32, ptr %in, i64 %at
  %a = load i32, ptr %from
  %to = getelementptr i32, ptr %out, i64 %lane
  store i32 %a, ptr %to
  ret void
}
define void @long_rows(i64 %lane, ptr %in, ptr %out, i64 %before) "weft-width"="16" {
  %column = urem i64 %lane, 1000
  %x = add i64 %column, %before
  %inside = icmp sgt i64 %x, 0
  %at = select i1 %inside, i64 %x, i64 0
  %from = getelementptr i32, ptr %in, i64 %at
  %a = load i32, ptr %from
  %to = getelementptr i32, ptr %out, i64 %lane
  store i32 %a, ptr %to
  ret void
}

; What is compared with a number that itself changes along the row: both ends are tested, and that neither wraps.
; IR-LABEL: define void @both_change.w4(
; IR: %[[LAST:.*]] = add i32 %x, 3
; IR: icmp sle i32 %x, 2147483644
; IR: br i1 %{{.*}}, label %regular, label %irregular, !prof
define void @both_change(i64 %lane, ptr %in, ptr %out, i32 %w) "weft-width"="4" {
  %x = trunc i64 %lane to i32
  %back = sub i32 %w, %x
  %less = call i32 @llvm.smin.i32(i32 %back, i32 %x)
  %at = sext i32 %less to i64
  %from = getelementptr i32, ptr %in, i64 %at
  %a = load i32, ptr %from
  %to = getelementptr i32, ptr %out, i64 %lane
  store i32 %a, ptr %to
  ret void
}

declare i64 @llvm.abs.i64(i64, i1)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.usub.sat.i64(i64, i64)
declare i32 @llvm.smin.i32(i32, i32)

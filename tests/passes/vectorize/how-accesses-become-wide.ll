; What becomes of each load and store, by the first strategy that matches, and what it costs; of those that hang on
; tests, also what they become in versions of code that is behind such tests.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=znver4 -passes="weft-prepare,print<weft-accesses>" -disable-output %s 2>&1 | FileCheck %s

; CHECK-LABEL: accesses of strategies, width 16
; CHECK-NEXT: load of %out: uniform, cost 1.3
; CHECK-NEXT: load of %row: lane by lane, cost 404.8
; CHECK-NEXT: load of %row: consecutive, cost 2.2
; CHECK-NEXT: load of %third: strided, cost 13.5
; CHECK-NEXT: load of %near: tested stride, cost 20.0; where tests hold: consecutive, else gather
; CHECK-NEXT: load of %pixel: tested stride, cost 14.2; where tests hold: consecutive, else gather
; CHECK-NEXT: load of %head: tested stride, cost 14.2; where tests hold: broadcast, else gather
; CHECK-NEXT: load of %pair: same stride, cost 44.8
; CHECK-NEXT: load of %any: gather, cost 48.0
; CHECK-NEXT: store to %any: gather, cost 216.0
define void @strategies(i64 %lane, ptr %in, ptr %out, i32 %start, i32 %width, i64 %step) "weft-width"="16" {
  %all = load i32, ptr %out
  %row = getelementptr i32, ptr %in, i64 %lane
  %once = load atomic i32, ptr %row monotonic, align 4
  %index = load i32, ptr %row
  %index64 = zext i32 %index to i64
  %three = mul i64 %lane, 3
  %third = getelementptr i32, ptr %in, i64 %three
  %b = load i32, ptr %third
  %id = trunc i64 %lane to i32
  %clamped = call i32 @llvm.smax.i32(i32 %id, i32 %start)
  %clamped64 = sext i32 %clamped to i64
  %near = getelementptr <2 x i64>, ptr %in, i64 %clamped64
  %c = load <2 x i64>, ptr %near
  %x = urem i32 %id, %width
  %x64 = zext i32 %x to i64
  %pixel = getelementptr i32, ptr %in, i64 %x64
  %d = load i32, ptr %pixel
  %y = udiv i32 %id, %width
  %y64 = zext i32 %y to i64
  %head = getelementptr i32, ptr %in, i64 %y64
  %e = load i32, ptr %head
  %far = mul i64 %lane, %step
  %pair = getelementptr <2 x float>, ptr %in, i64 %far
  %f = load <2 x float>, ptr %pair
  %any = getelementptr i32, ptr %out, i64 %index64
  %g = load i32, ptr %any
  %ab = add i32 %index, %b
  %de = add i32 %d, %e
  %ga = add i32 %g, %all
  %s1 = add i32 %ab, %de
  %s2 = add i32 %s1, %ga
  store i32 %s2, ptr %any
  ret void
}

; Accesses that lie side by side where all lanes are in one row hang on one test: then quotient, remainder
; and addresses are scalars. Else they gather and scatter.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=znver4 -passes=weft-vectorize -S %s | FileCheck %s

; CHECK-LABEL: define void @swap.w16(
; CHECK: br i1 {{.*}}, label %regular, label %irregular
; CHECK: regular:
; CHECK-NOT: fdiv
; CHECK-NOT: br
; CHECK: call <16 x i32> @llvm.masked.load
; CHECK-NOT: br
; CHECK: call <16 x i32> @llvm.masked.load
; CHECK-NOT: br
; CHECK: call void @llvm.masked.store
; CHECK-NOT: br
; CHECK: call void @llvm.masked.store
; CHECK: br label %accessed
; CHECK: irregular:
; CHECK: fdiv
; CHECK: call <16 x i32> @llvm.masked.gather
; CHECK: call <16 x i32> @llvm.masked.gather
; CHECK: call void @llvm.masked.scatter
; CHECK: call void @llvm.masked.scatter
; CHECK-NOT: br i1 {{.*}}, label %regular
define void @swap(i64 %lane, ptr %keys, ptr %swapped, i32 %distance) "weft-width"="16" {
  %id = trunc i64 %lane to i32
  %none = icmp eq i32 %distance, 0
  %divisor = select i1 %none, i32 1, i32 %distance
  %block = udiv i32 %id, %divisor
  %twice = shl i32 %distance, 1
  %start = mul i32 %block, %twice
  %within = urem i32 %id, %divisor
  %left = add i32 %start, %within
  %right = add i32 %left, %distance
  %left64 = zext i32 %left to i64
  %right64 = zext i32 %right to i64
  %p = getelementptr i32, ptr %keys, i64 %left64
  %q = getelementptr i32, ptr %keys, i64 %right64
  %a = load i32, ptr %p
  %b = load i32, ptr %q
  %r = getelementptr i32, ptr %swapped, i64 %left64
  %s = getelementptr i32, ptr %swapped, i64 %right64
  store i32 %b, ptr %r
  store i32 %a, ptr %s
  ret void
}

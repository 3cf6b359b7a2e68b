; Intrinsics that have no form for lanes are written out: what joins a vector's elements, and what says that a result
; does not fit. Products of 64 bits run lane by lane.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes=weft-vectorize -S %s 2>&1 | FileCheck %s

; CHECK-LABEL: define void @any.w4(
; CHECK-COUNT-2: = or <4 x i32>
; CHECK-NOT: {{= or|reduce}}
define void @any(i64 %lane, ptr %p, ptr %q) {
  %from = getelementptr <3 x i32>, ptr %p, i64 %lane
  %v = load <3 x i32>, ptr %from
  %r = call i32 @llvm.vector.reduce.or.v3i32(<3 x i32> %v)
  %to = getelementptr i32, ptr %q, i64 %lane
  store i32 %r, ptr %to
  ret void
}

; In order, unless the program does not mind.
; CHECK-LABEL: define void @sum.w4(
; CHECK: %[[A:.*]] = fadd <4 x float> splat (float 1.000000e+00), %
; CHECK: fadd <4 x float> %[[A]], %
define void @sum(i64 %lane, ptr %p, ptr %q) {
  %from = getelementptr <2 x float>, ptr %p, i64 %lane
  %v = load <2 x float>, ptr %from
  %r = call float @llvm.vector.reduce.fadd.v2f32(float 1.0, <2 x float> %v)
  %to = getelementptr float, ptr %q, i64 %lane
  store float %r, ptr %to
  ret void
}

; CHECK-LABEL: define void @overflow.w4(
; CHECK: %[[PRODUCT:.*]] = mul <4 x i64>
; CHECK: %[[LOW:.*]] = trunc <4 x i64> %[[PRODUCT]] to <4 x i32>
; CHECK: %[[AGAIN:.*]] = zext <4 x i32> %[[LOW]] to <4 x i64>
; CHECK: icmp ne <4 x i64> %[[AGAIN]], %[[PRODUCT]]
; CHECK: %[[SUM:.*]] = add <4 x i32>
; CHECK: icmp slt <4 x i32>
; CHECK-NOT: with.overflow
; CHECK-LABEL: define void @long_product.w4(
; CHECK: call { i64, i1 } @llvm.umul.with.overflow.i64(
define void @overflow(i64 %lane, ptr %p, ptr %q) {
  %a.p = getelementptr i32, ptr %p, i64 %lane
  %a = load i32, ptr %a.p
  %b.p = getelementptr i32, ptr %q, i64 %lane
  %b = load i32, ptr %b.p
  %both = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %a, i32 %b)
  %product = extractvalue { i32, i1 } %both, 0
  %over = extractvalue { i32, i1 } %both, 1
  %limited = select i1 %over, i32 -1, i32 %product
  %sums = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %limited, i32 %b)
  %sum = extractvalue { i32, i1 } %sums, 0
  %over.2 = extractvalue { i32, i1 } %sums, 1
  %result = select i1 %over.2, i32 7, i32 %sum
  store i32 %result, ptr %a.p
  ret void
}

define void @long_product(i64 %lane, ptr %p, ptr %q) {
  %a.p = getelementptr i64, ptr %p, i64 %lane
  %a = load i64, ptr %a.p
  %both = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %a, i64 %a)
  %product = extractvalue { i64, i1 } %both, 0
  %over = extractvalue { i64, i1 } %both, 1
  %limited = select i1 %over, i64 -1, i64 %product
  store i64 %limited, ptr %a.p
  ret void
}

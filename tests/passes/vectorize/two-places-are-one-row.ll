; Lanes that load two places and store both, together a row of elements without gaps, load and store the row as two
; vectors. What tells where the places are from lane 0's on knows nothing of it but that it begins a block.
; Where that fails, which is next to never, nothing is tried in between.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=znver4 -passes=weft-vectorize -S %s | FileCheck %s

; CHECK-LABEL: define void @exchange.w16(
; CHECK: irregular:
; CHECK: icmp ule i32 %id, -16
; CHECK-NEXT: urem i32 %id,
; CHECK-NEXT: icmp eq i32 %{{.*}}, 0
; CHECK: icmp eq i32 %{{.*}}, -1
; CHECK: br i1 %{{.*}}, label %exchange, label %apart
; CHECK: {{^}}exchange:
; CHECK-NOT: br
; CHECK: %[[LOW:.*]] = load <16 x i32>
; CHECK: %[[HIGH:.*]] = load <16 x i32>
; CHECK: %[[A:.*]] = call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(<16 x i32> %[[LOW]], {{.*}}, <16 x i32> %[[HIGH]])
; CHECK: %[[B:.*]] = call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(<16 x i32> %[[LOW]], {{.*}}, <16 x i32> %[[HIGH]])
; CHECK-COUNT-2: call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(<16 x i32> %[[B]], {{.*}}, <16 x i32> %[[A]])
; CHECK-NOT: load
; CHECK: br label %accessed
; CHECK: {{^}}apart:
; CHECK-NOT: br i1
; CHECK-COUNT-2: call <16 x i32> @llvm.masked.gather
; CHECK-NOT: br i1
; CHECK-COUNT-2: call void @llvm.masked.scatter
define void @exchange(i64 %lane, ptr %keys, i32 %distance) "weft-width"="16" {
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
  store i32 %b, ptr %p
  store i32 %a, ptr %q
  ret void
}

; What is loaded behind a store may be what was stored.
; CHECK-LABEL: define void @ordered.w16(
; CHECK-NOT: {{^}}exchange:
; CHECK: ret void
define void @ordered(i64 %lane, ptr %keys, i32 %distance) "weft-width"="16" {
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
  store i32 7, ptr %p
  %b = load i32, ptr %q
  store i32 %a, ptr %q
  ret void
}

; Exchanges at a distance that is a power of two and shorter than a vector load two vectors and take the
; lanes out of them, and store into two under masks; no lane has an address of its own. Where rows are as far
; apart as another argument says, they are no exchanges.
; RUN: sed s/WIDTH/16/ %s | %weft-opt -mtriple=x86_64 -mcpu=znver4 -passes=weft-vectorize -S - | FileCheck %s --check-prefixes=CHECK,WIDE
; RUN: sed s/WIDTH/8/ %s | %weft-opt -mtriple=x86_64 -mcpu=x86-64-v3 -passes=weft-vectorize -S - | FileCheck %s --check-prefixes=CHECK,NARROW

; WIDE-LABEL: define void @swap.w16(
; NARROW-LABEL: define void @swap.w8(
; CHECK: lshr i32 {{.*}}, %bits
; CHECK: br i1 {{.*}}, label %regular, label %irregular
; CHECK: irregular:
; CHECK: br i1 {{.*}}, label %butterfly, label %far.rows
; CHECK: butterfly:
; CHECK-NOT: udiv
; CHECK-COUNT-2: call <{{.*}}> @llvm.masked.load
; WIDE: call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(
; NARROW-COUNT-2: call <8 x i32> @llvm.x86.avx2.permd(
; CHECK-COUNT-2: call <{{.*}}> @llvm.masked.load
; WIDE: call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(
; NARROW-COUNT-2: call <8 x i32> @llvm.x86.avx2.permd(
; CHECK-COUNT-4: call void @llvm.masked.store
; CHECK-NOT: call void @llvm.masked.s
; CHECK: br label %accessed
; CHECK: far.rows:
define void @swap(i64 %lane, ptr %keys, ptr %swapped, i32 %bits) "weft-width"="WIDTH" {
  %id = trunc i64 %lane to i32
  %distance = shl nuw i32 1, %bits
  %low = add i32 %distance, -1
  %block = lshr i32 %id, %bits
  %twice = shl i32 2, %bits
  %start = mul i32 %block, %twice
  %within = and i32 %id, %low
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

; CHECK-LABEL: define void @rows.w
; CHECK: br i1 {{.*}}, label %regular, label %irregular
; CHECK-NOT: butterfly:
; CHECK: ret void
define void @rows(i64 %lane, ptr %in, ptr %out, i32 %columns, i32 %pitch) "weft-width"="WIDTH" {
  %id = trunc i64 %lane to i32
  %none = icmp eq i32 %columns, 0
  %divisor = select i1 %none, i32 1, i32 %columns
  %row = udiv i32 %id, %divisor
  %column = urem i32 %id, %divisor
  %start = mul i32 %row, %pitch
  %at = add i32 %start, %column
  %at64 = zext i32 %at to i64
  %p = getelementptr i32, ptr %in, i64 %at64
  %q = getelementptr i32, ptr %out, i64 %at64
  %value = load i32, ptr %p
  store i32 %value, ptr %q
  ret void
}

; Loads from constant tables that one or two registers hold are permutations of these, where lanes want this and that.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -mattr=-prefer-256-bit -passes=weft-vectorize -S %s 2>&1 | FileCheck %s
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v3 -passes=weft-vectorize -S %s 2>&1 | FileCheck %s --check-prefix=OTHER

@words = constant [5 x i32] [i32 3, i32 1, i32 4, i32 1, i32 5]
@bytes = constant [20 x i8] c"abcdefghijklmnopqrst"
@floats = constant [33 x float] zeroinitializer
@changes = global [5 x i32] zeroinitializer

; OTHER-NOT: @llvm.x86
; CHECK-LABEL: define void @one.w16(
; CHECK: %[[INDEX:.*]] = freeze <16 x i32>
; CHECK-NOT: gather
; CHECK: call <16 x i32> @llvm.x86.avx512.permvar.si.512(<16 x i32> <i32 3, i32 1, i32 4, i32 1, i32 5, i32 0, {{.*}}>, <16 x i32>
; CHECK: ret
define void @one(i64 %lane, ptr %p, ptr %q) "weft-width"="16" {
  %from = getelementptr i32, ptr %p, i64 %lane
  %number = load i32, ptr %from
  %wide = zext i32 %number to i64
  %at = getelementptr i32, ptr @words, i64 %wide
  %value = load i32, ptr %at
  %to = getelementptr i32, ptr %q, i64 %lane
  store i32 %value, ptr %to
  ret void
}

; CHECK-LABEL: define void @two.w32(
; CHECK: %[[NUMBERS:.*]] = add <32 x i32> %{{.*}}, splat (i32 2)
; CHECK: call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(<16 x i32> <i32 97,
; CHECK: call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(<16 x i32> <i32 97,
; CHECK: trunc <32 x i32> %{{.*}} to <32 x i8>
; CHECK: ret
define void @two(i64 %lane, ptr %p, ptr %q) "weft-width"="32" {
  %from = getelementptr i32, ptr %p, i64 %lane
  %number = load i32, ptr %from
  %wide = zext i32 %number to i64
  %next = getelementptr { [2 x i8], [18 x i8] }, ptr @bytes, i64 0, i32 1, i64 %wide
  %value = load i8, ptr %next
  %to = getelementptr i8, ptr %q, i64 %lane
  store i8 %value, ptr %to
  ret void
}

; CHECK-LABEL: define void @neither.w16(
; CHECK-NOT: @llvm.x86
; CHECK: ret
define void @neither(i64 %lane, ptr %p, ptr %q) "weft-width"="16" {
  %from = getelementptr i32, ptr %p, i64 %lane
  %number = load i32, ptr %from
  %wide = zext i32 %number to i64
  %many = getelementptr float, ptr @floats, i64 %wide
  %first = load float, ptr %many
  %variable = getelementptr float, ptr @changes, i64 %wide
  %second = load float, ptr %variable
  %neighbour = getelementptr float, ptr @words, i64 %lane
  %third = load float, ptr %neighbour
  %sum = fadd float %first, %second
  %all = fadd float %sum, %third
  %to = getelementptr float, ptr %q, i64 %lane
  store float %all, ptr %to
  ret void
}

; Lanes take elements of small constant tables out of registers: with AVX-512 of four, 256 bytes, and of a larger table
; as many as an index may reach. What the driver or the program may still change, and larger tables, are gathered from.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=znver5 "-passes=weft-vectorize,instcombine" -S %s | FileCheck %s
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v3 "-passes=weft-vectorize,instcombine" -S %s | FileCheck %s --check-prefix=AVX2
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v2 "-passes=weft-vectorize" -S %s | FileCheck %s --check-prefix=NONE

; NONE-NOT: permvar
; NONE-NOT: vpermi2var

@few = constant [16 x i32] [i32 3, i32 1, i32 4, i32 1, i32 5, i32 9, i32 2, i32 6, i32 5, i32 3, i32 5, i32 8, i32 9, i32 7, i32 9, i32 3]
@bytes = constant [64 x i8] c"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
@large = constant [2000 x i32] zeroinitializer
@unknown = external constant [16 x i32]

; CHECK-LABEL: define void @words.w4(
; CHECK-NOT: masked.gather
; CHECK: call <16 x i32> @llvm.x86.avx512.permvar.si.512(<16 x i32> <i32 3, i32 1, i32 4,
; CHECK: ret void
define void @words(i64 %lane, ptr %in, ptr %out) {
  %from = getelementptr i32, ptr %in, i64 %lane
  %place = load i32, ptr %from
  %element = getelementptr i32, ptr @few, i32 %place
  %value = load i32, ptr %element
  %to = getelementptr i32, ptr %out, i64 %lane
  store i32 %value, ptr %to
  ret void
}

; Four bytes of a word.
; CHECK-LABEL: define void @parts.w4(
; CHECK: lshr <4 x i32> %{{.*}}, splat (i32 2)
; CHECK: call <16 x i32> @llvm.x86.avx512.permvar.si.512(
; CHECK: lshr <4 x i32>
; CHECK: trunc <4 x i32> %{{.*}} to <4 x i8>
; CHECK: ret void
define void @parts(i64 %lane, ptr %in, ptr %out) {
  %from = getelementptr i32, ptr %in, i64 %lane
  %place = load i32, ptr %from
  %element = getelementptr i8, ptr @bytes, i32 %place
  %value = load i8, ptr %element
  %to = getelementptr i8, ptr %out, i64 %lane
  store i8 %value, ptr %to
  ret void
}

; CHECK-LABEL: define void @reached.w4(
; CHECK: call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(
; CHECK: ret void
; With AVX2 in four registers, of which two and two are asked by numbers of two registers.
; AVX2-LABEL: define void @reached.w4(
; AVX2: and <8 x i32> %{{.*}}, splat (i32 15)
; AVX2-COUNT-4: call <8 x i32> @llvm.x86.avx2.permd(
; AVX2: ret void
define void @reached(i64 %lane, ptr %in, ptr %out) {
  %from = getelementptr i32, ptr %in, i64 %lane
  %number = load i32, ptr %from
  %place = and i32 %number, 31
  %element = getelementptr [2000 x i32], ptr @large, i64 0, i32 %place
  %later = getelementptr i8, ptr %element, i64 400
  %value = load i32, ptr %later
  %to = getelementptr i32, ptr %out, i64 %lane
  store i32 %value, ptr %to
  ret void
}

; CHECK-LABEL: define void @gathered.w4(
; CHECK-COUNT-2: masked.gather
; CHECK: ret void
define void @gathered(i64 %lane, ptr %in, ptr %out) {
  %from = getelementptr i32, ptr %in, i64 %lane
  %place = load i32, ptr %from
  %element = getelementptr i32, ptr @large, i32 %place
  %value = load i32, ptr %element
  %other = getelementptr i32, ptr @unknown, i32 %place
  %more = load i32, ptr %other
  %sum = add i32 %value, %more
  %to = getelementptr i32, ptr %out, i64 %lane
  store i32 %sum, ptr %to
  ret void
}

; One atomic operation for all lanes where the address is the same.
; RUN: %weft-opt -passes=weft-vectorize -S %s 2>&1 | FileCheck %s

; CHECK-LABEL: define void @count.w4(
; CHECK: %[[ACTIVE:.*]] = call i4 @llvm.ctpop.i4(
; CHECK: zext i4 %[[ACTIVE]] to i32
; CHECK-COUNT-1: atomicrmw add
; CHECK-NOT: atomicrmw
; CHECK-LABEL: define void @places.w64(
define void @count(i64 %lane, ptr %p) {
  atomicrmw add ptr %p, i32 1 monotonic
  ret void
}

; Each lane's share of a count is how many come before it: bytes added up, or bits counted where the
; target has an instruction for it.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v3 -passes=weft-vectorize -S %s 2>&1 | FileCheck %s --check-prefix=BYTES
; RUN: %weft-opt -mtriple=x86_64 -mcpu=znver4 -passes=weft-vectorize -S %s 2>&1 | FileCheck %s --check-prefix=BITS
; BYTES-LABEL: define void @places.w64(
; BYTES: %[[ALL:.*]] = call i64 @llvm.ctpop.i64(
; BYTES: zext <64 x i1> {{.*}} to <64 x i8>
; BYTES-COUNT-6: add <64 x i8>
; BYTES-NOT: add <64 x i8>
; BYTES: atomicrmw add
; BYTES-NOT: atomicrmw
; BITS-LABEL: define void @places.w64(
; BITS: call <64 x i32> @llvm.ctpop.v64i32(<64 x i32>
; BITS: atomicrmw add
; BITS-NOT: atomicrmw
define void @places(i64 %lane, ptr %count, ptr %p) "weft-width"="64" {
  %place = atomicrmw add ptr %count, i32 1 monotonic
  %q = getelementptr i32, ptr %p, i64 %lane
  store i32 %place, ptr %q
  ret void
}

; Of 128 lanes, whose mask is an argument of as many bits: of four words, with what those before count.
; BYTES-LABEL: define void @places_of_two_registers.w128(
; BITS-LABEL: define void @places_of_two_registers.w128(i64 %lane, ptr %count, ptr %p, i128 %lanes)
; BITS: %[[MASK:.*]] = bitcast i128 %lanes to <128 x i1>
; BITS: %[[WORDS:.*]] = bitcast <128 x i1> %[[MASK]] to <4 x i32>
; BITS: %[[OWN:.*]] = call <128 x i32> @llvm.ctpop.v128i32(
; BITS: %[[COUNTS:.*]] = call <4 x i32> @llvm.ctpop.v4i32(<4 x i32> %[[WORDS]])
; BITS: shufflevector <4 x i32> zeroinitializer, <4 x i32> %[[COUNTS]], <4 x i32> <i32 0, i32 4, i32 5, i32 6>
; BITS-COUNT-2: add <4 x i32>
; BITS: add <128 x i32> %[[OWN]],
define void @places_of_two_registers(i64 %lane, ptr %count, ptr %p) "weft-width"="128" {
  %place = atomicrmw add ptr %count, i32 1 monotonic
  %q = getelementptr i32, ptr %p, i64 %lane
  store i32 %place, ptr %q
  ret void
}

; Fills and copies of private arrays leave these by lane: elements of all lanes beside each other, without gathers. Short
; ones are one access per element, others a loop; what is moved within an array is read before it is written. Bytes that
; are no multiple of elements, or may not be, leave each lane its own copy.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 "-passes=weft-vectorize" -S %s | FileCheck %s

; CHECK-LABEL: define void @filled.w4(
; CHECK: alloca [800 x i32]
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> splat (i32 16843009)
; CHECK-NOT: gather
; CHECK: ret void
define void @filled(i64 %lane, ptr %in, ptr %out) {
  %array = alloca [200 x i32]
  call void @llvm.memset.p0.i64(ptr %array, i8 1, i64 800, i1 false)
  %from = getelementptr i32, ptr %in, i64 %lane
  %place = load i32, ptr %in
  %element = getelementptr i32, ptr %array, i32 %place
  %value = load i32, ptr %element
  %to = getelementptr i32, ptr %out, i64 %lane
  store i32 %value, ptr %to
  ret void
}

; To memory, of a length that lanes share.
; CHECK-LABEL: define void @copied.w4(
; CHECK: alloca [32 x i32]
; CHECK-NOT: memcpy
; CHECK: ret void
define void @copied(i64 %lane, ptr %in, ptr %out, i64 %count) {
  %array = alloca [8 x i32]
  %place = load i32, ptr %in
  %element = getelementptr i32, ptr %array, i32 %place
  store i32 7, ptr %element
  %length = shl i64 %count, 2
  %row = mul i64 %lane, 32
  %to = getelementptr i8, ptr %out, i64 %row
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %array, i64 %length, i1 false)
  ret void
}

; CHECK-LABEL: define void @moved.w4(
; CHECK: alloca [16 x i32]
; CHECK: [[FIRST:%.*]] = call <4 x i32> @llvm.masked.load
; CHECK: [[SECOND:%.*]] = call <4 x i32> @llvm.masked.load
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> [[FIRST]]
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> [[SECOND]]
; CHECK: ret void
define void @moved(i64 %lane, ptr %in, ptr %out) {
  %array = alloca [4 x i32]
  %place = load i32, ptr %in
  %element = getelementptr i32, ptr %array, i32 %place
  store i32 7, ptr %element
  %one = getelementptr i32, ptr %array, i32 1
  call void @llvm.memmove.p0.p0.i64(ptr %array, ptr %one, i64 8, i1 false)
  %value = load i32, ptr %element
  %to = getelementptr i32, ptr %out, i64 %lane
  store i32 %value, ptr %to
  ret void
}

; CHECK-LABEL: define void @bytes.w4(
; CHECK: alloca [4 x [32 x i8]]
define void @bytes(i64 %lane, ptr %in, ptr %out, i64 %length) {
  %array = alloca [8 x i32]
  %place = load i32, ptr %in
  %element = getelementptr i32, ptr %array, i32 %place
  store i32 7, ptr %element
  %row = mul i64 %lane, 32
  %to = getelementptr i8, ptr %out, i64 %row
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %array, i64 %length, i1 false)
  ret void
}

; An index may count bytes, if it is known to be a multiple of elements.
; CHECK-LABEL: define void @counted.bytes.w4(
; CHECK: alloca [128 x i16]
; CHECK-NOT: gather
; CHECK: ret void
define void @counted.bytes(i64 %lane, ptr %in, ptr %out) {
entry:
  %array = alloca [64 x i8], align 2
  call void @llvm.memset.p0.i64(ptr align 2 %array, i8 0, i64 64, i1 false)
  br label %loop
loop:
  %at = phi i64 [ 0, %entry ], [ %next, %loop ]
  %element = getelementptr inbounds nuw i8, ptr %array, i64 %at
  %old = load i16, ptr %element, align 2
  %new = add i16 %old, 3
  store i16 %new, ptr %element, align 2
  %next = add nuw nsw i64 %at, 2
  %more = icmp ne i64 %next, 64
  br i1 %more, label %loop, label %done
done:
  %last = load i16, ptr %array, align 2
  %to = getelementptr i16, ptr %out, i64 %lane
  store i16 %last, ptr %to
  ret void
}

; Nothing says so of this one.
; CHECK-LABEL: define void @odd.bytes.w4(
; CHECK: alloca [4 x [64 x i8]]
define void @odd.bytes(i64 %lane, ptr %in, ptr %out) {
  %array = alloca [64 x i8], align 2
  call void @llvm.memset.p0.i64(ptr align 2 %array, i8 0, i64 64, i1 false)
  %from = getelementptr i64, ptr %in, i64 %lane
  %at = load i64, ptr %from
  %element = getelementptr inbounds nuw i8, ptr %array, i64 %at
  %value = load i16, ptr %element, align 1
  %to = getelementptr i16, ptr %out, i64 %lane
  store i16 %value, ptr %to
  ret void
}

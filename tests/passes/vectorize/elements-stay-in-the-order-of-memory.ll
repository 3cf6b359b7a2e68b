; Vectors whose elements are all computed with alike are not taken apart: what was loaded is computed with, and stored,
; as it lies in memory.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v3 -passes=weft-vectorize -S %s | FileCheck %s

; CHECK-LABEL: define void @scaled.w8(
; CHECK: call <8 x float> @llvm.masked.load.v8f32.p1(
; CHECK-NOT: shufflevector <8 x float> %{{.*}}, <8 x float> %
; CHECK-COUNT-4: call void @llvm.masked.store.v8f32.p1(
define void @scaled(i64 %lane, ptr addrspace(1) %in, ptr addrspace(1) %out, float %by) #0 {
entry:
  %from = getelementptr <4 x float>, ptr addrspace(1) %in, i64 %lane
  %to = getelementptr <4 x float>, ptr addrspace(1) %out, i64 %lane
  %x = load <4 x float>, ptr addrspace(1) %from, align 16
  %first = insertelement <4 x float> poison, float %by, i64 0
  %all = shufflevector <4 x float> %first, <4 x float> poison, <4 x i32> zeroinitializer
  %y = fmul <4 x float> %x, %all
  %z = fadd <4 x float> %y, <float 1.0, float 1.0, float 1.0, float 1.0>
  store <4 x float> %z, ptr addrspace(1) %to, align 16
  ret void
}

; Constants that differ are put into that order, which takes no instruction.
; CHECK-LABEL: define void @constants.w8(
; CHECK-COUNT-4: fadd <8 x float> %{{.*}}, <float 1.000000e+00, float 2.000000e+00, float 3.000000e+00, float 4.000000e+00, float 1.000000e+00,
define void @constants(i64 %lane, ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
entry:
  %from = getelementptr <4 x float>, ptr addrspace(1) %in, i64 %lane
  %to = getelementptr <4 x float>, ptr addrspace(1) %out, i64 %lane
  %x = load <4 x float>, ptr addrspace(1) %from, align 16
  %y = fadd <4 x float> %x, <float 1.0, float 2.0, float 3.0, float 4.0>
  store <4 x float> %y, ptr addrspace(1) %to, align 16
  ret void
}

; A work-item's own number is there for each of its elements.
; CHECK-LABEL: define void @weighted.w8(
; CHECK-NOT: <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
; CHECK: %[[W:.*]] = call <8 x float> @llvm.masked.load.v8f32.p1(ptr addrspace(1) align 4
; CHECK: shufflevector <8 x float> %[[W]], <8 x float> %[[W]]
; CHECK-COUNT-4: fmul <8 x float>
define void @weighted(i64 %lane, ptr addrspace(1) %in, ptr addrspace(1) %weights, ptr addrspace(1) %out) #0 {
entry:
  %from = getelementptr <4 x float>, ptr addrspace(1) %in, i64 %lane
  %at = getelementptr float, ptr addrspace(1) %weights, i64 %lane
  %to = getelementptr <4 x float>, ptr addrspace(1) %out, i64 %lane
  %x = load <4 x float>, ptr addrspace(1) %from, align 16
  %w = load float, ptr addrspace(1) %at, align 4
  %first = insertelement <4 x float> poison, float %w, i64 0
  %all = shufflevector <4 x float> %first, <4 x float> poison, <4 x i32> zeroinitializer
  %y = fmul <4 x float> %x, %all
  store <4 x float> %y, ptr addrspace(1) %to, align 16
  ret void
}

; Of lanes that part, those elements change whose work-item comes that way.
; CHECK-LABEL: define void @chosen.w8(
; CHECK: {{^}}then:
; CHECK: %[[MASK:.*]] = shufflevector <8 x i1> %{{.*}}, <8 x i1> {{.*}}, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1>
; CHECK: select <8 x i1> %[[MASK]], <8 x float>
define void @chosen(i64 %lane, ptr addrspace(1) %in, ptr addrspace(1) %flags, ptr addrspace(1) %out) #0 {
entry:
  %from = getelementptr <4 x float>, ptr addrspace(1) %in, i64 %lane
  %at = getelementptr i32, ptr addrspace(1) %flags, i64 %lane
  %to = getelementptr <4 x float>, ptr addrspace(1) %out, i64 %lane
  %x = load <4 x float>, ptr addrspace(1) %from, align 16
  %flag = load i32, ptr addrspace(1) %at, align 4
  %is_set = icmp ne i32 %flag, 0
  br i1 %is_set, label %then, label %join
then:
  %y = fadd <4 x float> %x, <float 1.0, float 1.0, float 1.0, float 1.0>
  br label %join
join:
  %z = phi <4 x float> [ %x, %entry ], [ %y, %then ]
  store <4 x float> %z, ptr addrspace(1) %to, align 16
  ret void
}

; Elements that go separate ways are taken apart.
; CHECK-LABEL: define void @sums.w8(
; CHECK: shufflevector <8 x float>
define void @sums(i64 %lane, ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
entry:
  %from = getelementptr <4 x float>, ptr addrspace(1) %in, i64 %lane
  %to = getelementptr <4 x float>, ptr addrspace(1) %out, i64 %lane
  %x = load <4 x float>, ptr addrspace(1) %from, align 16
  %turned = shufflevector <4 x float> %x, <4 x float> poison, <4 x i32> <i32 1, i32 2, i32 3, i32 0>
  %y = fadd <4 x float> %x, %turned
  store <4 x float> %y, ptr addrspace(1) %to, align 16
  ret void
}

; Four bytes are a word, of which each element is a part, shifted, and as wide as what is computed with.
; CHECK-LABEL: define void @pixels.w8(
; CHECK: %[[WORDS:.*]] = call <8 x i32> @llvm.masked.load.v8i32.p1(
; CHECK: lshr <8 x i32> %[[WORDS]]
; CHECK: call void @llvm.masked.store.v8i32.p1(<8 x i32> %
define void @pixels(i64 %lane, ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
entry:
  %from = getelementptr <4 x i8>, ptr addrspace(1) %in, i64 %lane
  %to = getelementptr <4 x i8>, ptr addrspace(1) %out, i64 %lane
  %x = load <4 x i8>, ptr addrspace(1) %from, align 4
  %f = uitofp <4 x i8> %x to <4 x float>
  %y = fmul <4 x float> %f, <float 0.5, float 0.5, float 0.5, float 0.5>
  %z = fptoui <4 x float> %y to <4 x i8>
  store <4 x i8> %z, ptr addrspace(1) %to, align 4
  ret void
}

attributes #0 = { "weft-width"="8" }

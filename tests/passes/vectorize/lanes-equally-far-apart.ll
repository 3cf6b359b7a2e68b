; Pairs of lanes that are equally far apart, the distance being known at run time only: scalars say
; where each lane loads. Where not all lanes may run, that is for those that do.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes=weft-vectorize -S %s | FileCheck %s

; CHECK-LABEL: @factors.w4(
; CHECK: [[ALL:%.*]] = icmp eq i4 %{{.*}}, -1
; CHECK: br i1 %{{.*}}, label %regular, label %irregular
; CHECK: regular:
; CHECK: [[FIRST:%.*]] = getelementptr {{.*}}<2 x float>, ptr %table, i64 %{{.*}}
; CHECK-NEXT: [[STEP:%.*]] = mul i64 %step, 8
; CHECK-NOT: extractelement <4 x ptr>
; CHECK: load <2 x float>, ptr [[FIRST]]
; CHECK: [[TWICE:%.*]] = mul i64 [[STEP]], 2
; CHECK-NEXT: [[THIRD:%.*]] = getelementptr i8, ptr [[FIRST]], i64 [[TWICE]]
; CHECK-NEXT: load <2 x float>, ptr [[THIRD]]
; CHECK: irregular:
; CHECK: call <4 x i64> @llvm.masked.gather
define void @factors(i64 %lane, ptr %table, ptr %out, i64 %step) {
  %index = mul i64 %lane, %step
  %from = getelementptr <2 x float>, ptr %table, i64 %index
  %pair = load <2 x float>, ptr %from, align 8
  %to = getelementptr <2 x float>, ptr %out, i64 %lane
  store <2 x float> %pair, ptr %to, align 8
  ret void
}

; In 32 bits the product may wrap, so that the lanes are anywhere.
; CHECK-LABEL: @wraps.w4(
; CHECK-NOT: regular:
; CHECK: ret void
define void @wraps(i64 %lane, ptr %table, ptr %out, i32 %step) {
  %narrow = trunc i64 %lane to i32
  %product = mul i32 %narrow, %step
  %index = sext i32 %product to i64
  %from = getelementptr <2 x float>, ptr %table, i64 %index
  %pair = load <2 x float>, ptr %from, align 8
  %to = getelementptr <2 x float>, ptr %out, i64 %lane
  store <2 x float> %pair, ptr %to, align 8
  ret void
}

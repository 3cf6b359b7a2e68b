; A loop in which each lane goes along a row of its own is unrolled, so that what it reads of the row at
; once can be one load for each lane. Where the loop sums up in memory, the addresses are compared
; first, and in the loop for separate memory the sum stays in a register.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v3 -passes=weft-vectorize -S %s | FileCheck %s

; CHECK-LABEL: @product.w4(
; CHECK-COUNT-8: call <4 x float> @llvm.fma
; CHECK: br i1
define void @product(i64 %lane, ptr noalias %matrix, ptr noalias %vector, ptr noalias %to, i64 %n) {
entry:
  %row = mul nsw i64 %lane, %n
  %first = getelementptr inbounds float, ptr %matrix, i64 %row
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr inbounds float, ptr %first, i64 %k
  %element = load float, ptr %at
  %factor_at = getelementptr inbounds float, ptr %vector, i64 %k
  %factor = load float, ptr %factor_at
  %more = call float @llvm.fma.f32(float %element, float %factor, float %sum)
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %result = getelementptr inbounds float, ptr %to, i64 %lane
  store float %more, ptr %result
  ret void
}

; The store of the loop for separate memory is behind it. That the memory is separate is known of one
; work-item, and is nothing to say of accesses of all lanes.
; CHECK-LABEL: @product_in_memory.w4(
; CHECK: icmp ult <4 x ptr>
; CHECK-COUNT-7: call <4 x float> @llvm.fma
; CHECK-NOT: store
; CHECK: call <4 x float> @llvm.fma
; CHECK-NOT: !alias.scope
; CHECK: ret void
define void @product_in_memory(i64 %lane, ptr %matrix, ptr %vector, ptr %to, i64 %n) {
entry:
  %row = mul nsw i64 %lane, %n
  %first = getelementptr inbounds float, ptr %matrix, i64 %row
  %result = getelementptr inbounds float, ptr %to, i64 %lane
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr inbounds float, ptr %first, i64 %k
  %element = load float, ptr %at
  %factor_at = getelementptr inbounds float, ptr %vector, i64 %k
  %factor = load float, ptr %factor_at
  %sum = load float, ptr %result
  %more = call float @llvm.fma.f32(float %element, float %factor, float %sum)
  store float %more, ptr %result
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; What lanes read side by side stays as it is.
; CHECK-LABEL: @columns.w4(
; CHECK-COUNT-1: call <4 x float> @llvm.fma
; CHECK-NOT: call <4 x float> @llvm.fma
; CHECK: ret void
define void @columns(i64 %lane, ptr noalias %matrix, ptr noalias %to, i64 %n) {
entry:
  %first = getelementptr inbounds float, ptr %matrix, i64 %lane
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr inbounds float, ptr %first, i64 %k
  %element = load float, ptr %at
  %more = call float @llvm.fma.f32(float %element, float %element, float %sum)
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %result = getelementptr inbounds float, ptr %to, i64 %lane
  store float %more, ptr %result
  ret void
}

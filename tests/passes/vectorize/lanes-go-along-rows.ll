; A loop in which each lane goes along a row of its own is unrolled, so that what it accesses of the row at
; once can be one access for each lane. Where the loop sums up in memory, the addresses are compared
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

; Pointers that nobody says to stay within bounds: whether they wrap is asked, too.
; CHECK-LABEL: @walked.w4(
; CHECK-COUNT-8: call <4 x float> @llvm.fma
; CHECK: ret void
define void @walked(i64 %lane, ptr addrspace(1) %from, ptr addrspace(1) %to, i64 %n) {
entry:
  %row = mul i64 %lane, %n
  %bytes = shl i64 %row, 2
  %first = getelementptr i8, ptr addrspace(1) %from, i64 %bytes
  %first.to = getelementptr i8, ptr addrspace(1) %to, i64 %bytes
  br label %loop
loop:
  %k = phi i64 [ %n, %entry ], [ %next, %loop ]
  %p = phi ptr addrspace(1) [ %first, %entry ], [ %p.next, %loop ]
  %q = phi ptr addrspace(1) [ %first.to, %entry ], [ %q.next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %element = load float, ptr addrspace(1) %p
  %more = call float @llvm.fma.f32(float %element, float 3.0, float %sum)
  store float %more, ptr addrspace(1) %q
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 4
  %q.next = getelementptr i8, ptr addrspace(1) %q, i64 4
  %next = add i64 %k, -1
  %again = icmp ne i64 %next, 0
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

; What is written in place is read at a known distance from it: no test.
; CHECK-LABEL: @sums_in_place.w4(
; CHECK-COUNT-8: load <4 x float>
; CHECK-COUNT-8: store <4 x float>
; CHECK: br i1
define void @sums_in_place(i64 %lane, ptr %matrix, i64 %n) {
entry:
  %row = mul nsw i64 %lane, %n
  %first = getelementptr inbounds float, ptr %matrix, i64 %row
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr inbounds float, ptr %first, i64 %k
  %element = load float, ptr %at
  %more = fadd float %element, %sum
  store float %more, ptr %at
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: @numbers.w4(
; CHECK-COUNT-8: store <4 x i32>
; CHECK: br i1
define void @numbers(i64 %lane, ptr %matrix, i64 %n) {
entry:
  %row = mul nsw i64 %lane, %n
  %first = getelementptr inbounds i32, ptr %matrix, i64 %row
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %last = phi i32 [ 1, %entry ], [ %number, %loop ]
  %at = getelementptr inbounds i32, ptr %first, i64 %k
  %number = mul i32 %last, 1664525
  store i32 %number, ptr %at
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; A long body is there four times, not eight: what is longer than the budget is not unrolled.
; CHECK-LABEL: @long.w4(
; CHECK-COUNT-192: fmul <4 x float>
; CHECK-NOT: fmul <4 x float>
; CHECK: br i1
define void @long(i64 %lane, ptr noalias %matrix, ptr noalias %to, i64 %n) {
entry:
  %row = mul nsw i64 %lane, %n
  %first = getelementptr inbounds float, ptr %matrix, i64 %row
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr inbounds float, ptr %first, i64 %k
  %element = load float, ptr %at
  %v1 = fmul float %element, %element
  %v2 = fmul float %v1, %v1
  %v3 = fmul float %v2, %v2
  %v4 = fmul float %v3, %v3
  %v5 = fmul float %v4, %v4
  %v6 = fmul float %v5, %v5
  %v7 = fmul float %v6, %v6
  %v8 = fmul float %v7, %v7
  %v9 = fmul float %v8, %v8
  %v10 = fmul float %v9, %v9
  %v11 = fmul float %v10, %v10
  %v12 = fmul float %v11, %v11
  %v13 = fmul float %v12, %v12
  %v14 = fmul float %v13, %v13
  %v15 = fmul float %v14, %v14
  %v16 = fmul float %v15, %v15
  %v17 = fmul float %v16, %v16
  %v18 = fmul float %v17, %v17
  %v19 = fmul float %v18, %v18
  %v20 = fmul float %v19, %v19
  %v21 = fmul float %v20, %v20
  %v22 = fmul float %v21, %v21
  %v23 = fmul float %v22, %v22
  %v24 = fmul float %v23, %v23
  %v25 = fmul float %v24, %v24
  %v26 = fmul float %v25, %v25
  %v27 = fmul float %v26, %v26
  %v28 = fmul float %v27, %v27
  %v29 = fmul float %v28, %v28
  %v30 = fmul float %v29, %v29
  %v31 = fmul float %v30, %v30
  %v32 = fmul float %v31, %v31
  %v33 = fmul float %v32, %v32
  %v34 = fmul float %v33, %v33
  %v35 = fmul float %v34, %v34
  %v36 = fmul float %v35, %v35
  %v37 = fmul float %v36, %v36
  %v38 = fmul float %v37, %v37
  %v39 = fmul float %v38, %v38
  %v40 = fmul float %v39, %v39
  %v41 = fmul float %v40, %v40
  %v42 = fmul float %v41, %v41
  %v43 = fmul float %v42, %v42
  %v44 = fmul float %v43, %v43
  %v45 = fmul float %v44, %v44
  %v46 = fmul float %v45, %v45
  %v47 = fmul float %v46, %v46
  %v48 = fmul float %v47, %v47
  %more = fadd float %v48, %sum
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %result = getelementptr inbounds float, ptr %to, i64 %lane
  store float %more, ptr %result
  ret void
}

; Nothing is left of a loop of eight iterations.
; CHECK-LABEL: @eight.w4(
; CHECK-COUNT-8: store <4 x i32>
; CHECK-NOT: br i1
; CHECK: ret void
define void @eight(i64 %lane, ptr %matrix, i64 %n) {
entry:
  %row = mul nsw i64 %lane, %n
  %seed = trunc i64 %lane to i32
  %first = getelementptr inbounds i32, ptr %matrix, i64 %row
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %last = phi i32 [ %seed, %entry ], [ %number, %loop ]
  %at = getelementptr inbounds i32, ptr %first, i64 %k
  %number = mul i32 %last, %last
  store i32 %number, ptr %at
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, 8
  br i1 %again, label %loop, label %end
end:
  ret void
}

; A loop of seven at most stays as it is.
; CHECK-LABEL: @seven.w4(
; CHECK-NOT: store <4 x i32>
; CHECK: ret void
define void @seven(i64 %lane, ptr %matrix, i64 %n) {
entry:
  %row = mul nsw i64 %lane, %n
  %seed = trunc i64 %lane to i32
  %first = getelementptr inbounds i32, ptr %matrix, i64 %row
  %few = and i64 %n, 7
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %last = phi i32 [ %seed, %entry ], [ %number, %loop ]
  %at = getelementptr inbounds i32, ptr %first, i64 %k
  %number = mul i32 %last, %last
  store i32 %number, ptr %at
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, %few
  br i1 %again, label %loop, label %end
end:
  ret void
}

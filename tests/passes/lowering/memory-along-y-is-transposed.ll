; A kernel that asks for its place in x and in y is transposed where its memory lies along y. Offset
; 72 of the launch record is num_groups[0], 80 num_groups[1].
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z14get_num_groupsj(i32)

; a[x * n + y], in a loop over x.
; CHECK-LABEL: define internal void @along_y.item(
; CHECK: [[X:%.*]] = getelementptr inbounds i8, ptr %launch, i64 72
; CHECK: %num.groups.y = load i64, ptr [[X]]
define spir_kernel void @along_y(ptr addrspace(1) %a, i64 %n, ptr addrspace(1) %z) {
entry:
  %x = call spir_func i64 @_Z13get_global_idj(i32 0)
  %y = call spir_func i64 @_Z12get_local_idj(i32 1)
  %groups = call spir_func i64 @_Z14get_num_groupsj(i32 1)
  store volatile i64 %groups, ptr addrspace(1) %z
  br label %loop
loop:
  %i = phi i64 [ %x, %entry ], [ %next, %loop ]
  %row = mul i64 %i, %n
  %at = add i64 %row, %y
  %address = getelementptr float, ptr addrspace(1) %a, i64 %at
  store float 1.0, ptr addrspace(1) %address
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define internal void @along_x.item(
; CHECK: [[Y:%.*]] = getelementptr inbounds i8, ptr %launch, i64 80
; CHECK: %num.groups.y = load i64, ptr [[Y]]
define spir_kernel void @along_x(ptr addrspace(1) %a, i64 %n, ptr addrspace(1) %z) {
  %x = call spir_func i64 @_Z13get_global_idj(i32 0)
  %y = call spir_func i64 @_Z13get_global_idj(i32 1)
  %groups = call spir_func i64 @_Z14get_num_groupsj(i32 1)
  store volatile i64 %groups, ptr addrspace(1) %z
  %row = mul i64 %y, %n
  %at = add i64 %row, %x
  %address = getelementptr float, ptr addrspace(1) %a, i64 %at
  store float 1.0, ptr addrspace(1) %address
  ret void
}

; A load along either: nothing is gained. A store along y is worth more than a load along x.
; CHECK-LABEL: define internal void @loads_along_both.item(
; CHECK: [[Y:%.*]] = getelementptr inbounds i8, ptr %launch, i64 80
; CHECK: %num.groups.y = load i64, ptr [[Y]]
define spir_kernel void @loads_along_both(ptr addrspace(1) %a, i64 %n, ptr addrspace(1) %z) {
  %x = call spir_func i64 @_Z13get_global_idj(i32 0)
  %y = call spir_func i64 @_Z13get_global_idj(i32 1)
  %groups = call spir_func i64 @_Z14get_num_groupsj(i32 1)
  store volatile i64 %groups, ptr addrspace(1) %z
  %row = mul i64 %y, %n
  %at = add i64 %row, %x
  %address = getelementptr float, ptr addrspace(1) %a, i64 %at
  %value = load volatile float, ptr addrspace(1) %address
  %column = mul i64 %x, %n
  %from = add i64 %column, %y
  %there = getelementptr float, ptr addrspace(1) %a, i64 %from
  %other = load volatile float, ptr addrspace(1) %there
  ret void
}

; CHECK-LABEL: define internal void @transposition.item(
; CHECK: [[Y:%.*]] = getelementptr inbounds i8, ptr %launch, i64 72
; CHECK: %num.groups.y = load i64, ptr [[Y]]
define spir_kernel void @transposition(ptr addrspace(1) %a, i64 %n, ptr addrspace(1) %z) {
  %x = call spir_func i64 @_Z13get_global_idj(i32 0)
  %y = call spir_func i64 @_Z13get_global_idj(i32 1)
  %groups = call spir_func i64 @_Z14get_num_groupsj(i32 1)
  store volatile i64 %groups, ptr addrspace(1) %z
  %row = mul i64 %y, %n
  %at = add i64 %row, %x
  %address = getelementptr float, ptr addrspace(1) %a, i64 %at
  %value = load float, ptr addrspace(1) %address
  %column = mul i64 %x, %n
  %to = add i64 %column, %y
  %there = getelementptr float, ptr addrspace(1) %a, i64 %to
  store float %value, ptr addrspace(1) %there
  ret void
}

; A store that one lane does beside them, as of a vector next to a matrix, keeps no lanes from it.
; CHECK-LABEL: define internal void @beside.item(
; CHECK: [[Y:%.*]] = getelementptr inbounds i8, ptr %launch, i64 72
; CHECK: %num.groups.y = load i64, ptr [[Y]]
define spir_kernel void @beside(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n, ptr addrspace(1) %z) {
entry:
  %x = call spir_func i64 @_Z13get_global_idj(i32 0)
  %y = call spir_func i64 @_Z13get_global_idj(i32 1)
  %groups = call spir_func i64 @_Z14get_num_groupsj(i32 1)
  store volatile i64 %groups, ptr addrspace(1) %z
  %row = mul i64 %x, %n
  %at = add i64 %row, %y
  %address = getelementptr float, ptr addrspace(1) %a, i64 %at
  %value = load float, ptr addrspace(1) %address
  %more = fadd float %value, 1.0
  store float %more, ptr addrspace(1) %address
  %first = icmp eq i64 %y, 0
  br i1 %first, label %then, label %done
then:
  %of.vector = getelementptr float, ptr addrspace(1) %b, i64 %x
  store float %more, ptr addrspace(1) %of.vector
  br label %done
done:
  ret void
}

; Indices whose lanes are at a constant distance are sums of 64 bits where they must not wrap. What is not affine
; stays narrow, as vectors of it would be half as wide, and so does what may wrap.
; RUN: %weft-opt -passes=weft-extend-indices -S %s | FileCheck %s

; CHECK-LABEL: define void @affine(
; CHECK-DAG: %[[X:.*]] = sext i32 %x to i64
; CHECK-DAG: %[[Y:.*]] = sext i32 %y to i64
; CHECK-DAG: %[[LENGTH:.*]] = sext i32 %width to i64
; CHECK: %[[ROW:.*]] = mul i64 %[[Y]], %[[LENGTH]]
; CHECK: %[[AT:.*]] = add i64 %[[ROW]], %[[X]]
; CHECK: %[[LEFT:.*]] = sub i64 %[[AT]], 1
; CHECK: getelementptr float, ptr addrspace(1) %p, i64 %[[AT]]
; CHECK: getelementptr float, ptr addrspace(1) %p, i64 %[[LEFT]]
define void @affine(ptr %launch, ptr %thread, i64 %group.id.x, i64 %group.id.y, i64 %group.id.z, i64 %local.size.x,
                    i64 %local.size.y, i64 %local.size.z, i64 %local.id.x, i64 %local.id.y, i64 %local.id.z,
                    ptr addrspace(1) %p, i32 %width) {
  %start = mul i64 %group.id.y, 16
  %id.y = add i64 %start, %local.id.y
  %x = trunc i64 %local.id.x to i32
  %y = trunc i64 %id.y to i32
  %row = mul nsw i32 %y, %width
  %at = add nsw i32 %row, %x
  %left = sub nsw i32 %at, 1
  %wide = sext i32 %at to i64
  %to = getelementptr float, ptr addrspace(1) %p, i64 %wide
  %wide.left = sext i32 %left to i64
  %from = getelementptr float, ptr addrspace(1) %p, i64 %wide.left
  %value = load float, ptr addrspace(1) %from
  store float %value, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: define void @counted(
; CHECK: %[[I:.*]] = sext i32 %i to i64
; CHECK: mul i64 %[[I]], %
define void @counted(ptr %launch, ptr %thread, i64 %group.id.x, i64 %group.id.y, i64 %group.id.z, i64 %local.size.x,
                     i64 %local.size.y, i64 %local.size.z, i64 %local.id.x, i64 %local.id.y, i64 %local.id.z,
                     ptr addrspace(1) %p, i32 %width) {
entry:
  %x = trunc i64 %local.id.x to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %row = mul nsw i32 %i, %width
  %at = add nsw i32 %row, %x
  %wide = sext i32 %at to i64
  %to = getelementptr float, ptr addrspace(1) %p, i64 %wide
  store float 0.0, ptr addrspace(1) %to
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %width
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @loaded(
; CHECK: %at = add nsw i32 %row, %x
; CHECK: sext i32 %at to i64
define void @loaded(ptr %launch, ptr %thread, i64 %group.id.x, i64 %group.id.y, i64 %group.id.z, i64 %local.size.x,
                    i64 %local.size.y, i64 %local.size.z, i64 %local.id.x, i64 %local.id.y, i64 %local.id.z,
                    ptr addrspace(1) %p, ptr addrspace(1) %rows, i32 %width) {
  %x = trunc i64 %local.id.x to i32
  %from = getelementptr i32, ptr addrspace(1) %rows, i64 %local.id.x
  %y = load i32, ptr addrspace(1) %from
  %row = mul nsw i32 %y, %width
  %at = add nsw i32 %row, %x
  %wide = sext i32 %at to i64
  %to = getelementptr float, ptr addrspace(1) %p, i64 %wide
  store float 0.0, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: define void @wraps(
; CHECK: %at = add i32 %row, %x
; CHECK: sext i32 %at to i64
define void @wraps(ptr %launch, ptr %thread, i64 %group.id.x, i64 %group.id.y, i64 %group.id.z, i64 %local.size.x,
                   i64 %local.size.y, i64 %local.size.z, i64 %local.id.x, i64 %local.id.y, i64 %local.id.z,
                   ptr addrspace(1) %p, i32 %width) {
  %x = trunc i64 %local.id.x to i32
  %row = mul nsw i32 %width, 3
  %at = add i32 %row, %x
  %wide = sext i32 %at to i64
  %to = getelementptr float, ptr addrspace(1) %p, i64 %wide
  store float 0.0, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: define void @column(
; CHECK: %at = mul nsw i32 %x, %width
; CHECK: sext i32 %at to i64
define void @column(ptr %launch, ptr %thread, i64 %group.id.x, i64 %group.id.y, i64 %group.id.z, i64 %local.size.x,
                    i64 %local.size.y, i64 %local.size.z, i64 %local.id.x, i64 %local.id.y, i64 %local.id.z,
                    ptr addrspace(1) %p, i32 %width) {
  %x = trunc i64 %local.id.x to i32
  %at = mul nsw i32 %x, %width
  %wide = sext i32 %at to i64
  %to = getelementptr float, ptr addrspace(1) %p, i64 %wide
  store float 0.0, ptr addrspace(1) %to
  ret void
}

; The language's front end leaves constants where the program has them.
; CHECK-LABEL: define void @constant_first(
; CHECK: %[[X:.*]] = sext i32 %x to i64
; CHECK: %[[TWICE:.*]] = mul i64 2, %[[X]]
; CHECK: add i64 %{{.*}}, %[[TWICE]]
define void @constant_first(ptr %launch, ptr %thread, i64 %group.id.x, i64 %group.id.y, i64 %group.id.z, i64 %local.size.x,
                            i64 %local.size.y, i64 %local.size.z, i64 %local.id.x, i64 %local.id.y, i64 %local.id.z,
                            ptr addrspace(1) %p, i32 %left) {
  %x = trunc i64 %local.id.x to i32
  %twice = mul nsw i32 2, %x
  %at = add nsw i32 %left, %twice
  %wide = sext i32 %at to i64
  %to = getelementptr float, ptr addrspace(1) %p, i64 %wide
  store float 0.0, ptr addrspace(1) %to
  ret void
}

; Along rows of the lanes' own, where a constant is added to a loop's counter: the sum alone.
; CHECK-LABEL: define void @before(
; CHECK: %[[ROW:.*]] = sext i32 %row to i64
; CHECK: %[[K:.*]] = sext i32 %k to i64
; CHECK: %[[LAST:.*]] = add i64 %[[K]], -1
; CHECK: add i64 %[[ROW]], %[[LAST]]
; CHECK: sext i32 %at to i64
define void @before(ptr %launch, ptr %thread, i64 %group.id.x, i64 %group.id.y, i64 %group.id.z, i64 %local.size.x,
                    i64 %local.size.y, i64 %local.size.z, i64 %local.id.x, i64 %local.id.y, i64 %local.id.z,
                    ptr addrspace(1) %p, i32 %width) {
entry:
  %x = trunc i64 %local.id.x to i32
  %row = mul nsw i32 %x, %width
  br label %loop
loop:
  %k = phi i32 [ 1, %entry ], [ %next, %loop ]
  %last = add nsw i32 %k, -1
  %at.last = add nsw i32 %row, %last
  %wide.last = sext i32 %at.last to i64
  %from = getelementptr float, ptr addrspace(1) %p, i64 %wide.last
  %value = load float, ptr addrspace(1) %from
  %at = add nsw i32 %row, %k
  %wide = sext i32 %at to i64
  %to = getelementptr float, ptr addrspace(1) %p, i64 %wide
  store float %value, ptr addrspace(1) %to
  %next = add nuw nsw i32 %k, 1
  %done = icmp eq i32 %next, %width
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

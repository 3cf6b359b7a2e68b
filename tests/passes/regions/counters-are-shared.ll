; What loops around barriers add to pointers and indices is kept once for the group.
; RUN: %weft-opt -passes="weft-share-counters,verify" -S %s | FileCheck %s
; RUN: %weft-opt -passes="weft-share-counters,print<weft-form-regions>" -disable-output %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=PLAN

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; The pointer goes on within the loop, too, and is wanted behind it.
; CHECK-LABEL: define void @pointer.item(
; CHECK: [[NUMBER:%p.*]] = phi i64 [ 0, %entry ], [ [[NEXT:%next.*]], %loop ]
; CHECK-NOT: phi ptr
; CHECK: getelementptr i8, ptr addrspace(1) %begin, i64 [[NUMBER]]
; CHECK: call void @weft.barrier()
; CHECK: getelementptr i8, ptr addrspace(1) %begin, i64 %next
; PLAN: plan of 'pointer.item': 0 bytes per work-item
define void @pointer.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                          i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %in, i64 %step, i64 %n) {
entry:
  %begin = getelementptr float, ptr addrspace(1) %in, i64 %lx
  br label %loop
loop:
  %p = phi ptr addrspace(1) [ %begin, %entry ], [ %next, %loop ]
  %i = phi i64 [ 0, %entry ], [ %more, %loop ]
  store float 0.0, ptr addrspace(1) %p
  %middle = getelementptr float, ptr addrspace(1) %p, i64 %step
  store float 1.0, ptr addrspace(1) %middle
  call void @weft.barrier()
  %next = getelementptr float, ptr addrspace(1) %middle, i64 4
  store float 2.0, ptr addrspace(1) %next
  %more = add i64 %i, 1
  %again = icmp ult i64 %more, %n
  br i1 %again, label %loop, label %done
done:
  store float 3.0, ptr addrspace(1) %next
  ret void
}

; CHECK-LABEL: define void @index.item(
; CHECK: phi i32 [ 0, %entry ]
; CHECK: add i32 %begin,
; PLAN: plan of 'index.item': 0 bytes per work-item
define void @index.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                        i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %in, i32 %step, i32 %n) {
entry:
  %begin = trunc i64 %lx to i32
  br label %loop
loop:
  %x = phi i32 [ %begin, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  %wide = sext i32 %x to i64
  %p = getelementptr float, ptr addrspace(1) %in, i64 %wide
  store float 0.0, ptr addrspace(1) %p
  call void @weft.barrier()
  %next = sub nsw i32 %x, %step
  %more = add i32 %i, 1
  %again = icmp ult i32 %more, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

; An inner loop goes on with the pointer.
; CHECK-LABEL: define void @nested.item(
; CHECK-NOT: phi ptr
; CHECK: ret void
; PLAN: plan of 'nested.item': 0 bytes per work-item
define void @nested.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                         i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %in, i64 %step, i64 %n) {
entry:
  %begin = getelementptr float, ptr addrspace(1) %in, i64 %lx
  br label %loop
loop:
  %p = phi ptr addrspace(1) [ %begin, %entry ], [ %last, %latch ]
  %i = phi i64 [ 0, %entry ], [ %more, %latch ]
  call void @weft.barrier()
  br label %inner
inner:
  %q = phi ptr addrspace(1) [ %p, %loop ], [ %next, %inner ]
  %j = phi i64 [ 0, %loop ], [ %j.more, %inner ]
  store float 0.0, ptr addrspace(1) %q
  %next = getelementptr float, ptr addrspace(1) %q, i64 %step
  %j.more = add i64 %j, 1
  %inner.again = icmp ult i64 %j.more, %i
  br i1 %inner.again, label %inner, label %latch
latch:
  %last = phi ptr addrspace(1) [ %next, %inner ]
  %more = add i64 %i, 1
  %again = icmp ult i64 %more, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

; A step of the work-item's own; a step that only some take; a loop that work-items leave one by one.
; CHECK-LABEL: define void @own.item(
; CHECK: phi ptr addrspace(1) [ %begin, %entry ], [ %next, %latch ]
; CHECK: phi ptr addrspace(1) [ %begin, %entry ], [ %chosen, %latch ]
; CHECK: phi ptr addrspace(1) [ %begin, %entry ], [ %last, %latch ]
define void @own.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                      i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %in, i64 %step, i64 %n) {
entry:
  %begin = getelementptr float, ptr addrspace(1) %in, i64 %lx
  br label %loop
loop:
  %p = phi ptr addrspace(1) [ %begin, %entry ], [ %next, %latch ]
  %r = phi ptr addrspace(1) [ %begin, %entry ], [ %chosen, %latch ]
  %t = phi ptr addrspace(1) [ %begin, %entry ], [ %last, %latch ]
  %i = phi i64 [ 0, %entry ], [ %more, %latch ]
  store float 0.0, ptr addrspace(1) %p
  store float 0.0, ptr addrspace(1) %r
  call void @weft.barrier()
  %next = getelementptr float, ptr addrspace(1) %p, i64 %lx
  %odd = icmp ult i64 %lx, 4
  br i1 %odd, label %some, label %join
some:
  %further = getelementptr float, ptr addrspace(1) %r, i64 %step
  br label %join
join:
  %chosen = phi ptr addrspace(1) [ %r, %loop ], [ %further, %some ]
  br label %inner
inner:
  %u = phi ptr addrspace(1) [ %t, %join ], [ %u.next, %inner ]
  %j = phi i64 [ 0, %join ], [ %j.more, %inner ]
  store float 0.0, ptr addrspace(1) %u
  %u.next = getelementptr float, ptr addrspace(1) %u, i64 %step
  %j.more = add i64 %j, 1
  %inner.again = icmp ult i64 %j.more, %lx
  br i1 %inner.again, label %inner, label %latch
latch:
  %last = phi ptr addrspace(1) [ %u.next, %inner ]
  %more = add i64 %i, 1
  %again = icmp ult i64 %more, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

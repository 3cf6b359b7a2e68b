; A loop that another work-item may have to end gives it its turn; one that ends by itself does not.
; RUN: %weft-opt -passes=weft-emit-fibers -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; while (atomic_load(p) != 1) ;
; CHECK-LABEL: define internal void @flag.item(
; CHECK: wait:
; CHECK-NEXT: [[FIELD:%.*]] = getelementptr inbounds i8, ptr %thread, i64 96
; CHECK-NEXT: [[YIELD:%.*]] = load ptr, ptr [[FIELD]]
; CHECK-NEXT: call void [[YIELD]](ptr %thread)
define internal void @flag.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %p) {
entry:
  br label %wait
wait:
  %v = load atomic i32, ptr addrspace(1) %p seq_cst, align 4
  %ready = icmp eq i32 %v, 1
  br i1 %ready, label %done, label %wait
done:
  ret void
}

; A loop with a bound that looks at a flag, too, and one that leaves by a branch behind another.
; CHECK-LABEL: define internal void @bounded.item(
; CHECK: head:
; CHECK: call void {{%.*}}(ptr %thread)
; CHECK: behind:
; CHECK: call void {{%.*}}(ptr %thread)
define internal void @bounded.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %p, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %latch, label %middle
latch:
  %next = add i32 %i, 1
  %v = load volatile i32, ptr addrspace(1) %p
  %set = icmp eq i32 %v, 0
  br i1 %set, label %head, label %middle
middle:
  br label %behind
behind:
  %k = phi i32 [ 0, %middle ], [ %k.next, %back ], [ %k.next, %test ]
  %k.next = add i32 %k, 1
  %w = load atomic i32, ptr addrspace(1) %p monotonic, align 4
  %seen = icmp eq i32 %w, 2
  br i1 %seen, label %test, label %back
back:
  br label %behind
test:
  %enough = icmp ugt i32 %k, 3
  br i1 %enough, label %done, label %behind
done:
  ret void
}

; do old = lock; while (!compare_exchange(lock, 0, 1)): whoever holds the lock must go on.
; CHECK-LABEL: define internal void @lock.item(
; CHECK: try:
; CHECK: call void {{%.*}}(ptr %thread)
define internal void @lock.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(3) %p) {
entry:
  br label %try
try:
  %pair = cmpxchg ptr addrspace(3) %p, i32 0, i32 1 seq_cst seq_cst
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %done, label %try
done:
  ret void
}

; A sum by exchanges, once with what the exchange has found and once with what is loaded.
; CHECK-LABEL: define internal void @exchange.item(
; CHECK-NOT: call void {{%.*}}(ptr %thread)
; CHECK: ret void
define internal void @exchange.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %p) {
entry:
  %first = load i32, ptr addrspace(1) %p
  br label %try
try:
  %old = phi i32 [ %first, %entry ], [ %found, %try ]
  %sum = add i32 %old, 7
  %pair = cmpxchg ptr addrspace(1) %p, i32 %old, i32 %sum seq_cst seq_cst
  %found = extractvalue { i32, i1 } %pair, 0
  %made = extractvalue { i32, i1 } %pair, 1
  br i1 %made, label %again, label %try
again:
  %seen = load volatile i32, ptr addrspace(1) %p
  %more = add i32 %seen, 7
  %pair2 = cmpxchg ptr addrspace(1) %p, i32 %seen, i32 %more seq_cst seq_cst
  %found2 = extractvalue { i32, i1 } %pair2, 0
  %same = icmp eq i32 %found2, %seen
  br i1 %same, label %done, label %again
done:
  ret void
}

; A count of atomic operations, of which none decides when it ends; a branch within it.
; CHECK-LABEL: define internal void @count.item(
; CHECK-NOT: call void {{%.*}}(ptr %thread)
; CHECK: ret void
define internal void @count.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %p, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %old = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
  %last = icmp eq i32 %old, 5
  br i1 %last, label %tell, label %latch
tell:
  store i32 %i, ptr addrspace(1) %p
  br label %latch
latch:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %done
done:
  ret void
}

// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where threads that are awake wait for their part of a launch, each at a cache line of its own.
#ifndef WEFT_CPU_POOL_POOL_SEATS_H
#define WEFT_CPU_POOL_POOL_SEATS_H

#include <atomic>
#include <cstdint>
#include <memory>

namespace weft {

struct Job;
struct PoolMember;

// A seat's word says what its owner does, or what others want of it:
//
//   Away       the owner runs something, or there is none
//   Standing   it waits; whoever changes that has it
//   Called     it is to look at the queue
//   Evicted    its slot was taken over by another thread
//   Stale      an offer was withdrawn, which it has not even seen: it has no CPU, perhaps, and gets
//              no more offers until it says that it stands
//   a job      an offer: a range of a launch, and threads to offer others to
//
// Only the owner leaves any state but Standing and an offer. What is offered it takes by a change
// to Away; so an offer that is not taken can be withdrawn.
class Seats {
public:
  enum Word : uint64_t { Away, Standing, Called, Evicted, Stale, FirstOffer };

  explicit Seats(unsigned count) : seats(new Seat[count]), owners(new PoolMember *[count]()) {}

  std::atomic<uint64_t> &word(unsigned seat) { return seats[seat].word; }
  // Guarded by the pool's mutex.
  PoolMember *&owner(unsigned seat) { return owners[seat]; }

  bool replace(unsigned seat, uint64_t old, uint64_t now) {
    return seats[seat].word.compare_exchange_strong(old, now, std::memory_order_seq_cst);
  }
  bool stands(unsigned seat) const {
    return seats[seat].word.load(std::memory_order_seq_cst) == Standing;
  }

  // The upper 16 bits of addresses are free.
  static uint64_t offer(const Job &job, unsigned span) {
    return reinterpret_cast<uint64_t>(&job) | uint64_t(span) << 48;
  }
  static Job *jobOf(uint64_t offer) { return reinterpret_cast<Job *>(offer << 16 >> 16); }
  static unsigned spanOf(uint64_t offer) { return unsigned(offer >> 48); }

private:
  // Two lines: CPUs fetch them in pairs.
  struct alignas(128) Seat {
    std::atomic<uint64_t> word{Away};
  };
  std::unique_ptr<Seat[]> seats;
  std::unique_ptr<PoolMember *[]> owners;
};

} // namespace weft
#endif

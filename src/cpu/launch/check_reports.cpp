// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/launch/check_reports.h"

#include "check/objects.h"
#include "check/released.h"
#include "check/unwritten.h"
#include "core/checked_launch.h"
#include "cpu/launch/check_subjects.h"
#include "cpu/launch/race_checks.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

namespace weft {
namespace {

const ThreadChecks &checksOf(const weft_check_launch *record) {
  return static_cast<const ThreadChecks &>(*record);
}

weft_check_found find(const weft_check_launch *record, const void *pointer, uint32_t) {
  const CheckedLaunch *launch = checksOf(record).launch->checked;
  return launch ? launch->find(pointer) : weft_check_found{0, WEFT_CHECK_UNKNOWN_SIZE};
}

// Of a launch whose kernel keeps account of it; 0: it does not, or has no local memory.
uint64_t localToUnwritten(const KernelLaunch &launch) {
  constexpr uint64_t Align = WEFT_ABI_ALIGNMENT;
  return check::enabled(check::Kind::Init) ? (launch.local_bytes + Align - 1) / Align * Align : 0;
}

bool isLocal(const ThreadChecks &checks, const void *pointer) {
  return uintptr_t(pointer) - uintptr_t(checks.local) < checks.launch->local_bytes;
}

int64_t findUnwritten(const weft_check_launch *record, const void *pointer) {
  const ThreadChecks &checks = checksOf(record);
  return isLocal(checks, pointer) ? int64_t(checks.local_to_unwritten)
                                  : check::distanceToUnwritten(pointer);
}

void written(const weft_check_launch *record, const void *pointer) {
  const ThreadChecks &checks = checksOf(record);
  if (isLocal(checks, pointer))
    std::memset(checks.local + checks.local_to_unwritten, 0, checks.launch->local_bytes);
  else
    check::noteAllWritten(pointer);
}

weft_check_shadow findShadow(const weft_check_launch *record, const void *pointer, uint64_t size) {
  return checksOf(record).shadowOf(pointer, size);
}

// What is wrong with an access; numbers for keys.
enum class Fault : unsigned { Null, Before, Behind, Misaligned, NotAllowed, Mapped, Released };

// What was at the object's address before the host has released it.
std::optional<check::Released> releasedAt(const Subject &of) {
  if (of.size || of.wholeSize() || !of.address || !check::enabled(check::Kind::Memory))
    return std::nullopt;
  return check::releasedAt(static_cast<const char *>(of.address) - of.offset);
}

Fault faultOf(const Subject &of) {
  // Of an argument that is null its "allocation" begins there.
  if (of.object->kind == WEFT_OBJECT_NULL ||
      (of.size == 0 && of.wholeSize() == 0 &&
       reinterpret_cast<uintptr_t>(of.address) == uintptr_t(of.offset)))
    return Fault::Null;
  if (releasedAt(of))
    return Fault::Released;
  if (of.isWithin(of.size))
    return Fault::Misaligned;
  if (of.isWithin(of.wholeSize()))
    return of.argument() && of.argument()->mapped ? Fault::Mapped : Fault::NotAllowed;
  return of.offset < 0 ? Fault::Before : Fault::Behind;
}

const char *verb(uint32_t access) {
  switch (access) {
  case WEFT_ACCESS_READ:
    return "read";
  case WEFT_ACCESS_WRITE:
    return "write";
  default:
    return "atomic operation";
  }
}

std::string accessMessage(const Subject &of, Fault fault, const check::Object &object) {
  const std::string access = verb(of.site.access);
  const std::string name = object.name.empty() ? object.what : "'" + object.name + "'";
  switch (fault) {
  case Fault::Null:
    return access + " through a null pointer";
  case Fault::Before:
    return access + " before the beginning of " + name;
  case Fault::Behind:
    return access + " behind the end of " + name;
  case Fault::Misaligned:
    return "misaligned " + access + " in " + name + ": the address is no multiple of " +
           std::to_string(of.site.align);
  case Fault::Mapped:
    return access + (of.site.access == WEFT_ACCESS_READ ? " of " : " to ") + name +
           ", which the host has mapped for " +
           (of.argument()->mapped->writing ? "writing" : "reading");
  case Fault::Released:
    return access + " of memory that was released";
  case Fault::NotAllowed:
    return access + (of.site.access == WEFT_ACCESS_READ ? " of " : " to ") + name + ", which is " +
           (of.site.access == WEFT_ACCESS_READ ? "write-only" : "read-only");
  }
  return "";
}

std::string eventMessage(const Subject &of) {
  const weft_check_site &site = of.site;
  const std::string bits = std::to_string(site.bytes * 8);
  switch (site.event) {
  case WEFT_FOUND_DIVISION_BY_ZERO:
    return "division by zero";
  case WEFT_FOUND_DIVISION_OVERFLOW:
    return "division of the least " + bits + "-bit number by -1";
  case WEFT_FOUND_SHIFT:
    return "shift of a " + bits + "-bit number by " + bits +
           " or more: OpenCL C takes the amount modulo " + bits;
  case WEFT_FOUND_CONVERSION:
    return "conversion of a number that " + bits + " bits do not hold";
  case WEFT_FOUND_IMAGE_READ:
    return "read outside of the image";
  case WEFT_FOUND_IMAGE_WRITE:
    return "write outside of the image";
  case WEFT_FOUND_UNWAITED:
    return "work-item returns without wait_group_events for a copy that was begun";
  case WEFT_FOUND_ARGUMENTS:
    return "work-items of a group come here with different arguments";
  case WEFT_FOUND_SUB_GROUP:
    return "sub-group function that other work-items of the sub-group do not come to";
  case WEFT_FOUND_EVENT:
    return "event that is of no copy of the group";
  case WEFT_FOUND_INDEX:
    return "index " + std::to_string(of.offset) + " in an array or vector of " +
           std::to_string(of.size);
  case WEFT_FOUND_NAN:
    return "NaN made of finite numbers";
  case WEFT_FOUND_INFINITY:
    return "infinity made of finite numbers";
  default:
    return "unknown event";
  }
}

// What a value does that was never written.
const char *unwrittenUse(uint32_t event) {
  switch (event) {
  case WEFT_FOUND_UNWRITTEN_BRANCH:
    return "decides a branch";
  case WEFT_FOUND_UNWRITTEN_ADDRESS:
    return "is part of an address";
  case WEFT_FOUND_UNWRITTEN_STORE:
    return "is stored where the host reads";
  case WEFT_FOUND_UNWRITTEN_ATOMIC:
    return "is what an atomic operation begins with";
  default:
    return nullptr;
  }
}

std::string unwrittenMessage(const weft_check_site &site, const char *use,
                             const std::optional<check::Object> &object) {
  if (!object)
    return std::string("a value that was never written ") + use;
  const std::string name = object->name.empty() ? object->what : "'" + object->name + "'";
  return name +
         (site.access == WEFT_ACCESS_NONE ? " was never written"
                                          : " is read where it was never written") +
         ", and " + use;
}

check::Kind kindOf(uint32_t event) {
  switch (event) {
  case WEFT_FOUND_ACCESS:
  case WEFT_FOUND_IMAGE_READ:
  case WEFT_FOUND_IMAGE_WRITE:
  case WEFT_FOUND_INDEX:
    return check::Kind::Memory;
  case WEFT_FOUND_NAN:
  case WEFT_FOUND_INFINITY:
    return check::Kind::Nan;
  case WEFT_FOUND_BARRIER:
  case WEFT_FOUND_UNWAITED:
  case WEFT_FOUND_ARGUMENTS:
  case WEFT_FOUND_EVENT:
  case WEFT_FOUND_SUB_GROUP:
    return check::Kind::Barrier;
  case WEFT_FOUND_UNWRITTEN_BRANCH:
  case WEFT_FOUND_UNWRITTEN_ADDRESS:
  case WEFT_FOUND_UNWRITTEN_STORE:
  case WEFT_FOUND_UNWRITTEN_ATOMIC:
    return check::Kind::Init;
  default:
    return check::Kind::Arith;
  }
}

// What a work-item hands over that finds the next one elsewhere.
struct Parting {
  const weft_check_site *other; // null: it has returned
  bool in_other_turn;           // it is, or was, at the same barrier
};

std::string describe(const Parting &parting) {
  if (!parting.other)
    return "barrier that other work-items of the group do not come to: they have returned";
  return parting.in_other_turn
             ? "barrier that other work-items of the group do not come to as often"
             : "work-items of a group are at different barriers";
}

// The work-item that comes next in the group, in the linear order of local ids, from the last to
// the first.
void addNeighbour(check::Report &made, const weft_thread &thread, const weft_launch &launch,
                  const uint64_t (&group)[3], const uint64_t (&local)[3],
                  const weft_check_site *site) {
  const uint64_t left_x = launch.global_size[0] - group[0] * launch.local_size[0];
  const uint64_t size[3] = {std::min(left_x, launch.local_size[0]), thread.size_y, thread.size_z};
  uint64_t next[3] = {local[0], local[1], local[2]};
  for (unsigned d = 0; d < 3; ++d) {
    if (++next[d] < size[d])
      break;
    next[d] = 0;
  }
  made.other.emplace();
  made.other->item = itemOf(launch, group, next);
  if (site)
    made.other->site = siteOf(*site, made.other->kernel);
}

void report(weft_thread *thread, const weft_check_site *site, const weft_check_object *object,
            int64_t offset, uint64_t size, const void *address, uint64_t group_x, uint64_t local_x,
            uint64_t local_y, uint64_t local_z) {
  // Code that looks for races, or for what was never written, keeps accesses within their objects.
  if (!check::enabled(kindOf(site->event)))
    return;
  const KernelLaunch &launch = *checksOf(static_cast<const CheckedThread *>(thread)->check).launch;
  const Subject subject{*site, object, launch.checked, offset, size, address};
  const bool is_access = object && site->event == WEFT_FOUND_ACCESS;
  const bool is_barrier = site->event == WEFT_FOUND_BARRIER;
  const Fault fault = is_access ? faultOf(subject) : Fault::Null;
  const uint64_t group[3] = {group_x, thread->group_y, thread->group_z};
  const uint64_t local[3] = {local_x, local_y, local_z};
  const auto make = [&] {
    check::Report made;
    made.kind = kindOf(site->event);
    made.site = siteOf(*site, made.kernel);
    made.item = itemOf(launch.launch, group, local);
    if (is_barrier) {
      const auto *other = reinterpret_cast<const weft_check_site *>(object);
      made.message = describe(Parting{other, other == site});
      addNeighbour(made, *thread, launch.launch, group, local, other);
    } else if (is_access) {
      made.type = accessType(site->access);
      made.bytes = site->bytes;
      made.object = describe(subject);
      if (fault == Fault::Mapped)
        made.object->mapped = subject.argument()->mapped->made;
      if (const auto released = releasedAt(subject)) {
        made.object->what = released->what;
        made.object->size = released->size;
        made.object->made = released->made;
        made.object->released = released->released;
      }
      made.message = accessMessage(subject, fault, *made.object);
    } else if (const char *use = unwrittenUse(site->event)) {
      made.bytes = site->bytes;
      if (object) {
        made.object = describe(subject);
        // It does not always say where in its object a value was read.
        if (!size)
          made.object->offset.reset();
        if (!made.object->size.value_or(0))
          made.object->size.reset();
      }
      made.message = unwrittenMessage(*site, use, made.object);
    } else {
      made.message = eventMessage(subject);
    }
    return made;
  };
  if (launch.checked)
    launch.checked->take({site, object, unsigned(fault)}, make);
  else
    check::report(make());
}

// For kernels that the host does not launch, of whose arguments nothing is known: all addresses are
// within.
struct UnknownArgs {
  // More than fit into CL_DEVICE_MAX_PARAMETER_SIZE.
  weft_check_bounds all[1024];
  constexpr UnknownArgs() : all() {
    for (weft_check_bounds &one : all)
      one = {0, WEFT_CHECK_UNKNOWN_SIZE, WEFT_CHECK_UNKNOWN_SIZE, 0, 0, 0, 0};
  }
};
constexpr UnknownArgs unknown_args;

} // namespace

static_assert(sizeof(CheckedThread) == WEFT_CHECK_LAUNCH_OFFSET + sizeof(void *));

ThreadChecks::ThreadChecks()
    : weft_check_launch{nullptr, weft::find, weft::report,        noteAccess,    0,         0, 0, 0,
                        0,       0,          weft::findUnwritten, weft::written, findShadow} {}

weft_check_shadow ThreadChecks::shadowOf(const void *pointer, uint64_t size) const {
  if (!races || !launch->checked)
    return {};
  Known &known = known_shadows[uintptr_t(pointer) / sizeof(uint64_t) % known_shadows.size()];
  if (known.pointer != pointer || known.size != size) {
    const weft_check_found at =
        size ? weft_check_found{uintptr_t(pointer), size} : launch->checked->find(pointer);
    known = {pointer, size, races->find(at.begin, at.size)};
  }
  return known.shadow;
}

uint64_t localRoom(const KernelLaunch &launch) {
  const uint64_t beside = localToUnwritten(launch);
  return beside ? 2 * beside : launch.local_bytes;
}

void ThreadChecks::begin(const KernelLaunch &of, char *local) {
  launch = &of;
  if (of.checked)
    of.checked->begin();
  races = of.checked ? of.checked->races() : nullptr;
  known_shadows = {};
  local_shadow = 0;
  if (races) [[unlikely]]
    beginRaces();
  args = of.checked ? of.checked->args() : unknown_args.all;
  this->local = local;
  local_to_unwritten = localToUnwritten(of);
}

void ThreadChecks::beginGroup() {
  // What the context promises to be zeros is as good as written.
  if (local_to_unwritten)
    std::memset(local + local_to_unwritten, launch->clear_local ? 0 : -1, launch->local_bytes);
}

void ThreadChecks::beginRaces() {
  segment_bits = races->segmentBits();
  last_segment = (uint64_t(1) << segment_bits) - 1;
  global_base = races->base();
  const uint64_t bytes = launch->local_bytes;
  if (!shadow_of_local || shadow_of_local->capacity() < bytes)
    shadow_of_local = check::Shadow::create(bytes);
  if (!shadow_of_local)
    return;
  local_base = check::takeSegments(races->segments(), &shadow_of_local, 1);
  local_shadow = reinterpret_cast<uintptr_t>(shadow_of_local->words());
}

} // namespace weft

// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An OpenCL layer (OPENCL_LAYERS=libkernel_times.so) that times a program's kernels by the driver's
// own clock and keeps what the program reads back:
//
//   WEFT_SUITES_TIMES  file: a line "launches nanoseconds name" for each kernel, at the end a line
//                      "unread N" if N launches ended after the last call that could tell
//   WEFT_SUITES_READS  file: what was read back, the last 64 MB, as a size (8 bytes) and the bytes
//   WEFT_SUITES_SOURCES  folder, which exists: N.cl and N.options of the Nth program that is built
//
// The first two are written when the process ends. Nothing calls the driver then: it may be gone.

#include <CL/cl_layer.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr size_t ReadsLimit = size_t(64) << 20; // bytes kept
constexpr size_t PendingLimit = 1024;           // events, before complete ones are looked for

struct Total {
  uint64_t Launches = 0, Nanoseconds = 0;
};

// A command that may not be complete: a launch, or a read whose bytes are to be kept.
struct Pending {
  cl_event Event; // retained
  std::string Kernel;
  const void *Bytes;
  size_t Size;
};

struct State {
  std::mutex Mutex; // guards what follows
  std::map<std::string, Total> Totals;
  std::vector<Pending> Commands;
  size_t PendingReads = 0;
  size_t Threshold = PendingLimit;
  std::deque<std::string> Reads;
  size_t ReadBytes = 0;
  std::string TimesFile, ReadsFile, SourcesFolder;
  unsigned Built = 0; // programs, for the names of files
};

// Never destroyed: other threads may still launch while the process ends.
State &state() {
  static State *Instance = new State;
  return *Instance;
}

cl_icd_dispatch Next;  // the driver's functions, or those of the next layer
cl_icd_dispatch Layer; // ours, and for the rest those

void keep(State &S, const void *Bytes, size_t Size) {
  if (S.ReadsFile.empty() || !Bytes || !Size)
    return;
  if (Size > ReadsLimit) {
    Bytes = static_cast<const char *>(Bytes) + (Size - ReadsLimit);
    Size = ReadsLimit;
  }
  S.Reads.emplace_back(static_cast<const char *>(Bytes), Size);
  for (S.ReadBytes += Size; S.ReadBytes > ReadsLimit; S.Reads.pop_front())
    S.ReadBytes -= S.Reads.front().size();
}

bool isComplete(cl_event Event, bool &Failed) {
  cl_int Status = CL_QUEUED;
  cl_int Error = Next.clGetEventInfo(Event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(Status),
                                     &Status, nullptr);
  Failed = Error != CL_SUCCESS || Status < 0;
  return Failed || Status == CL_COMPLETE;
}

void add(State &S, const Pending &Launch) {
  cl_ulong Start = 0, End = 0;
  if (Next.clGetEventProfilingInfo(Launch.Event, CL_PROFILING_COMMAND_START, sizeof(Start), &Start,
                                   nullptr) ||
      Next.clGetEventProfilingInfo(Launch.Event, CL_PROFILING_COMMAND_END, sizeof(End), &End,
                                   nullptr))
    return;
  Total &Sum = S.Totals[Launch.Kernel];
  ++Sum.Launches;
  Sum.Nanoseconds += End - Start;
}

// Takes the commands that are complete off the list. It calls the driver with the lock held; that
// is sound as no callback of ours is registered with it.
void harvest() {
  State &S = state();
  std::lock_guard<std::mutex> Lock(S.Mutex);
  std::vector<Pending> Left;
  for (Pending &Command : S.Commands) {
    bool Failed = false;
    if (!isComplete(Command.Event, Failed)) {
      Left.push_back(std::move(Command));
      continue;
    }
    if (Command.Bytes)
      --S.PendingReads;
    if (!Failed && Command.Bytes)
      keep(S, Command.Bytes, Command.Size);
    else if (!Failed)
      add(S, Command);
    Next.clReleaseEvent(Command.Event);
  }
  S.Commands = std::move(Left);
  // Twice what is left, so that looking stays linear in the number of commands.
  S.Threshold = std::max(PendingLimit, 2 * S.Commands.size());
}

// Puts a command on the list. `Asked` is where the program wants its event, or null: then the event
// is ours alone.
void remember(cl_event Event, cl_event *Asked, Pending Command) {
  if (Asked) {
    *Asked = Event;
    Next.clRetainEvent(Event);
  }
  Command.Event = Event;
  State &S = state();
  bool Many;
  {
    std::lock_guard<std::mutex> Lock(S.Mutex);
    S.PendingReads += Command.Bytes != nullptr;
    S.Commands.push_back(std::move(Command));
    Many = S.Commands.size() >= S.Threshold;
  }
  if (Many)
    harvest();
}

std::string nameOf(cl_kernel Kernel) {
  char Name[512] = "?";
  size_t Size = 0;
  Next.clGetKernelInfo(Kernel, CL_KERNEL_FUNCTION_NAME, sizeof(Name), Name, &Size);
  return Name;
}

// Files. A destructor of the library rather than atexit(): programs may launch in handlers of
// theirs.
__attribute__((destructor)) void write() {
  State &S = state();
  std::lock_guard<std::mutex> Lock(S.Mutex);
  if (FILE *File = S.TimesFile.empty() ? nullptr : fopen(S.TimesFile.c_str(), "w")) {
    for (const auto &[Name, Sum] : S.Totals)
      fprintf(File, "%llu %llu %s\n", static_cast<unsigned long long>(Sum.Launches),
              static_cast<unsigned long long>(Sum.Nanoseconds), Name.c_str());
    if (size_t Unread = S.Commands.size() - S.PendingReads)
      fprintf(File, "unread %zu\n", Unread);
    fclose(File);
  }
  if (FILE *File = S.ReadsFile.empty() ? nullptr : fopen(S.ReadsFile.c_str(), "wb")) {
    for (const std::string &Bytes : S.Reads) {
      uint64_t Size = Bytes.size();
      fwrite(&Size, sizeof(Size), 1, File);
      fwrite(Bytes.data(), 1, Size, File);
    }
    fclose(File);
  }
}

void writeText(const std::string &Path, const std::string &Text) {
  if (FILE *File = fopen(Path.c_str(), "w")) {
    fwrite(Text.data(), 1, Text.size(), File);
    fclose(File);
  }
}

CL_API_ENTRY cl_int CL_API_CALL buildProgram(cl_program Program, cl_uint Count,
                                             const cl_device_id *Devices, const char *Options,
                                             void(CL_CALLBACK *Notify)(cl_program, void *),
                                             void *Data) {
  State &S = state();
  size_t Size = 0;
  Next.clGetProgramInfo(Program, CL_PROGRAM_SOURCE, 0, nullptr, &Size);
  if (!S.SourcesFolder.empty() && Size > 1) {
    std::string Source(Size, 0);
    Next.clGetProgramInfo(Program, CL_PROGRAM_SOURCE, Size, Source.data(), nullptr);
    Source.pop_back(); // its zero
    std::lock_guard<std::mutex> Lock(S.Mutex);
    const std::string Name = S.SourcesFolder + "/" + std::to_string(S.Built++);
    writeText(Name + ".cl", Source);
    writeText(Name + ".options", Options ? Options : "");
  }
  return Next.clBuildProgram(Program, Count, Devices, Options, Notify, Data);
}

CL_API_ENTRY cl_command_queue CL_API_CALL createQueue(cl_context Context, cl_device_id Device,
                                                      cl_command_queue_properties Properties,
                                                      cl_int *Error) {
  return Next.clCreateCommandQueue(Context, Device, Properties | CL_QUEUE_PROFILING_ENABLE, Error);
}

CL_API_ENTRY cl_command_queue CL_API_CALL createQueueWithProperties(
    cl_context Context, cl_device_id Device, const cl_queue_properties *Properties, cl_int *Error) {
  std::vector<cl_queue_properties> Wanted;
  cl_queue_properties Flags = 0;
  for (const auto *P = Properties; P && *P; P += 2) {
    if (P[0] == CL_QUEUE_PROPERTIES)
      Flags = P[1];
    else
      Wanted.insert(Wanted.end(), P, P + 2);
  }
  // Nothing of what a queue of the device runs has an event of the host's.
  if (Flags & CL_QUEUE_ON_DEVICE)
    return Next.clCreateCommandQueueWithProperties(Context, Device, Properties, Error);
  Wanted.insert(Wanted.end(), {CL_QUEUE_PROPERTIES, Flags | CL_QUEUE_PROFILING_ENABLE, 0});
  return Next.clCreateCommandQueueWithProperties(Context, Device, Wanted.data(), Error);
}

CL_API_ENTRY cl_int CL_API_CALL launch(cl_command_queue Queue, cl_kernel Kernel, cl_uint Dimensions,
                                       const size_t *Offset, const size_t *Global,
                                       const size_t *Local, cl_uint WaitCount, const cl_event *Wait,
                                       cl_event *Asked) {
  cl_event Event = nullptr;
  cl_int Error = Next.clEnqueueNDRangeKernel(Queue, Kernel, Dimensions, Offset, Global, Local,
                                             WaitCount, Wait, &Event);
  if (Error == CL_SUCCESS)
    remember(Event, Asked, {nullptr, nameOf(Kernel), nullptr, 0});
  return Error;
}

CL_API_ENTRY cl_int CL_API_CALL launchTask(cl_command_queue Queue, cl_kernel Kernel,
                                           cl_uint WaitCount, const cl_event *Wait,
                                           cl_event *Asked) {
  cl_event Event = nullptr;
  cl_int Error = Next.clEnqueueTask(Queue, Kernel, WaitCount, Wait, &Event);
  if (Error == CL_SUCCESS)
    remember(Event, Asked, {nullptr, nameOf(Kernel), nullptr, 0});
  return Error;
}

// After a blocking command: what came before it, then its own bytes.
void harvestAndKeep(const void *Bytes, size_t Size) {
  harvest();
  State &S = state();
  std::lock_guard<std::mutex> Lock(S.Mutex);
  keep(S, Bytes, Size);
}

CL_API_ENTRY cl_int CL_API_CALL readBuffer(cl_command_queue Queue, cl_mem Buffer, cl_bool Blocking,
                                           size_t Offset, size_t Size, void *Bytes,
                                           cl_uint WaitCount, const cl_event *Wait,
                                           cl_event *Asked) {
  cl_event Event = nullptr;
  cl_int Error = Next.clEnqueueReadBuffer(Queue, Buffer, Blocking, Offset, Size, Bytes, WaitCount,
                                          Wait, Blocking ? Asked : &Event);
  if (Error != CL_SUCCESS)
    return Error;
  if (Blocking)
    harvestAndKeep(Bytes, Size);
  else
    remember(Event, Asked, {nullptr, "", Bytes, Size});
  return Error;
}

CL_API_ENTRY void *CL_API_CALL mapBuffer(cl_command_queue Queue, cl_mem Buffer, cl_bool Blocking,
                                         cl_map_flags Flags, size_t Offset, size_t Size,
                                         cl_uint WaitCount, const cl_event *Wait, cl_event *Asked,
                                         cl_int *ErrorOut) {
  cl_event Event = nullptr;
  // Who maps for reading and writing is about to fill a buffer: what is in it may be anything.
  bool Result = (Flags & CL_MAP_READ) && !(Flags & CL_MAP_WRITE);
  bool Later = Result && !Blocking;
  void *Bytes = Next.clEnqueueMapBuffer(Queue, Buffer, Blocking, Flags, Offset, Size, WaitCount,
                                        Wait, Later ? &Event : Asked, ErrorOut);
  if (!Bytes)
    return nullptr;
  if (Later)
    remember(Event, Asked, {nullptr, "", Bytes, Size});
  else if (Blocking)
    harvestAndKeep(Result ? Bytes : nullptr, Size);
  return Bytes;
}

// From here on the program may change what it mapped.
CL_API_ENTRY cl_int CL_API_CALL unmap(cl_command_queue Queue, cl_mem Object, void *Bytes,
                                      cl_uint WaitCount, const cl_event *Wait, cl_event *Asked) {
  harvest();
  return Next.clEnqueueUnmapMemObject(Queue, Object, Bytes, WaitCount, Wait, Asked);
}

CL_API_ENTRY cl_int CL_API_CALL finish(cl_command_queue Queue) {
  cl_int Error = Next.clFinish(Queue);
  harvest();
  return Error;
}

CL_API_ENTRY cl_int CL_API_CALL waitForEvents(cl_uint Count, const cl_event *Events) {
  cl_int Error = Next.clWaitForEvents(Count, Events);
  harvest();
  return Error;
}

// Programs that poll learn here that a read is complete.
CL_API_ENTRY cl_int CL_API_CALL getEventInfo(cl_event Event, cl_event_info Name, size_t Size,
                                             void *Value, size_t *SizeOut) {
  cl_int Error = Next.clGetEventInfo(Event, Name, Size, Value, SizeOut);
  State &S = state();
  bool Reads;
  {
    std::lock_guard<std::mutex> Lock(S.Mutex);
    Reads = S.PendingReads != 0;
  }
  if (Reads && Name == CL_EVENT_COMMAND_EXECUTION_STATUS)
    harvest();
  return Error;
}

// Often the last call of a program that says anything. A queue with commands in it lives on in
// them, so waiting changes nothing that the program could see.
CL_API_ENTRY cl_int CL_API_CALL releaseQueue(cl_command_queue Queue) {
  Next.clFinish(Queue);
  harvest();
  return Next.clReleaseCommandQueue(Queue);
}

} // namespace

extern "C" __attribute__((visibility("default"))) cl_int CL_API_CALL
clGetLayerInfo(cl_layer_info Name, size_t Size, void *Value, size_t *SizeOut) {
  static const char LayerName[] = "Weft kernel times";
  static const cl_layer_api_version Version = CL_LAYER_API_VERSION_100;
  if (Name != CL_LAYER_API_VERSION && Name != CL_LAYER_NAME)
    return CL_INVALID_VALUE;
  const bool IsName = Name == CL_LAYER_NAME;
  const size_t Needed = IsName ? sizeof(LayerName) : sizeof(Version);
  if (Value && Size < Needed)
    return CL_INVALID_VALUE;
  const char *From = IsName ? LayerName : reinterpret_cast<const char *>(&Version);
  if (Value)
    std::copy(From, From + Needed, static_cast<char *>(Value));
  if (SizeOut)
    *SizeOut = Needed;
  return CL_SUCCESS;
}

extern "C" __attribute__((visibility("default"))) cl_int CL_API_CALL
clInitLayer(cl_uint Count, const cl_icd_dispatch *Target, cl_uint *CountOut,
            const cl_icd_dispatch **LayerOut) {
  constexpr cl_uint Entries = sizeof(cl_icd_dispatch) / sizeof(void *);
  if (!Target || !CountOut || !LayerOut || Count < Entries)
    return CL_INVALID_VALUE;
  for (auto [Variable, Into] : {std::pair("WEFT_SUITES_TIMES", &state().TimesFile),
                                std::pair("WEFT_SUITES_READS", &state().ReadsFile),
                                std::pair("WEFT_SUITES_SOURCES", &state().SourcesFolder)})
    if (const char *File = getenv(Variable))
      *Into = File;
  Next = *Target;
  Layer = *Target;
  Layer.clBuildProgram = buildProgram;
  Layer.clCreateCommandQueue = createQueue;
  Layer.clCreateCommandQueueWithProperties = createQueueWithProperties;
  Layer.clEnqueueNDRangeKernel = launch;
  Layer.clEnqueueTask = launchTask;
  Layer.clEnqueueReadBuffer = readBuffer;
  Layer.clEnqueueMapBuffer = mapBuffer;
  Layer.clEnqueueUnmapMemObject = unmap;
  Layer.clFinish = finish;
  Layer.clWaitForEvents = waitForEvents;
  Layer.clGetEventInfo = getEventInfo;
  Layer.clReleaseCommandQueue = releaseQueue;
  *CountOut = Entries;
  *LayerOut = &Layer;
  return CL_SUCCESS;
}

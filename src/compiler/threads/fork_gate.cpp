// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/threads/fork_gate.h"

#include <mutex>
#include <pthread.h>

namespace weft {
namespace {

// Plain C objects: they outlive static destructors.
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
unsigned compiles = 0;
unsigned forking = 0;

// Holds the mutex until after the fork, so that no other thread does.
void beforeFork() {
  pthread_mutex_lock(&mutex);
  ++forking;
  while (compiles)
    pthread_cond_wait(&changed, &mutex);
}

void afterFork() {
  --forking;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
}

void afterForkInChild() {
  forking = 0;                        // others may have wanted to fork
  changed = PTHREAD_COND_INITIALIZER; // nor do those that wait live here
  pthread_mutex_unlock(&mutex);
}

} // namespace

ForkGate::ForkGate() {
  static std::once_flag once;
  std::call_once(once, [] { pthread_atfork(beforeFork, afterFork, afterForkInChild); });
  pthread_mutex_lock(&mutex);
  while (forking)
    pthread_cond_wait(&changed, &mutex);
  ++compiles;
  pthread_mutex_unlock(&mutex);
}

ForkGate::~ForkGate() {
  pthread_mutex_lock(&mutex);
  --compiles;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
}

} // namespace weft

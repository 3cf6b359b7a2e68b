# What runs kernels: the worker pool, the launcher and its fibers, printf. No compiler, no loader.
add_library(weft_cpu_run STATIC
  ${CMAKE_CURRENT_LIST_DIR}/arena.cpp
  ${CMAKE_CURRENT_LIST_DIR}/fibers.cpp
  ${CMAKE_CURRENT_LIST_DIR}/fiber_switch.S
  ${CMAKE_CURRENT_LIST_DIR}/group_ranges.cpp
  ${CMAKE_CURRENT_LIST_DIR}/launcher.cpp
  ${CMAKE_CURRENT_LIST_DIR}/pool_job.cpp
  ${CMAKE_CURRENT_LIST_DIR}/pool_process.cpp
  ${CMAKE_CURRENT_LIST_DIR}/pool_queue.cpp
  ${CMAKE_CURRENT_LIST_DIR}/print_format.cpp
  ${CMAKE_CURRENT_LIST_DIR}/worker_pool.cpp)
target_link_libraries(weft_cpu_run PUBLIC weft_core PRIVATE weft_support)

# What runs kernels: the worker pool, the launcher and its fibers, printf. No compiler, no loader.
add_library(weft_cpu_run STATIC
  ${CMAKE_CURRENT_LIST_DIR}/worker_pool.cpp)
target_include_directories(weft_cpu_run PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(weft_cpu_run PUBLIC weft_core PRIVATE weft_support)

# Packages: `cpack` in a configured build (./dev package configures one for it). SOURCE_DATE_EPOCH
# is the time of everything in them, so the same sources give the same bytes.
set(CPACK_PACKAGE_NAME weft)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR "Weft project")
set(CPACK_PACKAGE_CONTACT "Weft project <weft@weft.invalid>")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_SET_DESTDIR ON) # weft.icd is outside the prefix
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES OFF) # they are, by the linker
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_SOURCE_DIR}/staged.cmake)

set(CPACK_COMPONENTS_ALL runtime tools development documentation)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_COMPONENT_RUNTIME_GROUP icd)
set(CPACK_COMPONENT_TOOLS_GROUP tools)
set(CPACK_COMPONENT_DEVELOPMENT_GROUP tools)
set(CPACK_COMPONENT_DOCUMENTATION_GROUP doc)
set(weft_icd_package weft-opencl-icd)
set(weft_tools_package weft-tools)
set(weft_doc_package weft-doc)
set(weft_icd_summary "OpenCL driver for CPUs")
set(weft_tools_summary "offline compiler of the OpenCL driver Weft")
set(weft_doc_summary "documentation of the OpenCL driver Weft")
set(weft_icd_text "Weft runs OpenCL 3.1 programs on the cores and SIMD lanes of the CPU.
No GPU is needed. LLVM and Clang are inside, hidden from programs.")
set(weft_tools_text "weftc compiles OpenCL C and SPIR-V ahead of time to binaries of
programs, and says how a kernel runs and why.")
set(weft_doc_text "What the driver does, how, and how to use it: a guide, variables of the
environment, troubleshooting, figures.")
# The oldest C library that the files run with.
set(weft_glibc ${WEFT_GLIBC})
if(NOT weft_glibc)
  execute_process(COMMAND getconf GNU_LIBC_VERSION OUTPUT_VARIABLE weft_glibc)
  string(REGEX REPLACE "[^0-9.]" "" weft_glibc "${weft_glibc}")
endif()

# Else those of the machine that builds.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
  set(CPACK_RPM_PACKAGE_ARCHITECTURE aarch64)
endif()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_ICD_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_ICD_PACKAGE_DEPENDS "libc6 (>= ${weft_glibc})")
set(CPACK_DEBIAN_ICD_PACKAGE_RECOMMENDS "ocl-icd-libopencl1 | libopencl1")
set(CPACK_DEBIAN_ICD_PACKAGE_PROVIDES opencl-icd)
set(CPACK_DEBIAN_ICD_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_SOURCE_DIR}/debian/conffiles)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS
  "libc6 (>= ${weft_glibc}), ${weft_icd_package} (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_DOC_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)

set(CPACK_RPM_COMPONENT_INSTALL ON)
set(CPACK_RPM_PACKAGE_RELOCATABLE OFF)
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_COMPRESSION_TYPE xz)
set(CPACK_RPM_PACKAGE_LICENSE "Apache-2.0 WITH LLVM-exception")
set(CPACK_RPM_PACKAGE_GROUP Unspecified)
set(CPACK_RPM_TOOLS_PACKAGE_REQUIRES "${weft_icd_package} = ${PROJECT_VERSION}")
set(CPACK_RPM_DOC_PACKAGE_ARCHITECTURE noarch)
set(CPACK_RPM_ICD_USER_FILELIST "%config(noreplace) /etc/OpenCL/vendors/weft.icd")
set(CPACK_RPM_SPEC_MORE_DEFINE "%define _buildhost weft
%define use_source_date_epoch_as_buildtime 1
%define clamp_mtime_to_source_date_epoch 1
%define _build_id_links none
%define __os_install_post %{nil}")
set(CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION /etc /etc/OpenCL /etc/OpenCL/vendors
  /usr/lib/pkgconfig /usr/share/man /usr/share/man/man1 /usr/share/man/man7)

foreach(group icd tools doc)
  string(TOUPPER ${group} upper)
  set(package ${weft_${group}_package})
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${weft_${group}_summary}\n${weft_${group}_text}")
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package})
  set(CPACK_RPM_${upper}_PACKAGE_NAME ${package})
  set(CPACK_RPM_${upper}_PACKAGE_SUMMARY "${weft_${group}_summary}")
  set(CPACK_RPM_${upper}_PACKAGE_DESCRIPTION "${weft_${group}_text}")
endforeach()

# The tarball and the wheel: all components, in one folder that may lie anywhere.
set(CPACK_EXTERNAL_ENABLE_STAGING ON)
set(CPACK_EXTERNAL_PACKAGE_SCRIPT ${CMAKE_CURRENT_SOURCE_DIR}/portable.cmake)

set(CPACK_WEFT_FOLDER ${CMAKE_CURRENT_SOURCE_DIR})
set(CPACK_WEFT_GLIBC ${weft_glibc})
set(CPACK_WEFT_LIBDIR ${CMAKE_INSTALL_LIBDIR})
set(CPACK_WEFT_PROCESSOR ${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_WEFT_PYTHON ${Python3_EXECUTABLE})
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_SOURCE_DIR}/generator.cmake)
include(CPack)

# isl for PolyMem, hidden inside each binary that uses it.
#
# libLLVM exports Polly's isl symbols. A binary that also links a libisl.so
# gets a mixture of two versions, and a plugin always gets libLLVM's. So every
# PolyMem binary carries its own copy, whole and with hidden symbols. It is
# given as a link *option*: CMake orders interface libraries behind libLLVM,
# whose isl would then win.

if(POLYMEM_ISL_ROOT)
  find_library(POLYMEM_ISL_ARCHIVE NAMES libisl.a
    HINTS "${POLYMEM_ISL_ROOT}/lib" NO_DEFAULT_PATH REQUIRED)
  set(POLYMEM_ISL_INCLUDE_DIR "${POLYMEM_ISL_ROOT}/include")
else()
  find_library(POLYMEM_ISL_ARCHIVE NAMES libPollyISL.a
    HINTS "${LLVM_LIBRARY_DIR}" NO_DEFAULT_PATH REQUIRED)
  set(POLYMEM_ISL_INCLUDE_DIR "")
  foreach(dir IN LISTS LLVM_INCLUDE_DIRS)
    if(EXISTS "${dir}/polly/isl/isl-noexceptions.h")
      set(POLYMEM_ISL_INCLUDE_DIR "${dir}/polly")
      break()
    endif()
  endforeach()
endif()
if(NOT EXISTS "${POLYMEM_ISL_INCLUDE_DIR}/isl/isl-noexceptions.h")
  message(FATAL_ERROR
    "isl/isl-noexceptions.h not found. Install LLVM's Polly development files "
    "(Debian: libpolly-22-dev) or set POLYMEM_ISL_ROOT to a static, "
    "position-independent isl.")
endif()
get_filename_component(_isl_archive_name "${POLYMEM_ISL_ARCHIVE}" NAME)

add_library(PolyMemIsl INTERFACE)
target_include_directories(PolyMemIsl SYSTEM BEFORE INTERFACE
  "$<BUILD_INTERFACE:${POLYMEM_ISL_INCLUDE_DIR}>")
target_link_options(PolyMemIsl INTERFACE
  "$<BUILD_INTERFACE:LINKER:--whole-archive,${POLYMEM_ISL_ARCHIVE},--no-whole-archive>"
  "$<BUILD_INTERFACE:LINKER:--exclude-libs,${_isl_archive_name}>")

# isl for PolyMem, hidden inside each binary that uses it.
#
# libLLVM exports Polly's isl symbols. A binary that also links a libisl.so
# gets a mixture of two versions, and a plugin always gets libLLVM's. So every
# PolyMem binary carries its own copy, whole and with hidden symbols. It is
# given as a link *option*: CMake orders interface libraries behind libLLVM,
# whose isl would then win.
#
# Used by PolyMem's own build and, installed, by find_package(PolyMem): the
# archive is looked up where it is linked, so an install tree can move to a
# machine that keeps LLVM elsewhere. docs/design/isl.md has the reasons.

# polymem_embed_isl(<interface target>)
#
# Makes `target` bring isl's headers, and isl itself into every executable,
# shared library and module that links it. POLYMEM_ISL_ROOT names the prefix of
# a stand-alone static, position-independent isl; empty: the one in Polly.
function(polymem_embed_isl target)
  if(POLYMEM_ISL_ROOT)
    find_library(POLYMEM_ISL_ARCHIVE NAMES libisl.a
      HINTS "${POLYMEM_ISL_ROOT}/lib" NO_DEFAULT_PATH REQUIRED)
    set(include_dir "${POLYMEM_ISL_ROOT}/include")
  else()
    find_library(POLYMEM_ISL_ARCHIVE NAMES libPollyISL.a
      HINTS "${LLVM_LIBRARY_DIR}" NO_DEFAULT_PATH)
    set(include_dir "")
    foreach(dir IN LISTS LLVM_INCLUDE_DIRS)
      if(EXISTS "${dir}/polly/isl/isl-noexceptions.h")
        set(include_dir "${dir}/polly")
        break()
      endif()
    endforeach()
  endif()
  if(NOT POLYMEM_ISL_ARCHIVE
      OR NOT EXISTS "${include_dir}/isl/isl-noexceptions.h")
    message(FATAL_ERROR
      "isl was not found. Install LLVM's Polly development files (Debian: "
      "libpolly-22-dev) or set POLYMEM_ISL_ROOT to a static, "
      "position-independent isl with the header isl/isl-noexceptions.h, which "
      "is in the isl of LLVM's sources (polly/lib/External/isl).")
  endif()
  mark_as_advanced(POLYMEM_ISL_ARCHIVE)
  get_filename_component(name "${POLYMEM_ISL_ARCHIVE}" NAME)
  # Functions of isl that are replaced (lib/Polyhedral/Isl/IslRepairs.cpp).
  set(repaired)
  foreach(function isl_basic_map_drop_redundant_divs isl_basic_map_order_divs
                   isl_ctx_next_operation isl_malloc_or_die isl_calloc_or_die
                   isl_realloc_or_die isl_set_coalesce isl_map_coalesce
                   isl_basic_map_remove_redundancies
                   isl_aff_get_coefficient_val
                   isl_basic_set_sample_vec
                   isl_tab_basic_map_partial_lexopt
                   isl_tab_basic_map_partial_lexopt_pw_multi_aff)
    list(APPEND repaired "--wrap=${function}")
  endforeach()
  list(JOIN repaired "," repaired)
  # BUILD_INTERFACE: none of these paths goes into the export set.
  target_include_directories(${target} SYSTEM BEFORE INTERFACE
    "$<BUILD_INTERFACE:${include_dir}>")
  target_link_options(${target} INTERFACE
    "$<BUILD_INTERFACE:LINKER:--whole-archive,${POLYMEM_ISL_ARCHIVE},--no-whole-archive>"
    "$<BUILD_INTERFACE:LINKER:--exclude-libs,${name}>"
    "$<BUILD_INTERFACE:LINKER:${repaired}>")
endfunction()

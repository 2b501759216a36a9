# polymem_link_allocator(<tool>)
#
# isl and MLIR make and free many small objects, and the C library's malloc is not
# the fastest for them (docs/design/isl.md has numbers). Programs of ours allocate by
# tcmalloc where its static archive is found, so that they need nothing more where they
# run; libraries, the plugin and the Python extension leave the choice to the program
# that they are in. POLYMEM_ALLOCATOR names another library, or is OFF. Sanitizers bring
# a malloc of their own.
function(polymem_link_allocator tool)
  if(NOT POLYMEM_ALLOCATOR OR POLYMEM_SANITIZE)
    return()
  endif()
  set(_library "${POLYMEM_ALLOCATOR}")
  if(POLYMEM_ALLOCATOR STREQUAL "AUTO")
    find_library(POLYMEM_TCMALLOC_A libtcmalloc_minimal.a)
    mark_as_advanced(POLYMEM_TCMALLOC_A)
    if(NOT POLYMEM_TCMALLOC_A)
      return()
    endif()
    set(_library "${POLYMEM_TCMALLOC_A}")
  elseif(NOT EXISTS "${POLYMEM_ALLOCATOR}")
    message(FATAL_ERROR "POLYMEM_ALLOCATOR: there is no file '${POLYMEM_ALLOCATOR}'")
  endif()
  # An option, as its symbols have to be there before other libraries' are looked for,
  # and all of them, or some objects are freed by a malloc that they are not from.
  target_link_options(${tool} PRIVATE
    "LINKER:--whole-archive,${_library},--no-whole-archive")
endfunction()

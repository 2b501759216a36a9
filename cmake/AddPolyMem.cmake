# polymem_add_library(<name> <sources>... [DEPENDS <target>...] [LINK <lib>...]
#   [NO_LLVM])
#
# A static, position-independent library of PolyMem. <name> is PolyMemX here;
# in this build and for downstream projects it is also called PolyMem::X.
# Headers are those of include/PolyMem; all libraries share one precompiled
# header. With NO_LLVM it uses neither LLVM nor isl, nor that header.
function(polymem_add_library name)
  cmake_parse_arguments(ARG "NO_LLVM" "" "DEPENDS;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  target_include_directories(${name} PUBLIC
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  if(NOT ARG_NO_LLVM)
    target_link_libraries(${name} PUBLIC PolyMemIsl PolyMemLLVM)
  endif()
  if(NOT POLYMEM_DISABLE_PCH AND NOT ARG_NO_LLVM)
    target_precompile_headers(${name} REUSE_FROM PolyMemPCH)
  endif()
  string(REGEX REPLACE "^PolyMem" "" export_name "${name}")
  set_target_properties(${name} PROPERTIES EXPORT_NAME "${export_name}")
  add_library(PolyMem::${export_name} ALIAS ${name})
  set_property(GLOBAL APPEND PROPERTY POLYMEM_LIBS ${name})
endfunction()

# polymem_add_group(<name> <lib>...)
#
# A name for the libraries of all rooms of a folder, for what links them all.
function(polymem_add_group name)
  add_library(${name} INTERFACE)
  target_link_libraries(${name} INTERFACE ${ARGN})
  string(REGEX REPLACE "^PolyMem" "" export_name "${name}")
  set_target_properties(${name} PROPERTIES EXPORT_NAME "${export_name}")
  add_library(PolyMem::${export_name} ALIAS ${name})
  set_property(GLOBAL APPEND PROPERTY POLYMEM_LIBS ${name})
endfunction()

# polymem_add_tool(<name> <sources>... [LINK <lib>...])
function(polymem_add_tool name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} MLIR LLVM)
  polymem_link_allocator(${name})
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
  install(TARGETS ${name} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endfunction()

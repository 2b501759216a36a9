# Refuses compilers whose operations the installed MLIR would not know: CheckCompiler.cpp.
if(NOT DEFINED POLYMEM_COMPILER_RUNS)
  message(STATUS "Whether MLIR fits the compiler")
  try_run(POLYMEM_COMPILER_RUNS POLYMEM_COMPILER_COMPILES
    "${CMAKE_CURRENT_BINARY_DIR}/CheckCompiler" "${CMAKE_CURRENT_LIST_DIR}/CheckCompiler.cpp"
    CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${MLIR_INCLUDE_DIRS};${LLVM_INCLUDE_DIRS}"
    COMPILE_DEFINITIONS -fvisibility=hidden
    LINK_LIBRARIES MLIR LLVM
    CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON
    COMPILE_OUTPUT_VARIABLE _polymem_output)
  if(NOT POLYMEM_COMPILER_COMPILES)
    unset(POLYMEM_COMPILER_RUNS CACHE)
    message(FATAL_ERROR "A program with MLIR does not compile:\n${_polymem_output}")
  endif()
endif()
if(NOT POLYMEM_COMPILER_RUNS EQUAL 0)
  message(FATAL_ERROR "${CMAKE_CXX_COMPILER} (${CMAKE_CXX_COMPILER_ID}) gives types other names "
    "than the compiler that this MLIR was built with, so MLIR would not know the operations of "
    "PolyMem. Take that one: for Debian's and LLVM's packages clang 22, as with CC=clang-22 "
    "CXX=clang++-22 in a new build folder.")
endif()

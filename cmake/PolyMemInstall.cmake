# Install tree: headers, libraries, tools, machine descriptions and a package
# configuration for find_package(PolyMem CONFIG).
include(CMakePackageConfigHelpers)
set(_config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/PolyMem")

get_property(_libs GLOBAL PROPERTY POLYMEM_LIBS)
install(TARGETS ${_libs} PolyMemIsl PolyMemLLVM EXPORT PolyMemTargets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(EXPORT PolyMemTargets NAMESPACE PolyMem:: FILE PolyMemTargets.cmake
  DESTINATION "${_config_dir}")

# For programs that are linked with compiled functions: a package of its own,
# which needs no LLVM.
set(_cuda_config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/PolyMemCudaRuntime")
install(TARGETS PolyMemCudaRuntime PolyMemCudaRuntimeStatic
  EXPORT PolyMemCudaRuntimeTargets
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(EXPORT PolyMemCudaRuntimeTargets NAMESPACE PolyMem::
  FILE PolyMemCudaRuntimeConfig.cmake DESTINATION "${_cuda_config_dir}")
write_basic_package_version_file(
  "${CMAKE_CURRENT_BINARY_DIR}/PolyMemCudaRuntimeConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${CMAKE_CURRENT_BINARY_DIR}/PolyMemCudaRuntimeConfigVersion.cmake"
  DESTINATION "${_cuda_config_dir}")

# The same for programs of prem.h on the host; and what a board compiles itself.
set(_prem_config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/PolyMemPremHost")
install(TARGETS PolyMemPremHost EXPORT PolyMemPremHostTargets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(EXPORT PolyMemPremHostTargets NAMESPACE PolyMem::
  FILE PolyMemPremHostConfig.cmake DESTINATION "${_prem_config_dir}")
write_basic_package_version_file(
  "${CMAKE_CURRENT_BINARY_DIR}/PolyMemPremHostConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/PolyMemPremHostConfigVersion.cmake"
  DESTINATION "${_prem_config_dir}")
install(FILES lib/Runtime/Prem/Engine.c lib/Runtime/Prem/Buffers.c
  lib/Runtime/Prem/Cores.h lib/Runtime/Prem/Observe.h examples/prem/port_baremetal.c
  examples/prem/port_snitch.c
  DESTINATION "${CMAKE_INSTALL_DATADIR}/polymem/prem")

set(POLYMEM_LLVM_PREFIX "${LLVM_INSTALL_PREFIX}")
configure_package_config_file(
  "${CMAKE_CURRENT_SOURCE_DIR}/cmake/PolyMemConfig.cmake.in"
  "${CMAKE_CURRENT_BINARY_DIR}/PolyMemConfig.cmake"
  INSTALL_DESTINATION "${_config_dir}"
  PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(
  "${CMAKE_CURRENT_BINARY_DIR}/PolyMemConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${CMAKE_CURRENT_BINARY_DIR}/PolyMemConfig.cmake"
  "${CMAKE_CURRENT_BINARY_DIR}/PolyMemConfigVersion.cmake"
  "${CMAKE_CURRENT_SOURCE_DIR}/cmake/PolyMemIsl.cmake"
  DESTINATION "${_config_dir}")

install(DIRECTORY include/PolyMem "${CMAKE_CURRENT_BINARY_DIR}/include/PolyMem"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
  PATTERN "CMakeFiles" EXCLUDE)
install(DIRECTORY include/polymem-c DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY machines DESTINATION "${CMAKE_INSTALL_DATADIR}/polymem"
  FILES_MATCHING PATTERN "*.json")
install(FILES LICENSE share/launch-metadata.schema.json share/prem-timeline.schema.json
  DESTINATION "${CMAKE_INSTALL_DATADIR}/polymem")

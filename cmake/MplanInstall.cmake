# What `cmake --install` puts where, so that find_package(mplan) works.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(MPLAN_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/mplan")

install(DIRECTORY "${mplan_SOURCE_DIR}/include/mplan"
                  "${mplan_BINARY_DIR}/include/mplan"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
        PATTERN "CMakeFiles" EXCLUDE)
install(EXPORT MplanTargets NAMESPACE mplan:: DESTINATION "${MPLAN_CMAKE_DIR}")
# MLIR's own version file takes no more and no less.
string(REGEX MATCH "^[0-9]+\\.[0-9]+" MLIR_VERSION_SHORT "${LLVM_VERSION}")
configure_package_config_file(
  "${mplan_SOURCE_DIR}/cmake/mplanConfig.cmake.in"
  "${mplan_BINARY_DIR}/mplanConfig.cmake"
  INSTALL_DESTINATION "${MPLAN_CMAKE_DIR}")
write_basic_package_version_file("${mplan_BINARY_DIR}/mplanConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${mplan_BINARY_DIR}/mplanConfig.cmake"
              "${mplan_BINARY_DIR}/mplanConfigVersion.cmake"
        DESTINATION "${MPLAN_CMAKE_DIR}")
install(FILES "${mplan_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

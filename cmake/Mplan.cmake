# The helpers that every target of mplan is made with.

# Warnings and sanitizers, on our targets alone: never on an embedder's.
function(mplan_compile_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra
                         -Wno-unused-parameter)
  if(MPLAN_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(MPLAN_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${MPLAN_SANITIZE}
                           -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(${target} PRIVATE -fsanitize=${MPLAN_SANITIZE})
  endif()
endfunction()

# mplan_plain_library(MplanX SOURCES...): a library in plain C++17, without LLVM
# or MLIR, so that it can be used alone; known to embedders as mplan::X.
function(mplan_plain_library name)
  add_library(${name} ${ARGN})
  string(REGEX REPLACE "^Mplan" "" short ${name})
  add_library(mplan::${short} ALIAS ${name})
  set_target_properties(${name} PROPERTIES EXPORT_NAME ${short}
                        POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${name} PUBLIC
    $<BUILD_INTERFACE:${mplan_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:include>)
  mplan_compile_options(${name})
  mplan_install_library(${name})
endfunction()

# mplan_library(MplanX SOURCES... [LINK targets...]): a library that uses MLIR,
# known to embedders as mplan::X.
function(mplan_library name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  mplan_plain_library(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_include_directories(${name} PUBLIC
    $<BUILD_INTERFACE:${mplan_BINARY_DIR}/include>)
  target_include_directories(${name} SYSTEM PUBLIC
    $<BUILD_INTERFACE:${MLIR_INCLUDE_DIRS}>
    $<BUILD_INTERFACE:${LLVM_INCLUDE_DIRS}>)
  target_link_libraries(${name} PUBLIC ${ARG_LINK} MLIR LLVM)
  add_dependencies(${name} mplan-headers)
  llvm_update_compile_flags(${name})
endfunction()

# A library that others find with find_package(mplan).
function(mplan_install_library name)
  if(MPLAN_INSTALL)
    install(TARGETS ${name} EXPORT MplanTargets)
  endif()
endfunction()

# mplan_tool(name SOURCES... [LINK targets...]): an executable in bin/. The
# target mplan-tools builds all of them.
add_custom_target(mplan-tools)
function(mplan_tool name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
  target_compile_definitions(${name} PRIVATE
                             MPLAN_VERSION="${mplan_VERSION}")
  add_dependencies(mplan-tools ${name})
  mplan_compile_options(${name})
endfunction()

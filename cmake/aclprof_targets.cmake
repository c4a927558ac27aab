# Helpers that every folder's CMakeLists.txt uses: one OBJECT library a layer, one executable a test file.

# aclprof_layer(<folder> SOURCES a.cc b.cc [LINKS targets...])
# Makes the OBJECT library aclprof_<folder>. LINKS brings include paths and libraries of other layers along,
# never their objects: whoever links an executable lists every layer that it needs.
function(aclprof_layer name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  add_library(aclprof_${name} OBJECT ${ARG_SOURCES})
  target_include_directories(aclprof_${name} PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/api/include)
  target_link_libraries(aclprof_${name} PUBLIC ${ARG_LINKS} PRIVATE aclprof_dev)
  set_target_properties(aclprof_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON
                        UNITY_BUILD ${ACLPROF_UNITED} UNITY_BUILD_BATCH_SIZE 6)
  set_property(GLOBAL APPEND PROPERTY ACLPROF_LAYERS ${name})
endfunction()

# aclprof_existing_layers(<variable> <names>...)
# Those of the named layers that this tree has, as targets.
function(aclprof_existing_layers variable)
  set(found)
  foreach(name ${ARGN})
    if(TARGET aclprof_${name})
      list(APPEND found aclprof_${name})
    endif()
  endforeach()
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# aclprof_objects(<variable> <layer targets>...)
# The objects of these layers: a library made of them names no target of ours in its exported package.
function(aclprof_objects variable)
  set(objects)
  foreach(layer ${ARGN})
    list(APPEND objects $<TARGET_OBJECTS:${layer}>)
  endforeach()
  set(${variable} ${objects} PARENT_SCOPE)
endfunction()

# Tests are compiled for a short build: hardly optimised, and GoogleTest's headers parsed once.
set(test_options $<$<CONFIG:Release>:-O1> $<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
if(ACLPROF_DEVELOPER_MODE)
  add_library(aclprof_test_headers OBJECT ${PROJECT_SOURCE_DIR}/tests/support/leaks_of_children.cc)
  target_compile_options(aclprof_test_headers PRIVATE ${test_options})
  target_link_libraries(aclprof_test_headers PRIVATE aclprof_dev GTest::gtest)
  target_precompile_headers(aclprof_test_headers PRIVATE $<$<COMPILE_LANGUAGE:CXX>:<gtest/gtest.h$<ANGLE-R>>)
endif()

# aclprof_test(<name> LABEL unit [SOURCES a.cc] [LINKS targets...] [ENVIRONMENT A=b...] [TIMEOUT seconds])
# One GoogleTest executable, <name>.cc by default, every case registered with ctest under LABEL. Target tests_<label>
# builds those of a label.
#
# LINKS names either layers (their objects come in, so hidden symbols are no obstacle) or the libraries
# aclprof::aclprof and aclprof::host, never both: the state of the process would be there twice.
# Label captures: registered only where ACLPROF_CAPTURES is set, and then passed on to the test.
function(aclprof_test name)
  cmake_parse_arguments(ARG "" "LABEL;TIMEOUT" "SOURCES;LINKS;ENVIRONMENT" ${ARGN})
  if(NOT ARG_SOURCES)
    set(ARG_SOURCES ${name}.cc)
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  if(CMAKE_CROSSCOMPILING)
    math(EXPR ARG_TIMEOUT "10 * ${ARG_TIMEOUT}")  # an emulator runs them
  endif()
  if(ARG_LABEL STREQUAL "captures")
    if(NOT ACLPROF_CAPTURES)
      return()
    endif()
    list(APPEND ARG_ENVIRONMENT "ACLPROF_CAPTURES=${ACLPROF_CAPTURES}")
  endif()
  add_executable(${name} ${ARG_SOURCES})
  if(NOT TARGET tests_${ARG_LABEL})
    add_custom_target(tests_${ARG_LABEL})
  endif()
  add_dependencies(tests_${ARG_LABEL} ${name})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/api/include)
  target_link_libraries(${name} PRIVATE ${ARG_LINKS} aclprof_test_headers aclprof_dev GTest::gtest GTest::gtest_main)
  target_compile_options(${name} PRIVATE ${test_options})
  target_precompile_headers(${name} REUSE_FROM aclprof_test_headers)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  # Names of cases are unique, so that the label of one never overrides that of another.
  set(prefix)
  if(ARG_LABEL STREQUAL "long")
    set(prefix TEST_PREFIX "Long.")
  endif()
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 ${prefix}
    PROPERTIES LABELS "${ARG_LABEL}" TIMEOUT ${ARG_TIMEOUT} ENVIRONMENT "${ARG_ENVIRONMENT}")
endfunction()

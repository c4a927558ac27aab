# Helpers that every folder's CMakeLists.txt uses: one OBJECT library a layer, one executable a test file.

# aclprof_layer(<folder> SOURCES a.cc b.cc [LINKS targets...])
# Makes the OBJECT library aclprof_<folder>. LINKS brings include paths and libraries of other layers along.
function(aclprof_layer name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  add_library(aclprof_${name} OBJECT ${ARG_SOURCES})
  target_include_directories(aclprof_${name} PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/api/include)
  target_link_libraries(aclprof_${name} PUBLIC ${ARG_LINKS} PRIVATE aclprof_dev)
  set_target_properties(aclprof_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
endfunction()

# aclprof_test(<name> LABEL unit [SOURCES a.cc] [LINKS targets...])
# One GoogleTest executable, <name>.cc by default, every case registered with ctest under LABEL.
function(aclprof_test name)
  cmake_parse_arguments(ARG "" "LABEL;TIMEOUT" "SOURCES;LINKS;ENVIRONMENT" ${ARGN})
  if(NOT ARG_SOURCES)
    set(ARG_SOURCES ${name}.cc)
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/api/include)
  target_link_libraries(${name} PRIVATE ${ARG_LINKS} aclprof_dev GTest::gtest GTest::gtest_main)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS "${ARG_LABEL}" TIMEOUT ${ARG_TIMEOUT} ENVIRONMENT "${ARG_ENVIRONMENT}")
endfunction()

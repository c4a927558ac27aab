# The libraries that users link, each made of the objects of its layers.

# aclprof_library(<name> <SHARED|STATIC> ALIAS reader LAYERS names... [PUBLIC targets...] [PRIVATE targets...])
function(aclprof_library name kind)
  cmake_parse_arguments(ARG "" "ALIAS" "LAYERS;PUBLIC;PRIVATE" ${ARGN})
  aclprof_existing_layers(layers ${ARG_LAYERS})
  aclprof_objects(objects ${layers})
  add_library(${name} ${kind} ${objects})
  add_library(aclprof::${ARG_ALIAS} ALIAS ${name})
  target_link_libraries(${name} PUBLIC ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
  set_target_properties(${name} PROPERTIES
    EXPORT_NAME ${ARG_ALIAS} LINKER_LANGUAGE CXX VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
  if(kind STREQUAL SHARED)
    # Only C names of the API leave a library. Unloading one whose threads or TBB workers still exist
    # crashes the program that does it, so it stays loaded.
    target_link_options(${name} PRIVATE
      -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/aclprof.map -Wl,-z,nodelete)
    set_target_properties(${name} PROPERTIES LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/aclprof.map)
  endif()
endfunction()

# What a shared library is built on is no business of its user: BUILD_INTERFACE keeps it out of the package.
#
# Shared and nothing else: profile, rings and collector exist once a process, and a static copy inside a
# second shared library would be a second profiler.
if(TARGET aclprof_api)
  aclprof_library(aclprof SHARED ALIAS aclprof
    LAYERS api control_api core control writers ringbuf format base
    PRIVATE $<BUILD_INTERFACE:PkgConfig::LZ4> $<BUILD_INTERFACE:PkgConfig::XXHASH> $<BUILD_INTERFACE:TBB::tbb>
            $<BUILD_INTERFACE:Threads::Threads>)
  target_include_directories(aclprof INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/api/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endif()

# C++ without a promise of a stable binary interface, hence static.
if(TARGET aclprof_readers)
  aclprof_library(aclprof_reader STATIC ALIAS reader
    LAYERS readers format base PRIVATE PkgConfig::LZ4 PkgConfig::XXHASH Threads::Threads)
  target_include_directories(aclprof_reader INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/api/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/aclprof/reader>)
  target_compile_features(aclprof_reader INTERFACE cxx_std_20)
endif()

# The AscendCL runtime for machines without an NPU. Where there is one, the vendor brings these symbols.
if(TARGET aclprof_devices_host)
  aclprof_library(aclprof_host SHARED ALIAS host
    LAYERS devices_host devices_models devices_operators base PUBLIC aclprof
    PRIVATE $<BUILD_INTERFACE:dnnl> $<BUILD_INTERFACE:gomp> $<BUILD_INTERFACE:Threads::Threads>)
endif()

# The vendor's sonames: clients link or dlopen them.
function(aclprof_compat_link soname target)
  if(NOT TARGET ${target})
    return()
  endif()
  set(link ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/compat/${soname})
  add_custom_command(TARGET ${target} POST_BUILD VERBATIM
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/compat
    COMMAND ${CMAKE_COMMAND} -E create_symlink ../$<TARGET_SONAME_FILE_NAME:${target}> ${link})
  install(FILES ${link} DESTINATION ${CMAKE_INSTALL_LIBDIR}/compat COMPONENT compat)
endfunction()
aclprof_compat_link(libascendcl.so aclprof_host)
aclprof_compat_link(libmsprofiler.so aclprof)
aclprof_compat_link(libprofapi.so aclprof)

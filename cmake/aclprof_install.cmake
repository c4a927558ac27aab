# What is installed, in components: library (the default), host, reader, tools, compat. The package may be moved
# as a whole after it was installed.
#
#   find_package(aclprof REQUIRED [COMPONENTS host reader])

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/aclprof)

# aclprof_install(<target> <component>): the library and the export set that describes it to other projects.
function(aclprof_install target component)
  if(NOT TARGET ${target})
    return()
  endif()
  install(TARGETS ${target} EXPORT aclprof_${component}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${component}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${component} NAMELINK_COMPONENT ${component}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${component})
  install(EXPORT aclprof_${component} NAMESPACE aclprof:: FILE aclprof_${component}_targets.cmake
    DESTINATION ${package_dir} COMPONENT ${component})
endfunction()

# aclprof_install_pkg_config(<name> <component> <description> <private and public requirements> <links>)
function(aclprof_install_pkg_config name component description requires)
  # Relative, so that the file holds wherever the package is moved to.
  file(RELATIVE_PATH prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" prefix "${prefix}")
  string(REPLACE "-" "_" library ${name})
  configure_file(cmake/aclprof.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT ${component})
endfunction()

aclprof_install(aclprof library)
aclprof_install(aclprof_host host)
aclprof_install(aclprof_reader reader)
if(TARGET aclprof_cli)
  install(TARGETS aclprof_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
endif()

install(DIRECTORY api/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)
foreach(layer readers format base)
  install(DIRECTORY ${layer} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/aclprof/reader COMPONENT reader
          FILES_MATCHING PATTERN *.h PATTERN import EXCLUDE)
endforeach()

configure_package_config_file(cmake/aclprof_config.cmake.in ${PROJECT_BINARY_DIR}/aclprof-config.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/aclprof-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/aclprof-config.cmake ${PROJECT_BINARY_DIR}/aclprof-config-version.cmake
        DESTINATION ${package_dir} COMPONENT library)

aclprof_install_pkg_config(aclprof library "The Profiling AscendCL API" "")
aclprof_install_pkg_config(aclprof-host host "An AscendCL runtime on the processor" aclprof)

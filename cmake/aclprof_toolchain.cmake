# How everything here is compiled: language, visibility, output folders, warnings, sanitizers.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 99)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
# Programs find their libraries beside them and libraries find each other, also when opened through a
# link of lib/compat: the loader takes $ORIGIN from the link.
set(CMAKE_INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR};$ORIGIN;$ORIGIN/..")

find_program(CCACHE ccache)
if(CCACHE AND PROJECT_IS_TOP_LEVEL)
  # What ccache needs to know of precompiled headers.
  set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_C_COMPILER_LAUNCHER})
endif()

# Linked privately by our own targets, so that nothing of it reaches a user's flags.
add_library(aclprof_dev INTERFACE)
target_compile_options(aclprof_dev INTERFACE -Wall -Wextra -Wshadow $<$<BOOL:${ACLPROF_WERROR}>:-Werror>)

if(ACLPROF_SANITIZE)
  # TBB's headers cast to types that are not there yet, which the vptr check takes for an error. The vendor's enums come
  # from C, where every int is a value of theirs; without -fstrict-enums the compiler takes them so too.
  add_compile_options(-fsanitize=${ACLPROF_SANITIZE} -fno-sanitize=vptr,enum -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${ACLPROF_SANITIZE})
endif()
if(ACLPROF_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

if(ACLPROF_SANITIZE MATCHES "thread")
  # gcc 12's ThreadSanitizer refuses to start where the kernel randomises more than 28 bits of an address.
  file(READ /proc/sys/vm/mmap_rnd_bits random_bits)
  if(random_bits GREATER 28)
    set(CMAKE_CROSSCOMPILING_EMULATOR setarch -R)
  endif()
endif()

# The libraries that ours are built on. All are Debian packages, listed in scripts/packages.

if(ACLPROF_SANITIZE MATCHES "thread")
  # Debian's libtbb is not instrumented: ThreadSanitizer would take its every hand-over for a race.
  execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/build_tsan_tbb
                  OUTPUT_VARIABLE tsan_tbb OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  set(TBB_DIR ${tsan_tbb}/lib/cmake/TBB CACHE PATH "oneTBB, built with ThreadSanitizer" FORCE)
endif()

find_package(Threads REQUIRED)
find_package(TBB REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(LZ4 REQUIRED IMPORTED_TARGET liblz4)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
find_package(nlohmann_json REQUIRED)

if(ACLPROF_DEVELOPER_MODE)
  find_package(GTest REQUIRED)
  find_package(benchmark REQUIRED)
  include(GoogleTest)
endif()

# foreign_project.cmake: the CMakeLists.txt of a project that uses the installed package; foreign_project_test copies it.
cmake_minimum_required(VERSION 3.25)
project(foreign LANGUAGES C CXX)

set(CMAKE_C_STANDARD 99)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
add_compile_options(-Wall -Wextra -Werror)

find_package(aclprof 0.1 REQUIRED COMPONENTS host reader)

add_executable(foreign_producer foreign_producer.c)
target_link_libraries(foreign_producer PRIVATE aclprof::aclprof)

add_executable(minimal minimal.c)
target_link_libraries(minimal PRIVATE aclprof::aclprof aclprof::host)

add_executable(foreign_reader foreign_reader.cc)
target_link_libraries(foreign_reader PRIVATE aclprof::reader)

# hitmask-tool.cmake - the program as a part of another CMake project, when its libraries are here
#
# src/CMakeLists.txt includes it. When cross-compiling, nothing is built: the program must run on this
# machine, and hitmask_bake looks for one in PATH.
if(CMAKE_CROSSCOMPILING OR WIN32)
  return()
endif()

find_package(PkgConfig QUIET)
find_package(Threads QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(HITMASK_LIBRARIES QUIET IMPORTED_TARGET spng libcjson expat libxxhash zlib)
  pkg_check_modules(HITMASK_LIBDEFLATE QUIET IMPORTED_TARGET libdeflate)
endif()
if(NOT HITMASK_LIBRARIES_FOUND OR NOT Threads_FOUND)
  message(STATUS "hitmask: the program is not built, because a library is missing: it needs "
    "libspng, cJSON, Expat, xxHash and zlib ('make deps' installs them)")
  return()
endif()

get_filename_component(_hitmask_tools "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
set(_hitmask_page "${_hitmask_tools}/draw/page")
set(_hitmask_parts)
# Sets up the C of a part of the page of 'hitmask inspect --html'.
function(_hitmask_embed part)
  list(TRANSFORM ARGN PREPEND "${_hitmask_page}/")
  set(code "${CMAKE_CURRENT_BINARY_DIR}/${part}.c")
  add_custom_command(OUTPUT "${code}"
    COMMAND sh "${_hitmask_page}/embed.sh" ${part} ${ARGN} > "${code}"
    DEPENDS "${_hitmask_page}/embed.sh" ${ARGN}
    VERBATIM)
  set(_hitmask_parts ${_hitmask_parts} "${code}" PARENT_SCOPE)
endfunction()
_hitmask_embed(page_template page.html)
_hitmask_embed(page_style page.css)
# The scripts stand in the page in this order, which is that of PAGE_SCRIPTS in the Makefile.
_hitmask_embed(page_script pack.js mask.js placed.js png.js remake.js rules.js paint.js search.js grid.js
  detail.js try.js animation.js tune_art.js tune_list.js tune.js page.js)
set(_hitmask_topics "${CMAKE_CURRENT_BINARY_DIR}/topics.c")
set(_hitmask_made "${_hitmask_tools}/commands/topics.sh" "${_hitmask_tools}/commands/topics.txt")
add_custom_command(OUTPUT "${_hitmask_topics}"
  COMMAND sh ${_hitmask_made} > "${_hitmask_topics}"
  DEPENDS ${_hitmask_made}
  VERBATIM)

file(GLOB _hitmask_sources CONFIGURE_DEPENDS
  "${_hitmask_tools}/*.c" "${_hitmask_tools}/*/*.c" "${_hitmask_tools}/atlas/*/*.c"
  "${_hitmask_tools}/formats/*/*.c"
  "${_hitmask_tools}/base/platform/*.c")
if(WIN32)
  list(FILTER _hitmask_sources EXCLUDE REGEX "_(posix|wasi)\\.c$")
else()
  list(FILTER _hitmask_sources EXCLUDE REGEX "_(windows|wasi)\\.c$")
endif()
add_executable(hitmask_tool ${_hitmask_sources} ${_hitmask_parts} "${_hitmask_topics}")
add_executable(hitmask::hitmask ALIAS hitmask_tool)
set_target_properties(hitmask_tool PROPERTIES OUTPUT_NAME hitmask C_EXTENSIONS OFF)
target_compile_features(hitmask_tool PRIVATE c_std_11)
target_compile_definitions(hitmask_tool PRIVATE _FILE_OFFSET_BITS=64)
target_include_directories(hitmask_tool PRIVATE "${_hitmask_tools}" "${_hitmask_tools}/../src")
target_link_libraries(hitmask_tool PRIVATE hitmask_runtime PkgConfig::HITMASK_LIBRARIES Threads::Threads)
if(HITMASK_LIBDEFLATE_FOUND)
  target_compile_definitions(hitmask_tool PRIVATE HITMASK_LIBDEFLATE)
  target_link_libraries(hitmask_tool PRIVATE PkgConfig::HITMASK_LIBDEFLATE)
endif()

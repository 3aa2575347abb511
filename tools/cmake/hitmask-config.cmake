# hitmask-config.cmake - find_package(hitmask)
#
#   hitmask::runtime   the library, with its header
#   hitmask::hitmask   the program
#
#   hitmask_bake(TARGET game SPRITES art/ OUTPUT game.hmk [OPTIONS --cell 4 ...] [EMBED])
#
# bakes SPRITES (files and folders, from the current source folder) into OUTPUT (in the current
# binary folder) whenever one of them, the options or the program has changed, before TARGET is
# built. Without a target of that name one is made, which bakes. With EMBED the pack is also
# compiled into TARGET: its files include "game.h" and have game_pack, GAME_PACK_SIZE and the
# enumerators (see 'hitmask bake --format c'). Files that OPTIONS name are best given in full.
#
# When cross-compiling, the package may be the target's, but the program must run here: it is looked
# for in PATH alone. HITMASK_PROGRAM may say where it is.

if(CMAKE_VERSION VERSION_LESS 3.20)
  set(hitmask_FOUND FALSE)
  set(hitmask_NOT_FOUND_MESSAGE "hitmask needs CMake 3.20 or newer")
  return()
endif()

# What a depfile names, in functions below too.
cmake_policy(SET CMP0116 NEW)

get_filename_component(_hitmask_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(CMAKE_CROSSCOMPILING)
  find_program(HITMASK_PROGRAM hitmask DOC "The program hitmask, of this machine"
    NO_CMAKE_PATH NO_CMAKE_ENVIRONMENT_PATH NO_CMAKE_SYSTEM_PATH NO_CMAKE_FIND_ROOT_PATH)
else()
  find_program(HITMASK_PROGRAM hitmask DOC "The program hitmask"
    PATHS "${_hitmask_prefix}/bin" NO_DEFAULT_PATH)
endif()

if(NOT TARGET hitmask::runtime)
  add_library(hitmask::runtime STATIC IMPORTED)
  set_target_properties(hitmask::runtime PROPERTIES
    IMPORTED_LOCATION "${_hitmask_prefix}/lib/libhitmask.a"
    INTERFACE_INCLUDE_DIRECTORIES "${_hitmask_prefix}/include")
endif()

if(HITMASK_PROGRAM AND NOT TARGET hitmask::hitmask)
  add_executable(hitmask::hitmask IMPORTED)
  set_target_properties(hitmask::hitmask PROPERTIES IMPORTED_LOCATION "${HITMASK_PROGRAM}")
endif()

unset(_hitmask_prefix)

# Paths as they are meant from `folder`.
function(_hitmask_absolute out folder)
  set(paths)
  foreach(path IN LISTS ARGN)
    get_filename_component(path "${path}" ABSOLUTE BASE_DIR "${folder}")
    list(APPEND paths "${path}")
  endforeach()
  set(${out} "${paths}" PARENT_SCOPE)
endfunction()

function(_hitmask_check_arguments)
  if(NOT TARGET hitmask::hitmask)
    message(FATAL_ERROR "hitmask_bake: no program 'hitmask' for this machine in PATH; "
      "install it there or set HITMASK_PROGRAM")
  endif()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "hitmask_bake: what is '${arg_UNPARSED_ARGUMENTS}' for?")
  endif()
  foreach(needed TARGET SPRITES OUTPUT)
    if(NOT arg_${needed})
      message(FATAL_ERROR "hitmask_bake: ${needed} is missing")
    endif()
  endforeach()
  if(arg_EMBED AND NOT TARGET "${arg_TARGET}")
    message(FATAL_ERROR "hitmask_bake: there is no target '${arg_TARGET}' to embed a pack in")
  endif()
endfunction()

# The pack as C, as part of the target.
function(_hitmask_embed target pack)
  get_filename_component(folder "${pack}" DIRECTORY)
  get_filename_component(name "${pack}" NAME_WLE)
  add_custom_command(
    OUTPUT "${folder}/${name}.c" "${folder}/${name}.h"
    COMMAND hitmask::hitmask merge "${pack}" -o "${folder}/${name}.c"
    DEPENDS "${pack}" hitmask::hitmask
    COMMENT "Embedding ${name}"
    VERBATIM)
  target_sources("${target}" PRIVATE "${folder}/${name}.c" "${folder}/${name}.h")
  target_include_directories("${target}" PRIVATE "${folder}")
endfunction()

function(hitmask_bake)
  cmake_parse_arguments(PARSE_ARGV 0 arg "EMBED" "TARGET;OUTPUT" "SPRITES;OPTIONS")
  _hitmask_check_arguments()
  _hitmask_absolute(output "${CMAKE_CURRENT_BINARY_DIR}" "${arg_OUTPUT}")
  _hitmask_absolute(sprites "${CMAKE_CURRENT_SOURCE_DIR}" ${arg_SPRITES})
  file(RELATIVE_PATH name "${CMAKE_CURRENT_BINARY_DIR}" "${output}")

  # In a file, so that other arguments make another pack with every generator.
  set(arguments "${output}.args")
  list(JOIN arg_OPTIONS "\n" options)
  list(JOIN sprites "\n" sprites)
  file(GENERATE OUTPUT "${arguments}" CONTENT "${options}\n--\n${sprites}\n")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND hitmask::hitmask bake --quiet -o "${output}" -MD -MF "${output}.d" "@${arguments}"
    DEPENDS hitmask::hitmask "${arguments}"
    DEPFILE "${output}.d"
    COMMENT "Baking ${name}"
    VERBATIM)

  if(TARGET "${arg_TARGET}")
    string(MAKE_C_IDENTIFIER "${arg_TARGET}_${name}" baking)
    add_custom_target("${baking}" DEPENDS "${output}")
    add_dependencies("${arg_TARGET}" "${baking}")
  else()
    add_custom_target("${arg_TARGET}" ALL DEPENDS "${output}")
  endif()
  if(arg_EMBED)
    _hitmask_embed("${arg_TARGET}" "${output}")
  endif()
endfunction()

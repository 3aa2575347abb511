# hitmask-config.cmake - find_package(hitmask)
#
#   hitmask::runtime   the library, with its header
#   hitmask::hitmask   the program
#
#   hitmask_bake(TARGET game SPRITES art/ OUTPUT game.hmk
#                [CONFIG rules.json] [OPTIONS --cell 4 ...] [EMBED])
#
# bakes SPRITES (files and folders, relative to the current source folder) into OUTPUT (relative to
# the current binary folder) before TARGET is built. It bakes again when a sprite, an option or the
# program has changed. If TARGET does not exist, hitmask_bake makes a target of that name that
# bakes, and says so; add_executable must stand before hitmask_bake. CONFIG is the file of rules for 'hitmask bake --config', relative to the current source
# folder; give other files in OPTIONS as full paths. With EMBED the pack is also compiled into TARGET:
# files of TARGET, which must be of the same folder, include "game.h" and use game_pack, GAME_PACK_SIZE and the enumerators (see 'hitmask
# bake --format c'). An OUTPUT game.c with EMBED is compiled itself; without EMBED it is only written.
#
# When cross-compiling, the package may be built for the target machine, but the program must run on
# this machine: it is searched for in PATH only. Set HITMASK_PROGRAM to give its path.

if(CMAKE_VERSION VERSION_LESS 3.20)
  set(hitmask_FOUND FALSE)
  set(hitmask_NOT_FOUND_MESSAGE "hitmask needs CMake 3.20 or newer")
  return()
endif()

# Paths in depfiles are resolved in the new way, also in the functions below.
cmake_policy(SET CMP0116 NEW)

get_filename_component(_hitmask_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
# Where /lib is a link to /usr/lib, CMake may find the package there.
if(NOT EXISTS "${_hitmask_prefix}/include/hitmask.h")
  get_filename_component(_hitmask_prefix "${CMAKE_CURRENT_LIST_DIR}" REALPATH)
  get_filename_component(_hitmask_prefix "${_hitmask_prefix}/../../.." ABSOLUTE)
endif()

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

# Sets `out` to the absolute paths of the arguments, which are relative to `folder`.
function(_hitmask_absolute out folder)
  set(paths)
  foreach(path IN LISTS ARGN)
    get_filename_component(path "${path}" ABSOLUTE BASE_DIR "${folder}")
    list(APPEND paths "${path}")
  endforeach()
  set(${out} "${paths}" PARENT_SCOPE)
endfunction()

function(_hitmask_check_options)
  set(before)
  foreach(option IN LISTS arg_OPTIONS)
    if(option MATCHES "^(-o|--output$|--output=|-M[FT])")
      message(FATAL_ERROR "hitmask_bake: OPTIONS cannot have '${option}': OUTPUT names the output, "
        "and hitmask_bake itself the dependency file")
    endif()
    if(option MATCHES "^-[-A-Za-z0-9]+ ")
      message(FATAL_ERROR "hitmask_bake: OPTIONS has '${option}' as one item; write option and value "
        "as two items of the list")
    endif()
    set(config)
    if(before STREQUAL "--config")
      set(config "${option}")
    elseif(option MATCHES "^--config=(.*)")
      set(config "${CMAKE_MATCH_1}")
    endif()
    if(config AND EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${config}"
        AND NOT EXISTS "${CMAKE_CURRENT_BINARY_DIR}/${config}" AND NOT IS_ABSOLUTE "${config}")
      message(FATAL_ERROR "hitmask_bake: OPTIONS --config ${config} is relative to the binary "
        "folder; write CONFIG ${config} instead")
    endif()
    set(before "${option}")
  endforeach()
  if(NOT arg_OUTPUT MATCHES "\\.(hmk|json|c)$" AND NOT ";${arg_OPTIONS}" MATCHES ";--format[;=]")
    message(FATAL_ERROR "hitmask_bake: OUTPUT ${arg_OUTPUT} does not end with .hmk, .json or .c; "
      "end it so, or add --format to OPTIONS")
  endif()
endfunction()

# Sets `out` to the inputs that other commands of the project make. The others must be there.
function(_hitmask_check_inputs out)
  set(generated)
  foreach(path IN LISTS ARGN)
    get_source_file_property(is_generated "${path}" GENERATED)
    if(is_generated)
      list(APPEND generated "${path}")
    elseif(NOT EXISTS "${path}")
      message(FATAL_ERROR "hitmask_bake: there is no '${path}'")
    endif()
  endforeach()
  set(${out} "${generated}" PARENT_SCOPE)
endfunction()

# Each file is written by one call only.
function(_hitmask_claim)
  get_property(claimed GLOBAL PROPERTY _hitmask_outputs)
  foreach(path IN LISTS ARGN)
    if(path IN_LIST claimed)
      message(FATAL_ERROR "hitmask_bake: '${path}' is an output of two calls; give one another OUTPUT")
    endif()
  endforeach()
  set_property(GLOBAL APPEND PROPERTY _hitmask_outputs ${ARGN})
endfunction()

function(_hitmask_check_arguments)
  if(NOT TARGET hitmask::hitmask)
    message(FATAL_ERROR "hitmask_bake: no program 'hitmask' for this machine in PATH; "
      "install it there or set HITMASK_PROGRAM")
  endif()
  if(arg_UNPARSED_ARGUMENTS)
    list(GET arg_UNPARSED_ARGUMENTS 0 unknown)
    message(FATAL_ERROR "hitmask_bake: unknown argument '${unknown}'; hitmask_bake takes TARGET, "
      "SPRITES, OUTPUT, CONFIG, OPTIONS and EMBED")
  endif()
  foreach(needed TARGET SPRITES OUTPUT)
    if(NOT arg_${needed})
      message(FATAL_ERROR "hitmask_bake: ${needed} is missing")
    endif()
  endforeach()
  if(arg_EMBED AND NOT TARGET "${arg_TARGET}")
    message(FATAL_ERROR "hitmask_bake: there is no target '${arg_TARGET}' to embed a pack in")
  endif()
  if(arg_EMBED)
    get_target_property(home "${arg_TARGET}" SOURCE_DIR)
    if(NOT home STREQUAL CMAKE_CURRENT_SOURCE_DIR)
      message(FATAL_ERROR "hitmask_bake: the target '${arg_TARGET}' is of another folder; write "
        "hitmask_bake with EMBED in ${home}")
    endif()
  endif()
endfunction()

# Makes the C form of the pack beside it.
function(_hitmask_make_c pack code header)
  add_custom_command(
    OUTPUT "${code}" "${header}"
    COMMAND hitmask::hitmask merge --no-summary "${pack}" -o "${code}"
    DEPENDS "${pack}" hitmask::hitmask
    COMMENT "Embedding ${pack}"
    VERBATIM)
endfunction()

# With Makefiles, CMake adds what a dependency file lists to what it knows of the targets, and never
# drops a file that is gone: it would bake in every build. Without its notes it reads the dependency
# file afresh. Sets `out` to the command that removes these notes.
function(_hitmask_forget_dependencies out)
  set(command)
  if(CMAKE_GENERATOR MATCHES "Makefiles")
    set(command COMMAND "${CMAKE_COMMAND}" -E rm -f)
    foreach(target IN LISTS ARGN)
      list(APPEND command
        "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/compiler_depend.internal")
    endforeach()
  endif()
  set(${out} "${command}" PARENT_SCOPE)
endfunction()

function(hitmask_bake)
  cmake_parse_arguments(PARSE_ARGV 0 arg "EMBED" "TARGET;OUTPUT;CONFIG" "SPRITES;OPTIONS")
  _hitmask_check_arguments()
  _hitmask_check_options()
  _hitmask_absolute(output "${CMAKE_CURRENT_BINARY_DIR}" "${arg_OUTPUT}")
  _hitmask_absolute(sprites "${CMAKE_CURRENT_SOURCE_DIR}" ${arg_SPRITES})
  _hitmask_absolute(config "${CMAKE_CURRENT_SOURCE_DIR}" ${arg_CONFIG})
  file(RELATIVE_PATH name "${CMAKE_CURRENT_BINARY_DIR}" "${output}")
  get_filename_component(folder "${output}" DIRECTORY)
  get_filename_component(stem "${output}" NAME_WLE)
  set(code "${folder}/${stem}.c")
  set(header "${folder}/${stem}.h")
  set(outputs "${output}")
  if(output STREQUAL code)
    list(APPEND outputs "${header}")
  endif()
  _hitmask_check_inputs(generated ${sprites} ${config})
  set(claims ${outputs})
  if(arg_EMBED)
    list(APPEND claims "${code}" "${header}")
    list(REMOVE_DUPLICATES claims)
  endif()
  _hitmask_claim(${claims})

  # The arguments are in a file, so that a change of them bakes again with every generator.
  set(arguments "${output}.args")
  if(config)
    list(PREPEND arg_OPTIONS --config "${config}")
  endif()
  list(JOIN arg_OPTIONS "\n" options)
  list(JOIN sprites "\n" sprites)
  file(GENERATE OUTPUT "${arguments}" CONTENT "${options}\n--\n${sprites}\n")

  if(TARGET "${arg_TARGET}")
    string(MAKE_C_IDENTIFIER "${arg_TARGET}_${name}" baking)
    if(TARGET "${baking}") # for an output of another folder, or a.b.hmk beside a_b.hmk
      string(MD5 digest "${output}")
      string(APPEND baking "_${digest}")
    endif()
  else()
    set(baking "${arg_TARGET}")
    message(STATUS "hitmask_bake: makes the target '${arg_TARGET}'; add_executable must stand before "
      "hitmask_bake to use an existing one")
  endif()
  _hitmask_forget_dependencies(forget "${baking}" "${arg_TARGET}")
  add_custom_command(
    OUTPUT ${outputs}
    COMMAND hitmask::hitmask bake --no-summary -o "${output}" -MD -MF "${output}.d" "@${arguments}"
    ${forget}
    DEPENDS hitmask::hitmask "${arguments}" ${config} ${generated}
    DEPFILE "${output}.d"
    COMMENT "Baking ${name}"
    VERBATIM)

  if(TARGET "${arg_TARGET}")
    add_custom_target("${baking}" DEPENDS "${output}")
    add_dependencies("${arg_TARGET}" "${baking}")
  else()
    add_custom_target("${baking}" ALL DEPENDS "${output}")
  endif()
  if(arg_EMBED)
    if(NOT output STREQUAL code)
      _hitmask_make_c("${output}" "${code}" "${header}")
    endif()
    target_sources("${arg_TARGET}" PRIVATE "${code}" "${header}")
    target_include_directories("${arg_TARGET}" PRIVATE "${folder}")
  endif()
endfunction()

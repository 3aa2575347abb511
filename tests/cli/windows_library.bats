#!/usr/bin/env bats
# windows_library.bats - the library of `make windows`: what the DLL exports, and programs that use it

load helpers

setup() {
    [ -n "${HITMASK_WINDOWS-}" ] || skip 'make test-windows tries the library for Windows'
    cd "$BATS_TEST_TMPDIR" || return
    built=$(dirname "$HITMASK_WINDOWS")
    mingw=x86_64-w64-mingw32
    needs $mingw-gcc $mingw-objdump
}

# The functions that the headers declare.
declared() {
    sed -n 's/^HM_API .*\b\(hm_[a-z0-9_]*\)(.*/\1/p' "$ROOT"/include/*.h | sort
}

# Without root's rights, as the tool: what Wine starts first decides about the rights of its server.
under_wine() {
    # shellcheck disable=SC2046
    without_privileges env WINEPREFIX="$built/wine" WINEDEBUG=-all $(steady) wine "$@"
}

# run_with_pack PROGRAM.exe: what minimal.exe says of a pack, under Wine
run_with_pack() {
    "$built/../hitmask" bake --quiet "$SPRITES" -o game.hmk
    cp "$built/hitmask.dll" .
    is answer "$(under_wine "./$1" game.hmk | tr -d '\r')" \
        'The enemy touches the person at (26, 11), with 159 pixels.'
}

@test "the DLL exports the functions of the header, and nothing else" {
    $mingw-objdump -p "$built/hitmask.dll" | sed -n 's/^.*\[ *[0-9]*\] \(hm_.*\)/\1/p' |
        sort >exported
    is 'what is exported' "$(<exported)" "$(declared)"
    holds exported '^hm_overlap$'
}

@test "the DLL needs what every Windows has" {
    $mingw-objdump -p "$built/hitmask.dll" | sed -n 's/.*DLL Name: //p' | sort >needed
    is needed "$(<needed)" $'KERNEL32.dll\nmsvcrt.dll'
}

@test "hitmask.def, of which Microsoft's tools make their library, names the same functions" {
    is 'what is named' "$(sed -n 's/^ *\(hm_[a-z0-9_]*\) @.*/\1/p' "$built/hitmask.def" | sort)" \
        "$(declared)"
}

@test "a program of mingw runs with the DLL, and another with the static library" {
    local -r compile="$mingw-gcc -std=c11 -Wall -Wextra -Werror -I$ROOT/include $ROOT/samples/minimal.c"
    $compile -L"$built" -lhitmask -o dynamic.exe
    $compile "$built/libhitmask.a" -o static.exe
    $mingw-objdump -p dynamic.exe >facts
    holds facts 'DLL Name: hitmask.dll'
    $mingw-objdump -p static.exe >facts
    lacks facts 'DLL Name: hitmask.dll'
    run_with_pack dynamic.exe
    run_with_pack static.exe
}

@test "a library of hitmask.def serves a program that is compiled as Microsoft's compiler would" {
    needs clang lld-link llvm-dlltool
    cat >game.c <<'END'
#define HM_API __declspec(dllimport)
#include <hitmask.h>

__declspec(dllimport) void ExitProcess(unsigned);

void start(void)
{
    hm_pack pack;
    ExitProcess(hm_version() == HM_VERSION && hm_pack_open(&pack, "", 0) == HM_ERROR_TRUNCATED ? 7 : 1);
}
END
    printf '%s\n' 'LIBRARY KERNEL32.dll' EXPORTS ExitProcess >kernel32.def
    llvm-dlltool -m i386:x86-64 -d "$built/hitmask.def" -l hitmask.lib
    llvm-dlltool -m i386:x86-64 -d kernel32.def -l kernel32.lib
    clang --target=x86_64-pc-windows-msvc -ffreestanding -mno-stack-arg-probe -I"$ROOT/include" -c game.c
    lld-link /entry:start /subsystem:console /nodefaultlib game.o hitmask.lib kernel32.lib /out:game.exe
    cp "$built/hitmask.dll" .
    run under_wine ./game.exe
    is 'the exit status' "$status" 7
}

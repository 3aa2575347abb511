#!/usr/bin/env bash
# bench.sh HITMASK SHARED FOLDER - nanoseconds a question in C# and in C, under mono and under .NET
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD

hitmask=$(realpath "$1") shared=$(realpath "$2") folder=$(mkdir -p "$3" && realpath "$3")
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 MSBUILDDISABLENODEREUSE=1
LD_LIBRARY_PATH=$folder:$(dirname "$shared")
export LD_LIBRARY_PATH

mkdir -p "$folder/art" "$folder/empty"
${CC:-cc} -O2 -std=c11 -Iinclude -shared -fPIC tests/csharp/bench.c -L"$(dirname "$shared")" -lhitmask -o "$folder/libbench.so"
sources=("$root"/{tests/csharp/Bench,samples/csharp/Classic,tests/csharp/stubs/MonoGame,include/csharp/Hitmask}.cs)
run=()
if command -v mcs >/dev/null && command -v mono >/dev/null; then
    mcs -optimize+ -out:"$folder/Bench.exe" "${sources[@]}"
    run+=("mono $folder/Bench.exe")
fi
if command -v dotnet >/dev/null; then
    dotnet build tests/csharp/Tests.csproj -c Release -v quiet --source "$folder/empty" "-p:Folder=$folder/dotnet" \
        "-p:Framework=net$(dotnet --version | cut -d. -f1).0" "-p:Files=\"$(printf '%s;' "${sources[@]}")\"" -p:AssemblyName=Bench -p:TieredCompilation=false >"$folder/said" ||
        { cat "$folder/said" && exit 1; }
    run+=("dotnet $folder/dotnet/bin/Bench.dll")
fi
[ ${#run[@]} -gt 0 ] || { echo 'bench: there is neither mono nor .NET; make deps EXTRA=csharp installs mono' >&2 && exit 1; }
${run[0]} --art "$folder/art"
echo '{ "rules": [ { "match": "sheet.tga", "grid": "32x32", "no-points": true } ] }' >"$folder/rules.json"
"$hitmask" bake --quiet --config "$folder/rules.json" "$folder/art" -o "$folder/bench.hmk"
for each in "${run[@]}"; do
    echo "${each%% *}:"
    $each "$folder/bench.hmk"
done

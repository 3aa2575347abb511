#!/usr/bin/env bash
# run.sh - Hitmask.cs under mono and under .NET: the library's answers, its own tests, its packages
#
#     run.sh HITMASK LIBRARY FOLDER
#
# The last line says how many checks passed, failed and were skipped; a skip says what to install. CASES is
# how many rounds of questions are asked; a round asks about 70.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD

hitmask=$(realpath "$1") library=$2 folder=$(mkdir -p "$3" && realpath "$3")
cases=${CASES:-20000}
passed=0 failed=0 skipped=0
headers=(include/hitmask*.h)
export MONO_GC_PARAMS=nursery-size=64m

# What the SDK would otherwise say, ask and fetch.
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 DOTNET_SKIP_FIRST_TIME_EXPERIENCE=1
export DOTNET_GENERATE_ASPNET_CERTIFICATE=false DOTNET_CLI_UI_LANGUAGE=en NUGET_PACKAGES=$folder/packages
export DOTNET_CLI_HOME=$folder/home MSBUILDDISABLENODEREUSE=1

# check NAME COMMAND...: what it says is shown when it fails.
check() {
    local -r name=$1
    shift
    if "$@" >"$folder/said" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name"
        tail -n 30 "$folder/said"
    fi
}

# skip NUMBER NAME REASON
skip() {
    skipped=$((skipped + $1))
    echo "skipped: $2: $3"
}

# ---- What is asked about ----------------------------------------------------------------------

# Sprites of every kind: with points, cells, shapes and an animation, wide ones, and names beyond ASCII.
make_pack() {
    local -r art=$folder/art
    rm -rf "$art"
    mkdir -p "$art/names"
    cp -r samples/sprites "$art/"
    for game in samples/*/art; do
        mkdir -p "$art/$(basename "${game%/art}")"
        cp "$game"/*.png "$art/$(basename "${game%/art}")"
    done
    local name
    for name in a été 漢 ～ 😀; do
        cp samples/sprites/ball.png "$art/names/$name.png"
    done
    cat >"$folder/rules.json" <<'END'
{ "rules": [ { "match": "deep.png", "grid": "16x16", "animate": 90 },
             { "match": "ball.png", "cell": 2 },
             { "match": "ring.png", "prune": 3 },
             { "match": "enemy.png", "map": "24x24", "prune-border": "drop" },
             { "match": "heart.png", "no-points": true } ] }
END
    "$hitmask" bake --quiet --config "$folder/rules.json" --outline --polygons 1 --pieces 8 --hull 8 "$art" \
        -o "$folder/all.hmk"
}

make_answers() {
    ${CC:-cc} -O2 -std=c11 -Iinclude tests/csharp/answers.c "$library" -o "$folder/answers"
    "$folder/answers" "$folder/all.hmk" "$cases" >"$folder/wanted"
    "$folder/answers" --open "$folder/all.hmk" tests/fuzz/found/pack/* >"$folder/wanted-open"
}

# same WANTED COMMAND...
same() {
    local -r wanted=$1
    shift
    "$@" >"$folder/got" && diff "$wanted" "$folder/got"
}

asks_as_much() {
    [ "$(sed -n 's/ questions$//p' "$folder/wanted")" -ge $((cases * 60)) ]
}

# runs RUNTIME RUN...: the programs NAME are run as RUN NAME.
run_tests() {
    local -r runtime=$1 answers=$2 tests=$3
    shift 3
    check "$runtime: the library's answers" same "$folder/wanted" "$@" "$answers" "$folder/all.hmk" "$cases"
    check "$runtime: the library's verdicts on damaged packs" \
        same "$folder/wanted-open" "$@" "$answers" --open "$folder/all.hmk" tests/fuzz/found/pack/*
    check "$runtime: tests" "$@" "$tests" "$folder/all.hmk" include/csharp/functions.md "${headers[@]}"
}

# ---- mono -------------------------------------------------------------------------------------

compile() {
    local -r out=$1
    shift
    mcs -langversion:7.2 -optimize+ -warn:4 -warnaserror "-out:$out" "$@"
}

with_mono() {
    local -r to=$folder/mono
    if ! command -v mcs >/dev/null || ! command -v mono >/dev/null; then
        skip 6 mono "make deps EXTRA=csharp installs mono-mcs and mono-runtime"
        return
    fi
    mkdir -p "$to"
    check 'mcs: the library' compile "$to/Hitmask.dll" -target:library include/csharp/Hitmask.cs
    check 'mcs: the questions' compile "$to/Answers.exe" tests/csharp/Answers.cs include/csharp/Hitmask.cs
    check 'mcs: the tests' compile "$to/Tests.exe" -r:System.Core.dll tests/csharp/Tests.cs include/csharp/Hitmask.cs
    run_tests mono "$to/Answers.exe" "$to/Tests.exe" mono
    # A project that checks sums gets the same answers: none overflows unseen.
    check 'mcs: with checked sums' compile "$to/Checked.exe" -checked+ tests/csharp/Answers.cs include/csharp/Hitmask.cs
    "$folder/answers" "$folder/all.hmk" 2000 >"$folder/wanted-checked"
    check 'mono: checked sums' same "$folder/wanted-checked" mono "$to/Checked.exe" "$folder/all.hmk" 2000
}

# ---- .NET -------------------------------------------------------------------------------------

# build PROJECT FOLDER FILES [PROPERTY...]: with no source of packages but an empty folder.
build() {
    local -r project=$1 to=$2 files=$3
    shift 3
    dotnet build "$project" -c Release -v quiet --source "$folder/empty" \
        "-p:Folder=$to" "-p:Files=\"$files\"" "-p:Framework=$framework" "$@"
}

with_dotnet() {
    local -r to=$folder/dotnet
    if ! command -v dotnet >/dev/null || ! dotnet --list-sdks | grep -q .; then
        skip 6 .NET 'install the .NET SDK, 8 or later'
        return
    fi
    framework=net$(dotnet --version | cut -d. -f1).0
    mkdir -p "$to" "$folder/empty"
    cs="$root/include/csharp/Hitmask.cs"
    check 'dotnet: the library as C# 7.3' build tests/csharp/Library.csproj "$to/old" "$cs" -p:Language=7.3 -p:Nullable=disable -p:ImplicitUsings=disable
    check 'dotnet: the library' build tests/csharp/Library.csproj "$to/library" "$cs" -p:Language=latest
    check 'dotnet: the questions' build tests/csharp/Tests.csproj "$to/answers" "$root/tests/csharp/Answers.cs;$cs" -p:AssemblyName=Answers
    check 'dotnet: the tests' build tests/csharp/Tests.csproj "$to/tests" "$root/tests/csharp/Tests.cs;$cs" -p:AssemblyName=Tests
    run_tests .NET "$to/answers/bin/Answers.dll" "$to/tests/bin/Tests.dll" dotnet
}

make_pack
make_answers
check 'as many questions as are wanted' asks_as_much
with_mono
with_dotnet
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]

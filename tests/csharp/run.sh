#!/usr/bin/env bash
# run.sh - Hitmask.cs under mono and under .NET: the library's answers, its own tests, its packages
#
#     run.sh HITMASK LIBRARY NUGET UNITY FOLDER
#
# The last line says how many checks passed, failed and were skipped; a skip says what to install. CASES is
# how many rounds of questions are asked; a round asks about 70.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD

hitmask=$(realpath "$1") library=$2
package=$(realpath "$3") unity=$(realpath "$4")
folder=$(mkdir -p "$5" && realpath "$5")
cases=${CASES:-20000}
passed=0 failed=0 skipped=0
headers=(include/hitmask*.h)
export MONO_GC_PARAMS=nursery-size=64m

# The SDK otherwise says, asks and fetches more than a test needs.
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 DOTNET_SKIP_FIRST_TIME_EXPERIENCE=1
export DOTNET_GENERATE_ASPNET_CERTIFICATE=false DOTNET_CLI_UI_LANGUAGE=en NUGET_PACKAGES=$folder/packages
export DOTNET_CLI_HOME=$folder/home MSBUILDDISABLENODEREUSE=1

# check NAME COMMAND...: what it says is shown when it fails.
check() {
    local -r name=$1
    shift
    local status=0
    # In a condition, bash would go on after a command that fails.
    set +e
    (set -e; "$@") >"$folder/said" 2>&1
    status=$?
    set -e
    if [ $status = 0 ]; then
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

# Every name of the library's inner parts, as the project's classes have it, and as its usings bring it.
make_names() {
    sed -n '/^namespace Hitmask.Inside/,/^}/s/^    \(static \|sealed \)\?\(class\|struct\) \([A-Z][A-Za-z]*\).*/\3/p' \
        include/csharp/Hitmask.cs >"$folder/names"
    { echo 'global using Names;' && sed 's/.*/public class & { }/' "$folder/names" &&
        echo 'namespace Names {' && sed 's/.*/public class & { }/' "$folder/names" && echo '}'; } >"$folder/Names.cs"
}

with_dotnet() {
    local -r to=$folder/dotnet
    if ! command -v dotnet >/dev/null || ! dotnet --list-sdks | grep -q .; then
        skip 7 .NET 'install the .NET SDK, 8 or later'
        return
    fi
    framework=net$(dotnet --version | cut -d. -f1).0
    mkdir -p "$to" "$folder/empty"
    cs="$root/include/csharp/Hitmask.cs"
    check 'dotnet: the library as C# 7.3' build tests/csharp/Library.csproj "$to/old" "$cs" -p:CSharp=7.3 -p:Nullable=disable -p:ImplicitUsings=disable
    check 'dotnet: the library' build tests/csharp/Library.csproj "$to/library" "$cs" -p:CSharp=latest
    make_names
    check 'dotnet: the library beside classes and usings of the same names' \
        build tests/csharp/Library.csproj "$to/names" "$folder/Names.cs;$cs" -p:CSharp=latest -p:GenerateDocumentationFile=false
    check 'dotnet: the questions' build tests/csharp/Tests.csproj "$to/answers" "$root/tests/csharp/Answers.cs;$cs" -p:AssemblyName=Answers
    check 'dotnet: the tests' build tests/csharp/Tests.csproj "$to/tests" "$root/tests/csharp/Tests.cs;$cs" -p:AssemblyName=Tests
    run_tests .NET "$to/answers/bin/Answers.dll" "$to/tests/bin/Tests.dll" dotnet
}

# ---- The NuGet package ------------------------------------------------------------------------

# An empty project that takes the package from a folder, and bakes in its build.
make_game() {
    rm -rf "$folder/game" "$NUGET_PACKAGES/hitmask"
    mkdir -p "$folder/game/art"
    cp samples/falling-blocks/art/*.png "$folder/game/art/"
    cat >"$folder/game/Game.csproj" <<END
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>$framework</TargetFramework>
    <ImplicitUsings>enable</ImplicitUsings>
    <Nullable>enable</Nullable>
    <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
    <UseAppHost>false</UseAppHost>
  </PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Hitmask" Version="1.*" />
    <HitmaskPack Include="art/" Options="--preset xna" />
    <HitmaskPack Include="art/block.png" Pack="blocks.hmk" />
  </ItemGroup>
</Project>
END
    cat >"$folder/game/Game.cs" <<'END'
using System;
using System.IO;
using Hitmask;

Pack pack = Pack.Open(File.ReadAllBytes(Path.Combine(AppContext.BaseDirectory, "art.hmk")));
if (pack.TryFind("person.png", out Sprite person))
    Console.WriteLine(person.Overlaps(pack.Find("block.png"), 10, 10) ? "touch" : "free");
END
}

build_game() {
    cd "$folder/game" && dotnet build -v minimal --source "${package%/*}" "$@"
}

builds_and_plays() {
    (build_game "-p:HitmaskTool=$hitmask")
    [ "$(dotnet "$folder"/game/bin/Debug/*/Game.dll)" = touch ]
    "$hitmask" bake --quiet --preset xna "$folder/game/art" -o "$folder/wanted.hmk"
    cmp "$folder/wanted.hmk" "$folder"/game/bin/Debug/*/art.hmk
    (cd "$folder/game" && "$hitmask" bake --quiet art/block.png -o "$folder/wanted.hmk")
    cmp "$folder/wanted.hmk" "$folder"/game/bin/Debug/*/blocks.hmk
}

# The tool is found on PATH, and what has not changed is not made again.
builds_again() {
    local -r pack=$folder/game/obj/hitmask/art.hmk
    mkdir -p "$folder/bin"
    ln -sf "$hitmask" "$folder/bin/hitmask"
    touch -d 2001-01-01 "$pack"
    (PATH=$folder/bin:$PATH build_game --no-restore)
    [ "$(date -r "$pack" +%Y)" = 2001 ]
    cp samples/sprites/heart.png "$folder/game/art/"
    (PATH=$folder/bin:$PATH build_game --no-restore)
    grep -q heart.png "$pack" && cmp "$pack" "$folder"/game/bin/Debug/*/art.hmk
}

fails() {
    if (build_game --no-restore "$1") >"$folder/errors"; then
        echo 'the build passed'
        return 1
    fi
    grep -E "$2" "$folder/errors"
}

says_what_is_wrong() {
    printf 'not a picture' >"$folder/game/art/bad.png"
    fails "-p:HitmaskTool=$hitmask" '^art/bad.png : error : '
    rm "$folder/game/art/bad.png"
    fails -p:HitmaskTool=/nowhere/hitmask "HITMASK1: '/nowhere/hitmask' does not run: put the hitmask tool on PATH"
}

is_reproducible() {
    tools/dist/csharp/nuget.sh "$(basename "$package" .nupkg | sed 's/^Hitmask\.//')" "$folder/again.nupkg"
    cmp "$folder/again.nupkg" "$package"
}

with_package() {
    check 'the NuGet package has the same bytes again' is_reproducible
    [ -n "$framework" ] || { skip 3 'the NuGet package' 'install the .NET SDK, 8 or later' && return; }
    make_game
    check 'an empty project takes the NuGet package and bakes' builds_and_plays
    check 'the next build bakes what has changed' builds_again
    check 'faults are said as MSBuild reads them' says_what_is_wrong
}

# ---- The package for Unity --------------------------------------------------------------------

# Every file and folder of the package has an id, none twice, and packing again makes the same bytes.
unity_is_sound() {
    local path
    rm -rf "$folder/unity"
    mkdir "$folder/unity"
    tar -C "$folder/unity" -xzf "$unity"
    cd "$folder/unity/package"
    grep -q '"version": "[0-9.]*"' package.json
    find . -mindepth 1 ! -name '*.meta' | while read -r path; do
        grep -Eq '^guid: [0-9a-f]{32}$' "$path.meta" || { echo "$path has no id" && return 1; }
    done
    [ "$(find . -name '*.meta' -exec grep -h guid {} + | sort | uniq -d)" = '' ]
    cmp Runtime/Hitmask.cs "$root/include/csharp/Hitmask.cs"
    cd "$root"
    tools/dist/csharp/unity.sh "$(sed -n 's/.*"version": "\(.*\)".*/\1/p' "$folder/unity/package/package.json")" "$folder/again.tgz"
    cmp "$folder/again.tgz" "$unity"
}

# The stubs have fields that nobody sets.
unity_compiles() {
    compile "$folder/mono/UnityTests.exe" -nowarn:67,649,169,414 tests/csharp/UnityTests.cs \
        tests/csharp/stubs/Unity.cs "$folder"/unity/package/*/*.cs
}

with_unity() {
    check 'the package for Unity' unity_is_sound
    if ! command -v mcs >/dev/null || ! command -v mono >/dev/null; then
        skip 2 'Unity against stubs' "make deps EXTRA=csharp installs mono-mcs and mono-runtime"
        return
    fi
    printf 'nothing' >"$folder/bad.hmk"
    check 'Unity: the package against stubs of the engine' unity_compiles
    check 'Unity: the component and the importer' mono "$folder/mono/UnityTests.exe" "$folder/all.hmk" "$folder/bad.hmk"
}

# ---- The sample, and what the pages show ------------------------------------------------------

bake_sample() {
    "$hitmask" bake --quiet --preset xna samples/falling-blocks/art -o "$folder/falling-blocks.hmk"
}

plays_its_frames() {
    same samples/csharp/frames.txt "$@" "$folder/falling-blocks.hmk" samples/falling-blocks/art samples/falling-blocks/script.txt
}

# The game in C plays the same frames: it is there when its packages are.
c_plays_them() {
    same <(grep ^frame samples/csharp/frames.txt) bash -c "SDL_VIDEODRIVER=dummy $game $folder/falling-blocks.hmk \
        samples/falling-blocks/art --script samples/falling-blocks/script.txt | grep ^frame"
}

# The lines of the blocks of C# in a page are in the program, which is compiled and run.
is_shown() {
    local -r page=$1
    shift
    awk '/^```/ { shown = $0 == "```csharp"; next } shown && NF' "$page" | sed 's/^ *//' | sort -u >"$folder/lines"
    sed 's/^ *//' "$@" | sort -u >"$folder/compiled"
    comm -23 "$folder/lines" "$folder/compiled" | tee "$folder/missing"
    [ -s "$folder/lines" ] && [ ! -s "$folder/missing" ]
}

runs_what_is_shown() {
    local -r art=$folder/shown
    rm -rf "$art"
    mkdir -p "$art"
    cp samples/sprites/person.png "$art/hero.png"
    cp samples/sprites/enemy.png "$art/rock.png"
    cp samples/sprites/ring.png "$art/saw.png"
    cp samples/sprites/ball.png "$art/bullet.png"
    cp samples/sprites/deep.png "$art/tiles.png"
    echo '{ "rules": [ { "match": "tiles.png", "grid": "16x16" } ] }' >"$art/rules.json"
    "$hitmask" bake --quiet --config "$art/rules.json" "$art" -o "$art/art.hmk"
    compile "$art/Shown.exe" tests/csharp/Shown*.cs tests/csharp/stubs/{Godot,MonoGame}.cs include/csharp/Hitmask.cs
    cd "$art"
    mono Shown.exe | tee said
    diff said - <<'END'
spark at 20, 26
True
stopped at -107
stopped at -26
True Tiles 1
True False
END
}

with_sample() {
    local -r sources=(samples/csharp/*.cs tests/csharp/stubs/MonoGame.cs include/csharp/Hitmask.cs)
    check 'the sample: its pack' bake_sample
    if command -v mcs >/dev/null && command -v mono >/dev/null; then
        check 'mcs: the sample against stubs of MonoGame' compile "$folder/mono/Game.exe" "${sources[@]}"
        check 'mono: the frames of the sample' plays_its_frames mono "$folder/mono/Game.exe"
        check 'mono: what the pages show' runs_what_is_shown
    else
        skip 3 'the sample under mono' "make deps EXTRA=csharp installs mono-mcs and mono-runtime"
    fi
    if [ -n "$framework" ]; then
        check 'dotnet: the sample' build tests/csharp/Tests.csproj "$folder/dotnet/sample" \
            "$(printf "$root/%s;" "${sources[@]}")" -p:AssemblyName=Sample
        check '.NET: the frames of the sample' plays_its_frames dotnet "$folder/dotnet/sample/bin/Sample.dll"
    else
        skip 2 'the sample under .NET' 'install the .NET SDK, 8 or later'
    fi
    game=${hitmask%/*}/falling-blocks
    if [ -x "$game" ]; then
        check 'the game in C plays the same frames' c_plays_them
    else
        skip 1 'the frames of the game in C' "make deps games"
    fi
    check 'the page shows what is compiled' is_shown src/README.md tests/csharp/Shown*.cs
}

make_pack
make_answers
framework=
check 'as many questions as are wanted' asks_as_much
with_mono
with_dotnet
with_package
with_unity
with_sample
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]

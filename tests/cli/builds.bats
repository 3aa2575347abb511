#!/usr/bin/env bats
# builds.bats - at home in Make and Ninja: depfiles, stamps, lists of arguments, dry runs

load helpers

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    mkdir art art/ui
    draw_png art/a.png '#.'
    draw_png art/ui/b.png '##'
}

# ---- Times ----------------------------------------------------------------------------------

# In ramfs, times are those of the last tick of the system.
@test "what is saved right after a bake is newer, also where times count in ticks" {
    not_on_windows 'Wine has a finer clock than the file system'
    unshare -rm true 2>/dev/null || skip 'no file system can be mounted here'
    mkdir ram
    cat >script <<ENDSCRIPT
mount -t ramfs none ram || exit 99
mkdir ram/art
for i in {1..20}; do
    cp art/a.png ram/art/a.png
    "$HITMASK" bake -q ram/art -o ram/x.hmk
    cp art/ui/b.png ram/art/a.png
    [ -n "\$(find ram/art -name a.png -newer ram/x.hmk)" ] || echo "\$i is stale"
done
ENDSCRIPT
    run --separate-stderr unshare -rm bash ./script
    [ "$status" -ne 99 ] || skip 'ramfs cannot be mounted here'
    expect 0 '' ''
}

# ---- Depfiles -------------------------------------------------------------------------------

@test "-MD lists every file and folder that was read, beside the output" {
    mkdir out
    bake art -o out/game.hmk -MD
    is depfile "$(cat out/game.d)" 'out/game.hmk: \
  art/ \
  art/a.png \
  art/ui/ \
  art/ui/b.png'
    bake art -o out/noext -MD
    [ -s out/noext.d ]
    bake art -o out/.hidden -MD
    [ -s out/.hidden.d ]
}

@test "the dependency file that the manual shows" {
    mkdir shown && cd shown
    mkdir art
    draw_png art/hero.png '#'
    blocks tools/manual/builds.md '### Make' ''
    bake art -o game.hmk -MD -MP
    is 'the dependency file' "$(cat game.d)" "$(cat 1.)"
}

@test "an output is not written through a folder that is not there" {
    not_on_windows 'out/.. is this folder, with and without out'
    bake art -o out/../game.hmk -MD 2>&1 && false
    [ ! -e game.hmk ]
}

@test "a mask that comes beside a picture that was named is a reason to bake again" {
    mkdir out
    bake art/a.png --mask-suffix _mask -o out/game.hmk -MD
    is depfile "$(cat out/game.d)" 'out/game.hmk: \
  art/ \
  art/a.png'
    draw_png art/a_mask.png '..'
    bake art/a.png --mask-suffix _mask -o out/game.hmk -MD
    is depfile "$(cat out/game.d)" 'out/game.hmk: \
  art/a.png \
  art/a_mask.png'
}

@test "what a link leads to may come later, or be another folder" {
    mkdir out deep more
    ln -s ../dlc art/dlc
    ln -s ../way art/far
    ln -s deep/er way
    ln -s /nowhere/at/all art/lost
    ln -s ../more/file/deep art/under-a-file
    echo >more/file
    ln -s ../art/a.png art/notes.txt
    hitmask bake art -o out/game.hmk -MD
    local -r why='warning: is a link to something that is not there; skipped [link-broken]'
    expect 0 '' "art/dlc: $why
art/far: $why
art/lost: $why
art/under-a-file: $why"
    hitmask bake art -o out/game.hmk -MD --error-on link-broken --exclude dlc --exclude far --exclude 'under*'
    expect 1 '' "art/lost: ${why/warning/error}"
    # Nothing is left of "/" in Ninja, which then stops.
    is depfile "$(cat out/game.d)" 'out/game.hmk: \
  art/ \
  art/../ \
  art/../deep/ \
  art/../more/ \
  art/a.png \
  art/ui/ \
  art/ui/b.png'
    rm art/far art/lost art/under-a-file
    mkdir dlc
    draw_png dlc/c.png '#'
    ln -s ../now art/more
    ln -s dlc now
    hitmask bake art -o out/game.hmk -MD
    expect 0 '' 'art/more: warning: is the folder art/dlc again, which is baked already; skipped [folder-again]'
    is depfile "$(cat out/game.d)" 'out/game.hmk: \
  art/ \
  art/a.png \
  art/dlc/ \
  art/dlc/c.png \
  art/more/ \
  art/ui/ \
  art/ui/b.png'
}

# Ninja and CMake take "art/l/.." for art, and it is the folder above the target of art/l: this one.
@test "what a link through a link leads to may come into the current folder, or the one above" {
    not_on_windows 'links need rights'
    mkdir -p work/art work/ext
    cd work || return
    draw_png art/a.png '#'
    ln -s ../ext art/l
    ln -s ../later ext/b
    mkdir out
    hitmask bake art -o out/x.hmk -MD
    expect 0 '' 'art/l/b: warning: is a link to something that is not there; skipped [link-broken]'
    is depfile "$(cat out/x.d)" 'out/x.hmk: \
  ./ \
  art/ \
  art/a.png \
  art/l/'
    hitmask bake "$PWD/art" -o out/x.hmk -MD
    grep -qx '  \./ .*' out/x.d
    rm art/l ext/b
    mkdir ext/deep
    ln -s ../ext/deep art/l
    ln -s ../../../later ext/deep/b
    hitmask bake art -o out/x.hmk -MD
    is depfile "$(sed -n 2p out/x.d)" '  ../ \'
}

# sheet PAGE: an atlas with one frame of one pixel.
sheet() {
    printf '<TextureAtlas imagePath="%s">' "$1"
    printf '<SubTexture name="hero" x="0" y="0" width="1" height="1"/></TextureAtlas>\n'
}

@test "the page that an atlas names may come later than the one of its own name" {
    mkdir atlas out
    printf '%s\n' '<TextureAtlas imagePath="sub/sheet.png">' \
        '<SubTexture name="hero" x="0" y="0" width="1" height="1"/></TextureAtlas>' >atlas/hero.xml
    draw_png atlas/hero.png '#'
    bake atlas/hero.xml -o out/game.hmk -MD
    is depfile "$(cat out/game.d)" 'out/game.hmk: \
  atlas/ \
  atlas/hero.png \
  atlas/hero.xml'
    mkdir atlas/sub
    bake atlas/hero.xml -o out/game.hmk -MD
    is depfile "$(cat out/game.d)" 'out/game.hmk: \
  atlas/hero.png \
  atlas/hero.xml \
  atlas/sub/'
    draw_png atlas/sub/sheet.png '#'
    bake atlas/hero.xml -o out/game.hmk -MD
    is depfile "$(cat out/game.d)" 'out/game.hmk: \
  atlas/hero.xml \
  atlas/sub/sheet.png'
}

@test "a page of the atlas' own name may come later than one of another kind" {
    mkdir -p atlas/sub out
    sheet sub/sheet.png >atlas/hero.xml
    printf '\0\0\2\0\0\0\0\0\0\0\0\0\1\0\1\0\40\10\377\377\377\377' >atlas/hero.tga
    echo text >atlas/hero.png
    bake atlas/hero.xml -o out/game.hmk -MD
    is depfile "$(cat out/game.d)" 'out/game.hmk: \
  atlas/ \
  atlas/hero.png \
  atlas/hero.tga \
  atlas/hero.xml \
  atlas/sub/'
}

@test "a project.godot that comes or goes is a reason to bake again" {
    mkdir -p game/scenes/deep game/tex out
    draw_png game/tex/t.png '##'
    draw_png game/scenes/deep/t.png '.#'
    printf '%s\n' '[gd_resource type="AtlasTexture" format=3]' \
        '[ext_resource type="Texture2D" path="res://tex/t.png" id="1"]' \
        '[resource]' 'atlas = ExtResource("1")' 'region = Rect2(0, 0, 2, 1)' >game/scenes/deep/hero.tres
    bake game/scenes/deep/hero.tres -o out/game.hmk -MD
    is depfile "$(cat out/game.d)" 'out/game.hmk: \
  game/scenes/deep/ \
  game/scenes/deep/../ \
  game/scenes/deep/../../ \
  game/scenes/deep/../../../ \
  game/scenes/deep/hero.tres \
  game/scenes/deep/t.png'
    # Above them something changes all the time, so that a build would never end.
    bake "$PWD/game/scenes/deep/hero.tres" -o out/game.hmk -MD
    is depfile "$(cat out/game.d)" "out/game.hmk: \\
  $PWD/game/scenes/deep/ \\
  $PWD/game/scenes/deep/hero.tres \\
  $PWD/game/scenes/deep/t.png"
    touch game/project.godot
    bake game/scenes/deep/hero.tres --root game -o out/game.hmk -MD
    is depfile "$(cat out/game.d)" 'out/game.hmk: \
  game/scenes/deep/ \
  game/scenes/deep/../ \
  game/scenes/deep/../../project.godot \
  game/scenes/deep/../../tex/t.png \
  game/scenes/deep/hero.tres'
}

@test "a file that is looked for may be a link whose target comes later" {
    not_on_windows 'links need rights'
    mkdir atlas out elsewhere
    ln -s ../elsewhere/deep/sheet.png atlas/sheet.png
    draw_png atlas/hero.png '#'
    sheet sheet.png >atlas/hero.xml
    bake atlas/hero.xml --allow-outside -o out/game.hmk -MD
    is depfile "$(cat out/game.d)" 'out/game.hmk: \
  atlas/ \
  atlas/../elsewhere/ \
  atlas/hero.png \
  atlas/hero.xml'
    # So may be a folder on the way.
    rm atlas/sheet.png
    ln -s ../far atlas/lost
    ln -s nowhere/deep far
    sheet lost/sheet.png >atlas/hero.xml
    bake atlas/hero.xml --allow-outside -o out/game.hmk -MD
    is depfile "$(cat out/game.d)" 'out/game.hmk: \
  atlas/ \
  atlas/../ \
  atlas/hero.png \
  atlas/hero.xml'
}

# Ninja, and CMake, take "maps/.." out of "maps/../t.png".
@test "a folder upwards from a linked folder is called as it really is" {
    not_on_windows 'links need rights'
    mkdir -p real/deep/maps real/deep/images images out 'some folder'
    draw_png real/deep/images/t.png '#'
    draw_png images/t.png '..' '..'
    sheet ../images/t.png >real/deep/maps/hero.xml
    ln -s real/deep/maps maps
    bake maps/hero.xml --root . -o out/game.hmk -MD
    is depfile "$(cat out/game.d)" 'out/game.hmk: \
  maps/hero.xml \
  real/deep/images/t.png'
    is source "$(fact source out/game.hmk)" '"real/deep/images/t.png"'
    # The target may lie elsewhere, and several links away.
    ln -s "$PWD/real/deep" 'some folder/deep'
    cd 'some folder'
    sheet ../images/../images/t.png >../real/deep/maps/hero.xml
    bake deep/maps/hero.xml --allow-outside -o ../out/game.hmk -MD
    is depfile "$(tail -n +2 ../out/game.d)" '  deep/maps/../images/../images/t.png \
  deep/maps/hero.xml'
}

# A path without any link would tell of the files that they led to, and not where they lead then.
@test "links on the way to a page stay in its path: one that is turned later is seen" {
    not_on_windows 'links need rights'
    mkdir -p nas/maps nas/images out
    draw_png nas/images/1.png '#'
    draw_png nas/images/2.png '.'
    ln -s 1.png nas/images/t.png
    ln -s nas assets
    ln -s nas/maps maps
    sheet ../images/t.png >nas/maps/hero.xml
    bake assets/maps/hero.xml --root assets -o out/game.hmk -MD
    is depfile "$(tail -n +2 out/game.d)" '  assets/maps/../images/t.png \
  assets/maps/hero.xml'
    is source "$(fact source out/game.hmk)" '"images/t.png"'
    bake maps/hero.xml --root . -o out/game.hmk -MD
    is depfile "$(tail -n +2 out/game.d)" '  maps/hero.xml \
  nas/images/t.png'
    # The project of a Godot file is looked for upwards.
    mkdir -p one/scenes
    mv nas/images/1.png one/scenes/sheet.png
    : >one/project.godot
    printf '[gd_resource type="AtlasTexture" load_steps=2 format=3]\n\n[ext_resource type="Texture2D" path="res://scenes/sheet.png" id="1"]\n\n[resource]\natlas = ExtResource("1")\nregion = Rect2(0, 0, 1, 1)\n' >one/scenes/hero.tres
    ln -s one project
    bake project/scenes/hero.tres --root project -o out/game.hmk -MD
    lacks out/game.d '^  one/'
}

@test "a shard lists the atlases and documents of the others, which it opens to find its own" {
    mkdir out
    draw_png art/sheet.png '#'
    sheet sheet.png >art/hero.xml
    bake art/a.png --name other -o one.json
    cp art/hero.xml kept
    local shard
    for shard in 1/2 2/2; do
        bake art art/hero.xml one.json --shard $shard -o out/game.hmk -MD
        holds out/game.d '^  art/hero.xml'
        holds out/game.d '^  one.json'
        hitmask bake art art/hero.xml --shard $shard --format hmk -o art/hero.xml --force
        expect 2 '' 'art/hero.xml: error: is read for this bake, and an output would write over it; give the output another name'
        same art/hero.xml kept
    done
}

@test "a shard lists the masks of the others: merge refuses shards that saw different ones" {
    mkdir out
    draw_png art/b.png '#.'
    draw_png art/a_mask.png '##'
    draw_png art/b_mask.png '##'
    local shard
    for shard in 1/2 2/2; do
        bake --mask-suffix _mask art/a.png art/b.png --shard $shard -o out/game.hmk -MD
        holds out/game.d '^  art/a_mask.png'
        holds out/game.d '^  art/b_mask.png'
    done
}

@test "a picture that changes while the bake runs is newer than the output" {
    not_on_windows 'there are no pipes with names'
    mkfifo pipe.png
    touch -d '1 hour ago' art/a.png
    for options in '-MD' '-MD --stamp stamp' '--write-if-changed'; do
        # shellcheck disable=SC2086
        "$HITMASK" bake -qj1 art/a.png pipe.png -o game.hmk $options &
        # This waits for the bake, which has read the picture before.
        exec 7>pipe.png
        draw_png art/a.png '##'
        cat art/ui/b.png >&7
        exec 7>&-
        wait $!
        [ art/a.png -nt game.hmk ]
        [ ! -e stamp ] || [ art/a.png -nt stamp ]
        touch -d '1 hour ago' art/a.png
        rm game.hmk
    done
}

@test "-MT: a line feed is no target" {
    keep_old_output
    refuses 2 'hitmask: error: -MT: a target must stand on one line' art -MD -MT $'a\nb'
    [ ! -e x.d ]
}

@test "-MP: Make knows no escape for a tab in a target" {
    not_on_windows 'it does not allow such names'
    mkdir $'a\tb'
    cp art/a.png $'a\tb'
    bake $'a\tb' -o game.hmk -MD -MP
    is depfile "$(cat game.d)" $'game.hmk: \\\n  a\\\tb/ \\\n  a\\\tb/a.png'
}

@test "-MF, -MT and -MP as compilers have them" {
    bake art/a.png -o game.hmk -MD -MF deps -MT one -MT 'two three' -MP
    is depfile "$(cat deps)" 'one two three: \
  art/a.png

art/a.png:'
    bake art/a.png -o game.hmk -MD -MFdeps2
    is depfile "$(cat deps2)" 'game.hmk: \
  art/a.png'
    bake art/a.png -o - -MD -MF deps3 >game.hmk
    is depfile "$(head -n 1 deps3)" '-: \'
}

@test "in a depfile blanks, #, : and \$ are escaped" {
    not_on_windows 'it does not allow such names'
    local name='art/a b#c$d\ e:f.png'
    cp art/a.png "$name"
    bake "$name" -o 'my:game 1.hmk' -MD -MF deps -MP
    is depfile "$(cat deps)" 'my\:game\ 1.hmk: \
  art/a\ b\#c$$d\\\ e\:f.png

art/a\ b\#c$$d\\\ e\:f.png:'
    # And Make reads them: the file is found, so nothing is left to be made of it.
    printf 'include deps\nmy\\:game\\ 1.hmk:\n\t@echo made\n' >Makefile
    touch -d '1 hour ago' "$name"
    is make "$(make -s 2>&1)" ''
    touch -d '2 hours ago' 'my:game 1.hmk'
    is make "$(make -s 2>&1)" 'made'
}

@test "what is gone when the bake ends is not in its depfile" {
    not_on_windows 'there are no pipes with names'
    bake @<(echo --max-pixels=99) --config <(echo '{}') --files0-from <(printf 'art/a.png\0') \
        <(cat art/ui/b.png) -o x.hmk -MD
    is depfile "$(cat x.d)" 'x.hmk: \
  art/a.png'
}

@test "a name that no depfile can hold is an error, and only with -MD" {
    not_on_windows 'it does not allow such names'
    local name why
    while read -r name why; do
        name=$(printf %b "$name")
        mkdir -p "$(dirname "$name")"
        cp art/a.png "$name"
        bake "$name" -o x.hmk
        cp x.hmk before
        hitmask bake "$name" art/ui/b.png -o x.hmk -MD
        expect 1 '' "hitmask: error: a dependency file cannot hold the name '${name//[$'\n']/\\x0A}', which $why; please rename it"
        same x.hmk before
        [ ! -e x.d ]
        rm "$name"
    done <<'END'
line\nfeed/a.png  has a control character
x!=touch;.png     has ';'
x;/a.png          has ';'
x|y.png           has '|'
back\\#slash.png  has '\' before '#', ':' or '='
back\\:slash.png  has '\' before '#', ':' or '='
back\\=slash.png  has '\' before '#', ':' or '='
colon:            ends in ':'
back\\            ends in '\'
member(a)         ends in ')'
END
    # Make takes it for a blank, and "include" before it for a word of its own.
    mkdir $'include\vz'
    cp art/a.png $'include\vz'
    hitmask bake $'include\vz' -o x.hmk -MD
    local -r why_not='which has a control character; please rename it'
    expect 1 '' "hitmask: error: a dependency file cannot hold the name 'include\x0Bz/a.png', $why_not
hitmask: error: a dependency file cannot hold the name 'include\x0Bz', $why_not"
    # A pattern for another file; without that one, Make takes the name as it is.
    cp art/a.png '[xy].png'
    mkdir out
    bake '[xy].png' -o out/x.hmk -MD
    cp art/a.png x.png
    hitmask bake '[xy].png' -o out/x.hmk -MD
    expect 1 '' "hitmask: error: a dependency file cannot hold the name '[xy].png', which Make takes for a pattern; please rename it"
    # When the first of these is deleted, Make would take the name for the second one.
    cp art/a.png 'w*.png'
    bake 'w*.png' -o out/x.hmk -MD 2>/dev/null
    cp art/a.png wall.png
    hitmask bake 'w*.png' -o out/x.hmk -MD
    expect 1 '' "hitmask: error: a dependency file cannot hold the name 'w*.png', which Make takes for a pattern; please rename it"
    # With nothing before it in the list, Make reads a variable.
    cp art/a.png 'x=y.png'
    hitmask bake 'x=y.png' -o x.hmk -MD
    expect 1 '' "x.d: error: a dependency file cannot hold the name 'x=y.png', which has '='; please rename it"
    bake 'x=y.png' art/a.png -o x.hmk -MD
}

@test "an output whose name no depfile can hold needs -MT" {
    not_on_windows 'it does not allow such names'
    local name why
    while read -r name why; do
        name=$(printf %b "$name")
        mkdir -p "$(dirname "$name")"
        hitmask bake art -o "$name" -MD -MF x.d
        expect 2 '' "hitmask: error: a dependency file cannot hold the output's name, which $why; name its target with -MT"
        bake art -o "$name" -MD -MT x -MF x.d
    done <<'END'
line\nfeed/x.hmk  has a control character
x;y.hmk           has ';'
x|y.hmk           has '|'
x!=y.hmk          has '='
x%y.hmk           has '%'
x*.hmk            has '*'
x\ty.hmk          has a tab
x:                ends in ':'
END
}

@test "names that Ninja cannot read are one warning" {
    cp art/a.png "art/hero's.png"
    hitmask bake art -o x.hmk -MD
    expect 0 '' "hitmask: warning: Make can read the name 'art/hero's.png' in the dependency file, but Ninja cannot: it bakes at each build, misses changes or stops; rename it if you use Ninja [ninja-name]"
    cp art/a.png 'art/a&b.png'
    cp x.hmk before
    hitmask bake art -o x.hmk -MD --error-on ninja-name
    expect 1 '' "hitmask: error: Make can read the name 'art/a&b.png' in the dependency file, and others like it, but Ninja cannot: it bakes at each build, misses changes or stops; rename it if you use Ninja [ninja-name]"
    same x.hmk before
    hitmask merge x.hmk -o y.hmk -MD -MP
    expect 0 '' ''
    hitmask bake art -o x.hmk
    expect 0 '' ''
}

# No backslash and no "./" keeps Make from it.
# shellcheck disable=SC2088
@test "a name that is a word of Make is written with its folder" {
    local name
    for name in '~root' './~' '~x/a.png' .IGNORE ././.SILENT define export; do
        mkdir -p "$(dirname "$name")"
        cp art/a.png "$name"
        bake "$name" --name x -o x.hmk -MD -MP
        holds x.d "^  $PWD/${name##*./}$"
        holds x.d "^$PWD/${name##*./}:$"
    done
    bake .hidden art/.IGNORE definer.png -o x.hmk -MD 2>/dev/null && false
    cp art/a.png .hidden
    cp art/a.png art/.IGNORE
    cp art/a.png definer.png
    bake .hidden art/.IGNORE definer.png -o x.hmk -MD
    is depfile "$(cat x.d)" 'x.hmk: \
  .hidden \
  art/.IGNORE \
  definer.png'
}

# Behind one other name Make would read "1.png != touch pwned".
# shellcheck disable=SC2016
@test "a name that begins like an operator of Make is neither run nor missed" {
    not_on_windows 'it does not allow such names'
    needs make
    printf 'x.hmk:\n\t@"%s" bake --quiet *.png -o $@ -MD -MP && echo baked\n-include x.d\n' "$HITMASK" >Makefile
    local name
    for name in '!=touch${IFS}pwned.png' '?=x.png' '+=x.png' '=x.png' ':=x.png' '::=x.png'; do
        rm -f x.*
        cp art/a.png 1.png
        cp art/a.png "$name"
        touch -d '1 hour ago' ./*.png
        is "the first build with $name" "$(make -s)" baked
        is "the second build with $name" "$(make -s)" ''
        touch -d '1 hour' "$name"
        is "the third build with $name" "$(make -s)" baked
        rm "$name"
    done
    [ ! -e pwned.png ]
    [ ! -e pwned ]
}

# It cannot be kept from finding others, and so a bake refuses the name when there are some.
@test "a name that is a pattern for Make is listed with its folder: others may come" {
    mkdir out 'a[b]'
    cp art/a.png 'art/t[1].png'
    cp art/a.png 'a[b]/c.png'
    bake 'art/t[1].png' 'a[b]/c.png' -o out/game.hmk -MD
    is depfile "$(cat out/game.d)" 'out/game.hmk: \
  ./ \
  a[b]/c.png \
  art/ \
  art/t[1].png'
    hitmask bake 'art/t[1].png' -o art/game.hmk -MD
    expect 1 '' "hitmask: error: in a dependency file Make reads the name 'art/t[1].png' as a pattern, and the bake writes into its folder; rename it, or write to another folder"
    bake 'art/t[1].png' -o art/game.hmk
}

# `make test-attack` tries every printable character.
# shellcheck disable=SC2088
@test "Make depends on files and folders of difficult names, and runs none of them" {
    needs python3
    local broken='refused: x;touch PWNED;.png'
    local -a names=('a b.png' 'a$(shell touch PWNED)b.png' 'a#b.png' 'x!=echo PWNED.png' 'a%b.png' '~/a.png'
        'folder)/a.png' 'f(a)/a.png' 'folder&/a.png' 'x;touch PWNED;.png' 'x[yz].png')
    # Windows does not allow these.
    on_windows || names+=('a:b.png' 'x!=echo>PWNED.png' 'folder /a.png' 'folder\/a.png' 'folder:/a.png' \
        '|/a.png' 'a\ b.png') broken+=$'\nrefused: |/a.png'
    is 'names that break' "$(/usr/bin/python3 "$ROOT/tests/cli/build_names.py" "$HITMASK" make art/a.png \
        "${names[@]}")" "$broken"
}

# shellcheck disable=SC2088
@test "Ninja depends on files and folders of difficult names" {
    needs ninja python3
    local broken=
    local -a names=('a b.png' 'a$b.png' 'a#b.png' 'x!=y.png' 'a%b.png' '~/a.png' 'f(a)/a.png' 'x[yz].png')
    # Windows does not allow these.
    on_windows || names+=('a:b.png' 'folder /a.png' 'folder\/a.png' 'folder:/a.png' 'a\ b.png' 'a\$b.png') \
        broken='refused: a\$b.png'
    is 'names that break' "$(/usr/bin/python3 "$ROOT/tests/cli/build_names.py" "$HITMASK" ninja art/a.png \
        "${names[@]}")" "$broken"
}

@test "what is read through /proc or /dev/fd is listed, but for open files themselves" {
    [ -e /proc/self/cwd/art ] || skip 'no /proc here'
    bake /proc/self/cwd/art -o x.hmk -MD
    holds x.d '^  /proc/self/cwd/art/a.png'
    bake "/dev/fd/../cwd/art/a.png" /dev/fd/5 -o x.hmk -MD 5<art/ui/b.png
    is depfile "$(cat x.d)" 'x.hmk: \
  art/a.png'
}

@test "a folder in memory is listed like any other" {
    [ -w /dev/shm ] || skip 'no /dev/shm here'
    local -r folder=$(mktemp -d /dev/shm/hitmask-XXXXXX)
    cp art/a.png "$folder"
    bake "$folder" -o x.hmk -MD
    rm -r "$folder"
    is depfile "$(cat x.d)" "x.hmk: \\
  $folder/ \\
  $folder/a.png"
}

@test "a document or a pack that becomes the output is not what it depends on" {
    bake art -o d.json
    bake art -o g.hmk
    cp art/a.png more.png
    bake more.png -o more.json
    bake ./d.json more.json -o d.json -MD
    is depfile "$(cat d.d)" 'd.json: \
  more.json'
    hitmask merge g.hmk -o ./g.hmk -MD -MT g.hmk
    is depfile "$(cat g.d)" 'g.hmk:'
    # Another output of it depends on it.
    bake d.json -o x.hmk -MD
    is depfile "$(cat x.d)" 'x.hmk: \
  d.json'
}

@test "a document whose other name becomes the output stays, and is what it depends on" {
    bake art -o d.json
    ln d.json out.json 2>/dev/null || skip 'no second names here'
    bake d.json -o out.json -MD
    is depfile "$(cat out.d)" 'out.json: \
  d.json'
    not_on_windows 'Wine hides the links of this system'
    ln -s out.json link.json
    bake link.json -o out.json -MD
    is depfile "$(cat out.d)" 'out.json:'
}

@test "a file that atlases name in two ways is listed by both names" {
    map() {
        printf '<map orientation="orthogonal" tilewidth="1" tileheight="1">'
        printf '<tileset firstgid="1" source="%s"/></map>' "$1"
    }
    not_on_windows 'Wine hides the links of this system'
    draw_png t.png '##'
    echo '<tileset tilewidth="1" tileheight="1"><image source="t.png"/></tileset>' >t.tsx
    ln -s t.tsx second.tsx
    map t.tsx >a.tmx
    map second.tsx >b.tmx
    for inputs in 'a.tmx b.tmx' 'b.tmx a.tmx'; do
        # shellcheck disable=SC2086
        bake $inputs -o x.hmk -MD
        is depfile "$(cat x.d)" 'x.hmk: \
  a.tmx \
  b.tmx \
  second.tsx \
  t.png \
  t.tsx'
        is names "$(names x.hmk)" $'second.tsx#0\nsecond.tsx#1'
    done
}

@test "a page that is an input through a link is listed by both names" {
    not_on_windows 'Wine hides the links of this system'
    mkdir shared sheet
    draw_png sheet/p.png '##'
    sheet p.png >sheet/p.xml
    ln -s ../sheet/p.png shared/hero.png
    ln -s ../shared/hero.png art/hero.png
    bake --root . art sheet/p.xml -o x.hmk -MD
    is depfile "$(cat x.d)" 'x.hmk: \
  art/ \
  art/a.png \
  art/hero.png \
  art/ui/ \
  art/ui/b.png \
  sheet/p.png \
  sheet/p.xml'
}

@test "a Godot file without a project lists the folders that its path names, without those of .." {
    mkdir -p src x/y
    draw_png x/y/p.png '##'
    printf '%s\n' '[gd_resource type="AtlasTexture" load_steps=2 format=3]' \
        '[ext_resource type="Texture2D" path="res://x/p.png" id="1"]' \
        '[resource]' 'atlas = ExtResource("1")' 'region = Rect2(0, 0, 2, 1)' >x/y/k.tres
    mkdir out
    bake src/../x/y/k.tres -o out/x.hmk -MD
    is depfile "$(cat out/x.d)" 'out/x.hmk: \
  src/../x/y/ \
  src/../x/y/../ \
  src/../x/y/../../ \
  src/../x/y/k.tres \
  src/../x/y/p.png'
}

@test "a folder that a bake writes into is not among what was read" {
    bake art -o art/game.hmk -MD -MF deps
    is depfile "$(cat deps)" 'art/game.hmk: \
  art/a.png \
  art/ui/ \
  art/ui/b.png'
    bake art -o art/game.hmk --cache art/ui/cache -MD -MF deps
    is depfile "$(cat deps)" 'art/game.hmk: \
  art/a.png \
  art/ui/b.png'
}

@test "nor is a folder that a link leads to, when a bake writes through the link" {
    not_on_windows 'Wine hides the links of this system'
    ln -s art/linked.hmk link
    ln -s art/ui/cache linked-cache
    bake art -o link --cache linked-cache -MD -MF deps
    is depfile "$(cat deps)" 'link: \
  art/a.png \
  art/ui/b.png'
}

@test "a folder that is not listed because a bake writes into it is a warning" {
    local -r why='an output or the cache is in this folder of art: -MD does not list the folder, and a new file in it goes unnoticed; write to another folder [output-in-art]'
    hitmask bake art -o art/x.hmk -MD
    expect 0 '' "art: warning: $why"
    hitmask bake art -o x.hmk -MD -MF art/ui/x.d --cache art/cache
    expect 0 '' "art: warning: $why"$'\n'"art/ui: warning: $why"
    hitmask bake art -o y.hmk -MD --stamp art/ui/stamp --error-on output-in-art
    expect 1 '' "art/ui: error: $why"
    [ ! -e y.hmk ]
    # Without -MD nothing is left out, and files that are named are listed.
    hitmask bake art -o art/x.hmk --cache art/cache
    expect 0 '' ''
    hitmask bake art/a.png -o art/x.hmk -MD
    expect 0 '' ''
}

@test "files of arguments count as read" {
    echo art/a.png >args
    printf 'art/ui/b.png\0' >names
    bake @args --files0-from names -o game.hmk -MD
    is depfile "$(cat game.d)" 'game.hmk: \
  args \
  art/a.png \
  art/ui/b.png \
  names'
}

@test "a bake that fails leaves the depfile and the stamp as they were" {
    keep_old_output
    echo old >x.d
    echo old >stamp
    hitmask bake art nowhere.png -o x.hmk -MD --stamp stamp
    expect 1 '' 'nowhere.png: error: cannot open: No such file or directory'
    same x.hmk kept
    is depfile "$(cat x.d)" old
    is stamp "$(cat stamp)" old
    # A depfile or stamp that cannot be written fails the bake before it begins.
    hitmask bake art -o x.hmk -MD -MF nowhere/x.d
    expect 1 '' "nowhere/x.d: error: the folder 'nowhere' does not exist"
    hitmask bake art -o x.hmk --stamp nowhere/stamp
    expect 1 '' "nowhere/stamp: error: the folder 'nowhere' does not exist"
    same x.hmk kept
}

@test "outputs that make no sense together" {
    hitmask bake art -o x.hmk -MF deps
    expect 2 '' 'hitmask: error: -MF, -MT and -MP have no dependency file to apply to; add -MD'
    hitmask bake art -o x.hmk -MP
    expect 2 '' 'hitmask: error: -MF, -MT and -MP have no dependency file to apply to; add -MD'
    hitmask bake art -o - -MD
    expect 2 '' '-: error: -MD needs a name for the dependency file, because the output is not a file; add -MF FILE'
    hitmask bake art -o x.hmk -MD -MF x.hmk
    expect 2 '' "hitmask: error: two outputs cannot both be 'x.hmk'"
    hitmask bake art -o x.hmk --output y.hmk
    expect 2 '' 'hitmask: error: --output: is given twice'
    hitmask bake art -o x.hmk --stamp x.hmk
    expect 2 '' "hitmask: error: two outputs cannot both be 'x.hmk'"
    [ ! -e x.hmk ]
}

# ---- Times ----------------------------------------------------------------------------------

@test "an output is written anew each time; --write-if-changed leaves it alone" {
    bake art -o game.hmk --stamp stamp
    [ ! -s stamp ]
    touch -d '1 hour ago' game.hmk stamp old
    bake art -o game.hmk --write-if-changed --stamp stamp
    [ ! game.hmk -nt old ]
    [ stamp -nt old ]
    bake art -o game.hmk --write-if-changed --prune 0
    [ game.hmk -nt old ]
    touch -d '1 hour ago' game.hmk
    bake art -o game.hmk --prune 0
    [ game.hmk -nt old ]
}

# ---- Arguments from files -------------------------------------------------------------------

@test "@FILE stands for its lines, and a file may name another" {
    printf 'art\n\n-o\r\ngame.hmk\n' >first
    printf '@first\n--strip-extension\n' >second
    bake @second
    is names "$(names game.hmk)" a$'\n'ui/b
    # A file of that name, and "@" alone, are what they are.
    cp art/a.png @a.png
    bake ./@a.png -o game.hmk
    bake -o game.hmk -- @a.png
    is names "$(names game.hmk)" @a.png
}

@test "@FILE that cannot be" {
    hitmask bake @nowhere
    expect 1 '' 'nowhere: error: cannot open: No such file or directory'
    echo @circle >circle
    hitmask bake @circle
    expect 1 '' 'circle: error: argument files (@FILE) name each other more than 10 levels deep'
    # Nine levels of thirty each would be more than any memory holds.
    local level
    for level in {1..9}; do
        printf "@level$((level + 1))\n%.0s" {1..30} >"level$level"
    done
    echo art/a.png >level10
    hitmask bake @level1
    expect 1 '' 'level9: error: is one argument file (@FILE) too many: the command line may name 10000, and a file named twice counts twice'
    printf 'a\0b' >binary
    hitmask bake @binary
    expect 1 '' 'binary: error: has a NUL byte; an argument file has one argument on each line'
    hitmask bake @art
    expect 1 '' 'art: error: is a folder'
}

@test "--files0-from takes names as find writes them" {
    find art -name '*.png' -print0 >list
    bake --files0-from list --root art -o x.hmk
    bake art -o y.hmk
    same x.hmk y.hmk
    bake --files0-from - --root art -o x.hmk <list
    same x.hmk y.hmk
    # A name may begin with anything.
    cp art/a.png ./-o
    printf -- '-o\0' >list
    bake --files0-from list -o x.hmk
    is names "$(names x.hmk)" -o
    printf 'a.png\0\0' >list
    hitmask bake --files0-from list -o x.hmk
    expect 1 '' $'list: error: name 2 is empty\na.png: error: cannot open: No such file or directory'
    printf '' >list
    hitmask bake --files0-from list -o x.hmk
    expect 1 '' 'hitmask: error: no input'
    hitmask bake --files0-from nowhere -o x.hmk
    expect 1 '' 'nowhere: error: cannot open: No such file or directory'
}

# ---- Dry runs -------------------------------------------------------------------------------

@test "--dry-run lists inputs and writes nothing" {
    hitmask bake art --exclude 'a*' -o game.hmk --dry-run -MD --stamp stamp
    expect 0 'bake  art/ui/b.png
skip  art/a.png     --exclude' ''
    hitmask bake art --exclude ui --dry-run
    expect 0 'bake  art/a.png
skip  art/ui     --exclude' ''
    hitmask bake art --dry-run
    expect 0 'bake  art/a.png
bake  art/ui/b.png' ''
    hitmask bake art nowhere.png --dry-run
    is status "$status" 1
    is files "$(find . -name 'separate-stderr*' -o -type f -print | sort)" "./art/a.png"$'\n'"./art/ui/b.png"
}

# ---- On a terminal --------------------------------------------------------------------------

@test "on a terminal there is a bar after half a second, and a summary" {
    not_on_windows 'a terminal of this system is no console'
    needs_terminal
    mkfifo slow.png
    local command="'$HITMASK' bake art slow.png -o game.hmk"
    (
        sleep 0.7
        cat art/a.png >slow.png
    ) &
    script -qec "$command" /dev/null </dev/null | tr '\r' '\n' >screen
    wait
    grep -q '^\[=*\]  3 of 3  [0-9]*/s  0 s left' screen
    grep -q '^.*game.hmk: 3 sprites, 67 % solid; 1 shared mask, 2 bytes saved; .* in [0-9.]* s; 0 warnings' screen
    # Nothing of it in a pipe, on a short run, or when it is not wanted.
    hitmask bake art -o game.hmk
    expect 0 '' ''
    is screen "$(script -qec "'$HITMASK' bake art -o game.hmk --progress never" /dev/null </dev/null)" ''
    script -qec "'$HITMASK' bake art -o game.hmk" /dev/null </dev/null >screen
    is lines "$(wc -l <screen)" 1
    lacks screen '\[='
}

# ---- The real tools -------------------------------------------------------------------------

# Builds with `$1`, then changes: nothing, one file, a new one, one gone, an option.
check_build() {
    local build=$1
    $build
    is names "$(names game.hmk)" a.png$'\n'ui/b.png
    age
    $build
    [ ! game.hmk -nt old ]
    touch -d '30 minutes ago' art/ui/b.png
    $build
    [ game.hmk -nt old ]
    age
    draw_png art/c.png '.#'
    $build
    is names "$(names game.hmk)" a.png$'\n'c.png$'\n'ui/b.png
    age
    rm art/a.png
    $build
    is names "$(names game.hmk)" c.png$'\n'ui/b.png
    age
    $build
    [ ! game.hmk -nt old ]
}

# Makes all that there is an hour old, and the output a little younger.
age() {
    find . -exec touch -d '2 hours ago' {} +
    touch -d '1 hour ago' old game.hmk game.d stamp
}

@test "Make bakes again just when something has changed" {
    cat >Makefile <<END
flags :=
game.hmk: Makefile
	$HITMASK bake -q art -o \$@ -MD -MP \$(flags)
-include game.d
END
    check_build 'make -s'
    age
    sed -i 's/flags :=/flags := --prune 0/' Makefile
    make -s
    is prune "$("$HITMASK" inspect --json game.hmk | grep -c '"prune": 0')" 2
}

# An output that is left alone gets the time at which the run ends, in Ninja's log.
@test "an output is not left alone when a picture has changed since the bake began" {
    not_on_windows 'it has no such pipes'
    mkfifo pipe.png
    cp art/a.png picture
    bake_slowly() {
        { "$@" && cat picture >pipe.png; } &
        bake art pipe.png -o game.hmk -MD --write-if-changed
        wait
    }
    bake_slowly true
    touch -d '1 hour ago' game.hmk art/* art/ui/* art old
    bake_slowly sleep 0.3
    [ ! game.hmk -nt old ]
    touch_later() {
        sleep 0.3
        touch art/ui/b.png
    }
    bake_slowly touch_later
    [ game.hmk -nt old ]
    [ art/ui/b.png -nt game.hmk ]
}

@test "Ninja bakes again just when something has changed" {
    needs ninja
    cat >build.ninja <<END
flags =
rule bake
  command = $HITMASK bake -q art -o \$out -MD -MF game.dep \$flags
  depfile = game.dep
  deps = gcc
  restat = 1
build game.hmk: bake
END
    # Ninja keeps times of its own, so they are made to pass.
    ninja --quiet
    is names "$(names game.hmk)" a.png$'\n'ui/b.png
    is ninja "$(ninja)" 'ninja: no work to do.'
    sleep 0.01
    draw_png art/ui/b.png '.#'
    ninja --quiet
    is ninja "$(ninja)" 'ninja: no work to do.'
    is bounds "$(fact bounds game.hmk | tail -n 1)" '[1, 0, 1, 1]'
    draw_png art/c:d.png '.#'
    ninja --quiet
    is names "$(names game.hmk)" a.png$'\n'c:d.png$'\n'ui/b.png
    rm art/a.png
    ninja --quiet
    is names "$(names game.hmk)" c:d.png$'\n'ui/b.png
    is ninja "$(ninja)" 'ninja: no work to do.'
    sed -i 's/^flags =/flags = --prune 0/' build.ninja
    ninja --quiet
    is prune "$("$HITMASK" inspect --json game.hmk | grep -c '"prune": 0')" 2
    # A link to a folder that other machines have at the top.
    ln -s /no-such-folder/art art/ui/more
    ninja --quiet >/dev/null 2>&1
    is ninja "$(ninja)" 'ninja: no work to do.'
}

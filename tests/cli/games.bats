#!/usr/bin/env bats
# games.bats - the games: both ways decide the same on every frame of a scripted run, and what
# is wrong with art, packs, arguments or the display is said in one line

load helpers

BUILD=${HITMASK%/*}
GAMES=(falling-blocks cannon sprite-collider near-pixel crater platformer)

has_sdl() {
    "${PKG_CONFIG:-pkg-config}" --exists sdl2
}

# GAME.ours and GAME.reference have what each game prints about its script.
setup_file() {
    export SDL_VIDEODRIVER=dummy XDG_RUNTIME_DIR=$BATS_FILE_TMPDIR
    has_sdl || return 0
    for game in "${GAMES[@]}"; do
        perform "$game" ours
        perform "$game" reference --reference
    done
}

setup() {
    has_sdl || skip 'needs SDL2'
    cd "$BATS_TEST_TMPDIR" || return
}

# told GAME: what it tells when hitmask decides.
told() {
    cp "$BATS_FILE_TMPDIR/$1.ours" told
}

# The packs of a game, in the order in which it wants them.
packs_of() {
    case $1 in
    near-pixel) printf '%s\n' "$BUILD"/near-pixel{-all,,-article}.hmk ;;
    *) echo "$BUILD/$1.hmk" ;;
    esac
}

# play GAME ARGUMENT...: with its own packs and art.
play() {
    local game=$1 packs
    shift
    mapfile -t packs < <(packs_of "$game")
    run --separate-stderr "$BUILD/$game" "${packs[@]}" "$ROOT/samples/$game/art" "$@"
}

# perform GAME NAME ARGUMENT...: plays its script. What was told, but for the time it took, becomes
# GAME.NAME.
perform() {
    local -r game=$1 name=$2
    shift 2
    play "$game" --script "$ROOT/samples/$game/script.txt" "$@"
    is 'standard error' "$stderr" '' || return
    is 'the exit status' "$status" 0 || return
    [[ $output =~ ^(.*)$'\ncollisions a frame: hitmask '[0-9.]+' us, the other way '[0-9.]+' us'$ ]] ||
        is 'the last line' "${output##*$'\n'}" 'how long both ways took' || return
    echo "${BASH_REMATCH[1]}" >"$BATS_FILE_TMPDIR/$game.$name"
}

# fails STATUS ERR GAME ARGUMENT...: with nothing but these arguments.
fails() {
    local -r status_wanted=$1 err_wanted=$2 game=$3
    shift 3
    run --separate-stderr "$BUILD/$game" "$@"
    expect "$status_wanted" '' "$err_wanted"
}

# ---- Both ways -------------------------------------------------------------------------------

@test "both ways agree on every frame of each game's script, whichever decides" {
    for game in "${GAMES[@]}"; do
        told "$game"
        same told "$BATS_FILE_TMPDIR/$game.reference"
        [[ $(tail -n 1 told) =~ ^'both ways agree in '([0-9]+)' of '([0-9]+)' frames'$ ]]
        is "frames of $game that agree" "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
        [ "${BASH_REMATCH[1]}" -ge 400 ]
    done
}

@test "falling blocks: the person is hit and gets free again, many times" {
    told falling-blocks
    [ "$(grep -c '^frame [0-9]*: hit$' told)" -ge 5 ]
    [ "$(grep -c '^frame [0-9]*: free$' told)" -ge 5 ]
}

@test "cannon: thousands of balls fly, and each hit kills both and scores once" {
    told cannon
    local -r hits=$(grep -c ' hits enemy ' told)
    [ "$hits" -ge 30 ]
    is 'the scores' "$(sed -n 's/.* hits enemy .* score //p' told)" "$(seq "$hits")"
    is 'balls that hit twice in a frame' "$(grep -o '^frame .* ball [0-9]*' told | uniq -d)" ''
    [[ $(grep '^score' told) =~ ^"score $hits, at most "([0-9]+)' balls at once'$ ]]
    [ "${BASH_REMATCH[1]}" -ge 2000 ]
}

@test "sprite collider: only full boxes that stand edge to edge get another answer, and it is named" {
    told sprite-collider
    holds told 'person and ring: share .* component touch, hitmask touch$'
    holds told 'person and ring: share .* component free, hitmask free$'
    holds told 'person and ring: edge to edge; component free, hitmask free$'
    is 'where the answers differ' \
        "$(grep -v -e 'component touch, hitmask touch' -e 'component free, hitmask free' told |
            sed -n 's/^frame [0-9]*: //p' | sort -u)" \
        'crate 1 and crate 2: edge to edge; component touch, hitmask free: closed boxes touch at an edge, half-open ones do not'
}

@test "near pixel: what the article misses has a reason, which is drawn" {
    told near-pixel
    for rule in 'points against maps' 'pruned, borders kept' "pruned, the article's border"; do
        holds told "^frame .* touch ($rule)$"
        holds told "^frame .* touch ($rule, turning)$"
    done
    holds told '^pixels touch in [0-9]* frames; the article.s border misses a touch in [1-9]'
    local -r misses=$(grep -c 'the article misses it' told)
    [ "$misses" -ge 5 ]
    is 'misses with a reason' "$(grep -c 'its border drops the \(point\|cell\|point and the cell\)$' told)" \
        "$misses"
    is 'drawings of both contacts' "$(grep -c '^    |.*|   |.*|$' told)" $((misses * 24))
    is 'contacts that are drawn' "$(grep '^    |' told | tr -cd @ | wc -c)" $((misses * 2))
}

@test "near pixel: a point that the article drops is within 4 cells of its map's border" {
    told near-pixel
    # The drawing after the first miss, without its frame: the point's map, then the cell's.
    sed -n '/drops the point and the cell$/{n;:row p;n;/^    |/b row;q}' told >drawing
    is 'rows' "$(wc -l <drawing)" 24
    for map in 2 4; do
        cut -d '|' -f $map drawing >map
        lacks <(sed -n '5,20p' map | cut -c 5-20) '[x@]'
        lacks <(sed -e '5,20s/^\(....\).*\(....\)$/\1\2/' map) 'o'
        holds map @
    done
}

@test "crater: shells leave craters, and what has lost its hold falls, with a mole on it, and lands" {
    told crater
    is craters "$(grep -c ': crater at (' told)" "$(sed -n 's/^score .*, \([0-9]*\) craters, .*/\1/p' told)"
    [ "$(grep -c ': crater at (' told)" -ge 5 ]
    [ "$(grep -c ' pixels falls off$' told)" -ge 3 ]
    [ "$(grep -c ' pixels lands at (' told)" -ge 3 ]
    holds told ': mole [0-9]* is hit, score 1$'
    holds told ': the robot is hit$'
}

@test "platformer: the hero lands on slopes and platforms, drops from one, and gets to the flag" {
    told platformer
    # The feet are 64 pixels below the top of the picture, and a platform is at the top of its tile.
    holds told ': lands at (248, 192)$'
    holds told ': lands at (380, 128)$'
    holds told ': lands at (344, 128)$'
    # On a slope the height is that of no tile.
    holds told ': lands at (200, 194)$'
    holds told ': squashes slime '
    holds told ': slime [0-9]* bites$'
    holds told ': reaches the flag$'
    is gems "$(grep -c ': gem [0-9]* of 18$' told)" 14
    holds told '^14 of 18 gems, 1 slimes squashed, the flag 1 times$'
}

# ---- The file to begin with --------------------------------------------------------------------

@test "the file to begin with is short, plays until its window is closed, and says what is wrong" {
    local -r art=$ROOT/samples/platformer/art pack=$BUILD/platformer.hmk
    # The system frees what a failing game holds.
    export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
    is 'at most 200 lines' "$(($(wc -l <"$ROOT/samples/start.c") <= 200))" 1
    run --separate-stderr timeout --preserve-status 2 "$BUILD/start" "$pack" "$art"
    expect 0 '' ''
    fails 1 'start: usage: start PACK ART' start
    fails 1 'start: none.hmk: cannot open this pack' start none.hmk "$art"
    bake "$SPRITES/ring.png" -o ring.hmk
    head -c 99 ring.hmk >short.hmk
    fails 1 'start: short.hmk: cannot open this pack' start short.hmk "$art"
    fails 1 'start: map.tmx#1: is not in the pack' start ring.hmk "$art"
    fails 1 'start: nowhere/tiles.png: cannot load this picture' start "$pack" nowhere
}

# ---- Pictures and scripts ----------------------------------------------------------------------

@test "a screenshot is a picture of the last frame, the same every time" {
    for game in "${GAMES[@]}"; do
        play "$game" --frames 60 --screenshot a.png
        is 'the exit status' "$status" 0
        play "$game" --frames 60 --screenshot b.png
        same a.png b.png
        play "$game" --frames 61 --screenshot b.png
        bake a.png -o a.json
        is 'the size' "$(fact size a.json)" '[480, 320]'
    done
}

@test "on a display a game has a window, twice as large, and is paced by the clock" {
    command -v Xvfb >/dev/null || skip 'needs Xvfb'
    Xvfb -displayfd 4 -screen 0 1280x800x24 -nolisten tcp 4>number 3>&- >log 2>&1 &
    local -r server=$! started=$SECONDS
    while [ ! -s number ] && ((SECONDS - started < 20)); do
        sleep 0.1
    done
    unset SDL_VIDEODRIVER
    # Memory that the drivers of a display do not free is not ours.
    DISPLAY=:$(<number) ASAN_OPTIONS=detect_leaks=0 play falling-blocks --frames 30 --screenshot x.png
    kill "$server"
    is 'the exit status' "$status" 0
    [[ $output == *'agree in 30 of 30 frames'* ]]
    bake x.png -o x.json
    is 'the size' "$(fact size x.json)" '[960, 640]'
}

@test "a script says which keys are held for how many frames, and its length is that of the game" {
    printf '2 right\n# nothing for a while\n\n3\n1 left space # both\n' >keys.txt
    play falling-blocks --script keys.txt
    [[ $output == *'agree in 6 of 6 frames'* ]]
    play falling-blocks --script keys.txt --frames 10
    [[ $output == *'agree in 10 of 10 frames'* ]]
}

@test "the pictures in samples/ are of the size that the games have" {
    for game in "${GAMES[@]}"; do
        is 'the size' "$(bake "$ROOT/samples/$game.png" -o x.json && fact size x.json)" '[480, 320]'
    done
}

# ---- Bad input -------------------------------------------------------------------------------

@test "wrong arguments: status 2 and one line that says what to do" {
    local -r see="; see 'cannon --help'"
    fails 2 "cannon: error: the pack and the folder of art are missing; 'make sample-cannon' bakes \
what is needed and starts the game$see" cannon
    fails 2 "cannon: error: the folder of art is missing; 'make sample-cannon' bakes what is needed \
and starts the game$see" cannon x.hmk
    fails 2 "cannon: error: there are too many arguments; 'make sample-cannon' bakes what is needed \
and starts the game$see" cannon a b c
    fails 2 "near-pixel: error: a pack is missing; 'make sample-near-pixel' bakes what is needed and \
starts the game; see 'near-pixel --help'" near-pixel a.hmk
    for option in --fast -h --frames=1 -; do
        fails 2 "cannon: error: unknown option '$option'$see" cannon $option
    done
    for option in --frames --script --screenshot; do
        fails 2 "cannon: error: $option needs a value$see" cannon x.hmk art $option
    done
    for number in 0 -1 x '' 1x 1000001 99999999999999999999; do
        fails 2 "cannon: error: --frames needs a number from 1 to 1000000, not '$number'$see" \
            cannon --frames "$number"
    done
    fails 2 "cannon: error: --screenshot needs --frames or --script$see" \
        cannon --screenshot x.png x.hmk art
    fails 2 "cannon: error: a run without a display needs --frames or --script to end$see" \
        cannon x.hmk art
}

@test "--help says how to start, and which keys do what" {
    for game in "${GAMES[@]}"; do
        run --separate-stderr "$BUILD/$game" --help
        is 'the exit status' "$status" 0
        is 'lines that are too long' "$(grep -E '.{80}' <<<"$output")" ''
        [[ $output == "Usage: $game [options] "*"'make sample-$game'"*'Keys: '*'--screenshot FILE'* ]]
    done
}

@test "without a display a game says how to do without" {
    [ ! -e /dev/dri ] || skip 'SDL may draw on the console here'
    unset SDL_VIDEODRIVER DISPLAY WAYLAND_DISPLAY
    play cannon --frames 1
    is 'the exit status' "$status" 1
    [[ ${stderr##*$'\n'} == 'cannon: error: there is no display'*'SDL_VIDEODRIVER=dummy needs none' ]]
}

@test "a display that SDL does not have is told by name" {
    export SDL_VIDEODRIVER=nonsense
    play cannon --frames 1
    expect 1 '' 'cannon: error: there is no display: nonsense not available; SDL_VIDEODRIVER=dummy needs none'
}

@test "every game says that its pack or its art is missing" {
    local game path packs
    for game in "${GAMES[@]}"; do
        fails 2 "$game: error: the pack and the folder of art are missing; 'make sample-$game' bakes \
what is needed and starts the game; see '$game --help'" "$game"
        mapfile -t packs < <(packs_of "$game")
        run --separate-stderr "$BUILD/$game" "${packs[@]/*/none.hmk}" "$ROOT/samples/$game/art" --frames 1
        is 'the exit status' "$status" 1
        is 'standard output' "$output" ''
        [[ $stderr =~ ^'none.hmk: error: cannot open: No such file or directory; '\''make sample-'$game\' ]]
        run --separate-stderr "$BUILD/$game" "${packs[@]}" none --frames 1
        is 'the exit status' "$status" 1
        is 'standard output' "$output" ''
        [[ $stderr =~ ^'none/'[a-z]*'.png: error: cannot open: No such file or directory; ART is the folder of the game' ]]
    done
}

@test "a folder in place of a pack or a script" {
    mkdir folder
    fails 1 "folder: error: cannot read: Is a directory; 'make sample-cannon' bakes it \
(hitmask bake --no-points ART -o PACK)" cannon folder "$ROOT/samples/cannon/art" --frames 1
    play cannon --script folder
    expect 1 '' 'folder: error: cannot read: Is a directory; see --help'
}

@test "a script that is wrong is told with its line before anything moves" {
    local -r keys='the keys are left, right, up, down, space, tab, b, m and t'
    refuses_script() { # refuses_script TEXT ERR
        printf '%s' "$1" >keys.txt
        play cannon --script keys.txt
        expect 1 '' "keys.txt: error: $2"
    }
    refuses_script $'10\n20 lift\n' "line 2: 'lift' is not a key; $keys"
    refuses_script $'10\n\nleft 5' "line 3: 'left' is not a number of frames; a line is, for example, '30 right space'"
    refuses_script '0 left' "line 1: '0' is not a number of frames; a line is, for example, '30 right space'"
    refuses_script '' 'must have from 1 to 1000000 frames'
    refuses_script $'1000000\n1\n' 'must have from 1 to 1000000 frames'
    play cannon --script none.txt
    expect 1 '' 'none.txt: error: cannot open: No such file or directory; see --help'
}

@test "packs that are missing, damaged or of something else: one line that says how to bake them" {
    local -r hint="'make sample-cannon' bakes it (hitmask bake --no-points ART -o PACK)"
    local -r art=$ROOT/samples/cannon/art
    fails 1 "x.hmk: error: cannot open: No such file or directory; $hint" \
        cannon x.hmk "$art" --frames 1
    echo text >text.hmk
    fails 1 "text.hmk: error: not a hitmask pack; $hint" \
        cannon text.hmk "$art" --frames 1
    head -c 200 "$BUILD/cannon.hmk" >short.hmk
    fails 1 "short.hmk: error: the pack is cut short: part of its data is missing; $hint" \
        cannon short.hmk "$art" --frames 1
    bake "$SPRITES/ring.png" -o ring.hmk
    fails 1 "ring.hmk: error: there is no sprite 'ball.png' in it; $hint" cannon ring.hmk "$art" --frames 1
    bake --grow 1 "$art" -o grown.hmk
    fails 1 "grown.hmk: error: ball.png is baked from other art or with other options; $hint" \
        cannon grown.hmk "$art" --frames 1
}

@test "every game notices a pack that was baked with other options" {
    refuses_pack() { # refuses_pack GAME PACK NAME WHAT PACK...
        local -r game=$1 pack=$2 what=$3
        shift 3
        run --separate-stderr "$BUILD/$game" "$@" "$ROOT/samples/$game/art" --frames 1
        is 'the exit status' "$status" 1
        is 'standard output' "$output" ''
        [[ $stderr == "$pack: error: $what; 'make sample-$game' bakes it ("*')' ]] ||
            is 'standard error' "$stderr" "$pack: error: $what; ..."
    }
    local -r other='is baked from other art or with other options' art=$ROOT/samples
    # Magenta that was not keyed is solid.
    bake "$art/falling-blocks/art" -o blocks.hmk
    refuses_pack falling-blocks blocks.hmk "person.png $other" blocks.hmk
    # The mask of the person was taken for a sprite; and then the crates are no boxes.
    bake --preset unity "$art/sprite-collider/art" -o collider.hmk
    refuses_pack sprite-collider collider.hmk "person.png $other" collider.hmk
    bake --preset unity --mask-suffix _mask "$art/sprite-collider/art" -o collider.hmk
    refuses_pack sprite-collider collider.hmk "crate.png $other" collider.hmk
    bake --grow 1 "$art/crater/art" -o crater.hmk
    refuses_pack crater crater.hmk "mole.png $other" crater.hmk
    bake --grow 1 --mask-suffix _mask "$art/platformer/art" "$art/platformer/art/map.tmx" -o platformer.hmk
    refuses_pack platformer platformer.hmk "hero.png $other" platformer.hmk
    # Another threshold; other points; no points; and the right packs in another order.
    local -r all=$BUILD/near-pixel-all.hmk kept=$BUILD/near-pixel.hmk lost=$BUILD/near-pixel-article.hmk
    bake --preset nearpixel --alpha-threshold 0 --grow 1 "$art/near-pixel/art" -o near.hmk
    refuses_pack near-pixel near.hmk "saucer.png $other" "$all" near.hmk "$lost"
    bake --preset nearpixel --prune 3 "$art/near-pixel/art" -o near.hmk
    refuses_pack near-pixel near.hmk 'saucer.png was baked with other points' "$all" near.hmk "$lost"
    bake --preset nearpixel --no-points "$art/near-pixel/art" -o near.hmk
    refuses_pack near-pixel near.hmk 'saucer.png was baked with other points' "$all" near.hmk "$lost"
    refuses_pack near-pixel "$kept" 'saucer.png was baked with other points' "$kept" "$all" "$lost"
}

@test "platformer: a map that it cannot use, or a pack without the map, is told" {
    local -r pack=$BUILD/platformer.hmk
    refuses_map() { # refuses_map SED ERR: the map changed by SED
        sed -i "$1" art/map.tmx
        fails 1 "art/map.tmx: error: $2" platformer "$pack" art --frames 1
        cp "$ROOT/samples/platformer/art/map.tmx" art
    }
    local -r csv='that is the tile layer format in Tiled'\''s properties of the map'
    cp -R "$ROOT/samples/platformer/art" .
    refuses_map 's/name="platforms"/name="other"/' \
        "the layer 'platforms' must be there, with all its cells as CSV: $csv"
    refuses_map 's/encoding="csv"/encoding="base64"/' \
        "the layer 'ground' must be there, with all its cells as CSV: $csv"
    refuses_map 's/^0,0,0,0/0,0,0/' "the layer 'ground' must be there, with all its cells as CSV: $csv"
    refuses_map 's/\(<map .* width=\)"80"/\1"8000"/' 'must be a map of Tiled with 1 to 4096 cells'
    refuses_map 's/<map /<plan /' 'must be a map of Tiled with 1 to 4096 cells'
    rm art/map.tmx
    fails 1 'art/map.tmx: error: cannot open: No such file or directory; the map lies beside its pictures' \
        platformer "$pack" art --frames 1
    cp "$ROOT/samples/platformer/art/map.tmx" art
    # A slope that is less steep, and no map at all.
    sed 's/0,32 32,0 32,32/0,32 32,8 32,32/' art/map.tmx >art/other.tmx
    bake --mask-suffix _mask --config "$ROOT/samples/platformer/rules.json" art art/other.tmx -o other.hmk
    fails 1 "other.hmk: error: there is no sprite 'map.tmx#1' in it; 'make sample-platformer' bakes it \
(hitmask bake --mask-suffix _mask --config rules.json ART ART/map.tmx -o PACK)" platformer other.hmk art --frames 1
    mv art/other.tmx art/map.tmx
    bake --mask-suffix _mask --config "$ROOT/samples/platformer/rules.json" art art/map.tmx -o other.hmk
    fails 1 "other.hmk: error: map.tmx#3:collision has other shapes than the game knows; \
'make sample-platformer' bakes it" platformer other.hmk art --frames 1
}

@test "art that is missing, damaged or of another size: one line" {
    local -r pack=$BUILD/cannon.hmk hint='ART is the folder of the game'\''s PNGs, as in samples/'
    fails 1 "none/ball.png: error: cannot open: No such file or directory; $hint" \
        cannon "$pack" none --frames 1
    cp -r "$ROOT/samples/cannon/art" art
    head -c 60 "$ROOT/samples/cannon/art/barrel.png" >art/barrel.png
    run --separate-stderr "$BUILD/cannon" "$pack" art --frames 1
    is 'the exit status' "$status" 1
    [[ $stderr == 'art/barrel.png: error: cannot read this PNG: '*"; 'make samples' draws it again" ]]
    cp "$SPRITES/ring.png" art/ball.png
    cp "$SPRITES/ring.png" art/barrel.png
    fails 1 "$pack: error: ball.png is baked from other art or with other options; 'make \
sample-cannon' bakes it (hitmask bake --no-points ART -o PACK)" cannon "$pack" art --frames 1
    cp -r "$ROOT/samples/near-pixel/art" near
    cp "$SPRITES/ring.png" near/saucer.png
    mapfile -t packs < <(packs_of near-pixel)
    fails 1 'near-pixel: error: saucer.png must be of 72 x 72 pixels' \
        near-pixel "${packs[@]}" near --frames 1
}

@test "a screenshot that cannot be written fails" {
    play cannon --frames 1 --screenshot none/x.png
    is 'the exit status' "$status" 1
    is 'standard error' "$stderr" 'none/x.png: error: cannot write: No such file or directory'
    [ -c /dev/full ] || skip 'no /dev/full here'
    play cannon --frames 1 --screenshot /dev/full
    is 'the exit status' "$status" 1
    is 'standard error' "$stderr" '/dev/full: error: cannot write: No space left on device'
}

@test "what a game tells must be heard" {
    [ -c /dev/full ] || skip 'no /dev/full here'
    run bash -c '"$0" "$@" 2>&1 >/dev/full' "$BUILD/cannon" "$BUILD/cannon.hmk" \
        "$ROOT/samples/cannon/art" --frames 1
    is 'the exit status' "$status" 1
    is 'standard error' "$output" 'cannon: error: cannot write: No space left on device'
}

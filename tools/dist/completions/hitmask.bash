# Made by `make pages` from the tables of options; do not edit.
# -f: files, -d: folders; their names may have blanks.
_hitmask_paths() {
    local IFS=$'\n'
    COMPREPLY=($(compgen "$1" -- "$cur"))
}

_hitmask() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
    local command=${COMP_WORDS[1]} words=
    COMPREPLY=()
    if [[ $cur == = ]]; then
        cur=
    elif [[ $prev == = ]]; then
        prev=${COMP_WORDS[COMP_CWORD-2]}
    fi
    if ((COMP_CWORD == 1)); then
        words='bake inspect query verify diff merge tune export help'
        [[ $cur != -* ]] || words='--help --version'
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
        return
    fi
    case "$command $prev" in
    'bake --output' | 'bake -o')
        _hitmask_paths -f
        return ;;
    'bake --format')
        return ;;
    'bake --json-mask')
        COMPREPLY=($(compgen -W 'rows base64 none' -- "$cur"))
        return ;;
    'bake --names')
        _hitmask_paths -f
        return ;;
    'bake -MF')
        _hitmask_paths -f
        return ;;
    'bake -MT')
        return ;;
    'bake --stamp')
        _hitmask_paths -f
        return ;;
    'bake --shard')
        return ;;
    'bake --files0-from')
        _hitmask_paths -f
        return ;;
    'bake --exclude')
        return ;;
    'bake --mask-suffix')
        return ;;
    'bake --root')
        _hitmask_paths -d
        return ;;
    'bake --name')
        return ;;
    'bake --config')
        _hitmask_paths -f
        return ;;
    'bake --preset')
        COMPREPLY=($(compgen -W 'xna unity nearpixel pygame' -- "$cur"))
        return ;;
    'bake --alpha-threshold')
        return ;;
    'bake --color-key')
        return ;;
    'bake --key-tolerance')
        return ;;
    'bake --warn-straddle')
        return ;;
    'bake --despeckle')
        return ;;
    'bake --grow')
        return ;;
    'bake --shrink')
        return ;;
    'bake --warn-specks')
        return ;;
    'bake --map')
        return ;;
    'bake --cell')
        return ;;
    'bake --prune')
        return ;;
    'bake --prune-border')
        COMPREPLY=($(compgen -W 'keep drop' -- "$cur"))
        return ;;
    'bake --pivot')
        return ;;
    'bake --polygons')
        return ;;
    'bake --polygon-fit')
        COMPREPLY=($(compgen -W 'near contain inside' -- "$cur"))
        return ;;
    'bake --polygon-vertices')
        return ;;
    'bake --connect')
        COMPREPLY=($(compgen -W '8 4' -- "$cur"))
        return ;;
    'bake --min-area')
        return ;;
    'bake --pieces')
        return ;;
    'bake --notch')
        return ;;
    'bake --pixels-per-metre')
        return ;;
    'bake --hull')
        return ;;
    'bake --grid')
        return ;;
    'bake --cells')
        return ;;
    'bake --grid-order')
        COMPREPLY=($(compgen -W 'rows columns' -- "$cur"))
        return ;;
    'bake --margin')
        return ;;
    'bake --spacing')
        return ;;
    'bake --auto-cut')
        return ;;
    'bake --space')
        COMPREPLY=($(compgen -W 'source trimmed' -- "$cur"))
        return ;;
    'bake --layer')
        return ;;
    'bake --animate')
        return ;;
    'bake --jobs' | 'bake -j')
        return ;;
    'bake --max-pixels')
        return ;;
    'bake --decoder')
        COMPREPLY=($(compgen -W 'quick zlib reference' -- "$cur"))
        return ;;
    'bake --progress')
        COMPREPLY=($(compgen -W 'auto always never' -- "$cur"))
        return ;;
    'bake --cache')
        _hitmask_paths -f
        return ;;
    'bake --error-on')
        COMPREPLY=($(compgen -W 'all empty full key-unmatched key-near straddle specks nearly-empty damaged-extra outside-palette animated mask-unused polygons page-renamed page-larger source-twice tags-of-more data-left-out bare-ampersand clipped rounded ragged grid-fit folder-again link-broken name-case rule-unmatched output-in-art ninja-name no-effect' -- "$cur"))
        return ;;
    'bake --color')
        COMPREPLY=($(compgen -W 'auto always never' -- "$cur"))
        return ;;
    'bake --message-format')
        COMPREPLY=($(compgen -W 'text gcc msvc json' -- "$cur"))
        return ;;
    'inspect --json-mask')
        COMPREPLY=($(compgen -W 'rows base64 none' -- "$cur"))
        return ;;
    'inspect --png')
        _hitmask_paths -f
        return ;;
    'inspect --svg')
        _hitmask_paths -f
        return ;;
    'inspect --html')
        _hitmask_paths -f
        return ;;
    'inspect --art')
        _hitmask_paths -d
        return ;;
    'inspect --config')
        _hitmask_paths -f
        return ;;
    'inspect --sort')
        COMPREPLY=($(compgen -W 'name size area solid points' -- "$cur"))
        return ;;
    'inspect --color')
        COMPREPLY=($(compgen -W 'auto always never' -- "$cur"))
        return ;;
    'inspect --message-format')
        COMPREPLY=($(compgen -W 'text gcc msvc json' -- "$cur"))
        return ;;
    'query --at')
        return ;;
    'query --flip')
        return ;;
    'query --rotate')
        return ;;
    'query --scale')
        return ;;
    'query --sweep-to')
        return ;;
    'query --png')
        _hitmask_paths -f
        return ;;
    'query --art')
        _hitmask_paths -d
        return ;;
    'query --color')
        COMPREPLY=($(compgen -W 'auto always never' -- "$cur"))
        return ;;
    'query --message-format')
        COMPREPLY=($(compgen -W 'text gcc msvc json' -- "$cur"))
        return ;;
    'verify --color')
        COMPREPLY=($(compgen -W 'auto always never' -- "$cur"))
        return ;;
    'verify --message-format')
        COMPREPLY=($(compgen -W 'text gcc msvc json' -- "$cur"))
        return ;;
    'diff --png')
        _hitmask_paths -f
        return ;;
    'diff --color')
        COMPREPLY=($(compgen -W 'auto always never' -- "$cur"))
        return ;;
    'diff --message-format')
        COMPREPLY=($(compgen -W 'text gcc msvc json' -- "$cur"))
        return ;;
    'merge --output' | 'merge -o')
        _hitmask_paths -f
        return ;;
    'merge --format')
        return ;;
    'merge --json-mask')
        COMPREPLY=($(compgen -W 'rows base64 none' -- "$cur"))
        return ;;
    'merge --names')
        _hitmask_paths -f
        return ;;
    'merge -MF')
        _hitmask_paths -f
        return ;;
    'merge -MT')
        return ;;
    'merge --stamp')
        _hitmask_paths -f
        return ;;
    'merge --color')
        COMPREPLY=($(compgen -W 'auto always never' -- "$cur"))
        return ;;
    'merge --message-format')
        COMPREPLY=($(compgen -W 'text gcc msvc json' -- "$cur"))
        return ;;
    'tune --output' | 'tune -o')
        _hitmask_paths -f
        return ;;
    'tune --files0-from')
        _hitmask_paths -f
        return ;;
    'tune --exclude')
        return ;;
    'tune --mask-suffix')
        return ;;
    'tune --root')
        _hitmask_paths -d
        return ;;
    'tune --name')
        return ;;
    'tune --config')
        _hitmask_paths -f
        return ;;
    'tune --preset')
        COMPREPLY=($(compgen -W 'xna unity nearpixel pygame' -- "$cur"))
        return ;;
    'tune --alpha-threshold')
        return ;;
    'tune --color-key')
        return ;;
    'tune --key-tolerance')
        return ;;
    'tune --warn-straddle')
        return ;;
    'tune --despeckle')
        return ;;
    'tune --grow')
        return ;;
    'tune --shrink')
        return ;;
    'tune --warn-specks')
        return ;;
    'tune --map')
        return ;;
    'tune --cell')
        return ;;
    'tune --prune')
        return ;;
    'tune --prune-border')
        COMPREPLY=($(compgen -W 'keep drop' -- "$cur"))
        return ;;
    'tune --pivot')
        return ;;
    'tune --polygons')
        return ;;
    'tune --polygon-fit')
        COMPREPLY=($(compgen -W 'near contain inside' -- "$cur"))
        return ;;
    'tune --polygon-vertices')
        return ;;
    'tune --connect')
        COMPREPLY=($(compgen -W '8 4' -- "$cur"))
        return ;;
    'tune --min-area')
        return ;;
    'tune --pieces')
        return ;;
    'tune --notch')
        return ;;
    'tune --pixels-per-metre')
        return ;;
    'tune --hull')
        return ;;
    'tune --grid')
        return ;;
    'tune --cells')
        return ;;
    'tune --grid-order')
        COMPREPLY=($(compgen -W 'rows columns' -- "$cur"))
        return ;;
    'tune --margin')
        return ;;
    'tune --spacing')
        return ;;
    'tune --auto-cut')
        return ;;
    'tune --space')
        COMPREPLY=($(compgen -W 'source trimmed' -- "$cur"))
        return ;;
    'tune --layer')
        return ;;
    'tune --animate')
        return ;;
    'tune --jobs' | 'tune -j')
        return ;;
    'tune --max-pixels')
        return ;;
    'tune --decoder')
        COMPREPLY=($(compgen -W 'quick zlib reference' -- "$cur"))
        return ;;
    'tune --color')
        COMPREPLY=($(compgen -W 'auto always never' -- "$cur"))
        return ;;
    'tune --message-format')
        COMPREPLY=($(compgen -W 'text gcc msvc json' -- "$cur"))
        return ;;
    'export --for')
        COMPREPLY=($(compgen -W 'box2d phaser matter godot defold love tiled unity' -- "$cur"))
        return ;;
    'export --output' | 'export -o')
        _hitmask_paths -f
        return ;;
    'export --pixels-per-metre')
        return ;;
    'export --error-on')
        COMPREPLY=($(compgen -W 'all pivot-outside welded' -- "$cur"))
        return ;;
    'export --color')
        COMPREPLY=($(compgen -W 'auto always never' -- "$cur"))
        return ;;
    'export --message-format')
        COMPREPLY=($(compgen -W 'text gcc msvc json' -- "$cur"))
        return ;;
    esac
    case $command in
    bake) words=' --output -o --format --json-mask --names --force -MD -MF -MT -MP --write-if-changed --stamp --no-sync --dry-run --shard --files0-from --exclude --mask-suffix --allow-outside --root --name --strip-extension --config --preset --alpha-threshold --color-key --key-tolerance --solid --warn-straddle --despeckle --fill-holes --grow --shrink --warn-specks --map --cell --prune --prune-border --no-points --pivot --outline --polygons --polygon-fit --polygon-vertices --connect --min-area --pieces --notch --pixels-per-metre --hull --grid --cells --grid-order --margin --spacing --auto-cut --skip-empty --space --source-scale --layer --animate --union --jobs -j --max-pixels --decoder --progress --cache --error-on --quiet -q --no-summary --verbose -v --color --message-format --help -h' ;;
    inspect) words=' --json --json-mask --ascii --blocks --png --svg --html --art --embed-art --thresholds --config --force --warnings --sort --quiet -q --no-summary --verbose -v --color --message-format --help -h' ;;
    query) words=' --at --flip --rotate --scale --sweep-to --json --ascii --png --art --force --quiet -q --no-summary --verbose -v --color --message-format --help -h' ;;
    verify) words=' --quiet -q --no-summary --verbose -v --color --message-format --help -h' ;;
    diff) words=' --json --ascii --png --force --quiet -q --no-summary --verbose -v --color --message-format --help -h' ;;
    merge) words=' --output -o --format --json-mask --names --force -MD -MF -MT -MP --write-if-changed --stamp --no-sync --quiet -q --no-summary --verbose -v --color --message-format --help -h' ;;
    tune) words=' --output -o --force --files0-from --exclude --mask-suffix --allow-outside --root --name --strip-extension --config --preset --alpha-threshold --color-key --key-tolerance --solid --warn-straddle --despeckle --fill-holes --grow --shrink --warn-specks --map --cell --prune --prune-border --no-points --pivot --outline --polygons --polygon-fit --polygon-vertices --connect --min-area --pieces --notch --pixels-per-metre --hull --grid --cells --grid-order --margin --spacing --auto-cut --skip-empty --space --source-scale --layer --animate --union --jobs -j --max-pixels --decoder --quiet -q --no-summary --verbose -v --color --message-format --help -h' ;;
    export) words=' --for --output -o --pixels-per-metre --force --error-on --quiet -q --no-summary --verbose -v --color --message-format --help -h' ;;
    help)
        COMPREPLY=($(compgen -W 'bake inspect query verify diff merge tune export pixels threshold masks points shapes names rules sheets animations builds shards answers warnings status completion ' -- "$cur"))
        return ;;
    esac
    if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
    else
        _hitmask_paths -f
    fi
}
complete -o filenames -F _hitmask hitmask

#!/usr/bin/env bash
# bare.sh - runs a command as if nothing were installed but a minimal Debian, make, git and what
# `make deps test` installs
#
#     bare.sh FOLDER COMMAND...
#
# PATH becomes a folder of links to the programs of those packages and of all that they depend on,
# pkg-config finds their libraries alone. Quick, where `make test-fresh` is true: headers and data
# files of other packages are still there.
set -euo pipefail

rm -rf "$1"
mkdir -p "$1/bin" "$1/pkgconfig"
folder=$(cd "$1" && pwd)
shift

# The packages that are installed, a line each: name, whether every system has it, what it depends on,
# what it stands for.
installed() {
    dpkg-query -W -f='${db:Status-Status}|${Package}|${Essential}${Priority}|${Pre-Depends}, ${Depends}|${Provides}\n' |
        sed -n 's/^installed|//p'
}

# closure PACKAGE...: these, what every system has, and all that they depend on.
closure() {
    installed | awk -F '|' -v roots="$*" '
        function bare(name) { gsub(/[ \t]|\(.*\)|:[a-z0-9]+|\[.*\]/, "", name); return name }
        function want(name) { if (!(name in wanted)) { wanted[name]; queue[++last] = name } }
        {
            known[$1]
            needs[$1] = $3
            if ($2 ~ /^yes|required/) want($1)
            count = split($4, names, ",")
            for (i = 1; i <= count; i++) providers[bare(names[i])] = providers[bare(names[i])] " " $1
        }
        END {
            count = split(roots, names, " ")
            for (i = 1; i <= count; i++) want(names[i])
            while (++next_one <= last) {
                name = queue[next_one]
                if (!(name in known)) {
                    count = split(providers[name], names, " ")
                    for (i = 1; i <= count; i++) want(names[i])
                    continue
                }
                count = split(needs[name], names, /[,|]/)
                for (i = 1; i <= count; i++) if (bare(names[i]) != "") want(bare(names[i]))
            }
            for (name in wanted) if (name in known) print name
        }'
}

# shellcheck disable=SC2046
mapfile -t packages < <(closure apt make git $(sh tools/dist/deps.sh --list build test))

while read -r file; do
    case $file in
    */pkgconfig/*.pc) ln -sf "$file" "$folder/pkgconfig/" ;;
    /bin/* | /usr/bin/* | /sbin/* | /usr/sbin/*) [ ! -x "$file" ] || ln -sf "$file" "$folder/bin/" ;;
    esac
done < <(dpkg-query -L "${packages[@]}" 2>/dev/null)
# cc, awk and others are links that the system makes to one of several programs.
for link in /etc/alternatives/*; do
    [ ! -e "$folder/bin/$(basename "$(readlink "$link")")" ] ||
        ln -sf "$link" "$folder/bin/"
done

echo "bare: ${#packages[@]} packages, $(find "$folder/bin" -type l | wc -l) programs"
PATH=$folder/bin PKG_CONFIG_LIBDIR=$folder/pkgconfig exec "$@"

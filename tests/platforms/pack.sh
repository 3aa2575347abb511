#!/bin/sh
# pack.sh HITMASK PACK - bakes what the digest asks: sprites with points of every kind, and an animation
set -eu
config=$2.json
cat >"$config" <<'END'
{ "rules": [ { "match": "deep.png", "grid": "16x16", "animate": 90 },
             { "match": "ball.png", "cell": 2 },
             { "match": "ring.png", "prune": 3 },
             { "match": "enemy.png", "map": "24x24", "prune-border": "drop" },
             { "match": "heart.png", "no-points": true } ] }
END
"$1" bake --quiet --config "$config" samples/sprites -o "$2"

"""tiled.py TILESET.tsj NAME... - prints the polygons of what Tiled has exported, as JSON

The names are those of the tiles, by their ids."""
import json
import sys

names = sys.argv[2:]
loaded = {}
for tile in json.load(open(sys.argv[1])).get("tiles", []):
    objects = tile.get("objectgroup", {}).get("objects", [])
    if objects:
        loaded[names[tile["id"]]] = [
            [[one["x"] + p["x"], one["y"] + p["y"]] for p in one["polygon"]] for one in objects]
print(json.dumps(loaded))

"""defold.py FOLDER - prints the hulls in .convexshape files, as JSON; a parser of the text format of Defold"""
import json
import os
import re
import sys

pieces = {}
for folder, _, files in os.walk(sys.argv[1]):
    for file in files:
        path = os.path.join(folder, file)
        lines = [line for line in open(path).read().splitlines() if not line.startswith("#")]
        if lines[0] != "shape_type: TYPE_HULL":
            sys.exit("%s: no hull" % path)
        data = [float(re.fullmatch(r"data: (-?[0-9]+(?:\.[0-9]+)?)", line)[1]) for line in lines[1:]]
        if len(data) % 3 != 0 or any(data[2::3]):
            sys.exit("%s: points are not x, y, 0" % path)
        name, piece = re.fullmatch(r"(.*)\.([0-9]+)\.convexshape", os.path.relpath(path, sys.argv[1])).groups()
        pieces.setdefault(name, {})[int(piece)] = [list(at) for at in zip(data[::3], data[1::3])]
print(json.dumps({name: [of[i] for i in sorted(of)] for name, of in pieces.items()}))

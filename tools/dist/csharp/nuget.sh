#!/bin/sh
# nuget.sh VERSION OUTPUT - the NuGet package: Hitmask.cs as a source, the targets, and a page
#
# Its bytes are the same on every machine: all files have one time, and the order of this script.
set -eu

version=$1 output=$2
mkdir -p "${output%/*}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

mkdir -p "$folder/build" "$folder/_rels"
cp include/csharp/Hitmask.cs include/csharp/Hitmask.targets "$folder/build/"
cp include/csharp/package.md "$folder/README.md"
cp LICENSE "$folder/LICENSE"
sed "s/@VERSION@/$version/" tools/dist/csharp/Hitmask.nuspec.in >"$folder/Hitmask.nuspec"
cat >"$folder/_rels/.rels" <<'END'
<?xml version="1.0" encoding="utf-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
  <Relationship Type="http://schemas.microsoft.com/packaging/2010/07/manifest" Target="/Hitmask.nuspec" Id="nuspec" />
</Relationships>
END
cat >"$folder/[Content_Types].xml" <<'END'
<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml" />
  <Default Extension="nuspec" ContentType="application/octet" />
  <Default Extension="targets" ContentType="application/octet" />
  <Default Extension="cs" ContentType="application/octet" />
  <Default Extension="md" ContentType="application/octet" />
  <Override PartName="/LICENSE" ContentType="application/octet" />
</Types>
END
find "$folder" -type f -exec chmod 644 {} + -exec touch -d '2000-01-01T00:00:00Z' {} +
rm -f "$output"
output=$(cd "${output%/*}" && pwd)/${output##*/}
cd "$folder"
TZ=UTC zip -X -q -9 "$output" '[Content_Types].xml' _rels/.rels Hitmask.nuspec LICENSE README.md \
    build/Hitmask.cs build/Hitmask.targets

#!/bin/sh
# topics.sh FILE - writes topics.txt as the C of the table `topics`
set -eu
cat <<'C'
#include "commands/command.h"
#include "system/warnings.h"

#define WARNING_LINES(id, about) "  " id "\n      " about "\n"

const struct topic topics[] = {
C
# The first topic ends none.
sed -e '/^#/d' -e 's/["\\]/\\&/g' -e 's/.*/    "&\\n"/' -e 's/^    "@\([A-Z_]*\)@\\n"$/    \1(WARNING_LINES)/' \
    -e 's/^    "= \([a-z]*\): \(.*\)\\n"$/    },{"\1", "\2",/' "$1" | sed '1s/},//'
printf '    },\n    {0},\n};\n'

/*
 * topics.c - the short manual
 */
#include "topics.h"

#include "warnings.h"

#include <stddef.h>

#define WARNING_LINES(id, about) "  " id "\n      " about "\n"
#define WARNING_LIST             WARNINGS(WARNING_LINES)

const struct topic topics[] = {
    {"pixels", "which pixels are solid",
     "A pixel is solid when its alpha is above the threshold and it is not keyed.\n"
     "\n"
     "The threshold is 0 unless --alpha-threshold says otherwise: whatever is not\n"
     "fully transparent is solid. 255 makes every sprite empty. Alpha comes from the\n"
     "alpha channel or from tRNS; a file with neither is opaque throughout.\n"
     "\n"
     "A pixel is keyed when --color-key is given and each channel of its colour is\n"
     "within --key-tolerance of the key. 16-bit files are compared at their own depth.\n"},
    {"threshold", "soft edges, and which threshold fits",
     "A pixel is solid when its alpha is above the threshold. The threshold is 0\n"
     "unless --alpha-threshold says otherwise: what can be seen at all is solid.\n"
     "\n"
     "Art with hard edges has the same mask at every threshold but 255. Most tools\n"
     "make soft edges: pixels along the outline, glows and shadows let the background\n"
     "through. At 0 all of them are solid, and sprites touch before they seem to.\n"
     "\n"
     "    0  all that can be seen is solid, as in many published systems\n"
     "  127  what is more than half opaque is solid: good for most soft art\n"
     "  200  what is nearly opaque is solid; thin parts may get lost\n"
     "\n"
     "The summary of a bake says how many sprites would lose more than 20 % of their\n"
     "solid pixels at 127. bake --verbose names them, each in a note with the words\n"
     "'soft edges'. Once a threshold is chosen, 0 or another, by an option, a config\n"
     "or a preset, the bake says nothing of it:\n"
     "\n"
     "  hitmask bake art -o game.hmk --alpha-threshold 127\n"
     "\n"
     "A config (--config) may choose for some sprites:\n"
     "\n"
     "  { \"rules\": [ { \"match\": \"effects/**\", \"alpha-threshold\": 127 } ] }\n"
     "\n"
     "To see each mask over its art: inspect --html page.html --art art --embed-art.\n"
     "--warn-straddle warns of masks that a small step of the threshold changes.\n"},
    {"points", "near-pixel points",
     "A sprite's mask is scaled down to a map of cells: one a pixel, or as --map or\n"
     "--cell say. A cell is solid when any of its pixels is. --prune P drops the cells\n"
     "with P solid ones all round; what is left is the outline, P cells thick. What\n"
     "touches the border of the sprite keeps its outline there.\n"
     "\n"
     "The list is in progressive order: its first N points are spread over the whole\n"
     "outline, so that a game can test a few of them for a cheap answer.\n"},
    {"names", "what sprites are called",
     "A game looks a sprite up by its name: the path below the folder that was baked,\n"
     "or below --root, always with /. A file given by itself goes by its base name,\n"
     "standard input by --name.\n"
     "\n"
     "Frames of an atlas go by the names that they have in it.\n"
     "\n"
     "  tiles.png#3   cell 3 of a sheet, row by row from 0\n"
     "  tiles.tsx#3   tile 3 of a tileset\n"
     "  run#3         the region run of index 3 in a libGDX atlas\n"
     "  hero.png:hit  the layer hit of a sprite: another mask of it\n"
     "\n"
     "inspect, --exclude and configs take patterns, too; query takes names alone:\n"
     "\n"
     "  ?      any character but /\n"
     "  *      any number of them\n"
     "  **     any number of any characters\n"
     "  [a-z]  one of a set; [!a-z] one that is not\n"
     "  \\x     the character x\n"
     "\n"
     "A pattern with a / in it is held against the whole name, another against its\n"
     "last part.\n"
     "\n"
     "Tables, pictures and pages show run_2 before run_10. Packs and JSON go by the\n"
     "names' bytes.\n"},
    {"animations", "how frames become animations",
     "With --animate MS frames become animations by their names, with so many\n"
     "milliseconds each:\n"
     "\n"
     "  hero/run_1.png, hero/run_2.png ...     hero/run\n"
     "  hero/run.png#0, hero/run.png#1 ...     hero/run   (cells of a sheet)\n"
     "  hero/run/1.png, hero/run/2.png ...     hero/run\n"
     "\n"
     "Two frames at least, or one cell, in the order of their numbers. The name is\n"
     "what stands before the number, without \"_-+~. ([\" at its end. Frames come from\n"
     "files of one name but for digits: of one atlas, say, or its parts. What an atlas\n"
     "has of animations itself stays; where it does not say how long a frame lasts, MS\n"
     "does.\n"
     "\n"
     "A config (--config) may name animations, too. A frame is a sprite's name, or a\n"
     "pattern that stands for all it matches, run_2 before run_10:\n"
     "\n"
     "  { \"animations\": [\n"
     "      { \"name\": \"hero/run\", \"duration\": 100,\n"
     "        \"frames\": [\"hero/run_*.png\", \"hero/idle.png\"] } ] }\n"
     "\n"
     "\"durations\" has one for each frame; \"direction\" is forward, reverse or pingpong;\n"
     "\"union\" is true or false.\n"
     "\n"
     "With --union all frames of an animation have one mask: a pixel of the untrimmed\n"
     "sprite is solid when it is in any of them. They must be of one size. A frame\n"
     "that two such animations share joins both. Points are made anew, as each frame\n"
     "asks. Animations of a config are joined as the command line's or the config's\n"
     "\"options\" say, unless they have \"union\" themselves.\n"},
    {"answers", "what query tells",
     "B stands at X,Y: its top-left corner from that of A, in untrimmed pixels, x to\n"
     "the right and y down.\n"
     "\n"
     "  first contact  the first pixel solid in both, row by row, in A's pixels\n"
     "  area           how many there are\n"
     "  normal         the way in which A leaves B most steeply, of any length\n"
     "  shortest way   the shortest move that takes A out of B\n"
     "  ways out       how far A must go in each of four directions\n"
     "  move           how far A gets before it touches B, one axis at a time\n"
     "\n"
     "Turned or scaled, a pixel of A counts when its centre lies in a solid pixel of\n"
     "B, or the centre of one of B in it.\n"},
    {"warnings", "what is warned about",
     "A warning ends with its id in brackets. It keeps no output from being written:\n"
     "--error-on ID makes an error of it, --error-on all an error of each.\n"
     "\n" WARNING_LIST "\n"
     "inspect has one of its own, art: a picture is left out of what it shows.\n"},
    {"status", "exit statuses",
     "  0  done\n"
     "  1  an input or output failed\n"
     "  2  wrong usage\n"
     "  3  differences found (diff), or a pack that is not valid (verify)\n"
     "\n"
     "When several things went wrong the worst decides: 2, then 1, then 3. When an\n"
     "input is wrong all that is wrong is said, and no output is touched.\n"},
    {"completion", "names of options, completed by the shell",
     "make install puts completions where bash, zsh and fish look for them. Without\n"
     "it, this does for one shell:\n"
     "\n"
     "  bash  source tools/completions/hitmask.bash\n"
     "  zsh   fpath+=(tools/completions); autoload -U compinit; compinit\n"
     "  fish  source tools/completions/hitmask.fish\n"},
    {NULL, NULL, NULL},
};

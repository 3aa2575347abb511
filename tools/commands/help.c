/*
 * help.c - `hitmask help`: the list of commands, a command's page, or a topic
 *
 * The topics are the short manual; tools/README.md and tools/manual/ are the long one.
 */
#include "commands/command.h"

#include "system/message.h"
#include "system/warnings.h"

#include <stddef.h>
#include <string.h>

/* ---- Topics ------------------------------------------------------------------------------- */

#define WARNING_LINES(id, about) "  " id "\n      " about "\n"
#define WARNING_LIST             WARNINGS(WARNING_LINES)

const struct topic topics[] = {
    {"pixels", "which pixels are solid",
     "A pixel is solid when its alpha is above the threshold and the colour key does\n"
     "not match it.\n"
     "\n"
     "The threshold is 0 unless you give --alpha-threshold: every pixel that is not\n"
     "fully transparent is solid. 255 makes every sprite empty. Alpha comes from the\n"
     "alpha channel or from tRNS. An image with neither is opaque throughout.\n"
     "\n"
     "The key of --color-key matches a pixel when each channel of its colour is\n"
     "within --key-tolerance of the key. A sample of 16 bits counts by its high byte,\n"
     "as engines load it; only the colour in tRNS is matched at 16 bits.\n"},
    {"threshold", "soft edges, and the choice of a threshold",
     "Most drawing tools make soft edges: along the outline, in glows and in shadows,\n"
     "pixels let the background through. At a threshold of 0 all of these pixels are\n"
     "solid, and sprites touch before they seem to. Art with hard edges has the same\n"
     "mask at every threshold below 255.\n"
     "\n"
     "    0  every visible pixel is solid, as in many published systems\n"
     "  127  pixels that are more than half opaque are solid: good for soft art\n"
     "  200  pixels that are nearly opaque are solid; thin parts may get lost\n"
     "\n"
     "The summary of a bake (on a terminal, or with --progress always) counts the\n"
     "sprites that would lose more than 20 % of their solid pixels at 127. bake\n"
     "--verbose names each of them. Both say nothing about soft edges once you choose\n"
     "a threshold, 0 or another, by an option, in a config or with a preset:\n"
     "\n"
     "  hitmask bake art -o game.hmk --alpha-threshold 127\n"
     "\n"
     "A config (--config) can choose a threshold for some sprites:\n"
     "\n"
     "  { \"rules\": [ { \"match\": \"effects/**\", \"alpha-threshold\": 127 } ] }\n"
     "\n"
     "inspect --html page.html --art art --embed-art shows each mask over its art.\n"
     "--warn-straddle warns about masks that a small change of the threshold changes.\n"},
    {"masks", "masks drawn by hand, and changes to masks",
     "With --mask-suffix _mask the picture hero_mask.png decides which pixels of\n"
     "hero.png are solid. Both must have the same size; the frames of an animation\n"
     "count as one picture, one below the other. Threshold, key and warnings apply to\n"
     "the mask. The mask is no sprite itself. A mask that --exclude names does not\n"
     "count: hero.png itself decides then.\n"
     "\n"
     "Four options change masks, always in this order:\n"
     "\n"
     "  --despeckle N   removes groups of fewer than N solid pixels\n"
     "  --fill-holes    fills empty areas that solid pixels enclose\n"
     "  --grow N        adds N pixels on every side\n"
     "  --shrink N      removes N pixels on every side\n"
     "\n"
     "A group holds together at corners. A hole is closed at corners. A mask never\n"
     "grows out of its sprite, and everything outside the sprite counts as empty.\n"},
    {"points", "near-pixel points",
     "The baker scales a mask down to a map of cells: one cell for each pixel, or as\n"
     "--map or --cell say. A cell is solid when any of its pixels is solid. --prune P\n"
     "drops the cells that have P solid cells on every side. The outline remains, P\n"
     "cells thick. A sprite that touches its border keeps its outline there.\n"
     "\n"
     "The list is in progressive order: its first N points are spread over the whole\n"
     "outline. So a game can test a few points for a quick answer.\n"},
    {"shapes", "outlines, polygons and pieces for physics engines",
     "--outline stores the exact outline, --polygons 1 loops of few corners that stay\n"
     "within one pixel of it and never cross or touch. --pieces 8 cuts them into\n"
     "convex pieces that Box2D takes as they are, --hull 8 draws one convex loop\n"
     "round all solid pixels:\n"
     "\n"
     "  hitmask bake art/ --polygons 1 --pieces 8 -o art.hmk\n"
     "  hitmask inspect art.hmk --png art.png\n"
     "\n"
     "--polygon-fit contain keeps all solid pixels inside, inside all empty ones out.\n"
     "--polygon-vertices 24 raises the tolerance of sprites with more corners. Loops\n"
     "that enclose fewer pixels than --min-area become no polygon.\n"},
    {"names", "names of sprites, and patterns",
     "A game finds a sprite by its name: the path below the folder that was baked, or\n"
     "below --root, always with /. A file given by itself has its base name, standard\n"
     "input the name of --name. A frame of an atlas has its name in the atlas.\n"
     "\n"
     "  tiles.png#3   cell 3 of a sheet; cells count from 0, row by row\n"
     "  walk.gif#3    frame 3 of an animation (GIF, APNG, WebP, Aseprite)\n"
     "  tiles.tsx#3   tile 3 of a tileset\n"
     "  run#3         the region run of index 3 in a libGDX atlas\n"
     "  hero.png:hit  the layer hit of a sprite: another mask of it\n"
     "\n"
     "inspect, --exclude and configs take patterns too. query takes names only.\n"
     "\n"
     "  ?      one character, not /\n"
     "  *      any number of characters, not /\n"
     "  **     any number of folders, as a whole part: **/a, a/**/b, a/**\n"
     "  [a-z]  one character of a set; [!a-z] or [^a-z] one that is not in it\n"
     "  \\x     the character x\n"
     "\n"
     "a/**/b matches a/b too, and **/a matches a; a/** matches all that lies below a.\n"
     "Beside other characters ** is like *. A pattern that contains a / must match\n"
     "the whole name. Another pattern must match the last part of the name.\n"
     "\n"
     "Tables, pictures and pages show run_2 before run_10. Packs and JSON sort names\n"
     "by their bytes.\n"},
    {"rules", "options for some sprites, from a JSON file",
     "--config FILE reads options for all sprites and rules for some of them:\n"
     "\n"
     "  { \"options\": { \"alpha-threshold\": 127 },\n"
     "    \"rules\": [\n"
     "      { \"match\": \"tiles/**\", \"prune\": 2, \"pivot\": \"0,0\" },\n"
     "      { \"match\": [\"ui/*\", \"hud/*\"], \"no-points\": true } ] }\n"
     "\n"
     "Rules apply from top to bottom, and the last one that sets an option wins. A\n"
     "preset in a rule sets its options there: it wins over the rules before it, and\n"
     "the other options of its rule win over it. The command line wins over the file,\n"
     "except for its --preset, over which all of the file wins. Rules take the\n"
     "options about pixels, masks, points, sheets and animations. The value is a\n"
     "number or a text. A flag takes true, or false to undo it.\n"
     "\n"
     "\"match\" is a pattern or a list of patterns ('hitmask help names'): folder/** is\n"
     "for all files in a folder. The cells and frames of a picture follow the rules of\n"
     "its file. A rule that matches no input is a warning.\n"},
    {"sheets", "sheets and atlases",
     "bake reads the atlases of TexturePacker, free-tex-packer, Pixi, Phaser 3,\n"
     "Aseprite, libGDX, Spine, Starling, Sparrow, crunch, Tiled, LDtk, Godot,\n"
     "GameMaker, Unity, cocos2d, spritesmith, Egret, LayaBox and DragonBones.\n"
     "Name the atlas file: in folders bake looks for pictures only. Its frames become\n"
     "sprites, upright and with the size before trimming. Its pages do not become\n"
     "sprites. They must lie below its folder or --root, or without --root below the\n"
     "current folder if the atlas does; --allow-outside takes them from anywhere.\n"
     "In a .tres or .tscn of Godot res:// is the folder with project.godot, and what\n"
     "lies below it may be named. Of other addresses (user://, file://) and of paths\n"
     "from / only the name of the file counts: it is taken from beside the file.\n"
     "\n"
     "--grid WxH cuts any other sheet into cells: tiles.png#0, tiles.png#1 and so on,\n"
     "row by row; --cells 8x4 gives their number instead, --grid-order columns counts\n"
     "down the columns. --margin and --spacing describe the gaps, --skip-empty leaves\n"
     "out empty cells: those in which nothing is drawn, and those that a change of the\n"
     "mask empties. --auto-cut N makes a sprite of each connected piece instead;\n"
     "pieces whose boxes overlap or have fewer than N pixels between them are one.\n"
     "They count row by row: the topmost piece that is left begins a row, and the\n"
     "pieces beside it belong to the row (the middle of one lies beside the other),\n"
     "which counts from left to right.\n"
     "--source-scale gives sprites of a scaled export the size that they had before.\n"
     "\n"
     "A JSON sheet of Aseprite with tags or slices must hold one document, with all\n"
     "its frames in order; the .aseprite file itself is the easiest to bake. Habits of\n"
     "packers that no format has are taken with warnings, such as page-renamed or\n"
     "clipped ('hitmask help warnings').\n"
     "\n"
     "--layer, in a rule, makes a picture another mask of a sprite: hero.hit.png\n"
     "becomes hero.png:hit. Of an Aseprite file it takes the layer of that name:\n"
     "hero.aseprite#0:hit. --grid and --auto-cut cut that layer as they cut the\n"
     "picture; a piece holds what is drawn on either. What is cut has neither slices\n"
     "nor tags of its file. Pictures of their own, such as hero.hit.png, are cut for\n"
     "themselves.\n"},
    {"animations", "how frames become animations",
     "With --animate MS frames become animations by their names, and each frame lasts\n"
     "MS milliseconds:\n"
     "\n"
     "  hero/run_1.png, hero/run_2.png ...     hero/run\n"
     "  hero/run.png#0, hero/run.png#1 ...     hero/run   (cells of a sheet)\n"
     "  hero/run/1.png, hero/run/2.png ...     hero/run\n"
     "\n"
     "An animation needs two frames, or one cell. Frames play in the order of their\n"
     "numbers. The animation is called by the text before the number, without any of\n"
     "\"_-+~. ([\" at its end. All frames come from files whose names differ only in\n"
     "digits: from one atlas, for example, or from its parts. Animations that an atlas\n"
     "has stay as they are. MS is used where the atlas does not give durations.\n"
     "\n"
     "A config (--config) can name more animations. A frame is the name of a sprite,\n"
     "or a pattern for all sprites that it matches, run_2 before run_10:\n"
     "\n"
     "  { \"animations\": [\n"
     "      { \"name\": \"hero/run\", \"duration\": 100,\n"
     "        \"frames\": [\"hero/run_*.png\", \"hero/idle.png\"] } ] }\n"
     "\n"
     "\"durations\" has one number for each frame. \"direction\" is forward, reverse or\n"
     "pingpong. \"union\" is true or false.\n"
     "\n"
     "With --union all frames of an animation have the same mask: a pixel of the\n"
     "untrimmed sprite is solid when it is solid in any frame. The frames must have\n"
     "the same size. A frame of two such animations joins them. Points are made again,\n"
     "by the options of each frame. For an animation of a config the command line or\n"
     "the \"options\" of the config decide, unless it has \"union\" itself.\n"},
    {"builds", "dependency files, the cache, and build systems",
     "-MD writes a dependency file for Make or Ninja. It lists every file and folder\n"
     "that was read, so that a new picture leads to a new bake. Do not put the output\n"
     "or the cache into the folder of the art: that folder would change with every\n"
     "bake and is therefore not listed, which is a warning (output-in-art).\n"
     "\n"
     "--cache FILE keeps the results of a bake, so that the next one decodes only the\n"
     "pictures that have changed. The output is the same. Give each output its own\n"
     "cache. You may delete the file at any time.\n"
     "\n"
     "A bake that replaces files waits until the disk has the new ones, so that a\n"
     "crash of the machine does not empty them. --no-sync does not wait, and saves 10\n"
     "to 30 ms, for machines whose outputs are thrown away.\n"
     "\n"
     "CMake: find_package(hitmask) and hitmask_bake(). Meson and others: pkg-config.\n"
     "Bazel: hitmask_pack in share/hitmask/bazel.\n"},
    {"shards", "one bake on many machines",
     "Each of N bakes gets all inputs and takes its share of them by their names.\n"
     "merge makes one pack of the shards, with the same bytes as a single bake:\n"
     "\n"
     "  hitmask bake art/ --shard 1/2 -o part-1.hmk\n"
     "  hitmask bake art/ --shard 2/2 -o part-2.hmk\n"
     "  hitmask merge part-1.hmk part-2.hmk -o game.hmk\n"
     "\n"
     "All bakes need the same inputs and options. merge refuses shards that do not fit\n"
     "together, and says why.\n"},
    {"answers", "the answers of query",
     "X,Y of --at is the position of B: its top-left corner as seen from that of A, in\n"
     "untrimmed pixels, x to the right and y down.\n"
     "\n"
     "  first contact  the first pixel that is solid in both, row by row, in A\n"
     "  area           the number of such pixels\n"
     "  normal         the direction in which A leaves B fastest, of any length\n"
     "  shortest way   the shortest move that takes A out of B\n"
     "  ways out       how far A must go in each of four directions\n"
     "  move           how far A gets before it touches B, one axis at a time\n"
     "\n"
     "A way of more than 512 pixels is not searched for: then the shortest way is\n"
     "missing, and --json has no escape.\n"
     "\n"
     "With --rotate or --scale a pixel of A counts when its centre lies in a solid\n"
     "pixel of B, or when the centre of a solid pixel of B lies in it.\n"},
    {"warnings", "all warnings",
     "A warning ends with its id in brackets. The output is still written. After ten\n"
     "warnings of one id, bake only counts the others; --verbose shows all of them.\n"
     "--error-on ID turns that warning into an error, and --error-on all turns every\n"
     "warning into an error. Then the output is not written.\n"
     "\n" WARNING_LIST "\n"
     "inspect has the warning art too: a picture is missing in the result. inspect and\n"
     "query also have no-effect.\n"},
    {"status", "exit statuses",
     "  0  done\n"
     "  1  an input or output failed\n"
     "  2  wrong usage\n"
     "  3  differences found (diff), or a pack that is not valid (verify)\n"
     "\n"
     "When several things went wrong the worst decides: 2, then 1, then 3. When inputs\n"
     "are wrong, hitmask reports all errors and changes no output.\n"
     "\n"
     "When the reader of standard output closes the pipe (hitmask inspect x.hmk |\n"
     "head), the run ends without a message, as SIGPIPE ends it: a shell shows status\n"
     "141. Other outputs are still written, except by a bake or merge into that pipe.\n"
     "A closed pipe for messages, on standard error, does not end the run.\n"},
    {"completion", "completion of options in the shell",
     "make install puts completions where bash, zsh and fish look for them. Without\n"
     "an installation, one of these lines is enough for the current shell:\n"
     "\n"
     "  bash  source tools/dist/completions/hitmask.bash\n"
     "  zsh   fpath+=(tools/dist/completions); autoload -U compinit; compinit\n"
     "  fish  source tools/dist/completions/hitmask.fish\n"},
    {NULL, NULL, NULL},
};

/* ---- The command -------------------------------------------------------------------------- */

static void put_list(struct sink *sink)
{
    sink_put_string(sink,
                    "Usage: hitmask COMMAND [options] ...\n\n"
                    "Turns sprite art into collision masks and near-pixel points.\n\n"
                    "Commands:\n");
    for (const struct command *command = commands; command->help != NULL; command++)
        sink_put_format(sink, "  %-11s %s\n", command->name, command->help);
    sink_put_string(sink, "\nTopics:\n");
    for (const struct topic *topic = topics; topic->name != NULL; topic++)
        sink_put_format(sink, "  %-11s %s\n", topic->name, topic->about);
    sink_put_string(sink,
                    "\n'hitmask COMMAND --help' lists the options of a command.\n"
                    "'hitmask help TOPIC' explains a topic.\n"
                    "'hitmask --version' prints the version.\n");
}

static const struct option *const tables[] = {common_option_table, NULL};

const struct option_set help_option_set = {
    .usage = "hitmask help [COMMAND|TOPIC]",
    .about = "Explains a command or a topic, or lists them all.",
    .tables = tables,
    .size = sizeof(struct common_options),
};

void command_help(void *options, const struct arguments *arguments, struct messages *messages)
{
    const char *const word = arguments->operand_count > 0 ? arguments->operands[0] : NULL;
    const struct command *const command = word != NULL ? find_command(word) : NULL;
    const struct topic *topic = topics;
    struct sink sink;
    struct error err;
    bool ok = true;
    (void)options;
    console_init(&sink);
    while (word != NULL && topic->name != NULL && strcmp(word, topic->name) != 0)
        topic++;
    if (arguments->operand_count > 1)
        ok = fail_usage(&err, "help takes one command or one topic");
    else if (word == NULL)
        put_list(&sink);
    else if (command != NULL)
        options_help(command->options, HELP_MOST, &sink);
    else if (topic->name != NULL)
        sink_put_string(&sink, topic->text);
    else
        ok = fail_unknown(word, true, &err);
    if (!ok)
        say_error(messages, NULL, &err);
    console_close(&sink, messages);
}

/* The words may be wrong, or belong to the options of a command that is misspelled. */
enum status command_unknown(size_t count, const char *const *words)
{
    struct common_options options = {0};
    struct arguments arguments = {0};
    struct diagnostics ignored = {0};
    struct messages messages;
    struct error err;
    common_options_read(&help_option_set, count, words, &options, &arguments, &ignored);
    diagnostics_free(&ignored);
    arguments_free(&arguments);
    messages_init(&messages, options.message_format, options.color, false, false);
    if (count == 0)
        fail_usage(&err, "no command; 'hitmask --help' lists them");
    else
        fail_unknown(words[0], false, &err);
    say_error(&messages, NULL, &err);
    return messages.status;
}

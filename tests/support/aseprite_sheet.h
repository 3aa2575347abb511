/*
 * aseprite_sheet.h - sheets of Aseprite for tests: names of frames, tags and slices
 */
#ifndef SUPPORT_ASEPRITE_SHEET_H
#define SUPPORT_ASEPRITE_SHEET_H

#define ASEPRITE_FORMAT "Aseprite JSON"

#define TAG(name, from, to) "{\"name\":\"" name "\",\"from\":" #from ",\"to\":" #to "}"
#define TAGS(list)          "\"frameTags\":[" list "]"
#define KEY(frame)          "{\"frame\":" #frame ",\"bounds\":{\"x\":0,\"y\":0,\"w\":1,\"h\":1}}"
#define APART                                                                                      \
    "the tags of several documents cannot be told apart; please export each document by itself, "  \
    "or give --filename-format '{title} ({layer}) {frame}' and --tagname-format '{title}/{tag}'\n"

#define EITHER                                                                                     \
    "names of frames end like a tag of one frame, but may also be frames of a tag with a shorter " \
    "name; please rename that tag, or export with --filename-format '{title} ({layer}) "           \
    "{frame}'\n"

#define LEFT_OUT_OF_ONE                                                                            \
    " the names of frames leave numbers out, and it cannot be told which frames tags and slices "  \
    "mean; please export without 'Ignore Empty', and with {frame}\n"

#define LEFT_OUT_OF_SEVERAL                                                                        \
    " the names of frames leave numbers out, or a title ends in a number, and it cannot be told "  \
    "which frames tags and slices mean; please export each document by itself, with "              \
    "--filename-format '{title} ({layer}) {frame}'\n"

/* A sheet whose frames are called so, one a line, and lie side by side; each lasts as many
 * milliseconds as its number from 1 in the sheet. To be freed. */
char *write_sheet(const char *names, const char *meta);

/* Such a sheet has these animations and boxes, a line each: "walk: 0 1 2", "hit in 0". */
void assert_sheet(const char *names, const char *meta, const char *expected);

/* It has these errors. */
void assert_sheet_wrong(const char *names, const char *meta, const char *expected);

#endif

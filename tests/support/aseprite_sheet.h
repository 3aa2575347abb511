/*
 * aseprite_sheet.h - sheets of Aseprite for tests: names of frames, tags and slices
 */
#ifndef SUPPORT_ASEPRITE_SHEET_H
#define SUPPORT_ASEPRITE_SHEET_H

#define ASEPRITE_FORMAT "Aseprite JSON"

#define TAG(name, from, to) "{\"name\":\"" name "\",\"from\":" #from ",\"to\":" #to "}"
#define TAGS(list)          "\"frameTags\":[" list "]"
#define KEY(frame)          "{\"frame\":" #frame ",\"bounds\":{\"x\":0,\"y\":0,\"w\":1,\"h\":1}}"

/* A sheet whose frames are called so, one a line, and lie side by side; each lasts as many
 * milliseconds as its number from 1 in the sheet. To be freed. */
char *write_sheet(const char *names, const char *meta);

/* Such a sheet has these animations and boxes, a line each: "walk: 0 1 2", "hit in 0"; and these
 * warnings, as read_atlas_warned has them. */
void assert_sheet(const char *names, const char *meta, const char *expected);
void assert_sheet_warned(const char *names, const char *meta, const char *warnings,
                         const char *expected);

/* It has these errors. */
void assert_sheet_wrong(const char *names, const char *meta, const char *expected);

#endif

/*
 * topics.h - what `hitmask help TOPIC` and the manual tell beside the commands
 */
#ifndef TOPICS_H
#define TOPICS_H

struct topic {
    const char *name;
    const char *about; /* a line */
    const char *text;  /* lines of at most 80 columns, which may be filled; those that begin with
                          spaces stay as they are, and have at most 73, for the manual indents
                          them; ends with a line feed */
};

/* Ended by one without a name. */
extern const struct topic topics[];

#endif

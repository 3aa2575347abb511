/*
 * topics.h - the texts of `hitmask help TOPIC`, which are in the manual page too
 */
#ifndef TOPICS_H
#define TOPICS_H

struct topic {
    const char *name;
    const char *about; /* a line */
    const char *text;  /* lines of at most 80 columns, which may be filled; lines that begin with
                          spaces stay as they are, and have at most 73 columns, because the manual
                          indents them; ends with a line feed */
};

/* Ended by one without a name. */
extern const struct topic topics[];

#endif

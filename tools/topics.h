/*
 * topics.h - what `hitmask help TOPIC` and the manual tell beside the commands
 */
#ifndef TOPICS_H
#define TOPICS_H

struct topic {
    const char *name;
    const char *about; /* a line */
    const char *text;  /* lines of at most 80 columns; those that begin with spaces stay as they
                          are, the others may be filled; ends with a line feed */
};

/* Ended by one without a name. */
extern const struct topic topics[];

#endif

/*
 * caught.h - what a test says on standard error
 */
#ifndef CAUGHT_H
#define CAUGHT_H

/* From here on it is kept, */
void catch_messages(void);

/* and must have been this. */
void assert_caught(const char *expected);

#endif

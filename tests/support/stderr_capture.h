/*
 * stderr_capture.h - what a test says on standard error
 */
#ifndef STDERR_CAPTURE_H
#define STDERR_CAPTURE_H

/* From here on it is kept, */
void catch_messages(void);

/* and must have been this. */
void assert_caught(const char *expected);

#endif

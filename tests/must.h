/*
 * must.h - what must hold, for tests that run inside fuzzers too: the program ends when it does not
 */
#ifndef MUST_H
#define MUST_H

#define MUST(condition) ((condition) ? (void)0 : must_fail(#condition, __FILE__, __LINE__))
_Noreturn void must_fail(const char *condition, const char *file, int line);

#endif

/*
 * require.h - what must hold, for tests that run inside fuzzers too: the program ends when it does
 * not
 */
#ifndef REQUIRE_H
#define REQUIRE_H

#define REQUIRE(condition) ((condition) ? (void)0 : require_fail(#condition, __FILE__, __LINE__))
_Noreturn void require_fail(const char *condition, const char *file, int line);

#endif

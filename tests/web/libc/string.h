/* string.h - that of the module, and what the digest asks besides */
#ifndef HM_TEST_STRING_H
#define HM_TEST_STRING_H
#include "../../../src/web/libc/string.h"
size_t strlen(const char *text);
#endif

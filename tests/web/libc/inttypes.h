/* inttypes.h - as stdio.h beside it */
#ifndef HM_TEST_INTTYPES_H
#define HM_TEST_INTTYPES_H
#include <stdint.h>
#define PRIu32 "u"
#define PRIx64 "llx"
#endif

/* stdlib.h - as stdio.h beside it */
#ifndef HM_TEST_STDLIB_H
#define HM_TEST_STDLIB_H
_Noreturn void abort(void);
#endif

/*
 * terminal.c - asks the environment, then the terminal
 */
#define _DEFAULT_SOURCE /* struct winsize */

#include "system/terminal.h"

#include "base/text.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { USUAL_COLUMNS = 80, COLUMNS_MAX = 100000 };

uint32_t terminal_columns(void)
{
    const char *const wanted = getenv("COLUMNS");
    struct winsize size = {0};
    uint64_t columns = 0;
    if (!isatty(STDOUT_FILENO))
        return 0;
    if (wanted != NULL && text_to_number(wanted, 1, COLUMNS_MAX, &columns))
        return (uint32_t)columns;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return USUAL_COLUMNS;
}

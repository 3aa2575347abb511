/*
 * terminal.h - how wide the lines may be that are shown
 */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdint.h>

/* The columns of the terminal that standard output is: what COLUMNS says, else the terminal
 * itself, else 80. 0 when it is none, so that files and pipes get lines of any length. */
uint32_t terminal_columns(void);

#endif

/*
 * console.h - standard output: data and tables go there, as wide as a terminal is
 */
#ifndef CONSOLE_H
#define CONSOLE_H

#include "base/sink.h"
#include "system/message.h"
#include "system/options.h"

#include <stdint.h>

void console_init(struct sink *sink);

/* Flushes; what fails is said. */
void console_close(struct sink *sink, struct messages *messages);

/* Prints a command's help page. */
enum status console_help(const struct option_set *set);

/* The columns of the terminal that standard output is: what COLUMNS says, else the terminal
 * itself, else 80. 0 when it is none, so that files and pipes get lines of any length. */
uint32_t terminal_columns(void);

#endif

/*
 * console.h - standard output, for data and tables, and the width of its terminal
 */
#ifndef CONSOLE_H
#define CONSOLE_H

#include "base/sink.h"
#include "system/message.h"
#include "system/options.h"

#include <stdint.h>

void console_init(struct sink *sink);

/* Flushes, and prints an error if that fails. */
void console_close(struct sink *sink, struct messages *messages);

/* Prints a command's help page. */
enum status console_help(const struct option_set *set);

/* The columns of standard output if it is a terminal: by COLUMNS, else by the terminal, else 80. 0
 * if it is none, so that files and pipes get lines of any length. */
uint32_t terminal_columns(void);

#endif

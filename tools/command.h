/*
 * command.h - the commands of the tool: each takes the words after its name
 */
#ifndef COMMAND_H
#define COMMAND_H

#include "error.h"

#include <stddef.h>

enum status command_bake(size_t count, const char *const *words);
enum status command_inspect(size_t count, const char *const *words);
enum status command_merge(size_t count, const char *const *words);
enum status command_verify(size_t count, const char *const *words);

#endif

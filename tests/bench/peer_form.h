/*
 * peer_form.h - what pygame's masks answer about their form, timed in a process of its own
 *
 * pygame exports no function in C for these. The script gets the same masks.
 */
#ifndef PEER_FORM_H
#define PEER_FORM_H

#include "picture/bitmap.h"

#include <stdbool.h>
#include <stddef.h>

#define PEER_FORM_SCRIPT "tests/bench/peer_form.py"

enum form_question { FORM_COMPONENTS, FORM_OUTLINE, FORM_MOMENTS, FORM_QUESTIONS };

/* Nanoseconds of each question, for one mask; false when pygame cannot be asked. */
bool peer_form_ask(const struct bitmap *masks, size_t count, double times[FORM_QUESTIONS]);

#endif

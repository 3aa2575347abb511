/*
 * document_support.h - JSON documents in tests: read, written, and what was found wrong with them
 */
#ifndef DOCUMENT_SUPPORT_H
#define DOCUMENT_SUPPORT_H

#include "formats/document.h"
#include "model/model.h"

/* The document of a model, to be freed. */
char *document_text(const struct model *model, enum json_mask form);

/* Adds what a document holds, which must be right. */
void document_add(const char *text, struct model *model);

void assert_document(const struct model *model, enum json_mask form, const char *expected);

/* Reads a document and writes it again. */
void assert_again(const char *text, enum json_mask form, const char *expected);

/* Reads a document that must be wrong in just these ways, one a line: "line:column: text". */
void assert_document_wrong(const char *text, size_t size, const char *expected);

/* A picture of 8 x 6 pixels, of which "##." and ".##" are solid. */
extern const char step_picture[];

/* A document with all that there may be in one, and the model of it. */
extern const char golden[];
void make_golden(struct model *model);

/* The text with the only `old` replaced, to be freed. */
char *replaced(const char *text, const char *old, const char *new);

#endif

/* stdio.h - what the digest of platforms asks of a C library: see digest_libc.c */
#ifndef HM_TEST_STDIO_H
#define HM_TEST_STDIO_H
#include <stddef.h>
typedef struct file FILE;
extern FILE *const stderr;
FILE *fopen(const char *path, const char *mode);
size_t fread(void *to, size_t size, size_t count, FILE *file);
int fclose(FILE *file);
int fprintf(FILE *file, const char *format, ...);
int printf(const char *format, ...);
#endif

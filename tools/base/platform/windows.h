/*
 * windows.h - what the files for Windows share: its errors as numbers of errno, text as UTF-8
 */
#ifndef PLATFORM_WINDOWS_H
#define PLATFORM_WINDOWS_H

#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <windows.h>

/* Both set errno, the first by the last error of Windows; false, for callers to return. */
bool windows_failed(void);
bool windows_fail(int number);

/* Text of Windows as UTF-8, to be freed; NULL when there is no memory. */
char *windows_to_utf8(const wchar_t *wide);

enum { WINDOWS_PATH_MAX = 4112 }; /* units of UTF-16: as many as bytes of ours, and a prefix */

/* A path as Windows wants it. */
bool windows_path(const char *path, wchar_t out[WINDOWS_PATH_MAX]);

/* Opens a file or a folder. INVALID_HANDLE_VALUE, with errno set, when it fails. */
HANDLE windows_open(const char *path, DWORD access, DWORD how, DWORD flags);

/* True for a console, a serial port or a printer: to read one would wait for ever. NUL just
 * ends. */
bool windows_would_wait(const char *path);

/* Nanoseconds since 1970. */
int64_t windows_time(int64_t since_1601);

/* The handle behind a descriptor. */
HANDLE windows_handle(int fd);

#endif

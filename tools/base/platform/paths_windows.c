/*
 * paths_windows.c - paths of Windows
 *
 * Every path goes to Windows as UTF-16, and with a prefix where it is long.
 */
#include "base/platform/files.h"

#include "base/platform/windows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* Longer ones need the prefix; below it there is room for a name of 8.3. */
enum { LONG_PATH = 240 };

/* ---- As Windows has them --------------------------------------------------------------------- */

static wchar_t *skip_prefix(wchar_t *path, const wchar_t *prefix)
{
    const size_t length = wcslen(prefix);
    return wcsncmp(path, prefix, length) == 0 ? path + length : NULL;
}

/* Makes a long path absolute, and says so to Windows, which then takes up to 32,767 units. */
static bool lengthen(wchar_t path[WINDOWS_PATH_MAX])
{
    wchar_t full[WINDOWS_PATH_MAX];
    const DWORD length = GetFullPathNameW(path, WINDOWS_PATH_MAX, full, NULL);
    const wchar_t *const share = skip_prefix(full, L"\\\\");
    const wchar_t *const prefix = share != NULL ? L"\\\\?\\UNC\\" : L"\\\\?\\";
    if (length == 0)
        return windows_failed();
    if (length + wcslen(prefix) >= WINDOWS_PATH_MAX)
        return windows_fail(ENAMETOOLONG);
    wcscpy(path, prefix);
    wcscat(path, share != NULL ? share : full);
    return true;
}

bool windows_path(const char *path, wchar_t out[WINDOWS_PATH_MAX])
{
    if (strlen(path) >= FILE_PATH_MAX)
        return windows_fail(ENAMETOOLONG);
    if (*path == '\0' ||
        MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, out, WINDOWS_PATH_MAX) == 0)
        return windows_fail(ENOENT);
    size_t part = 0;
    for (wchar_t *p = out; *p != 0; p++) {
        if (*p == L'/')
            *p = L'\\';
        part = *p == L'\\' ? 0 : part + 1;
        if (part >= FILE_NAME_MAX)
            return windows_fail(ENAMETOOLONG);
    }
    return wcslen(out) < LONG_PATH || wcsncmp(out, L"\\\\?\\", 4) == 0 || lengthen(out);
}

/* A path of Windows as ours, to be freed. */
static char *narrow(wchar_t *path)
{
    wchar_t *const share = skip_prefix(path, L"\\\\?\\UNC");
    wchar_t *const plain = skip_prefix(path, L"\\\\?\\");
    wchar_t *const begin = share != NULL ? share - 1 : plain != NULL ? plain : path;
    if (share != NULL)
        *begin = L'\\';
    char *const out = windows_to_utf8(begin);
    for (char *p = out; p != NULL && *p != 0; p++)
        if (*p == '\\')
            *p = '/';
    return out;
}

HANDLE windows_open(const char *path, DWORD access, DWORD how, DWORD flags)
{
    wchar_t wide[WINDOWS_PATH_MAX];
    if (!windows_path(path, wide))
        return INVALID_HANDLE_VALUE;
    const HANDLE handle =
        CreateFileW(wide, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, how,
                    flags | FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        (void)windows_failed();
    return handle;
}

/* ---- As we have them ------------------------------------------------------------------------- */

char *path_current(void)
{
    wchar_t wide[WINDOWS_PATH_MAX];
    const DWORD length = GetCurrentDirectoryW(WINDOWS_PATH_MAX, wide);
    if (length == 0 || length >= WINDOWS_PATH_MAX) {
        (void)windows_failed();
        return NULL;
    }
    return narrow(wide);
}

char *path_real(const char *path)
{
    wchar_t wide[WINDOWS_PATH_MAX], given[WINDOWS_PATH_MAX];
    const HANDLE handle = windows_open(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, 0);
    if (handle == INVALID_HANDLE_VALUE)
        return NULL;
    DWORD length = GetFinalPathNameByHandleW(handle, wide, WINDOWS_PATH_MAX, 0);
    CloseHandle(handle);
    /* Some volumes have no names of that kind. */
    if (length == 0 && windows_path(path, given))
        length = GetFullPathNameW(given, WINDOWS_PATH_MAX, wide, NULL);
    if (length > 0 && length < WINDOWS_PATH_MAX)
        return narrow(wide);
    errno = length == 0 ? EIO : ENAMETOOLONG;
    return NULL;
}

/* The bytes of "C:" or "//server" at the beginning, and of the prefix for long paths. */
static size_t drive_length(const char *path)
{
    if (strncmp(path, "//?/", 4) == 0)
        return 4 + drive_length(path + 4);
    const bool letter = (path[0] >= 'A' && path[0] <= 'Z') || (path[0] >= 'a' && path[0] <= 'z');
    if (letter && path[1] == ':')
        return 2;
    return strncmp(path, "//", 2) == 0 ? 2 + strcspn(path + 2, "/") : 0;
}

/* "/x" is on the drive of this folder, and "C:x" in the folder that is the current one there. */
bool path_is_absolute(const char *path)
{
    return path[drive_length(path)] == '/';
}

void path_from_typed(char *path)
{
    while ((path = strchr(path, '\\')) != NULL)
        *path = '/';
}

/* True for the name of a device. An ending does not matter to Windows. */
static bool is_device(const char *part, size_t length)
{
    static const char *const devices[] = {"con", "prn", "aux", "nul", "conin$", "conout$"};
    const size_t point = strcspn(part, "."), stem = point < length ? point : length;
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        if (stem == strlen(devices[i]) && _strnicmp(part, devices[i], stem) == 0)
            return true;
    return stem == 4 && part[3] >= '1' && part[3] <= '9' &&
           (_strnicmp(part, "com", 3) == 0 || _strnicmp(part, "lpt", 3) == 0);
}

bool windows_would_wait(const char *path)
{
    const char *name = path;
    for (const char *p = path; *p != 0; p++)
        if (*p == '/' || *p == '\\')
            name = p + 1;
    const size_t length = strlen(name);
    return is_device(name, length) && _strnicmp(name, "nul", 3) != 0;
}

static const char *part_is_forbidden(const char *part, size_t length)
{
    const char last = part[length - 1];
    if (strspn(part, ".") >= length && length <= 2)
        return NULL;
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)part[i] < ' ' || strchr("\"*:<>?|\\", part[i]) != NULL)
            return "has one of the characters \"*:<>?|\\, which Windows does not allow";
    if (last == '.' || last == ' ')
        return "ends in a point or a blank, which Windows cuts off";
    /* A device itself may be written to; a file may not have its name. */
    const bool has_ending = strcspn(part, ".") < length;
    return has_ending && is_device(part, length) ? "means a device on Windows" : NULL;
}

const char *path_is_forbidden(const char *path)
{
    const char *why = NULL;
    for (const char *part = path + drive_length(path); why == NULL && *part != 0;) {
        const size_t length = strcspn(part, "/");
        why = length > 0 ? part_is_forbidden(part, length) : NULL;
        part += length + (part[length] == '/');
    }
    return why;
}

/* Windows follows links where it opens a file. */
bool path_read_link(const char *path, char *out, size_t size)
{
    (void)path, (void)out, (void)size;
    return false;
}

bool path_matches_others(const char *path)
{
    (void)path;
    return false;
}

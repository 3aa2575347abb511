/*
 * files_windows.c - files, folders and paths of Windows
 *
 * Every path goes to Windows as UTF-16, and with a prefix where it is long. Files are opened so
 * that others, and this process, may replace or remove them meanwhile, as on other systems.
 */
#include "base/platform/files.h"

#include "base/platform/windows.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { PIECE_MAX = 1 << 30 };

static const DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

/* ---- Errors, text, times --------------------------------------------------------------------- */

static int error_number(DWORD error)
{
    static const struct {
        DWORD error;
        int number;
    } known[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT},
        {ERROR_PATH_NOT_FOUND, ENOENT},
        {ERROR_INVALID_NAME, ENOENT},
        {ERROR_BAD_PATHNAME, ENOENT},
        {ERROR_BAD_NETPATH, ENOENT},
        {ERROR_BAD_NET_NAME, ENOENT},
        {ERROR_INVALID_DRIVE, ENOENT},
        {ERROR_NOT_READY, ENOENT},
        {ERROR_DIRECTORY, ENOTDIR},
        {ERROR_ACCESS_DENIED, EACCES},
        {ERROR_WRITE_PROTECT, EROFS},
        {ERROR_SHARING_VIOLATION, EBUSY},
        {ERROR_LOCK_VIOLATION, EBUSY},
        {ERROR_FILE_EXISTS, EEXIST},
        {ERROR_ALREADY_EXISTS, EEXIST},
        {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
        {ERROR_OUTOFMEMORY, ENOMEM},
        {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
        {ERROR_DISK_FULL, ENOSPC},
        {ERROR_HANDLE_DISK_FULL, ENOSPC},
        {ERROR_BROKEN_PIPE, EPIPE},
        {ERROR_PIPE_NOT_CONNECTED, EPIPE},
        {ERROR_NO_DATA, EPIPE},
        {ERROR_INVALID_HANDLE, EBADF},
        {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
        {ERROR_NOT_SAME_DEVICE, EXDEV},
        {ERROR_CANT_RESOLVE_FILENAME, ELOOP},
        {ERROR_INVALID_FUNCTION, EINVAL},
        {ERROR_INVALID_PARAMETER, EINVAL},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].error == error)
            return known[i].number;
    return EIO;
}

bool windows_fail(int number)
{
    errno = number;
    return false;
}

bool windows_failed(void)
{
    return windows_fail(error_number(GetLastError()));
}

char *windows_to_utf8(const wchar_t *wide)
{
    const int size = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *const out = size > 0 ? malloc((size_t)size) : NULL;
    if (out != NULL)
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, out, size, NULL, NULL);
    else
        errno = ENOMEM;
    return out;
}

HANDLE windows_handle(int fd)
{
    return (HANDLE)_get_osfhandle(fd);
}

/* Windows counts 100 ns from 1601. */
static const int64_t epoch = 116444736000000000;

int64_t windows_time(int64_t since_1601)
{
    return (int64_t)((uint64_t)(since_1601 - epoch) * 100);
}

/* ---- Looked at ------------------------------------------------------------------------------- */

static bool is_link(HANDLE handle)
{
    FILE_ATTRIBUTE_TAG_INFO info;
    return GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &info, sizeof info) &&
           (info.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
           (info.ReparseTag == IO_REPARSE_TAG_SYMLINK ||
            info.ReparseTag == IO_REPARSE_TAG_MOUNT_POINT);
}

static bool facts_of(HANDLE handle, struct file_facts *out)
{
    static atomic_uint_least64_t others;
    BY_HANDLE_FILE_INFORMATION info;
    FILE_BASIC_INFO times;
    if (handle == INVALID_HANDLE_VALUE)
        return false;
    if (GetFileType(handle) != FILE_TYPE_DISK) {
        /* Pipes and devices have no identity; none is the same as another. */
        *out = (struct file_facts){FILE_OTHER, UINT64_MAX, atomic_fetch_add(&others, 1), 0, 0, 0};
        return true;
    }
    if (!GetFileInformationByHandle(handle, &info) ||
        !GetFileInformationByHandleEx(handle, FileBasicInfo, &times, sizeof times))
        return windows_failed();
    *out = (struct file_facts){
        .kind = is_link(handle)                                           ? FILE_LINK
                : (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? FILE_FOLDER
                                                                          : FILE_REGULAR,
        .device = info.dwVolumeSerialNumber,
        .inode = (uint64_t)info.nFileIndexHigh << 32 | info.nFileIndexLow,
        .size = (uint64_t)info.nFileSizeHigh << 32 | info.nFileSizeLow,
        .modified = windows_time(times.LastWriteTime.QuadPart),
        .changed = windows_time(times.ChangeTime.QuadPart),
    };
    return true;
}

static bool facts_of_path(const char *path, DWORD flags, struct file_facts *out)
{
    const HANDLE handle = windows_open(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, flags);
    const bool ok = facts_of(handle, out);
    if (handle != INVALID_HANDLE_VALUE)
        CloseHandle(handle);
    return ok;
}

bool file_facts_of_path(const char *path, struct file_facts *out)
{
    return facts_of_path(path, 0, out);
}

bool file_facts_of_link(const char *path, struct file_facts *out)
{
    return facts_of_path(path, FILE_FLAG_OPEN_REPARSE_POINT, out);
}

bool file_facts_of_open(int fd, struct file_facts *out)
{
    return facts_of(windows_handle(fd), out);
}

bool file_may_write(const char *path)
{
    wchar_t wide[WINDOWS_PATH_MAX];
    if (!windows_path(path, wide))
        return false;
    const DWORD attributes = GetFileAttributesW(wide);
    if (attributes == INVALID_FILE_ATTRIBUTES)
        return windows_failed();
    errno = EACCES;
    return (attributes & FILE_ATTRIBUTE_READONLY) == 0;
}

/* ---- Opened ---------------------------------------------------------------------------------- */

static int descriptor_of(HANDLE handle)
{
    if (handle == INVALID_HANDLE_VALUE)
        return -1;
    const int fd = _open_osfhandle((intptr_t)handle, _O_BINARY | _O_NOINHERIT);
    if (fd < 0)
        CloseHandle(handle);
    return fd;
}

int file_open(const char *path, enum file_use use)
{
    static const DWORD access[] = {
        [FILE_READ] = GENERIC_READ,
        [FILE_READ_WAITING] = GENERIC_READ,
        [FILE_READ_NO_LINK] = GENERIC_READ,
        [FILE_READ_WRITE] = GENERIC_READ | GENERIC_WRITE,
        [FILE_WRITE] = GENERIC_WRITE,
        [FILE_TOUCH] = FILE_READ_ATTRIBUTES | FILE_WRITE_ATTRIBUTES,
    };
    if (access[use] == GENERIC_READ && windows_would_wait(path)) {
        errno = ENODEV;
        return -1;
    }
    const DWORD flags = use == FILE_READ_NO_LINK ? FILE_FLAG_OPEN_REPARSE_POINT : 0;
    return descriptor_of(windows_open(path, access[use], OPEN_EXISTING, flags));
}

int file_create(const char *path, const char *like)
{
    (void)like; /* a new file has the rights that its folder gives */
    const HANDLE handle =
        windows_open(path, GENERIC_READ | GENERIC_WRITE, CREATE_NEW, FILE_ATTRIBUTE_NORMAL);
    if (handle == INVALID_HANDLE_VALUE && GetLastError() == ERROR_INVALID_NAME)
        errno = EINVAL;
    return descriptor_of(handle);
}

int file_duplicate(int fd)
{
    return _dup(fd);
}

void file_close(int fd)
{
    _close(fd);
}

/* A lock on bytes keeps others from reading them, so it is on one far behind the end. */
bool file_lock(int fd)
{
    OVERLAPPED behind = {.Offset = 0, .OffsetHigh = 0x7fffffff};
    if (LockFileEx(windows_handle(fd), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0,
                   &behind))
        return true;
    const DWORD error = GetLastError();
    (void)windows_failed();
    if (error == ERROR_LOCK_VIOLATION || error == ERROR_IO_PENDING)
        errno = EWOULDBLOCK;
    return false;
}

/* ---- Read and written ------------------------------------------------------------------------ */

static DWORD piece(size_t size)
{
    return size < PIECE_MAX ? (DWORD)size : PIECE_MAX;
}

bool file_read_some(int fd, void *bytes, size_t size, size_t *got)
{
    struct file_facts facts;
    DWORD count = 0;
    const bool ok = ReadFile(windows_handle(fd), bytes, piece(size), &count, NULL) ||
                    GetLastError() == ERROR_BROKEN_PIPE || GetLastError() == ERROR_HANDLE_EOF ||
                    windows_failed();
    *got = count;
    if (!ok && file_facts_of_open(fd, &facts) && facts.kind == FILE_FOLDER)
        errno = EISDIR;
    return ok;
}

/* Windows moves the position of a file also when it is told where to read or write. */
static bool at_offset(int fd, uint64_t offset, void *bytes, size_t size, bool write)
{
    const HANDLE handle = windows_handle(fd);
    LARGE_INTEGER before;
    uint8_t *next = bytes;
    bool ok = SetFilePointerEx(handle, (LARGE_INTEGER){.QuadPart = 0}, &before, FILE_CURRENT);
    while (ok && size > 0) {
        OVERLAPPED at = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
        DWORD count = 0;
        ok = (write ? WriteFile(handle, next, piece(size), &count, &at)
                    : ReadFile(handle, next, piece(size), &count, &at)) &&
             count > 0;
        next += count;
        offset += count;
        size -= count;
    }
    if (!ok)
        return windows_failed();
    return SetFilePointerEx(handle, before, NULL, FILE_BEGIN) || windows_failed();
}

bool file_read_at(int fd, uint64_t offset, void *bytes, size_t size)
{
    return at_offset(fd, offset, bytes, size, false);
}

bool file_write_at(int fd, uint64_t offset, const void *bytes, size_t size)
{
    return at_offset(fd, offset, (void *)bytes, size, true);
}

bool file_write(int fd, const void *bytes, size_t size)
{
    const uint8_t *next = bytes;
    while (size > 0) {
        DWORD count = 0;
        if (!WriteFile(windows_handle(fd), next, piece(size), &count, NULL))
            return windows_failed();
        if (count == 0)
            return windows_fail(ENOSPC);
        next += count;
        size -= count;
    }
    return true;
}

bool file_can_rewind(int fd)
{
    return GetFileType(windows_handle(fd)) == FILE_TYPE_DISK;
}

bool file_rewind(int fd)
{
    return SetFilePointerEx(windows_handle(fd), (LARGE_INTEGER){.QuadPart = 0}, NULL, FILE_BEGIN) ||
           windows_failed();
}

bool file_set_modified(int fd, int64_t time)
{
    const uint64_t since_1601 = (uint64_t)(time / 100 + epoch);
    const FILETIME modified = {(DWORD)since_1601, (DWORD)(since_1601 >> 32)};
    return SetFileTime(windows_handle(fd), NULL, NULL, &modified) || windows_failed();
}

bool file_touch(int fd)
{
    FILETIME present;
    GetSystemTimeAsFileTime(&present);
    return SetFileTime(windows_handle(fd), NULL, NULL, &present) || windows_failed();
}

bool file_writes_arrived(int fd)
{
    (void)fd;
    return true;
}

bool file_sync(int fd)
{
    return FlushFileBuffers(windows_handle(fd)) || windows_failed() || errno != ENOSPC;
}

/* ---- Named ----------------------------------------------------------------------------------- */

/* Virus scanners and indexers open a new file for a moment. */
static bool is_for_a_moment(DWORD error)
{
    return error == ERROR_ACCESS_DENIED || error == ERROR_SHARING_VIOLATION ||
           error == ERROR_LOCK_VIOLATION;
}

/* Windows 10 can replace a file that others have open, as other systems do. */
static bool replace_open_file(const wchar_t *from, const wchar_t *to)
{
    enum { RENAME_EX = 22, REPLACE = 1, AS_POSIX = 2 };
    struct {
        DWORD flags;
        HANDLE folder;
        DWORD size;
        wchar_t name[WINDOWS_PATH_MAX];
    } rename = {.flags = REPLACE | AS_POSIX};
    const HANDLE handle = CreateFileW(from, DELETE | SYNCHRONIZE, share_all, NULL, OPEN_EXISTING,
                                      FILE_FLAG_OPEN_REPARSE_POINT, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return false;
    wcscpy(rename.name, to);
    rename.size = (DWORD)(wcslen(to) * sizeof *to);
    const bool ok = SetFileInformationByHandle(handle, (FILE_INFO_BY_HANDLE_CLASS)RENAME_EX,
                                               &rename, sizeof rename) != 0;
    CloseHandle(handle);
    return ok;
}

bool file_replace(const char *from, const char *to)
{
    static const DWORD waits[] = {0, 1, 10, 20, 40, 80, 160, 320};
    wchar_t old[WINDOWS_PATH_MAX], new[WINDOWS_PATH_MAX];
    if (!windows_path(from, old) || !windows_path(to, new))
        return false;
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++) {
        Sleep(waits[i]);
        if (replace_open_file(old, new) || MoveFileExW(old, new, MOVEFILE_REPLACE_EXISTING))
            return true;
        if (!is_for_a_moment(GetLastError()))
            break;
    }
    return windows_failed();
}

bool file_remove(const char *path)
{
    wchar_t wide[WINDOWS_PATH_MAX];
    return windows_path(path, wide) && (DeleteFileW(wide) || windows_failed());
}

bool folder_make(const char *path)
{
    wchar_t wide[WINDOWS_PATH_MAX];
    return windows_path(path, wide) && (CreateDirectoryW(wide, NULL) || windows_failed());
}

size_t file_name_most(const char *folder)
{
    (void)folder;
    return FILE_NAME_MAX - 1;
}

/* ---- Folders listed -------------------------------------------------------------------------- */

struct listing {
    HANDLE find;
    WIN32_FIND_DATAW next;
    bool has_next;
    char *name; /* the last one that was given */
    char path[FILE_PATH_MAX];
};

/* "folder/name"; false when that is too long. */
static bool join(char out[FILE_PATH_MAX], const char *folder, const char *name)
{
    const int length = snprintf(out, FILE_PATH_MAX, "%s/%s", folder, name);
    return (length > 0 && length < FILE_PATH_MAX) || windows_fail(ENAMETOOLONG);
}

struct listing *listing_open(const char *path)
{
    char pattern[FILE_PATH_MAX];
    wchar_t wide[WINDOWS_PATH_MAX];
    struct listing *const listing = calloc(1, sizeof *listing);
    if (listing == NULL)
        errno = ENOMEM;
    if (listing == NULL || !join(pattern, path, "*") || !windows_path(pattern, wide))
        goto failed;
    strcpy(listing->path, path);
    listing->find = FindFirstFileW(wide, &listing->next);
    listing->has_next = listing->find != INVALID_HANDLE_VALUE;
    if (listing->has_next || GetLastError() == ERROR_FILE_NOT_FOUND)
        return listing;
    (void)windows_failed();

failed:
    free(listing);
    return NULL;
}

bool listing_next(struct listing *listing, struct listed *out)
{
    const DWORD attributes = listing->next.dwFileAttributes;
    errno = 0;
    if (!listing->has_next)
        return false;
    free(listing->name);
    listing->name = windows_to_utf8(listing->next.cFileName);
    if (listing->name == NULL)
        return false;
    *out = (struct listed){
        .name = listing->name,
        .has_kind = (attributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0,
        .kind = (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? FILE_FOLDER : FILE_REGULAR,
    };
    listing->has_next = FindNextFileW(listing->find, &listing->next);
    return true;
}

void listing_close(struct listing *listing)
{
    if (listing->find != INVALID_HANDLE_VALUE)
        FindClose(listing->find);
    free(listing->name);
    free(listing);
}

bool listing_facts(const struct listing *listing, struct file_facts *out)
{
    return file_facts_of_path(listing->path, out);
}

bool listing_facts_of(const struct listing *listing, const char *name, bool follow,
                      struct file_facts *out)
{
    char path[FILE_PATH_MAX];
    return join(path, listing->path, name) &&
           (follow ? file_facts_of_path(path, out) : file_facts_of_link(path, out));
}

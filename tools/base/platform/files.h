/*
 * files.h - files and folders, by names of our own for what systems do differently
 *
 * Paths are UTF-8 with '/' between their parts. A descriptor is a number as C libraries have them;
 * 0, 1 and 2 are the standard streams. What fails sets errno.
 */
#ifndef PLATFORM_FILES_H
#define PLATFORM_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FILE_PATH_MAX = 4096, /* bytes of a path with its NUL; longer ones are not tried */
    FILE_NAME_MAX = 256,  /* and of one part */
};

enum { STREAM_IN, STREAM_OUT, STREAM_ERROR };

/* ---- Looked at ------------------------------------------------------------------------------- */

enum file_kind { FILE_REGULAR, FILE_FOLDER, FILE_LINK, FILE_DISK, FILE_OTHER };

/* Times are nanoseconds since 1970. Those after the year 2262 wrap round, and still differ. */
struct file_facts {
    enum file_kind kind;
    uint64_t device, inode, size;
    int64_t modified, changed;
};

/* Each finds the facts of a file, and returns false when nothing is there. Only file_facts_of_link
 * does not follow a link, but looks at the link itself. */
bool file_facts_of_path(const char *path, struct file_facts *out);
bool file_facts_of_link(const char *path, struct file_facts *out);
bool file_facts_of_open(int fd, struct file_facts *out);

/* True if this user may write to the file. */
bool file_may_write(const char *path);

/* ---- Opened ---------------------------------------------------------------------------------- */

enum file_use {
    FILE_READ,         /* never waits, not even for the writer of a pipe */
    FILE_READ_WAITING, /* waits for it */
    FILE_READ_NO_LINK, /* a link is an error */
    FILE_READ_WRITE,   /* never waits */
    FILE_WRITE,        /* a device or a pipe */
    FILE_TOUCH,        /* for file_set_modified */
};

/* -1 when it fails. Other programs do not inherit it. A folder opens for reading, and reading it
 * fails with EISDIR. */
int file_open(const char *path, enum file_use use);

/* Makes a file that is not there yet, for reading and writing. It gets the rights of the file
 * `like` if there is one. -1 when it fails: EEXIST if there is such a file. */
int file_create(const char *path, const char *like);

/* Another descriptor of the same open file. */
int file_duplicate(int fd);
void file_close(int fd);

/* Locks the file for this process until it is closed. If another has it, errno is EWOULDBLOCK. */
bool file_lock(int fd);

/* ---- Read and written ------------------------------------------------------------------------ */

/* Reads up to `size` bytes, and none only at the end. */
bool file_read_some(int fd, void *bytes, size_t size, size_t *got);
/* Reads all of the bytes. False also when the file ends before. */
bool file_read_at(int fd, uint64_t offset, void *bytes, size_t size);

/* Both write all of the bytes. */
bool file_write(int fd, const void *bytes, size_t size);
bool file_write_at(int fd, uint64_t offset, const void *bytes, size_t size);

bool file_can_rewind(int fd);
bool file_rewind(int fd);

bool file_set_modified(int fd, int64_t time);
/* Gives the file the present time, as the file system counts it. */
bool file_touch(int fd);

/* Some file systems report a failed write only when a file is closed. This asks, and leaves the
 * file open and locked. */
bool file_writes_arrived(int fd);

/* Brings the bytes to the disk. True also where the file system cannot do that. */
bool file_sync(int fd);

/* ---- Named ----------------------------------------------------------------------------------- */

/* Puts a file in the place of another, at once. */
bool file_replace(const char *from, const char *to);
bool file_remove(const char *path);

/* Makes a folder; its parent must be there. */
bool folder_make(const char *path);

/* The most bytes that a name in that folder may have. */
size_t file_name_most(const char *folder);

/* ---- Folders listed -------------------------------------------------------------------------- */

struct listing;

struct listed {
    const char *name; /* until the next one is asked for */
    bool has_kind;    /* not every file system lists kinds, and a link may lead to anything */
    enum file_kind kind;
};

/* NULL when it fails. */
struct listing *listing_open(const char *path);
/* False at the end, with errno 0, and when it fails. "." and ".." may be among the entries. */
bool listing_next(struct listing *listing, struct listed *out);
void listing_close(struct listing *listing);

/* The facts of the folder itself and of an entry, whose link is followed or not. */
bool listing_facts(const struct listing *listing, struct file_facts *out);
bool listing_facts_of(const struct listing *listing, const char *name, bool follow,
                      struct file_facts *out);

/* ---- Paths ---------------------------------------------------------------------------------- */

/* Both are to be freed; NULL when it fails. */
char *path_current(void);
char *path_real(const char *path); /* absolute, without links and ".."; the file must exist */

/* True if the path names the same file from every folder. */
bool path_is_absolute(const char *path);

/* On some systems people type '\\' between the parts of a path: it becomes '/'. */
void path_from_typed(char *path);

/* Why this system has no file of that name, after "the name"; NULL when it may have one. */
const char *path_is_forbidden(const char *path);

/* The path that a link holds. False when it is not a link, or holds more than `size` bytes with the
 * NUL. */
bool path_read_link(const char *path, char *out, size_t size);

/* True if Make would take the name for a pattern, and that may match other files. */
bool path_matches_others(const char *path);

#endif

/*
 * reader.c - a file read through one buffer
 *
 * Small reads go through the buffer; a read as large as it goes straight to the caller.
 */
#include "system/reader.h"

#include "base/platform/process.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 1 << 16 };

/* Reads once; `*got` is 0 only at the end of the file. */
static bool read_some(struct reader *reader, uint8_t *bytes, size_t size, size_t *got,
                      struct error *err)
{
    if (!file_read_some(reader->fd, bytes, size, got))
        return errno == EISDIR ? fail(err, "is a folder") : fail_errno(err, "read");
    if (reader->digester != NULL)
        digester_add(reader->digester, bytes, *got);
    return true;
}

static bool open_file(struct reader *reader, const char *path, enum file_use use, struct error *err)
{
    reader->digester = NULL;
    reader->is_stdin = false;
    reader->can_rewind = true;
    reader->next = reader->end = 0;
    reader->fd = file_open(path, use);
    return reader->fd >= 0 || fail_errno(err, "open");
}

bool reader_open(struct reader *reader, const char *path, struct error *err)
{
    if (strcmp(path, "-") == 0) {
        *reader = (struct reader){.fd = STREAM_IN, .is_stdin = true};
        return true;
    }
    if (!open_file(reader, path, FILE_READ_WAITING, err))
        return false;
    reader->can_rewind = file_can_rewind(reader->fd);
    return true;
}

bool reader_open_regular(struct reader *reader, const char *path, struct error *err)
{
    struct file_facts facts = {.kind = FILE_OTHER};
    if (!open_file(reader, path, FILE_READ, err))
        return false;
    const bool known = file_facts_of_open(reader->fd, &facts) || fail_errno(err, "read");
    if (known && facts.kind == FILE_REGULAR)
        return true;
    reader_close(reader);
    return known && fail(err, facts.kind == FILE_FOLDER ? "is a folder" : "is not a regular file");
}

void reader_close(struct reader *reader)
{
    if (reader->fd >= 0 && !reader->is_stdin)
        file_close(reader->fd);
    reader->fd = -1;
    digester_free(reader->digester);
    reader->digester = NULL;
}

void reader_begin_fingerprint(struct reader *reader)
{
    if (!reader->is_stdin && regular_facts_of_open(reader->fd, &reader->fingerprint.facts) &&
        reader->fingerprint.facts.size <= FINGERPRINTED_MOST) {
        reader->fingerprint.settled = file_facts_settled(&reader->fingerprint.facts, clock_now());
        reader->digester = digester_new();
    }
}

bool reader_end_fingerprint(struct reader *reader, struct fingerprint *out)
{
    struct file_facts now;
    struct error ignored;
    size_t got = 1;
    if (reader->digester == NULL)
        return false;
    while (got > 0)
        if (!read_some(reader, reader->buffer, sizeof reader->buffer, &got, &ignored))
            return false;
    reader->fingerprint.content = digester_end(reader->digester);
    *out = reader->fingerprint;
    return regular_facts_of_open(reader->fd, &now) && file_facts_equal(&now, &out->facts);
}

bool reader_peek(struct reader *reader, size_t wanted, const uint8_t **bytes, size_t *got,
                 struct error *err)
{
    size_t more = 1;
    if (wanted > sizeof reader->buffer)
        wanted = sizeof reader->buffer;
    if (wanted > sizeof reader->buffer - reader->next) {
        reader->end -= reader->next;
        memmove(reader->buffer, reader->buffer + reader->next, reader->end);
        reader->next = 0;
    }
    while (reader->end - reader->next < wanted && more > 0) {
        if (!read_some(reader, reader->buffer + reader->end, sizeof reader->buffer - reader->end,
                       &more, err))
            return false;
        reader->end += more;
    }
    *bytes = reader->buffer + reader->next;
    *got = reader->end - reader->next < wanted ? reader->end - reader->next : wanted;
    return true;
}

bool reader_file_beginning(const char *path, void *bytes, size_t size, size_t *got,
                           struct error *err)
{
    struct reader reader;
    if (!reader_open_regular(&reader, path, err))
        return false;
    const bool ok = reader_read(&reader, bytes, size, got, err);
    reader_close(&reader);
    return ok;
}

bool reader_file_begins(const char *path, bool (*is)(const uint8_t *bytes, size_t size))
{
    uint8_t bytes[64];
    struct error ignored;
    size_t got;
    return reader_file_beginning(path, bytes, sizeof bytes, &got, &ignored) && is(bytes, got);
}

bool reader_take(struct reader *reader, size_t most, const uint8_t **bytes, size_t *got,
                 struct error *err)
{
    if (reader->next == reader->end) {
        reader->next = reader->end = 0;
        if (!read_some(reader, reader->buffer, sizeof reader->buffer, &reader->end, err))
            return false;
    }
    const size_t held = reader->end - reader->next;
    *bytes = reader->buffer + reader->next;
    *got = held < most ? held : most;
    reader->next += *got;
    return true;
}

bool reader_rewind(struct reader *reader, struct error *err)
{
    reader->next = reader->end = 0;
    if (reader->digester != NULL) {
        digester_free(reader->digester);
        reader->digester = digester_new();
    }
    return file_rewind(reader->fd) || fail_errno(err, "read");
}

bool reader_read(struct reader *reader, void *bytes, size_t size, size_t *got, struct error *err)
{
    uint8_t *out = bytes;
    const uint8_t *held;
    size_t more = 1;
    for (*got = 0; *got < size && more > 0; *got += more) {
        const size_t left = size - *got;
        if (reader->next == reader->end && left >= sizeof reader->buffer) {
            if (!read_some(reader, out + *got, left, &more, err))
                return false;
        } else {
            if (!reader_take(reader, left, &held, &more, err))
                return false;
            memcpy(out + *got, held, more);
        }
    }
    return true;
}

/* Makes room for more, up to `most` bytes and the NUL. */
static bool grow(uint8_t **bytes, size_t *capacity, size_t most, struct error *err)
{
    const size_t wanted = *capacity < most / 2 ? *capacity * 2 + FIRST_CAPACITY : most;
    const size_t size = wanted < most ? wanted : most;
    uint8_t *const bigger = realloc(*bytes, size + 1);
    if (bigger == NULL)
        return fail_memory(err);
    *bytes = bigger;
    *capacity = size;
    return true;
}

bool reader_read_all(struct reader *reader, size_t limit, uint8_t **bytes, size_t *size,
                     struct error *err)
{
    /* A byte beyond the limit shows that there is too much. */
    const size_t most = limit < SIZE_MAX - 1 ? limit + 1 : SIZE_MAX - 1;
    uint8_t *all = NULL;
    size_t used = 0, capacity = 0, got = 0;
    bool ok = true;
    do {
        ok = grow(&all, &capacity, most, err) &&
             reader_read(reader, all + used, capacity - used, &got, err);
        used += got;
        if (ok && used > limit)
            ok = fail(err, "is larger than %zu bytes, the most that is read", limit);
    } while (ok && used == capacity);
    if (!ok) {
        free(all);
        return false;
    }
    all[used] = 0; /* NOLINT(clang-analyzer-core.NullDereference): grow has made room */
    *bytes = all;
    *size = used;
    return true;
}

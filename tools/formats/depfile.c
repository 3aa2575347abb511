/*
 * depfile.c - the dependency file: lists for Make and Ninja the files that a run has read
 *
 * Make reads a name as text of its own language. Some characters can be escaped; others cannot, and
 * Make may run the text behind them as a command. Such names are refused.
 */
#include "formats/depfile.h"

#include "base/platform/files.h"
#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Doubles backslashes before a blank, as gcc does, because Make reads them in pairs there. */
void depfile_escape(struct text *out, const char *path)
{
    size_t backslashes = 0;
    for (const char *p = path; *p != 0; p++) {
        if (*p == ' ' || *p == '\t') {
            while (backslashes-- > 0)
                text_add_string(out, "\\");
            text_add_string(out, "\\");
        } else if (*p == '#' || *p == ':') {
            text_add_string(out, "\\");
        } else if (*p == '$') {
            text_add_string(out, "$");
        }
        backslashes = *p == '\\' ? backslashes + 1 : 0;
        text_add(out, p, 1);
    }
}

/* ---- Names that cannot be written ----------------------------------------------------------- */

/* Puts the reason into `why`; false when the name can be written. Folders are written with a slash
 * at the end, so that no other character is the last one. */
static bool is_unwritable(const char *path, bool is_folder, char why[static 40])
{
    const char *const bad = strpbrk(path, ";|");
    const char last = *path != 0 && !is_folder ? path[strlen(path) - 1] : 'a';
    bool has_control = false; /* Make takes some for blanks, but a tab can be escaped */
    for (const char *p = path; *p != 0; p++)
        has_control |= ((unsigned char)*p < ' ' && *p != '\t') || *p == 127;
    if (has_control)
        snprintf(why, 40, "has a control character");
    else if (bad != NULL)
        snprintf(why, 40, "has '%c'", *bad);
    else if (strstr(path, "\\#") != NULL || strstr(path, "\\:") != NULL ||
             strstr(path, "\\=") != NULL)
        snprintf(why, 40, "has '\\' before '#', ':' or '='");
    else if (strchr(" \t\\:&)", last) != NULL)
        snprintf(why, 40, "ends in '%c'", last);
    else if (path_matches_others(path))
        snprintf(why, 40, "Make takes for a pattern");
    else
        return false;
    return true;
}

bool depfile_check_target(const char *path, struct error *err)
{
    const char *const bad = strpbrk(path, "=%*?[&\t");
    char why[40] = "has a tab";
    if (bad != NULL && *bad != '\t')
        snprintf(why, sizeof why, "has '%c'", *bad);
    if (bad != NULL || is_unwritable(path, false, why))
        return fail_usage(err,
                          "a dependency file cannot hold the output's name, which %s; name its "
                          "target with -MT",
                          why);
    return true;
}

/* ---- Paths without ".." ---------------------------------------------------------------------- */

/* A path without links, from the current folder on if it lies below: "" for that itself. NULL when
 * it leads nowhere. */
static char *without_links(const char *path)
{
    char *const here = path_real("."), *const real = path_real(path);
    const char *const rest = here != NULL && real != NULL ? text_below(here, real) : NULL;
    char *const name = real != NULL ? text_copy(rest != NULL ? rest : real) : NULL;
    free(here);
    free(real);
    return name;
}

static bool is_link(const char *path)
{
    struct file_facts facts;
    return file_facts_of_link(path, &facts) && facts.kind == FILE_LINK;
}

static char *append(const char *folder, const char *part, size_t length)
{
    const size_t end = strlen(folder);
    const char *const slash = end > 0 && folder[end - 1] != '/' ? "/" : "";
    return text_format("%s%s%.*s", folder, slash, (int)length, part);
}

/* The folder above a path whose ".." are at its beginning, if it has some; for a link, the folder
 * in which its target lies, NULL when it leads nowhere. */
static char *go_up(const char *path, bool *from_link)
{
    const char *const slash = strrchr(path, '/'), *const last = slash != NULL ? slash + 1 : path;
    if (*last == 0 || strcmp(last, "..") == 0)
        return strcmp(path, "/") == 0 ? text_copy(path) : append(path, "..", 2);
    if (!is_link(path))
        return text_copy_n(path, slash == path ? 1 : slash != NULL ? (size_t)(slash - path) : 0);
    *from_link = true;
    char *const up = text_format("%s/..", path), *const folder = without_links(up);
    free(up);
    return folder;
}

char *real_name(const char *path)
{
    if (strstr(path, "/..") == NULL)
        return text_copy(path);
    bool from_link = false;
    char *name = text_copy(*path == '/' ? "/" : "");
    size_t length;
    for (const char *part = path; name != NULL && *part != 0; part += length) {
        part += strspn(part, "/");
        length = strcspn(part, "/");
        if (length == 0 || (length == 1 && *part == '.'))
            continue;
        const bool is_up = length == 2 && memcmp(part, "..", 2) == 0;
        char *const longer = is_up ? go_up(name, &from_link) : append(name, part, length);
        free(name);
        name = longer;
    }
    /* Folders of processes go away with them. */
    if (name != NULL && from_link && strncmp(name, "/proc/", 6) == 0) {
        free(name);
        name = without_links(path);
    }
    /* A path that leads nowhere stays as it is. */
    if (name != NULL && from_link && *name != 0)
        return name;
    const bool is_here = name != NULL && from_link;
    free(name);
    return text_copy(is_here ? "." : path);
}

/* ---- Names that are written in another way --------------------------------------------------- */

/* Make takes "./" away, and then reads '~' as a home folder and these as its own words; the second
 * name of a list may be an operator behind a variable. No escape helps: such a name is written with
 * its folder. */
static bool is_word_of_make(const char *path)
{
    static const char *const words[] = {"define",  "undefine", "endef",    "export", "unexport",
                                        "include", "-include", "sinclude", "load",   "-load",
                                        "ifdef",   "ifndef",   "ifeq",     "ifneq",  "else",
                                        "endif",   "vpath",    "override", "private"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(path, words[i]) == 0)
            return true;
    const bool is_special = *path == '.' && path[1] >= 'A' && path[1] <= 'Z';
    const bool is_operator = path[strspn(path, "!?+:")] == '=';
    return *path == '~' || is_operator || (is_special && strchr(path, '/') == NULL);
}

static const char *without_here(const char *path)
{
    while (path[0] == '.' && path[1] == '/')
        path += 1 + strspn(path + 1, "/");
    return path;
}

/* Adds a name that Make and Ninja read as this path; false when the current folder has none. */
static bool spell(struct text *out, const char *path)
{
    char *const real = real_name(path);
    const char *const rest = without_here(real);
    const bool is_word = is_word_of_make(rest);
    char *const here = is_word ? path_current() : NULL;
    if (here != NULL) {
        text_add_string(out, here);
        text_add_string(out, "/");
    }
    text_add_string(out, is_word ? rest : real);
    free(real);
    free(here);
    return !is_word || here != NULL;
}

/* ---- The list ------------------------------------------------------------------------------- */

/* Standard input, and files that the shell or the caller has open: they are gone when the run
 * ends. */
static bool is_passing(const char *path)
{
    const char *const fd = strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0
                               ? strstr(path, "/fd/")
                               : NULL;
    return strcmp(path, "-") == 0 || strncmp(path, "/dev/std", 8) == 0 ||
           (fd != NULL && strchr(fd + 4, '/') == NULL);
}

static void add(struct depfile *depfile, const char *path, bool is_folder,
                struct diagnostics *found)
{
    char shown[256], why[40];
    struct text name = {0};
    if (is_passing(path))
        return;
    if (!spell(&name, path))
        diagnostics_fail(found, NULL, "cannot find the current folder: %s", strerror(errno));
    else if (is_unwritable(name.bytes, is_folder, why))
        diagnostics_fail(found, NULL,
                         "a dependency file cannot hold the name '%s', which %s; please rename it",
                         text_quote(shown, sizeof shown, path), why);
    /* Nothing is left of "/" in Ninja, which then stops. */
    else if (!is_folder || strcmp(name.bytes, "/") != 0) {
        if (is_folder && name.bytes[name.length - 1] != '/')
            text_add_string(&name, "/");
        const char **const added =
            arena_array_push(&depfile->arena, &depfile->paths, &depfile->count, &depfile->capacity);
        *added = arena_text(&depfile->arena, name.bytes);
    }
    text_free(&name);
}

void depfile_add(struct depfile *depfile, const char *path, struct diagnostics *found)
{
    add(depfile, path, false, found);
}

void depfile_add_folder(struct depfile *depfile, const char *path, struct diagnostics *found)
{
    add(depfile, path, true, found);
}

static bool is_lost_on_ninja(const char *path)
{
    return strpbrk(path, "\"&'*<>?^`\t") != NULL || strstr(path, "\\$") != NULL;
}

void depfile_warn(const struct depfile *depfile, struct diagnostics *diagnostics)
{
    const char *first = NULL;
    char shown[256];
    size_t count = 0;
    for (size_t i = 0; i < depfile->count; i++)
        if (is_lost_on_ninja(depfile->paths[i]) && count++ == 0)
            first = depfile->paths[i];
    if (count > 0)
        diagnostics_add_warning(
            diagnostics, NULL, "ninja-name",
            "Make can read the name '%s' in the dependency file%s, but Ninja cannot: it bakes at "
            "each build, misses changes or stops; rename it if you use Ninja",
            text_quote(shown, sizeof shown, first), count > 1 ? ", and others like it" : "");
}

void depfile_free(struct depfile *depfile)
{
    arena_free(&depfile->arena);
    *depfile = (struct depfile){.paths = NULL};
}

/* ---- The rule ------------------------------------------------------------------------------- */

/* Empty lines at the end tell hitmask's depfiles from others: no reader minds them, as Ninja would
 * a comment. */
#define MARK "\n\n"

static bool has_equals_sign(const char *path)
{
    return strchr(path, '=') != NULL;
}

/* Bytewise, but names with '=' last: at the beginning of a list Make takes one for a variable. */
static int compare_paths(const void *a, const void *b)
{
    const char *const first = *(const char *const *)a, *const second = *(const char *const *)b;
    if (has_equals_sign(first) != has_equals_sign(second))
        return has_equals_sign(first) ? 1 : -1;
    return strcmp(first, second);
}

static void sort_once_each(struct depfile *depfile)
{
    size_t kept = 0;
    if (depfile->count > 1)
        qsort(depfile->paths, depfile->count, sizeof *depfile->paths, compare_paths);
    for (size_t i = 0; i < depfile->count; i++)
        if (kept == 0 || strcmp(depfile->paths[kept - 1], depfile->paths[i]) != 0)
            depfile->paths[kept++] = depfile->paths[i];
    depfile->count = kept;
}

bool depfile_write(struct depfile *depfile, const char *targets, bool phony, struct text *out,
                   struct error *err)
{
    char shown[256];
    sort_once_each(depfile);
    if (depfile->count > 0 && has_equals_sign(depfile->paths[0]))
        return fail(err,
                    "a dependency file cannot hold the name '%s', which has '='; please "
                    "rename it",
                    text_quote(shown, sizeof shown, depfile->paths[0]));
    text_add_string(out, targets);
    text_add_string(out, ":");
    for (size_t i = 0; i < depfile->count; i++) {
        text_add_string(out, " \\\n  ");
        depfile_escape(out, depfile->paths[i]);
    }
    text_add_string(out, "\n");
    for (size_t i = 0; phony && i < depfile->count; i++) {
        /* Make would read '=' as an assignment, which may run a command, and '%' as a pattern; it
         * knows no escape for a tab in the name of a target. */
        if (strpbrk(depfile->paths[i], "=%\t") != NULL)
            continue;
        text_add_string(out, "\n");
        depfile_escape(out, depfile->paths[i]);
        text_add_string(out, ":\n");
    }
    text_add_string(out, MARK);
    return true;
}

/* "TARGETS:" with its list, one name in a line; then "NAME:" of each name, behind empty lines.
 * Depfiles of clang may look like that, too, but for the mark. */
bool depfile_is(const char *text, size_t size)
{
    const char *const end = text + size;
    static const char ending[] = "\n" MARK;
    const size_t marked = sizeof ending - 1;
    if (size <= marked || memcmp(end - marked, ending, marked) != 0)
        return false;
    bool listed = false; /* the last line ended in a backslash: a name follows */
    for (const char *line = text, *next; line < end; line = next) {
        const char *const feed = memchr(line, '\n', (size_t)(end - line));
        if (feed == NULL)
            return false;
        const size_t length = (size_t)(feed - line);
        const bool goes_on = length > 2 && memcmp(feed - 2, " \\", 2) == 0;
        const bool is_rule = length > 1 && feed[-1 - 2 * goes_on] == ':' &&
                             (line == text || strchr(" \t#", *line) == NULL);
        const bool is_name =
            length > 2 && memcmp(line, "  ", 2) == 0 && strchr(" \t#", line[2]) == NULL;
        if (listed ? !is_name
                   : !(is_rule && (line == text || !goes_on)) && (length > 0 || line == text))
            return false;
        listed = goes_on;
        next = feed + 1;
    }
    return !listed;
}

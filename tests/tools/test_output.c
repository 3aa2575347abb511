/*
 * test_output.c - outputs replace their target whole, or leave it alone
 *
 * Every test works in a new, empty folder, which is the current one.
 */

#include "support/cmocka_all.h"

#include "system/output.h"

#include "base/sink.h"
#include "base/text.h"
#include "support/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- Files ------------------------------------------------------------------------------ */

static void make_file(const char *path, const char *content)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, content, strlen(content)), strlen(content));
    close(fd);
}

static void assert_file(const char *path, const char *expected)
{
    char content[256];
    int fd = open(path, O_RDONLY);
    ssize_t length = read(fd, content, sizeof content - 1);

    assert_true(fd >= 0 && length >= 0);
    content[length] = '\0';
    close(fd);
    assert_string_equal(content, expected);
}

static void make_link(const char *held, const char *path)
{
    assert_int_equal(symlink(held, path), 0);
}

/* Entries of a folder, "." and ".." aside. */
static int entries_in(const char *path)
{
    DIR *dir = opendir(path);
    int count = -2;

    assert_non_null(dir);
    while (readdir(dir))
        count++;
    closedir(dir);
    return count;
}

static mode_t mode_of(const char *path)
{
    struct stat status;

    assert_int_equal(lstat(path, &status), 0);
    return status.st_mode;
}

static void open_and_write(struct output *output, const char *path, const char *content)
{
    struct error err = {.text = ""};

    if (!output_open(output, path, false, &err))
        fail_msg("%s: %s", path, err.text);
    assert_true(output_write(output, content, strlen(content)));
}

static void write_whole(const char *path, const char *content)
{
    struct output output;
    struct error err;

    open_and_write(&output, path, content);
    assert_true(output_commit(&output, &err));
    assert_false(output.is_open);
}

static void assert_cannot_open(const char *path, const char *text)
{
    struct output output;
    struct error err;

    assert_false(output_open(&output, path, false, &err));
    assert_string_equal(err.text, text);
    assert_int_equal(err.status, STATUS_FAILED);
    assert_false(output.is_open);
    output_abort(&output);
}

/* ---- Whole or not at all ---------------------------------------------------------------- */

static void the_target_changes_only_when_all_is_written(void **state)
{
    (void)state;
    struct output output;
    struct error err;

    make_file("x.hmk", "old");
    open_and_write(&output, "x.hmk", "new");
    assert_file("x.hmk", "old");
    assert_true(output_commit(&output, &err));
    assert_file("x.hmk", "new");
    assert_int_equal(entries_in("."), 1);
}

static void an_abort_leaves_no_trace(void **state)
{
    (void)state;
    struct output output;

    make_file("x.hmk", "old");
    open_and_write(&output, "x.hmk", "new");
    output_abort(&output);
    output_abort(&output);
    open_and_write(&output, "y.hmk", "new");
    output_abort(&output);
    assert_file("x.hmk", "old");
    assert_int_equal(entries_in("."), 1);
}

static void a_new_file_has_the_mode_that_umask_leaves(void **state)
{
    (void)state;
    mode_t old = umask(027);

    write_whole("x.hmk", "new");
    umask(old);
    assert_int_equal(mode_of("x.hmk") & 07777, 0640);
}

static void a_replaced_file_keeps_its_mode(void **state)
{
    (void)state;

    make_file("x.hmk", "old");
    make_file("y.hmk", "old");
    chmod("x.hmk", 0606);
    chmod("y.hmk", 0200);
    write_whole("x.hmk", "new");
    write_whole("y.hmk", "new");
    assert_int_equal(mode_of("x.hmk") & 07777, 0606);
    assert_int_equal(mode_of("y.hmk") & 07777, 0200);
}

/* A file of root's that keeps another owner's set-user-ID bit would run as root. */
static void special_rights_go_when_the_owner_changes(void **state)
{
    (void)state;

    /* When others write, the system takes these rights away itself. */
    if (geteuid() != 0)
        skip();
    make_file("own", "old");
    chmod("own", 06755);
    write_whole("own", "new");
    assert_int_equal(mode_of("own") & 07777, 06755);
    make_file("user", "old");
    make_file("group", "old");
    assert_int_equal(chown("user", 1234, (gid_t)-1), 0);
    assert_int_equal(chown("group", (uid_t)-1, 1234), 0);
    chmod("user", 06751);
    chmod("group", 02775);
    write_whole("user", "new");
    write_whole("group", "new");
    assert_int_equal(mode_of("user") & 07777, 0751);
    assert_int_equal(mode_of("group") & 07777, 0775);
}

static void a_protected_file_is_not_replaced(void **state)
{
    (void)state;

    if (geteuid() == 0)
        skip();
    make_file("x.hmk", "old");
    chmod("x.hmk", 0444);
    assert_cannot_open("x.hmk", "cannot write: Permission denied");
    assert_file("x.hmk", "old");
}

static void a_file_that_grows_too_large_is_an_error(void **state)
{
    (void)state;
    struct rlimit old, small;
    struct output output;

    temporary_install_signals();
    make_file("x.hmk", "old");
    open_and_write(&output, "x.hmk", "new");
    getrlimit(RLIMIT_FSIZE, &old);
    small = (struct rlimit){.rlim_cur = 8, .rlim_max = old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    errno = 0;
    assert_false(output_write(&output, "0123456789", 10));
    assert_int_equal(errno, EFBIG);
    setrlimit(RLIMIT_FSIZE, &old);
    output_abort(&output);
    assert_file("x.hmk", "old");
    assert_int_equal(entries_in("."), 1);
}

static void a_target_that_became_a_folder_is_an_error(void **state)
{
    (void)state;
    struct output output;
    struct error err;

    open_and_write(&output, "x.hmk", "new");
    mkdir("x.hmk", 0777);
    assert_false(output_commit(&output, &err));
    assert_false(output.is_open);
    assert_int_equal(entries_in("."), 1);
    assert_int_equal(entries_in("x.hmk"), 0);
}

static void what_is_unchanged_can_be_told(void **state)
{
    (void)state;
    struct output output;

    make_file("x.hmk", "same");
    open_and_write(&output, "x.hmk", "same");
    assert_true(output_is_unchanged(&output));
    assert_true(output_write(&output, "!", 1));
    assert_false(output_is_unchanged(&output));
    output_abort(&output);
    open_and_write(&output, "x.hmk", "sane");
    assert_false(output_is_unchanged(&output));
    output_abort(&output);
    open_and_write(&output, "y.hmk", "");
    assert_false(output_is_unchanged(&output));
    output_abort(&output);
}

/* ---- Links ------------------------------------------------------------------------------ */

static void the_target_of_a_link_is_replaced_and_the_link_stays(void **state)
{
    (void)state;

    mkdir("real", 0777);
    make_file("real/x.hmk", "old");
    make_link("real/x.hmk", "inner");
    make_link("inner", "outer");
    write_whole("outer", "new");
    assert_true(S_ISLNK(mode_of("outer")));
    assert_true(S_ISLNK(mode_of("inner")));
    assert_true(S_ISREG(mode_of("real/x.hmk")));
    assert_file("real/x.hmk", "new");
}

static void a_dangling_link_gets_its_target(void **state)
{
    (void)state;
    char here[64], absolute[128];

    mkdir("real", 0777);
    mkdir("links", 0777);
    make_link("../real/x.hmk", "links/inner");
    snprintf(absolute, sizeof absolute, "%s/links/inner", getcwd(here, sizeof here));
    make_link(absolute, "outer");
    write_whole("outer", "new");
    assert_true(S_ISLNK(mode_of("outer")));
    assert_true(S_ISREG(mode_of("real/x.hmk")));
    assert_file("outer", "new");
}

static void links_that_lead_nowhere_are_errors(void **state)
{
    (void)state;

    make_link("b", "a");
    make_link("a", "b");
    make_link("missing/x.hmk", "c");
    assert_cannot_open("a", "cannot open: Too many levels of symbolic links");
    assert_cannot_open("c", "the folder 'missing' does not exist");
    assert_int_equal(entries_in("."), 3);
}

/* ---- What cannot be opened -------------------------------------------------------------- */

static void folders_and_missing_folders_are_errors(void **state)
{
    (void)state;

    mkdir("d", 0777);
    make_link("d", "link");
    make_file("file", "");
    assert_cannot_open("d", "is a folder");
    assert_cannot_open("d/", "is a folder");
    assert_cannot_open("link", "is a folder");
    assert_cannot_open(".", "is a folder");
    assert_cannot_open("new/", "is a folder");
    assert_cannot_open("out/x.hmk", "the folder 'out' does not exist");
    assert_cannot_open("out/in/x.hmk", "the folder 'out/in' does not exist");
    assert_cannot_open("\x1b/x.hmk", "the folder '\\x1B' does not exist");
    assert_cannot_open("file/x.hmk", "'file' is not a folder");
    assert_cannot_open("", "an empty name cannot be opened");
    assert_cannot_open("/dev/fd/999999", "cannot open: Bad file descriptor");
    assert_int_equal(entries_in("."), 3);
}

static void names_may_be_as_long_as_the_system_allows(void **state)
{
    (void)state;
    char name[NAME_MAX + 2] = "";
    struct output output;
    struct error err;

    while (strlen(name) + 2 <= NAME_MAX)
        strcat(name, "\xc3\xa9");
    write_whole(name, "new");
    assert_file(name, "new");
    strcat(name, "xx");
    assert_false(output_open(&output, name, false, &err));
    assert_string_equal(err.text, "cannot open: File name too long");
}

static void outputs_may_be_open_side_by_side(void **state)
{
    (void)state;
    enum { COUNT = 16 };
    struct output outputs[COUNT + 1];
    struct error err;
    char name[16];

    for (int i = 0; i < COUNT; i++) {
        snprintf(name, sizeof name, "%d", i);
        open_and_write(&outputs[i], name, name);
    }
    assert_false(output_open(&outputs[COUNT], "x", false, &err));
    for (int i = 0; i < COUNT; i++)
        assert_true(output_commit(&outputs[i], &err));
    assert_file("0", "0");
    assert_file("15", "15");
    assert_int_equal(entries_in("."), COUNT);
}

/* ---- What cannot be replaced ------------------------------------------------------------ */

static void a_full_device_is_an_error_and_stays_a_device(void **state)
{
    (void)state;
    struct output output;
    struct sink sink;
    struct error err;

    make_link("/dev/full", "link");
    assert_true(output_open(&output, "link", true, &err));
    sink_init(&sink, output_write, &output);
    sink_put_string(&sink, "new");
    assert_false(sink_flush(&sink, &err));
    assert_string_equal(err.text, "cannot write: No space left on device");
    output_abort(&output);
    assert_true(S_ISCHR(mode_of("/dev/full")));
    assert_true(S_ISLNK(mode_of("link")));
}

static void a_fifo_is_written_and_stays_a_fifo(void **state)
{
    (void)state;
    char got[8] = "";
    int reader;

    assert_int_equal(mkfifo("fifo", 0666), 0);
    reader = open("fifo", O_RDONLY | O_NONBLOCK);
    write_whole("fifo", "new");
    assert_int_equal(read(reader, got, sizeof got), 3);
    assert_string_equal(got, "new");
    close(reader);
    assert_true(S_ISFIFO(mode_of("fifo")));
    assert_int_equal(entries_in("."), 1);
}

/* Writes to `path` between others that write to the same, redirected standard output. */
static void assert_joins_standard_output(const char *path)
{
    int real = dup(STDOUT_FILENO);
    int file = open("out", O_WRONLY | O_CREAT | O_TRUNC, 0666);

    fflush(stdout);
    dup2(file, STDOUT_FILENO);
    close(file);
    assert_int_equal(write(STDOUT_FILENO, "head ", 5), 5);
    write_whole(path, "body");
    assert_int_equal(write(STDOUT_FILENO, " tail", 5), 5);
    dup2(real, STDOUT_FILENO);
    close(real);
    assert_file("out", "head body tail");
}

static void standard_output_is_written_in_its_place(void **state)
{
    (void)state;

    assert_joins_standard_output("-");
    assert_joins_standard_output("/dev/stdout");
    assert_joins_standard_output("/dev/fd/1");
    assert_joins_standard_output("/proc/self/fd/1");
    assert_int_equal(entries_in("."), 1);
}

static void a_broken_pipe_is_an_error(void **state)
{
    (void)state;
    int ends[2];
    char path[32];
    struct output output;
    struct error err;

    temporary_install_signals();
    assert_int_equal(pipe(ends), 0);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[1]);
    assert_true(output_open(&output, path, true, &err));
    close(ends[0]);
    assert_false(output_write(&output, "new", 3));
    assert_int_equal(errno, EPIPE);
    output_abort(&output);
    close(ends[1]);
}

static void wake_up(int signal_number)
{
    (void)signal_number;
}

/* Reads a slow while; exits with 0 when every byte was the one that belongs there. */
static void read_slowly(int fd, size_t size)
{
    unsigned char bytes[65536];
    size_t at = 0;
    ssize_t got;

    while ((got = read(fd, bytes, sizeof bytes)) > 0) {
        for (ssize_t i = 0; i < got; i++, at++)
            if (bytes[i] != (unsigned char)(at % 251))
                _exit(1);
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    _exit(at == size ? 0 : 1);
}

static void short_and_interrupted_writes_are_carried_on(void **state)
{
    (void)state;
    enum { SIZE = 2000000 };
    static unsigned char bytes[SIZE];
    const struct itimerval often = {{0, 500}, {0, 500}}, never = {{0, 0}, {0, 0}};
    struct sigaction action = {.sa_handler = wake_up};
    struct output output;
    struct error err;
    char path[32];
    int ends[2], status;
    pid_t child;

    for (size_t i = 0; i < SIZE; i++)
        bytes[i] = (unsigned char)(i % 251);
    assert_int_equal(pipe(ends), 0);
    child = fork();
    if (child == 0) {
        close(ends[1]);
        read_slowly(ends[0], SIZE);
    }
    close(ends[0]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[1]);
    assert_true(output_open(&output, path, true, &err));
    close(ends[1]);
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    assert_true(output_write(&output, bytes, SIZE));
    setitimer(ITIMER_REAL, &never, NULL);
    assert_true(output_commit(&output, &err));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void binary_data_is_kept_from_terminals(void **state)
{
    (void)state;
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    struct output output;
    struct error err;

    if (terminal < 0) {
        print_message("no terminal can be made here\n");
        skip();
    }
    assert_true(grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    assert_false(output_open(&output, ptsname(terminal), true, &err));
    assert_int_equal(err.status, STATUS_USAGE);
    assert_false(output.is_open);
    assert_true(output_open(&output, ptsname(terminal), false, &err));
    output_abort(&output);
    close(terminal);
}

/* ---- Runs that are killed --------------------------------------------------------------- */

/* Runs a child that has begun to write `path` and then gets `signal_number`. */
static void begin_and_kill(const char *path, int signal_number)
{
    pid_t child = fork();
    int status;

    if (child == 0) {
        static struct output output;
        struct error err;

        /* Whoever runs the tests may ignore it (nohup does), and that would be kept. */
        signal(signal_number, SIG_DFL);
        temporary_install_signals();
        if (output_open(&output, path, true, &err) && output_write(&output, "half", 4))
            raise(signal_number);
        _exit(1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), signal_number);
}

static void an_interrupted_run_takes_its_temporary_with_it(void **state)
{
    (void)state;
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

    make_file("x.hmk", "old");
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        begin_and_kill("x.hmk", signals[i]);
        assert_file("x.hmk", "old");
        assert_int_equal(entries_in("."), 1);
    }
}

static void what_a_killed_run_left_is_cleared_by_the_next(void **state)
{
    (void)state;
    char long_name[201];

    memset(long_name, 'n', sizeof long_name - 1);
    long_name[200] = '\0';
    make_file("x.hmk", "old");
    begin_and_kill("x.hmk", SIGKILL);
    begin_and_kill(long_name, SIGKILL);
    assert_file("x.hmk", "old");
    assert_int_equal(entries_in("."), 3);
    write_whole("x.hmk", "new");
    assert_int_equal(entries_in("."), 2);
    write_whole(long_name, "new");
    assert_int_equal(entries_in("."), 2);
}

static void the_temporary_of_a_living_run_is_left_alone(void **state)
{
    (void)state;
    struct output first, second;
    struct error err;

    open_and_write(&first, "x.hmk", "first");
    open_and_write(&second, "x.hmk", "second");
    assert_int_equal(entries_in("."), 2);
    assert_true(output_commit(&first, &err));
    assert_file("x.hmk", "first");
    assert_true(output_commit(&second, &err));
    assert_file("x.hmk", "second");
    assert_int_equal(entries_in("."), 1);
}

static void files_that_only_resemble_leftovers_stay(void **state)
{
    (void)state;
    static const char *const others[] = {
        ".x.hmk.12-0.hitmask-tmp.bak", ".x.hmk.hitmask-tmp",       ".x.hmk.12a.hitmask-tmp",
        "x.hmk.12-0.hitmask-tmp",      ".y.hmk.12-0.hitmask-tmp",  ".x.hmk.12-0",
        ".x.hmk.12-0.1-0.hitmask-tmp", "..x.hmk.12-0.hitmask-tmp",
    };
    enum { COUNT = sizeof others / sizeof *others };

    for (int i = 0; i < COUNT; i++)
        make_file(others[i], "");
    mkdir(".x.hmk.1-0.hitmask-tmp", 0777);
    make_link("x.hmk", ".x.hmk.2-0.hitmask-tmp");
    mkfifo(".x.hmk.3-0.hitmask-tmp", 0666);
    make_file(".x.hmk.4-0.hitmask-tmp", "left over");
    write_whole("x.hmk", "new");
    assert_int_equal(entries_in("."), COUNT + 3 + 1);
    assert_int_equal(access(".x.hmk.4-0.hitmask-tmp", F_OK), -1);
}

/* ---- Amending ----------------------------------------------------------------------------- */

static void what_was_written_can_be_amended_until_it_is_in_place(void **state)
{
    (void)state;
    struct output output;
    struct error err;

    assert_true(output_open(&output, "file", true, &err));
    assert_true(output_write(&output, "0123456789", 10));
    assert_true(output_amend(&output, 3, "abc", 3));
    assert_true(output_write(&output, "!", 1));
    assert_int_equal(output.size, 11);
    assert_true(output_commit(&output, &err));
    assert_file("file", "012abc6789!");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(the_target_changes_only_when_all_is_written),
        IN_FOLDER(an_abort_leaves_no_trace),
        IN_FOLDER(a_new_file_has_the_mode_that_umask_leaves),
        IN_FOLDER(a_replaced_file_keeps_its_mode),
        IN_FOLDER(special_rights_go_when_the_owner_changes),
        IN_FOLDER(a_protected_file_is_not_replaced),
        IN_FOLDER(a_file_that_grows_too_large_is_an_error),
        IN_FOLDER(a_target_that_became_a_folder_is_an_error),
        IN_FOLDER(what_is_unchanged_can_be_told),
        IN_FOLDER(the_target_of_a_link_is_replaced_and_the_link_stays),
        IN_FOLDER(a_dangling_link_gets_its_target),
        IN_FOLDER(links_that_lead_nowhere_are_errors),
        IN_FOLDER(folders_and_missing_folders_are_errors),
        IN_FOLDER(names_may_be_as_long_as_the_system_allows),
        IN_FOLDER(outputs_may_be_open_side_by_side),
        IN_FOLDER(a_full_device_is_an_error_and_stays_a_device),
        IN_FOLDER(a_fifo_is_written_and_stays_a_fifo),
        IN_FOLDER(standard_output_is_written_in_its_place),
        IN_FOLDER(a_broken_pipe_is_an_error),
        IN_FOLDER(short_and_interrupted_writes_are_carried_on),
        IN_FOLDER(binary_data_is_kept_from_terminals),
        IN_FOLDER(an_interrupted_run_takes_its_temporary_with_it),
        IN_FOLDER(what_a_killed_run_left_is_cleared_by_the_next),
        IN_FOLDER(the_temporary_of_a_living_run_is_left_alone),
        IN_FOLDER(files_that_only_resemble_leftovers_stay),
        IN_FOLDER(what_was_written_can_be_amended_until_it_is_in_place),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

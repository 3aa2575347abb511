/*
 * stage.h - the common parts of the games: window, keys, letters and time
 *
 *     int main(int argc, char **argv)
 *     {
 *         struct stage stage;
 *         if (stage_open(&stage, &about, argc, argv) && load(&stage))
 *             while (stage_step(&stage)) {
 *                 ... move by stage.keys, decide, and draw if stage.seen ...
 *                 stage_show(&stage);
 *             }
 *         return stage_close(&stage);
 *     }
 *
 * A frame is one step of 1/60 second, whatever the clock says, so that the same keys always
 * play the same game. Keys come from the keyboard or from a script, a text of lines such as
 *
 *     30 right space      hold these keys for 30 frames
 *     10                  hold no key for 10 frames
 *
 * Nothing here decides about collisions, and nothing knows of pictures: that is picture.h.
 */
#ifndef STAGE_H
#define STAGE_H

#include <SDL.h>
#include <stdbool.h>
#include <stdint.h>

enum key {
    KEY_LEFT = 1,
    KEY_RIGHT = 2,
    KEY_UP = 4,
    KEY_DOWN = 8,
    KEY_SPACE = 16,
    KEY_TAB = 32,
    KEY_B = 64,
    KEY_M = 128,
    KEY_T = 256,
};

enum { STAGE_PACKS_MAX = 3 };

/* A program's description of itself. */
struct stage_about {
    const char *name;
    const char *packs[STAGE_PACKS_MAX]; /* what --help calls the packs that it wants */
    const char *keys;                   /* which keys do what */
    const char *bake;                   /* the options that its packs are baked with */
    int width, height;                  /* of the window, in its own pixels */
};

/* The part of a script that is played. */
struct stage_script {
    char *text, *at;
    unsigned line, frames_left;
    uint32_t keys;
};

/* A game reads the members before `about`; the rest is for stage.c and picture.c. */
struct stage {
    unsigned frame;   /* from 1 */
    uint32_t keys;    /* those held */
    uint32_t pressed; /* those that were not held in the frame before */
    bool seen;        /* the frame is looked at; without a display the last one may be */
    bool reference;   /* --reference: the other way decides */

    const struct stage_about *about;
    const char *pack_paths[STAGE_PACKS_MAX], *art, *script_path, *screenshot;
    unsigned last_frame; /* 0: until the window is closed */
    struct stage_script script;
    uint8_t *pack_bytes[STAGE_PACKS_MAX];
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *letters;
    bool paced; /* by the clock; a dummy window goes as fast as it can */
    uint64_t next_tick;
    int status; /* what the program ends with */
};

/* Reads the arguments and opens the window. False: close the stage, which gives the status. */
bool stage_open(struct stage *stage, const struct stage_about *about, int argc, char **argv);

/* Waits for the next frame and reads the keys. False when the game is over. */
bool stage_step(struct stage *stage);

/* Shows what was drawn since the last time. */
void stage_show(struct stage *stage);

/* The exit status of the program: 0, 1 when something failed, 2 for wrong arguments. */
int stage_close(struct stage *stage);

/* Says in one line what is wrong with a file, or with the program when `path` is NULL; false. */
bool stage_fail(struct stage *stage, const char *path, const char *format, ...)
    SDL_PRINTF_VARARG_FUNC(3);

/* Gives the bytes of a file, to be freed, with a NUL after them. NULL, having said so with the
 * hint, when it cannot be read. */
uint8_t *stage_read(struct stage *stage, const char *path, const char *hint, size_t *size);

/* One line of letters, 8 pixels high; like printf. */
void stage_text(struct stage *stage, int x, int y, uint32_t color, const char *format, ...)
    SDL_PRINTF_VARARG_FUNC(5);

/* ---- Two ways, timed ------------------------------------------------------------------------ */

/* How long both ways took, and how often they agreed: hitmask, and a published method or plain
 * loops over pixels. */
struct duel {
    uint64_t ours, other; /* in units of the clock */
    unsigned frames, same;
};

/* Lets both ways decide, a few times so that the clock sees it and in turns who is first. Both
 * must leave the game as it is but for their own answer. */
void duel_fight(struct duel *duel, void (*ours)(void *game), void (*other)(void *game), void *game);

/* Says whether the answers of a frame were the same. */
void duel_note(struct duel *duel, bool same);

/* Prints what came of it. */
void duel_print(const struct duel *duel);

/* The next of a fixed sequence of numbers, below `limit`. */
uint32_t random_below(uint32_t *state, uint32_t limit);

#endif

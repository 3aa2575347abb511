/*
 * stage.c - the arguments, keys, window and time of the games
 */
#include "stage.h"

#include "letters.h"

#include <errno.h>
#include <hitmask.h>
#include <spng.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FRAMES_MAX = 1000000,
    FRAMES_A_SECOND = 60,
    FILE_MAX = 1 << 24,
    ZOOM = 2,
    DUEL_ROUNDS = 8,
    LETTERS_A_ROW = 12,
    LETTER_ROWS = 8,
    LETTER_WIDTH = 6,
    LETTER_HEIGHT = 8,
};

bool stage_fail(struct stage *stage, const char *path, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fprintf(stderr, "%s: error: ", path != NULL ? path : stage->about->name);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    stage->status = 1;
    return false;
}

/* ---- Arguments ---------------------------------------------------------------------------- */

static void print_help(const struct stage_about *about)
{
    printf("Usage: %s [options]", about->name);
    for (int i = 0; i < STAGE_PACKS_MAX && about->packs[i] != NULL; i++)
        printf(" %s", about->packs[i]);
    printf(
        " ART\n\n"
        "'make sample-%s' bakes the packs from the PNGs in the folder ART:\n\n"
        "%s\n\n"
        "and starts it.\n\n"
        "Keys: %s.\n"
        "Escape ends.\n\n"
        "  --frames N         end after N frames\n"
        "  --script FILE      take the keys from FILE: lines of a number of frames and\n"
        "                     the keys held meanwhile, as in '30 right space'\n"
        "  --screenshot FILE  write the last frame as a PNG; needs --frames or --script\n"
        "  --reference        let the other way decide: published, or plain loops\n"
        "  --help             this page\n\n"
        "SDL_VIDEODRIVER=dummy runs without a display.\n",
        about->name, about->bake, about->keys);
}

static bool fail_usage(struct stage *stage, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    stage_fail(stage, NULL, "%s; see '%s --help'", text, stage->about->name);
    stage->status = 2;
    return false;
}

static bool read_number(const char *text, unsigned *out)
{
    char *end;
    errno = 0;
    const unsigned long number = strtoul(text, &end, 10);
    *out = (unsigned)number;
    return text[0] >= '0' && text[0] <= '9' && *end == 0 && errno == 0 && number >= 1 &&
           number <= FRAMES_MAX;
}

/* Reads the option at argv[*i] and what belongs to it. */
static bool read_option(struct stage *stage, char **argv, int *i)
{
    const char *const option = argv[*i];
    const char *const value = argv[*i + 1];
    if (strcmp(option, "--reference") == 0) {
        stage->reference = true;
        return true;
    }
    const bool frames = strcmp(option, "--frames") == 0;
    const char **const path = strcmp(option, "--script") == 0       ? &stage->script_path
                              : strcmp(option, "--screenshot") == 0 ? &stage->screenshot
                                                                    : NULL;
    if (!frames && path == NULL)
        return fail_usage(stage, "unknown option '%s'", option);
    if (value == NULL)
        return fail_usage(stage, "%s needs a value", option);
    if (path != NULL)
        *path = value;
    else if (!read_number(value, &stage->last_frame))
        return fail_usage(stage, "--frames needs a number from 1 to 1000000, not '%s'", value);
    *i += 1;
    return true;
}

static bool read_arguments(struct stage *stage, int argc, char **argv)
{
    int wanted = 0, given = 0;
    while (wanted < STAGE_PACKS_MAX && stage->about->packs[wanted] != NULL)
        wanted++;
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-') {
            if (!read_option(stage, argv, &i))
                return false;
        } else {
            if (given < wanted)
                stage->pack_paths[given] = argv[i];
            else
                stage->art = argv[i];
            given++;
        }
    }
    if (given != wanted + 1)
        return fail_usage(stage, "%s; 'make sample-%s' bakes what is needed and starts the game",
                          given == 0        ? "the pack and the folder of art are missing"
                          : given < wanted  ? "a pack is missing"
                          : given == wanted ? "the folder of art is missing"
                                            : "there are too many arguments",
                          stage->about->name);
    if (stage->screenshot != NULL && stage->last_frame == 0 && stage->script_path == NULL)
        return fail_usage(stage, "--screenshot needs --frames or --script");
    return true;
}

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0)
            return true;
    return false;
}

/* ---- Files -------------------------------------------------------------------------------- */

uint8_t *stage_read(struct stage *stage, const char *path, const char *hint, size_t *size)
{
    FILE *const file = fopen(path, "rb");
    uint8_t *const bytes = file != NULL ? malloc(FILE_MAX + 1) : NULL;
    if (file == NULL || bytes == NULL) {
        stage_fail(stage, path, "cannot open: %s; %s", strerror(errno), hint);
        if (file != NULL)
            fclose(file);
        return NULL;
    }
    *size = fread(bytes, 1, FILE_MAX, file);
    const bool failed = ferror(file) != 0;
    fclose(file);
    if (failed) {
        stage_fail(stage, path, "cannot read: %s; %s", strerror(errno), hint);
        free(bytes);
        return NULL;
    }
    bytes[*size] = 0;
    return bytes;
}

/* ---- Keys --------------------------------------------------------------------------------- */

static const struct key_name {
    const char *name;
    SDL_Scancode code;
    enum key key;
} key_names[] = {
    {"left", SDL_SCANCODE_LEFT, KEY_LEFT}, {"right", SDL_SCANCODE_RIGHT, KEY_RIGHT},
    {"up", SDL_SCANCODE_UP, KEY_UP},       {"down", SDL_SCANCODE_DOWN, KEY_DOWN},
    {"tab", SDL_SCANCODE_TAB, KEY_TAB},    {"space", SDL_SCANCODE_SPACE, KEY_SPACE},
    {"b", SDL_SCANCODE_B, KEY_B},          {"m", SDL_SCANCODE_M, KEY_M},
    {"t", SDL_SCANCODE_T, KEY_T},
};

enum { KEYS = sizeof key_names / sizeof *key_names };

static uint32_t keys_of_keyboard(void)
{
    const Uint8 *const held = SDL_GetKeyboardState(NULL);
    uint32_t keys = 0;
    for (int i = 0; i < KEYS; i++)
        keys |= held[key_names[i].code] ? (uint32_t)key_names[i].key : 0;
    return keys;
}

static uint32_t key_named(const char *name)
{
    for (int i = 0; i < KEYS; i++)
        if (strcmp(key_names[i].name, name) == 0)
            return key_names[i].key;
    return 0;
}

/* Reads the next line that says something; false at the end of the script or when it is wrong,
 * which the stage's status tells. */
static bool script_line(struct stage *stage)
{
    struct stage_script *const script = &stage->script;
    while (*script->at != 0) {
        char *line = script->at, *rest = NULL;
        script->at += strcspn(line, "\n");
        if (*script->at != 0)
            *script->at++ = 0;
        script->line++;
        line[strcspn(line, "#")] = 0;
        const char *word = strtok_r(line, " \t\r", &rest);
        if (word == NULL)
            continue;
        if (!read_number(word, &script->frames_left))
            return stage_fail(
                stage, stage->script_path,
                "line %u: '%s' is not a number of frames; a line is, for example, '30 right space'",
                script->line, word);
        script->keys = 0;
        while ((word = strtok_r(NULL, " \t\r", &rest)) != NULL) {
            if (key_named(word) == 0)
                return stage_fail(
                    stage, stage->script_path,
                    "line %u: '%s' is not a key; the keys are left, right, up, down, space, tab, "
                    "b, m and t",
                    script->line, word);
            script->keys |= key_named(word);
        }
        return true;
    }
    return false;
}

/* The whole script must be right before the game begins, and its length is that of the game when
 * --frames does not say. */
static bool load_script(struct stage *stage)
{
    size_t size;
    unsigned frames = 0;
    char *const text = (char *)stage_read(stage, stage->script_path, "see --help", &size);
    if (text == NULL)
        return false;
    char *const copy = malloc(size + 1);
    if (copy == NULL) {
        free(text);
        return stage_fail(stage, NULL, "out of memory");
    }
    memcpy(copy, text, size + 1);
    stage->script = (struct stage_script){.text = text, .at = copy};
    while (frames <= FRAMES_MAX && script_line(stage))
        frames += stage->script.frames_left;
    free(copy);
    stage->script = (struct stage_script){.text = text, .at = text};
    if (stage->status != 0)
        return false;
    if (frames == 0 || frames > FRAMES_MAX)
        return stage_fail(stage, stage->script_path, "must have from 1 to 1000000 frames");
    if (stage->last_frame == 0)
        stage->last_frame = frames;
    return true;
}

static uint32_t keys_of_script(struct stage *stage)
{
    struct stage_script *const script = &stage->script;
    if (script->frames_left == 0 && !script_line(stage))
        return 0;
    script->frames_left--;
    return script->keys;
}

/* ---- Letters ------------------------------------------------------------------------------ */

/* The mask of letters.png, which is compiled in, as white on nothing. */
static bool make_letters(struct stage *stage)
{
    enum { WIDTH = LETTERS_A_ROW * LETTER_WIDTH, HEIGHT = LETTER_ROWS * LETTER_HEIGHT };
    static uint32_t pixels[HEIGHT][WIDTH];
    hm_pack pack;
    hm_sprite letters;
    if (hm_pack_open(&pack, letters_pack, LETTERS_PACK_SIZE) != HM_OK ||
        !hm_pack_sprite(&pack, LETTERS_SPRITE_LETTERS_PNG, &letters))
        return false;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            pixels[y][x] = hm_solid(&letters, x, y) ? UINT32_MAX : 0x00ffffff;
    stage->letters = SDL_CreateTexture(stage->renderer, SDL_PIXELFORMAT_RGBA32,
                                       SDL_TEXTUREACCESS_STATIC, WIDTH, HEIGHT);
    return stage->letters != NULL &&
           SDL_UpdateTexture(stage->letters, NULL, pixels, sizeof pixels[0]) == 0 &&
           SDL_SetTextureBlendMode(stage->letters, SDL_BLENDMODE_BLEND) == 0;
}

void stage_text(struct stage *stage, int x, int y, uint32_t color, const char *format, ...)
{
    char text[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    SDL_SetTextureColorMod(stage->letters, (Uint8)(color >> 24), (Uint8)(color >> 16),
                           (Uint8)(color >> 8));
    for (const char *at = text; *at != 0; at++, x += LETTER_WIDTH) {
        const int letter = *at - ' ';
        const SDL_Rect from = {letter % LETTERS_A_ROW * LETTER_WIDTH,
                               letter / LETTERS_A_ROW * LETTER_HEIGHT, LETTER_WIDTH, LETTER_HEIGHT};
        const SDL_Rect to = {x, y, LETTER_WIDTH, LETTER_HEIGHT};
        SDL_RenderCopy(stage->renderer, stage->letters, &from, &to);
    }
}

/* ---- The window --------------------------------------------------------------------------- */

/* True if nothing can be seen. SDL takes such a driver by itself when there is no display. */
static bool is_blind(void)
{
    const char *const driver = SDL_GetCurrentVideoDriver();
    return strcmp(driver, "dummy") == 0 || strcmp(driver, "offscreen") == 0;
}

static bool open_window(struct stage *stage)
{
    const struct stage_about *const about = stage->about;
    const bool asked = getenv("SDL_VIDEODRIVER") != NULL;
    if (SDL_Init(SDL_INIT_VIDEO) != 0)
        return stage_fail(stage, NULL, "there is no display: %s; SDL_VIDEODRIVER=dummy needs none",
                          SDL_GetError());
    const bool blind = is_blind();
    if (blind && !asked)
        return stage_fail(stage, NULL, "there is no display; SDL_VIDEODRIVER=dummy needs none");
    if (blind && stage->last_frame == 0)
        return fail_usage(stage, "a run without a display needs --frames or --script to end");
    const int zoom = blind ? 1 : ZOOM;
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "nearest");
    stage->paced = !blind;
    stage->window =
        SDL_CreateWindow(about->name, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                         about->width * zoom, about->height * zoom, SDL_WINDOW_RESIZABLE);
    if (stage->window != NULL && !blind)
        stage->renderer = SDL_CreateRenderer(stage->window, -1, 0);
    if (stage->window != NULL && stage->renderer == NULL)
        stage->renderer = SDL_CreateRenderer(stage->window, -1, SDL_RENDERER_SOFTWARE);
    if (stage->renderer == NULL ||
        SDL_RenderSetLogicalSize(stage->renderer, about->width, about->height) != 0 ||
        SDL_SetRenderDrawBlendMode(stage->renderer, SDL_BLENDMODE_BLEND) != 0 ||
        !make_letters(stage))
        return stage_fail(stage, NULL,
                          "cannot open a window: %s; SDL_VIDEODRIVER=dummy needs no display",
                          SDL_GetError());
    return true;
}

bool stage_open(struct stage *stage, const struct stage_about *about, int argc, char **argv)
{
    *stage = (struct stage){.about = about};
    if (asks_for_help(argc, argv)) {
        print_help(about);
        return false;
    }
    return read_arguments(stage, argc, argv) &&
           (stage->script_path == NULL || load_script(stage)) && open_window(stage);
}

int stage_close(struct stage *stage)
{
    for (int i = 0; i < STAGE_PACKS_MAX; i++)
        free(stage->pack_bytes[i]);
    free(stage->script.text);
    if (stage->letters != NULL)
        SDL_DestroyTexture(stage->letters);
    if (stage->renderer != NULL)
        SDL_DestroyRenderer(stage->renderer);
    if (stage->window != NULL)
        SDL_DestroyWindow(stage->window);
    SDL_Quit();
    if (fflush(stdout) != 0)
        stage_fail(stage, NULL, "cannot write: %s", strerror(errno));
    return stage->status;
}

/* ---- Screenshots -------------------------------------------------------------------------- */

static bool write_png(FILE *file, const uint8_t *rgb, uint32_t width, uint32_t height)
{
    struct spng_ihdr header = {
        .width = width, .height = height, .bit_depth = 8, .color_type = SPNG_COLOR_TYPE_TRUECOLOR};
    spng_ctx *const png = spng_ctx_new(SPNG_CTX_ENCODER);
    const bool good = png != NULL && spng_set_png_file(png, file) == 0 &&
                      spng_set_option(png, SPNG_IMG_COMPRESSION_LEVEL, 9) == 0 &&
                      spng_set_ihdr(png, &header) == 0 &&
                      spng_encode_image(png, rgb, (size_t)width * height * 3, SPNG_FMT_PNG,
                                        SPNG_ENCODE_FINALIZE) == 0;
    spng_ctx_free(png);
    return good;
}

static void write_screenshot(struct stage *stage)
{
    int width = 0, height = 0;
    uint8_t *rgb = NULL;
    if (SDL_GetRendererOutputSize(stage->renderer, &width, &height) == 0 && width > 0 && height > 0)
        rgb = malloc((size_t)width * (size_t)height * 3);
    if (rgb == NULL ||
        SDL_RenderReadPixels(stage->renderer, NULL, SDL_PIXELFORMAT_RGB24, rgb, width * 3) != 0) {
        stage_fail(stage, stage->screenshot, "cannot read the screen: %s", SDL_GetError());
        free(rgb);
        return;
    }
    FILE *const file = fopen(stage->screenshot, "wb");
    const bool written = file != NULL && write_png(file, rgb, (uint32_t)width, (uint32_t)height);
    if ((file != NULL && fclose(file) != 0) || !written)
        stage_fail(stage, stage->screenshot, "cannot write: %s", strerror(errno));
    free(rgb);
}

/* ---- Frames ------------------------------------------------------------------------------- */

static void wait_for_tick(struct stage *stage)
{
    const uint64_t second = SDL_GetPerformanceFrequency(), now = SDL_GetPerformanceCounter();
    if (now < stage->next_tick)
        SDL_Delay((Uint32)((stage->next_tick - now) * 1000 / second));
    else
        stage->next_tick = now;
    stage->next_tick += second / FRAMES_A_SECOND;
}

static bool is_closed(void)
{
    SDL_Event event;
    bool closed = false;
    while (SDL_PollEvent(&event))
        closed |= event.type == SDL_QUIT ||
                  (event.type == SDL_KEYDOWN && event.key.keysym.scancode == SDL_SCANCODE_ESCAPE);
    return closed;
}

bool stage_step(struct stage *stage)
{
    if (is_closed() || stage->status != 0 ||
        (stage->last_frame != 0 && stage->frame == stage->last_frame))
        return false;
    if (stage->paced)
        wait_for_tick(stage);
    const uint32_t before = stage->keys;
    stage->keys = stage->script.text != NULL ? keys_of_script(stage) : keys_of_keyboard();
    stage->pressed = stage->keys & ~before;
    stage->frame++;
    stage->seen = stage->paced || stage->frame == stage->last_frame;
    return true;
}

void stage_show(struct stage *stage)
{
    if (stage->screenshot != NULL && stage->frame == stage->last_frame)
        write_screenshot(stage);
    SDL_RenderPresent(stage->renderer);
}

/* ---- Two ways, timed ------------------------------------------------------------------------ */

static uint64_t time_of(void (*way)(void *game), void *game)
{
    const uint64_t start = SDL_GetPerformanceCounter();
    for (int i = 0; i < DUEL_ROUNDS; i++)
        way(game);
    return SDL_GetPerformanceCounter() - start;
}

void duel_fight(struct duel *duel, void (*ours)(void *game), void (*other)(void *game), void *game)
{
    const bool ours_first = duel->frames % 2 == 0;
    if (ours_first)
        duel->ours += time_of(ours, game);
    duel->other += time_of(other, game);
    if (!ours_first)
        duel->ours += time_of(ours, game);
}

void duel_note(struct duel *duel, bool same)
{
    duel->frames++;
    duel->same += same;
}

void duel_print(const struct duel *duel)
{
    const double decisions = DUEL_ROUNDS * (duel->frames > 0 ? (double)duel->frames : 1);
    const double unit = 1e6 / (double)SDL_GetPerformanceFrequency() / decisions;
    printf("both ways agree in %u of %u frames\n", duel->same, duel->frames);
    printf("collisions a frame: hitmask %.2f us, the other way %.2f us\n",
           (double)duel->ours * unit, (double)duel->other * unit);
}

uint32_t random_below(uint32_t *state, uint32_t limit)
{
    *state = *state * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)*state * limit >> 32);
}

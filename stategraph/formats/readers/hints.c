/* Looks states up in a file of hints. It needs nothing but C.
 *
 *   struct hints h;
 *   unsigned char key[HINTS_KEY] = {0};
 *   hints_open(&h, fopen("level.hints", "rb"));
 *   hints_put(&h, key, "player", 0, hints_value(&h, "player", "3:4"));
 *   hints_put(&h, key, "blocks", 0, hints_value(&h, "blocks", "1:2"));
 *   hints_put(&h, key, "blocks", 1, hints_value(&h, "blocks", "2:2"));
 *   if (hints_find(&h, key, &left, move)) ...    left: moves left, HINTS_DEAD or HINTS_UNKNOWN
 *
 * hints_find gives 0 for a state that the file does not know: one that has won, or cannot be
 * reached. `move` is the label of the best move, empty where there is none. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HINTS_DEAD = -1, HINTS_UNKNOWN = -2, HINTS_KEY = 4096 };
struct hints { FILE *file; char *head; long from, states, key, left, move; };

/* The text behind column `column` of the row that begins with `row`; NULL where there is none. */
static const char *hints_row(const struct hints *h, const char *row, int column) {
    const char *line = h->head, *next;
    for (; line && strncmp(line, row, strlen(row)); line = next ? next + 1 : NULL) next = strchr(line, '\n');
    while (line && column-- > 0) { line += strcspn(line, "\t\n"); line = *line == '\t' ? line + 1 : NULL; }
    return line;
}

/* Read the head; returns 0 where it is none. */
static int hints_open(struct hints *h, FILE *file) {
    long size = 0;
    memset(h, 0, sizeof *h);
    if (!(h->file = file)) return 0;
    for (int c, last = 0; (c = fgetc(file)) != EOF && !(c == '\n' && last == '\n'); last = c) {
        if (size % 4096 == 0) h->head = realloc(h->head, size + 4097);
        h->head[size++] = (char)c;
        h->head[size] = 0;
    }
    h->from = size + 1;
    if (!h->head || strncmp(h->head, "stategraph hints 1\n", 19)) return 0;
    h->states = atol(hints_row(h, "states\t", 1));
    h->key = atol(hints_row(h, "bytes\t", 1));
    h->left = atol(hints_row(h, "bytes\t", 2));
    h->move = atol(hints_row(h, "bytes\t", 3));
    return h->key <= HINTS_KEY;
}

static const char *hints_variable(const struct hints *h, const char *name, int column) {
    char row[256];
    snprintf(row, sizeof row, "variable\t%s\t", name);
    return hints_row(h, row, column);
}

/* The number of a value that is spelled `text`; -1 where there is none. */
static long hints_value(const struct hints *h, const char *name, const char *text) {
    const char *found = hints_variable(h, name, 5);
    for (long value = 0; found; value++) {
        size_t size = strcspn(found, "\t\n");
        if (size == strlen(text) && !strncmp(found, text, size)) return value;
        found = found[size] == '\t' ? found + size + 1 : NULL;
    }
    return -1;
}

/* Put an item of a variable into a key that was all 0; a set takes its members in any order. */
static void hints_put(const struct hints *h, unsigned char *key, const char *name, int item, long value) {
    int set = !strncmp(hints_variable(h, name, 2), "set", 3);
    long first = atol(hints_variable(h, name, 3)), width = atol(hints_variable(h, name, 4));
    long bit = set ? first + value : first + item * width;
    for (unsigned long rest = set ? 1 : (unsigned long)value; rest; rest >>= 1, bit++)
        if (rest & 1) key[h->key - 1 - bit / 8] |= 1 << bit % 8;
}

static long hints_number(const unsigned char *bytes, long size) {
    long number = 0;
    while (size-- > 0) number = number << 8 | *bytes++;
    return number;
}

/* Look a state up; `move` holds at least 256 bytes. Returns 0 where the file does not know it. */
static int hints_find(const struct hints *h, const unsigned char *key, long *left, char *move) {
    unsigned char read[HINTS_KEY];
    long low = 0, high = h->states, equal = 0, best;
    while (low < high) {
        long middle = (low + high) / 2;
        fseek(h->file, h->from + middle * h->key, SEEK_SET);
        if (fread(read, 1, h->key, h->file) != (size_t)h->key) return 0;
        int less = memcmp(read, key, h->key);
        if (less < 0) low = middle + 1;
        else { high = middle; equal |= !less; }
    }
    if (!equal) return 0;
    fseek(h->file, h->from + h->states * h->key + low * (h->left + h->move), SEEK_SET);
    if (fread(read, 1, h->left + h->move, h->file) != (size_t)(h->left + h->move)) return 0;
    *left = hints_number(read, h->left);
    if (*left >= (1L << 8 * h->left) - 2) *left -= 1L << 8 * h->left;
    best = hints_number(read + h->left, h->move);
    const char *label = best < (1L << 8 * h->move) - 1 ? hints_row(h, "moves\t", (int)best + 1) : NULL;
    snprintf(move, 256, "%.*s", label ? (int)strcspn(label, "\t\n") : 0, label ? label : "");
    return 1;
}

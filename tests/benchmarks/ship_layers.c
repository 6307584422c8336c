/* Print the number of states of each layer of a Spacewreck level, and the number of their moves.

   Standard input: a number of states, at which the program stops; the number of rooms and of
   colours, and the two rooms of the start; the colour of each room except the last; the number of
   corridors, and the source, the target and the colour of each. Rooms and colours count from 0.
   All won states are one state, without moves. Memory: three bits for each pair of rooms. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef uint64_t word;

static long number(void)
{
    long value;
    if (scanf("%ld", &value) != 1)
        exit(2);
    return value;
}

static void *zeros(size_t count, size_t size)
{
    void *made = calloc(count, size);
    if (!made)
        exit(3);
    return made;
}

static word *seen, *layer, *next;
static long rooms, fresh, moves;
static int won;

static void reach(long rocket, long lucky)
{
    moves++;
    if (rocket == rooms - 1 || lucky == rooms - 1) {
        fresh += !won;
        won = 1;
        return;
    }
    word pair = (word)rocket * (rooms - 1) + lucky, bit = (word)1 << (pair & 63);
    if (seen[pair >> 6] & bit)
        return;
    seen[pair >> 6] |= bit;
    next[pair >> 6] |= bit;
    fresh++;
}

int main(void)
{
    long most = number();
    rooms = number();
    long colours = number(), rocket = number(), lucky = number();
    int *colour = zeros(rooms, sizeof *colour);
    for (long room = 0; room < rooms - 1; room++)
        colour[room] = number();

    /* target[begin[k]] to target[begin[k + 1] - 1]: where the corridors of kind k lead, for the
       kind k = room * colours + colour */
    long corridors = number(), kinds = rooms * colours;
    long *kind = zeros(corridors, sizeof *kind), *to = zeros(corridors, sizeof *to);
    long *begin = zeros(kinds + 2, sizeof *begin), *target = zeros(corridors, sizeof *target);
    for (long k = 0; k < corridors; k++) {
        long source = number();
        to[k] = number();
        kind[k] = source * colours + number();
        begin[kind[k] + 2]++;
    }
    for (long k = 2; k < kinds + 2; k++)
        begin[k] += begin[k - 1];
    for (long k = 0; k < corridors; k++)
        target[begin[kind[k] + 1]++] = to[k];

    size_t words = (size_t)(rooms - 1) * (rooms - 1) / 64 + 1;
    seen = zeros(words, sizeof *seen);
    layer = zeros(words, sizeof *layer);
    next = zeros(words, sizeof *next);
    reach(rocket, lucky);
    for (long states = 0; fresh && states < most;) {
        states += fresh;
        printf("%ld ", fresh);
        fresh = moves = 0;
        word *emptied = layer;
        layer = next;
        next = emptied;
        for (size_t w = 0; w < words; w++)
            for (; layer[w]; layer[w] &= layer[w] - 1) {
                word pair = w * 64 + __builtin_ctzll(layer[w]);
                long r = pair / (rooms - 1), l = pair % (rooms - 1);
                long ours = r * colours + colour[l], theirs = l * colours + colour[r];
                for (long k = begin[ours]; k < begin[ours + 1]; k++)
                    reach(target[k], l);
                for (long k = begin[theirs]; k < begin[theirs + 1]; k++)
                    reach(r, target[k]);
            }
        printf("%ld\n", moves);
    }
    return 0;
}

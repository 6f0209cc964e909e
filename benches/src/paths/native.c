/* Runs a generated program natively on many inputs in one process.
 *
 *   native given FILE        every line of FILE: the bytes of one input, as hexadecimal digits
 *   native all               every input of at most two bytes
 *   native random N SEED     N inputs, of which many bytes are likely to be interesting
 *
 * A program takes its input from klee_make_symbolic, in order. How a run ended is one line of
 * records.txt: "finished" or the kind of the error, the line, and the hash of the branches taken.
 * With all and random each record is said once and nothing is printed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int program(void);
extern unsigned long long H;

static unsigned char input[4096];
static size_t given, taken;
static int quiet;
static jmp_buf stop;
static const char *ended_how;
static int ended_where;
static FILE *records;

void klee_make_symbolic(void *to, size_t size, const char *name)
{
    (void)name;
    if (taken + size > sizeof input)
        abort();
    memcpy(to, input + taken, size);
    taken += size;
}

/* The operation that follows is an error unless `fine`. */
void check(int fine, const char *kind, int line)
{
    if (fine)
        return;
    ended_how = kind;
    ended_where = line;
    longjmp(stop, 1);
}

int print(const char *format, ...)
{
    int length = 0;
    if (!quiet) {
        va_list arguments;
        va_start(arguments, format);
        length = vprintf(format, arguments);
        va_end(arguments);
    }
    return length;
}

static void run(void)
{
    taken = 0;
    ended_how = "finished";
    ended_where = 0;
    if (setjmp(stop) == 0)
        program();
}

/* The records that were said already: a table of hashes of them. */
static unsigned long long *table;
static size_t slots = 1 << 12, used;

static int is_new(unsigned long long key)
{
    key += !key;
    if (2 * used >= slots || !table) {
        unsigned long long *old = table;
        size_t count = slots;
        slots *= 2;
        used = 0;
        table = calloc(slots, sizeof *table);
        for (size_t i = 0; old && i < count; i++)
            if (old[i])
                is_new(old[i]);
        free(old);
    }
    size_t at = key % slots;
    while (table[at] && table[at] != key)
        at = (at + 1) % slots;
    if (table[at])
        return 0;
    table[at] = key;
    used++;
    return 1;
}

static void record(void)
{
    fprintf(records, "%s %d %llx\n", ended_how, ended_where, H);
}

static void record_once(void)
{
    unsigned long long key = H * 31 + (unsigned)ended_where;
    for (const char *c = ended_how; *c; c++)
        key = key * 31 + (unsigned char)*c;
    if (is_new(key))
        record();
}

static unsigned long long seed;

static unsigned char random_byte(void)
{
    static const unsigned char interesting[] = { 0, 1, 2, 3, 127, 128, 254, 255 };
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    unsigned bits = (unsigned)(seed >> 40);
    return bits % 3 ? (unsigned char)(bits >> 8) : interesting[bits >> 8 & 7];
}

int main(int count, char **arguments)
{
    records = fopen("records.txt", "w");
    if (!records || count < 2)
        return 2;
    if (!strcmp(arguments[1], "given")) {
        static char line[2 * sizeof input + 2];
        FILE *file = fopen(arguments[2], "r");
        while (file && fgets(line, sizeof line, file)) {
            memset(input, 0, sizeof input);
            for (given = 0; sscanf(line + 2 * given, "%2hhx", input + given) == 1;)
                given++;
            run();
            record();
        }
    } else if (!strcmp(arguments[1], "all")) {
        quiet = 1;
        for (unsigned n = 0; n < 65536; n++) {
            input[0] = (unsigned char)n;
            input[1] = (unsigned char)(n >> 8);
            run();
            record_once();
        }
    } else {
        quiet = 1;
        seed = strtoull(arguments[3], 0, 10);
        for (long left = atol(arguments[2]); left > 0; left--) {
            for (size_t i = 0; i < 64; i++)
                input[i] = random_byte();
            run();
            record_once();
        }
    }
    return fclose(records) ? 2 : 0;
}

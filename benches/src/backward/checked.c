/* What a random program is compiled with to be run for every input in one process: `main` below becomes
 * `program`, a path that would end in an error ends before it, and every target says that it was reached.
 * The heap is an arena in which nothing comes back, so that it is known what was freed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { TARGETS = 64, BLOCKS = 256, ARENA = 65536 };

static unsigned char reached[TARGETS];
static jmp_buf stop;
static unsigned input;
static int position;

static struct { unsigned char *start; size_t size; int freed; } blocks[BLOCKS];
static int block_count;
static _Alignas(16) unsigned char arena[ARENA];
static size_t used;

static void end(void)
{
    longjmp(stop, 1);
}

static int block_of(const void *p)
{
    for (int i = 0; i < block_count; i++)
        if ((unsigned char *)p >= blocks[i].start && (unsigned char *)p < blocks[i].start + blocks[i].size)
            return i;
    return -1;
}

static void *at(const void *p)
{
    int block = block_of(p);
    if (!p || (block >= 0 && blocks[block].freed))
        end();
    return (void *)p;
}

static int in(int i, int count)
{
    if (i < 0 || i >= count)
        end();
    return i;
}

static int nz(int v)
{
    if (v == 0)
        end();
    return v;
}

static void *allocate(size_t size)
{
    if (block_count == BLOCKS || used + size > ARENA)
        __builtin_trap();
    void *start = arena + used;
    memset(start, 0, size);
    blocks[block_count].start = start;
    blocks[block_count].size = size;
    blocks[block_count++].freed = 0;
    used += (size + 15) & ~(size_t)15;
    return start;
}

static void release(void *p)
{
    if (!p)
        return;
    int block = block_of(p);
    if (block < 0 || blocks[block].start != p || blocks[block].freed)
        end();
    blocks[block].freed = 1;
}

static void *reallocate(void *p, size_t size)
{
    int block = block_of(p);
    size_t before = block < 0 ? 0 : blocks[block].size;
    release(p);
    void *moved = allocate(size);
    return memcpy(moved, p ? p : moved, before < size ? before : size);
}

static unsigned char byte(const char *name)
{
    unsigned char value = (unsigned char)(input >> position);
    position += 8;
    return value;
}

static int taken;
static int bits(void)
{
    if (taken++ == 4)
        end();
    int value = input >> position & 3;
    position += 2;
    return value;
}

#define AT(p) ((__typeof__(p))at(p))
#define IN(i, count) in(i, count)
#define NZ(v) nz(v)
#define MARK(number) (reached[number] = 1)
#define malloc(size) allocate(size)
#define calloc(count, size) allocate((count) * (size))
#define free(p) release(p)
#define realloc(p, size) reallocate(p, size)
#define exit(status) end()
#define main program

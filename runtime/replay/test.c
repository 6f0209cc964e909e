/* The .ktest file: its objects are handed out in their order.
 *
 * The format is KLEE's, with all numbers big-endian and of four bytes: "KTEST" (or "BOUT\n" in old
 * files), a version, the arguments (their number, then length and bytes of each), from version 2 on
 * two numbers about symbolic arguments, then the number of objects and of each the length of its
 * name, its name, its size and its bytes. */
#define _GNU_SOURCE
#include "replay.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const unsigned char *at, *end;
static uint32_t objects_left, objects_taken;
static int opened;

static _Noreturn void damaged(void) { dunlin_stop(DIVERGENCE, "the test file is damaged", "", ""); }

static const unsigned char *take(size_t count) {
    if ((size_t)(end - at) < count)
        damaged();
    const unsigned char *taken = at;
    at += count;
    return taken;
}

static uint32_t take_number(void) {
    const unsigned char *bytes = take(4);
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

struct object {
    const unsigned char *name, *bytes;
    uint32_t name_length, size;
};

static void set_memory_apart(void);
static struct object take_object(void);

void dunlin_open_test(const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat stat;
    if (fd < 0 || fstat(fd, &stat) != 0)
        dunlin_stop(DIVERGENCE, "the test file cannot be read: ", path, "");
    void *mapped = MAP_FAILED;
    if (stat.st_size > 0)
        mapped = mmap(NULL, (size_t)stat.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (mapped == MAP_FAILED)
        damaged();
    at = mapped;
    end = at + stat.st_size;
    const unsigned char *magic = take(5);
    if (memcmp(magic, "KTEST", 5) != 0 && memcmp(magic, "BOUT\n", 5) != 0)
        damaged();
    uint32_t version = take_number();
    for (uint32_t arguments = take_number(); arguments > 0; arguments--)
        take(take_number());
    if (version >= 2)
        take(8);
    objects_left = take_number();
    opened = 1;
    set_memory_apart();
}

static struct object take_object(void) {
    struct object object;
    object.name_length = take_number();
    object.name = take(object.name_length);
    object.size = take_number();
    object.bytes = take(object.size);
    objects_left--;
    return object;
}

/* What memory holds is not asked for: it is taken out of the row. */
static void set_memory_apart(void) {
    const unsigned char *start = at;
    uint32_t count = objects_left;
    dunlin_reserve_fillings(count);
    while (objects_left > 0) {
        struct object object = take_object();
        if (dunlin_is_unwritten(object.name, object.name_length))
            dunlin_add_filling(object.name, object.name_length, object.bytes, object.size);
    }
    at = start;
    objects_left = count;
}

static int is_named(const struct object *object, const char *name) {
    return object->name_length == strlen(name) &&
           memcmp(object->name, name, object->name_length) == 0;
}

/* Whether an allocation of the library fails is asked by the engine alone, whose library is another one. */
static void skip_library(void) {
    while (objects_left > 0) {
        const unsigned char *kept = at;
        struct object object = take_object();
        if (!is_named(&object, "library_malloc_fails")) {
            at = kept;
            objects_left++;
            return;
        }
        objects_taken++;
    }
}

static struct object next(const char *name) {
    if (!opened)
        dunlin_stop(DIVERGENCE, "no test file was given, but the program asks for ", name, "");
    while (skip_library(), objects_left > 0) {
        struct object object = take_object();
        if (dunlin_is_unwritten(object.name, object.name_length))
            continue;
        objects_taken++;
        /* KLEE's model of POSIX adds this object, which no program asks for. */
        if (!is_named(&object, "model_version") || strcmp(name, "model_version") == 0)
            return object;
    }
    dunlin_stop(NO_INPUT, name, "", "");
}

void dunlin_next_object(void *to, size_t size, const char *name) {
    struct object object = next(name);
    if (object.size != size) {
        char sizes[120];
        snprintf(sizes, sizeof sizes, ": object %u of the test has %u bytes, not %zu",
                 objects_taken - 1, object.size, size);
        dunlin_stop(DIVERGENCE, "asked for ", name, sizes);
    }
    memcpy(to, object.bytes, size);
}

int64_t dunlin_next_number(const char *name) {
    struct object object = next(name);
    if (object.size == 0 || object.size > 8)
        dunlin_stop(DIVERGENCE, "asked for ", name, ": the object of the test is no number");
    uint64_t value = 0;
    for (uint32_t i = object.size; i-- > 0;)
        value = value << 8 | object.bytes[i];
    unsigned spare = 64 - 8 * object.size;
    return (int64_t)(value << spare) >> spare;
}

int dunlin_next_is_named(const char *name) {
    if (!opened)
        return 0;
    skip_library();
    if (objects_left == 0)
        return 0;
    const unsigned char *kept = at;
    struct object object = take_object();
    at = kept;
    objects_left++;
    return is_named(&object, name);
}

int dunlin_allocation_fails(void) {
    const char *name = "malloc_fails";
    return dunlin_next_is_named(name) && dunlin_next_number(name) != 0;
}

void __dunlin_replay_argument(void *to, uint64_t size, uint32_t position) {
    char name[32];
    snprintf(name, sizeof name, "argument %u", position);
    dunlin_next_object(to, (size_t)size, name);
}

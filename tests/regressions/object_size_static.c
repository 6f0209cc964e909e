// A query that is not dynamic is answered from constants alone.
// run: dunlin run
// run: dunlin run -O1
// run: dunlin run -O2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdio.h>
#include <stdlib.h>

struct record {
    int number;
    char text[20];
    long long tail;
};

static struct record global;
__attribute__((weak)) char replaceable[12];

static void show(size_t size) { printf(size == (size_t)-1 ? "unknown\n" : "%zu\n", size); }

int main(int argc, char **argv) {
    struct record local;
    char variable[argc + 3];
    char *heap = malloc(30), *zeros = calloc(3, 7), *grown = realloc(malloc(3), 44);
    show(__builtin_object_size(&local, 0));
    show(__builtin_object_size(local.text + 3, 0));
    show(__builtin_object_size(local.text + 3, 1));
    show(__builtin_object_size(&global.tail, 2));
    show(__builtin_object_size(&global.text[argc], 0));
    show(__builtin_object_size(heap, 0));
    show(__builtin_object_size(zeros + 3, 0));
    show(__builtin_object_size(grown, 1));
    show(__builtin_object_size(grown, 2));
    show(__builtin_object_size(variable, 0));
    show(__builtin_object_size(variable, 2));
    show(__builtin_object_size(replaceable, 0));
    show(__builtin_object_size(argv, 2));
    free(heap);
    free(zeros);
    free(grown);
    return 0;
}

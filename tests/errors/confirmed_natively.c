// Each of these errors shows in a native run of its test.
// run: dunlin run
// error: out-of-bounds-write at 54
// error: null-dereference at 57
// error: null-dereference at 59
// error: double-free at 62
// error: invalid-free at 65
// error: invalid-free at 68
// error: out-of-bounds-write at 71
// error: reached-unreachable at 74
// error: out-of-bounds-read at 77
// error: out-of-bounds-write at 80
// error: out-of-bounds-read at 83
// error: out-of-bounds-read at 85
// error: division-by-zero at 87
// error: division-by-zero at 89
// error: abort at 91
// error: double-free at 94
// error: use-after-free at 96
// error: use-after-free at 99
// error: out-of-bounds-read at 101
// error: out-of-bounds-write at 103
// error: out-of-bounds-write at 106
#include <alloca.h>
#include <klee/klee.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct wide {
    int many[200];
    int last;
};

static const char constant[4] = "abc";
static const char text[] = "much more than four bytes";
static struct wide *volatile nothing;
static void (*volatile function)(void);
static volatile int zero;

static int *escaped(void) {
    int local = 1;
    int *volatile place = &local;
    return place;
}

int main(void) {
    unsigned which;
    char *volatile heap = malloc(4);
    char four[4] = {1, 1, 1, 1};
    klee_make_symbolic(&which, sizeof which, "which");
    switch (which) {
    case 0:
        *(volatile char *)constant = 1;
        break;
    case 1:
        return ((volatile struct wide *)nothing)->last;
    case 2:
        function();
        break;
    case 3:
        free(heap), free(heap);
        break;
    case 4:
        free(heap + 1);
        break;
    case 5:
        free(&which);
        break;
    case 6:
        memcpy(four, text, which + 1);
        break;
    case 7:
        __builtin_unreachable();
        break;
    case 8:
        heap = realloc(heap, 2); return heap[3];
        break;
    case 9:
        strcpy(heap, text);
        break;
    case 10:
        return *(volatile char *)0x1234567890;
    case 11:
        return strlen(four);
    case 12:
        return 5 % zero;
    case 13:
        return INT_MIN / (zero - 1);
    case 14:
        __builtin_trap();
        break;
    case 15:
        free(heap); heap = realloc(heap, 8); break;
    case 16:
        free(heap); return heap[0];
        break;
    case 17:
        return *escaped();
    case 18:
        return ((volatile int *)alloca(8))[5];
    case 19:
        memmove(heap + 2, four, 4);
        break;
    case 20:
        *(volatile int *)main = 5;
        break;
    }
    return 0;
}
